import { LIST_KEYS } from '@primazia/kit/list';
import { HOME } from './return-path.ts';

/**
 * The query of the URL as it is. It belongs to the module on the page, each with its own way of writing;
 * read and written again by the shell's router it would change under the module's hands.
 */
export interface RawSearch {
  text: string;
}

export const parseSearch = (text: string): RawSearch => ({ text });

export const stringifySearch = (search: Partial<RawSearch>): string => search.text ?? '';

const FROM = 'from';

/** A query that remembers where the person wanted to go; home needs no remembering. */
export const remember = (path: string): RawSearch => ({
  text: path === HOME ? '' : `?${FROM}=${encodeURIComponent(path)}`,
});

/** What was remembered: anybody may have written it, so it goes through `returnPath`. */
export const remembered = (search: Partial<RawSearch>): string | null =>
  new URLSearchParams(search.text).get(FROM);

const TOKEN = 'token';

/** The token of a link that was sent; null where there is none, or nothing in it. */
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
