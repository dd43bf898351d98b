// What links to Shopee's pages name: always one shop's item.
import { type LinkReading, subHostOf, type WebLink } from '../../../kernel/link.ts';

const HOSTS = [
  { host: 'shopee.com.br', countryCode: 'BR' },
  { host: 'shopee.com.mx', countryCode: 'MX' },
];
const SHORT = new Set(['s.shopee.com.br', 's.shopee.com.mx', 'shope.ee', 'br.shp.ee', 'mx.shp.ee']);
const PAGES = new Set(['', 'www', 'm']);

/** The last one counts: a title may hold the same letters. */
const SLUG = /.*-i\.(\d{1,15})\.(\d{1,15})(?=\/|$)/;
/** Behind a shop's name, `product` or `universal-link/product`. */
const PATH = /^\/(?:universal-link\/)?[^/]+\/(\d{1,15})\/(\d{1,15})\/?$/;

/** Reads a link to a page of Shopee; null: it is none. */
export function readLink(link: WebLink): LinkReading | null {
  if (SHORT.has(link.host)) return { kind: 'short' };
  for (const { host, countryCode } of HOSTS) {
    const before = subHostOf(link.host, host);
    if (before === null) continue;
    if (!PAGES.has(before)) return { kind: 'other' };
    const found = SLUG.exec(link.path) ?? PATH.exec(link.path);
    if (found === null) return { kind: /^\/search(?:\/|$)/.test(link.path) ? 'search' : 'other' };
    const [, shop, item] = found;
    return {
      kind: 'item',
      countryCode,
      id: `${shop}.${item}`,
      itemId: item!,
      sellerId: shop!,
      canonical: `https://${host}/product/${shop}/${item}`,
    };
  }
  return null;
}
