// What links to pages of Mercado Livre name. An item's id and a product's look alike: the path alone tells which it is.
import { type LinkReading, subHostOf, type WebLink, webLinkOf } from '../../../kernel/link.ts';

interface Site {
  countryCode: string;
  /** The prefix of its ids. */
  prefix: string;
  host: string;
  /** The subdomains of items' pages and of result lists. */
  items: string;
  results: string;
}

/** The sites of all countries, so that a link to one where nothing can be watched is recognized. */
const SITES: readonly Site[] = [
  ['BR', 'MLB', 'mercadolivre.com.br', 'produto', 'lista'],
  ['MX', 'MLM', 'mercadolibre.com.mx', 'articulo', 'listado'],
  ['AR', 'MLA', 'mercadolibre.com.ar', 'articulo', 'listado'],
  ['CO', 'MCO', 'mercadolibre.com.co', 'articulo', 'listado'],
  ['CL', 'MLC', 'mercadolibre.cl', 'articulo', 'listado'],
  ['UY', 'MLU', 'mercadolibre.com.uy', 'articulo', 'listado'],
  ['PE', 'MPE', 'mercadolibre.com.pe', 'articulo', 'listado'],
].map(([countryCode, prefix, host, items, results]) => ({
  countryCode: countryCode!,
  prefix: prefix!,
  host: host!,
  items: items!,
  results: results!,
}));

/** Hosts that only redirect, without a country. */
const SHORT = ['mercadolivre.com', 'mercadolibre.com', 'meli.la'];
const LEADS_ON = /^\/(?:sec|social)(?:\/|$)/;
const CLICKS = /^click\d*$/;

const ITEM = /^\/([a-z]{3})-?(\d{6,15})(?:-|\/|$)/i;
const PRODUCT = /\/p\/([a-z]{3})(\d{6,15})(?=\/|$)/i;
const USER_PRODUCT = /\/up\/([a-z]{3})u(\d{6,15})(?=\/|$)/i;

/** The item that a link asks a product's page to show. */
function itemIn({ query, fragment }: WebLink, prefix: string): string | null {
  const filters = /(?:^|\|)item_id:(\w+)/i.exec(query.get('pdp_filters') ?? '')?.[1];
  const named = filters ?? query.get('item_id') ?? query.get('wid');
  const text = named ?? new URLSearchParams(fragment).get('wid') ?? '';
  const found = /^([a-z]{3})-?(\d{6,15})$/i.exec(text);
  return found?.[1]?.toUpperCase() === prefix ? `${prefix}${found[2]}` : null;
}

function readPage(site: Site, link: WebLink): LinkReading {
  const { countryCode, prefix, host } = site;
  const isHere = (found: RegExpExecArray | null): found is RegExpExecArray =>
    found?.[1]?.toUpperCase() === prefix;
  const base = { countryCode, sellerId: null };

  const product = PRODUCT.exec(link.path);
  const userProduct = USER_PRODUCT.exec(link.path);
  if (product !== null || userProduct !== null) {
    const found = product ?? userProduct;
    if (!isHere(found)) return { kind: 'other' };
    const id = `${prefix}${product === null ? 'U' : ''}${found[2]}`;
    const itemId = itemIn(link, prefix);
    const page = `https://www.${host}/${product === null ? 'up' : 'p'}/${id}`;
    return {
      ...base,
      kind: product === null ? 'user_product' : 'product',
      id,
      itemId,
      canonical: itemId === null ? page : `${page}?pdp_filters=item_id:${itemId}`,
    };
  }
  const item = ITEM.exec(link.path);
  if (!isHere(item)) return { kind: 'other' };
  const id = `${prefix}${item[2]}`;
  const canonical = `https://${site.items}.${host}/${prefix}-${item[2]}-_JM`;
  return { ...base, kind: 'item', id, itemId: id, canonical };
}

/** The prefix of ids on a country's site; null: there is no site. */
export const sitePrefixOf = (countryCode: string): string | null =>
  SITES.find((site) => site.countryCode === countryCode)?.prefix ?? null;

/** The page of a product of the catalog; null: no site has such an id. */
export function productPage(productId: string): string | null {
  const site = SITES.find(({ prefix }) => productId.startsWith(prefix));
  return site ? `https://www.${site.host}/p/${encodeURIComponent(productId)}` : null;
}

/** Parts of an address that are no words of a title: ids, and markers of the kind of page. */
const NO_WORD = /^(?:m[a-z]{2}u?\d*|\d{6,}|u?p|_?jm)$/i;

/** The words of a title that a link has; empty: it has none. */
export const wordsOf = (link: string): string =>
  (webLinkOf(link)?.path ?? '')
    .split(/[/\-_\s]+/)
    .filter((word) => word !== '' && !NO_WORD.test(word))
    .join(' ');

/** Reads a link to a page of Mercado Livre in any country; null: it is none. */
export function readLink(link: WebLink): LinkReading | null {
  for (const site of SITES) {
    const before = subHostOf(link.host, site.host);
    if (before === null) continue;
    if (CLICKS.test(before)) return { kind: 'advertising' };
    if (LEADS_ON.test(link.path)) return { kind: 'short' };
    if (before === site.results) return { kind: 'search' };
    const isPage = ['', 'www', 'm', site.items].includes(before);
    return isPage ? readPage(site, link) : { kind: 'other' };
  }
  for (const host of SHORT) {
    const before = subHostOf(link.host, host);
    if (before === null) continue;
    if (CLICKS.test(before)) return { kind: 'advertising' };
    return { kind: host === 'meli.la' || LEADS_ON.test(link.path) ? 'short' : 'other' };
  }
  return null;
}
