/** The scripts that a page starts with: their names contain the hash of their content and of all that they load. */
const scriptsOf = (page: Document) =>
  [...page.querySelectorAll<HTMLScriptElement>('script[src][defer]')].map(
    (script) => script.getAttribute('src') ?? '',
  );

/**
 * Whether a reload would load another shell than the running one, by the scripts of its page. The browser revalidates by ETag.
 * @throws {Error} where the server does not answer
 */
export async function isShellNew(running: Document): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  const fresh = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  const own = scriptsOf(running);
  return fresh.length > 0 && fresh.some((src) => !own.includes(src));
}
