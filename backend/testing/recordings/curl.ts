// Documentation gives requests as curl commands typed by hand, with stray spaces and missing braces.
import type { RecordedRequest } from './exchange.ts';

const ADDRESS = /https?:\s?\/\/[^/\s'"]+(\/[^\s'"\\]*)?/g;
/** An address without its host, as a separate word. */
const BARE_PATH = /(?:^|\s)'?(\/[a-z][^\s'"\\]*)/;
const METHOD =
  /(?:-{1,2}(?:[xX]|request)\s*['"]?\s*|^\s*(?:curl\s+)?)(GET|POST|PUT|PATCH|DELETE)\b/;
const DATA = /\s(?:-d|--data(?:-\w+)*)(?=[\s'"{[]|$)/;
const FIELDS = /\s(?:-d|--data(?:-\w+)*)\s*(?:'([^']*)'|"([^"]*)"|([^\s'"]+))/g;
const FORM = /^[A-Za-z_]\w*=/;

/** The JSON between the first and the last brace; undefined if it is invalid. */
function jsonOf(text: string): unknown {
  const inBraces = /[[{][\s\S]*[\]}]/.exec(text)?.[0] ?? '';
  for (const written of [inBraces, inBraces.replaceAll('\\"', '"')]) {
    try {
      return JSON.parse(written);
    } catch {
      // A body that was shortened by hand adds nothing to its address.
    }
  }
  return undefined;
}

/** What a command sends: the fields of a form, written one by one or all in a row, or else JSON. */
function bodyOf(text: string): unknown {
  const written = [...text.matchAll(FIELDS)].map(
    ([, one, other, bare]) => one ?? other ?? bare ?? '',
  );
  const form = written.filter((some) => FORM.test(some));
  if (form.length > 0) return Object.fromEntries(new URLSearchParams(form.join('&')));
  // Braces also occur elsewhere, as in `Bearer {token}`, so the text after the flag is tried first.
  const rest = DATA.exec(text);
  const candidates = [...written, text.slice(rest?.index ?? 0), text];
  return candidates.map(jsonOf).find((body) => body !== undefined);
}

/** Path and query of an address below its host. Some are written with `&` for the first `?`. */
export function readAddress(address: string): Pick<RecordedRequest, 'path' | 'query'> {
  const [path = '/', search = ''] = address.split(/[?&](.*)/s);
  return {
    path: path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') || '/',
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/**
 * Reads a request out of a curl command, or out of a plain `GET /path`.
 * @param host a part of the marketplace's host name: other addresses in the text are not the request's
 * @returns null where the text names no address of that host
 */
export function readCurl(text: string, host: string): RecordedRequest | null {
  const addresses = [...text.matchAll(ADDRESS)];
  const address =
    addresses.find(([whole]) => whole.includes(host)) ??
    (addresses.length === 0 ? BARE_PATH.exec(text) : null);
  if (!address) return null;
  const body = bodyOf(text.replace(address[0], ' '));
  const hasBody = body !== undefined || DATA.test(text);
  return {
    method: METHOD.exec(text)?.[1] ?? (hasBody ? 'POST' : 'GET'),
    ...readAddress(address[1] ?? '/'),
    ...(body === undefined ? {} : { body }),
  };
}
