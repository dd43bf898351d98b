// What links to Amazon's pages name. Products alone have pages, by their ASIN; a seller's offer is one of a product's.
import { type LinkReading, subHostOf, type WebLink } from '../../../kernel/link.ts';
import { pageOf, STORES, type Store } from './stores.ts';

const SHORT = new Set(['amzn.to', 'a.co', 'amzn.com']);
/** Hosts of a store's own pages, before its name. */
const PAGES = new Set(['', 'www', 'm']);

const PRODUCT =
  /\/(?:dp|gp\/product|gp\/aw\/d|gp\/offer-listing|gp\/aw\/ol|product-reviews|exec\/obidos\/asin|o\/asin|d)\/(?:[^/]*\/)?([a-z\d]{10})(?=\/|$)/i;
/** An ASIN, or the ISBN-10 that is the ASIN of a book. */
const ASIN = /^(?:B0[A-Z\d]{8}|\d{9}[\dX])$/;
const SEARCH = /^\/(?:s|gp\/search|gp\/aw\/s)(?:\/|$)/;
const ADVERTISING = /^\/(?:sspa\/click|gp\/slredirect|gp\/r\.html)(?:\/|$)/;
const SELLER = /^A[A-Z\d]{8,20}$/;

function sellerIn(query: URLSearchParams): string | null {
  const named = (query.get('smid') ?? query.get('m') ?? '').toUpperCase();
  return SELLER.test(named) ? named : null;
}

function asinIn({ path, query }: WebLink): string | null {
  const named = (PRODUCT.exec(path)?.[1] ?? query.get('asin') ?? '').toUpperCase();
  return ASIN.test(named) ? named : null;
}

function readPage(store: Store, link: WebLink): LinkReading {
  if (ADVERTISING.test(link.path)) return { kind: 'advertising' };
  const id = asinIn(link);
  if (id === null) return { kind: SEARCH.test(link.path) ? 'search' : 'other' };
  const sellerId = sellerIn(link.query);
  const page = pageOf(store, id);
  return {
    kind: 'product',
    countryCode: store.countryCode,
    id,
    itemId: null,
    sellerId,
    canonical: sellerId === null ? page : `${page}?smid=${sellerId}`,
  };
}

/** Reads a link to a page of Amazon in the stores that the product knows; null: it is none. */
export function readLink(link: WebLink): LinkReading | null {
  if (SHORT.has(link.host)) return { kind: 'short' };
  for (const store of STORES) {
    const before = subHostOf(link.host, store.host.replace(/^www\./, ''));
    if (before !== null) return PAGES.has(before) ? readPage(store, link) : { kind: 'other' };
  }
  return null;
}
