/** The page after signing in where no other was requested. */
export const HOME = '/app';

/**
 * The page that a person requested before signing in, or `HOME`. It comes from the URL, which is not trusted: only a
 * path of our own origin below `/app` is used.
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
