// Documentations record their requests as curl commands, typed by hand: with a space here, a brace missing there.
import type { RecordedRequest } from './exchange.ts';

const ADDRESS = /https?:\s?\/\/[^/\s'"]+(\/[^\s'"\\]*)?/g;
const METHOD = /-{1,2}(?:[xX]|request)\s*['"]?\s*(GET|POST|PUT|PATCH|DELETE)/;
const FORM = /(?:-d|--data(?:-urlencode|-raw)?)\s+['"]?([A-Za-z_]\w*)=([^'"\s&]*)/g;

/** The JSON that stands between the first brace and the last; undefined where it is none. */
function jsonOf(text: string): unknown {
  const inBraces = /[[{][\s\S]*[\]}]/.exec(text)?.[0];
  if (inBraces === undefined) return undefined;
  try {
    return JSON.parse(inBraces);
  } catch {
    // A body that was shortened by hand tells no more than its address does.
    return undefined;
  }
}

/**
 * Reads a request out of a curl command.
 * @param host a part of the marketplace's host name: other addresses in the text are not the request's
 * @returns null where the text names no address of that host
 */
export function readCurl(text: string, host: string): RecordedRequest | null {
  const address = [...text.matchAll(ADDRESS)].find(([whole]) => whole.includes(host));
  if (address === undefined) return null;
  const [path = '/', search = ''] = (address[1] ?? '/').split(/\?(.*)/s);
  const form = Object.fromEntries([...text.matchAll(FORM)].map(([, name, value]) => [name, value]));
  const body = Object.keys(form).length > 0 ? form : jsonOf(text.replace(address[0], ' '));
  return {
    method: METHOD.exec(text)?.[1] ?? (body === undefined ? 'GET' : 'POST'),
    path: path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') || '/',
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(body === undefined ? {} : { body }),
  };
}
