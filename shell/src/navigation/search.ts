import { LIST_KEYS } from '@primazia/kit/list';
import { HOME } from './return-path.ts';

/**
 * The unparsed query of the URL. It belongs to the module on the page and has the module's own format, which the
 * shell's router would change by parsing and writing it.
 */
export interface RawSearch {
  text: string;
}

export const parseSearch = (text: string): RawSearch => ({ text });

export const stringifySearch = (search: Partial<RawSearch>): string => search.text ?? '';

const FROM = 'from';

/** A query with the page that the person requested; empty for the home page. */
export const remember = (path: string): RawSearch => ({
  text: path === HOME ? '' : `?${FROM}=${encodeURIComponent(path)}`,
});

/** The requested page of a query. It is not trusted: pass it to `returnPath`. */
export const remembered = (search: Partial<RawSearch>): string | null =>
  new URLSearchParams(search.text).get(FROM);

const TOKEN = 'token';

/** The token of a link that was sent; null where there is none, or it is empty. */
export const tokenIn = (search: Partial<RawSearch>): string | null =>
  new URLSearchParams(search.text).get(TOKEN) || null;

/** The same query without the token. */
export function withoutToken(search: Partial<RawSearch>): RawSearch {
  const params = new URLSearchParams(search.text);
  params.delete(TOKEN);
  return { text: params.size === 0 ? '' : `?${params}` };
}

/** A path's query without the parameters of lists; others are kept. */
export function withoutList(text: string): string {
  const params = new URLSearchParams(text);
  for (const key of LIST_KEYS) params.delete(key);
  return params.size === 0 ? '' : `?${params}`;
}
