// Links that people paste, and what a marketplace's page is about. Pure: a link is read, never opened.
import * as z from 'zod';

/** A link to a web page, taken apart. */
export interface WebLink {
  /** In lower case, without a dot at the end. */
  host: string;
  /** Decoded, so that letters with accents are letters; `%2F` is kept. */
  path: string;
  query: URLSearchParams;
  /** What is behind the `#`, without it. */
  fragment: string;
  /** Whether it has a user name, a password or a port, as no link to a marketplace's page has. */
  isOdd: boolean;
}

/** What a link leads to. */
export const LinkKind = z.enum([
  'item', // one seller's listing
  'product', // a product's page, on which several sellers may offer
  'user_product', // one seller's listings of one product
  'short', // leads to another address that cannot be known without opening it
  'search', // a list of results
  'advertising', // counts a click and leads on
  'foreign', // no marketplace's page
  'invalid', // no link
  'other', // a marketplace's page that is about no listing or product
]);
export type LinkKind = z.infer<typeof LinkKind>;

/** What a link to a listing or a product names. */
export interface LinkTarget {
  kind: 'item' | 'product' | 'user_product';
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** The marketplace's id of what the page is about. */
  id: string;
  /** The listing that the link requests: a hint that the page may ignore. */
  itemId: string | null;
  /** The seller whose offer the link requests. */
  sellerId: string | null;
  /** The same page with its ids only, without tracking parameters. */
  canonical: string;
}

/** What a marketplace reads in a link. */
export type LinkReading = LinkTarget | { kind: 'short' | 'search' | 'advertising' | 'other' };

/** Reads a link to a page of a marketplace; null: it is not one. */
export type LinkReader = (link: WebLink) => LinkReading | null;

/** An address that is safe in a page: http(s) only. Null: it is not. */
export function safeLink(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** What has a scheme; a host with a port has none. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}

/** Parses a pasted link, with or without its scheme; null: it is not a link to a web page. */
export function webLinkOf(text: string): WebLink | null {
  const trimmed = text.trim().replace(/^\/\//, '');
  const whole = SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  const host = url.hostname.replace(/\.$/, '');
  if (!host.includes('.') && !host.includes(':')) return null;
  return {
    host,
    path: decoded(url.pathname),
    query: url.searchParams,
    fragment: url.hash.slice(1),
    isOdd: url.username !== '' || url.password !== '' || url.port !== '',
  };
}

/** The subdomain of a marketplace's host; null: the host is not one of its hosts. */
export function subHostOf(host: string, base: string): string | null {
  if (host === base) return '';
  return host.endsWith(`.${base}`) ? host.slice(0, -base.length - 1) : null;
}
