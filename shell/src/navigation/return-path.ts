/** Where a person lands who did not ask for a place. */
export const HOME = '/app';

/**
 * The place that a person wanted before signing in, or `HOME`. It arrives in the URL, where anybody may write
 * anything: only a path of our own origin below `/app` is followed.
 */
export function returnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return HOME;
  if (!URL.canParse(wanted, origin)) return HOME;
  // Parsed as the browser would: '//host', '/\host' and '/app/../login' show here what they really are.
  const url = new URL(wanted, origin);
  const inside = url.pathname === HOME || url.pathname.startsWith(`${HOME}/`);
  if (url.origin !== origin || !inside) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}
