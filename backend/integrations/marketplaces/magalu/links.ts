// What links to pages of Magazine Luiza name. The id in the address is that of the variation, which several sellers share.
import { type LinkReading, subHostOf, type WebLink } from '../../../kernel/link.ts';

const HOST = 'magazineluiza.com.br';
/** The affiliates' shops, whose pages have the same ids. */
const AFFILIATES = 'magazinevoce.com.br';
const SHORT = new Set(['maga.lu', 'magazineluiza.onelink.me']);
const PAGES = new Set(['', 'www', 'm']);

const PRODUCT = /\/(?:p|oferta)\/([a-z\d]{6,16})(?=\/|$)/i;
const SEARCH = /\/busca(?:\/|$)/;
const SELLER = /^[\w-]{1,80}$/;

/** Reads a link to a page of Magazine Luiza; null: it is none. */
export function readLink(link: WebLink): LinkReading | null {
  if (SHORT.has(link.host)) return { kind: 'short' };
  const before = subHostOf(link.host, HOST) ?? subHostOf(link.host, AFFILIATES);
  if (before === null) return null;
  if (!PAGES.has(before)) return { kind: 'other' };
  const id = PRODUCT.exec(link.path)?.[1]?.toLowerCase();
  if (id === undefined) return { kind: SEARCH.test(link.path) ? 'search' : 'other' };
  const named = link.query.get('seller_id') ?? '';
  const sellerId = SELLER.test(named) ? named : null;
  const page = `https://www.${HOST}/p/${id}/`;
  return {
    kind: 'product',
    countryCode: 'BR',
    id,
    itemId: null,
    sellerId,
    canonical: sellerId === null ? page : `${page}?seller_id=${sellerId}`,
  };
}
