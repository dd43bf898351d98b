// Products of Mercado Livre's catalog and their offers, whether the account sells them or not.
import { mapConcurrently } from '../../../kernel/batches.ts';
import { gtinOf } from '../../../kernel/gtin.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  ProductMarket,
  ProductQuery,
  ProductTarget,
  RemoteProduct,
  SoughtListing,
} from '../../marketplace.ts';
import { productPage, sitePrefixOf, wordsOf } from './links.ts';
import { secureLink } from './listings.ts';
import { getOffers, toOffer } from './offers.ts';
import type { Seller, SellerDirectory } from './sellers.ts';
import { bearer, CatalogProduct, CatalogProducts, decode, inPath } from './wire.ts';

const MOST = 20;
/** Calls for the products of one question that are under way at once. */
const AT_ONCE = 4;

const attribute = ({ attributes }: CatalogProduct, id: string) =>
  attributes.find((one) => one.id === id)?.value_name ?? null;

function toProduct(product: CatalogProduct): RemoteProduct | null {
  const link = productPage(product.id);
  if (product.name === null || link === null) return null;
  const picture = product.pictures[0];
  return {
    productId: product.id,
    title: product.name,
    brand: attribute(product, 'BRAND'),
    gtin: gtinOf([attribute(product, 'GTIN')]),
    imageUrl: secureLink(picture?.secure_url ?? picture?.url ?? null),
    // The answer's own `permalink` is often empty.
    link,
  };
}

/** Products by their universal number, or by words. Those that are part of a family come first: others are rarely sold. */
export async function findProducts(
  fetcher: Fetcher,
  session: AccountSession,
  query: ProductQuery,
): Promise<Result<RemoteProduct[], CallFailure>> {
  const site = sitePrefixOf(query.countryCode);
  if (site === null) return ok([]);
  const words =
    'gtin' in query
      ? { product_identifier: query.gtin.replace(/^0+(?=\d{8})/, '') }
      : { q: [query.brand, query.title].filter(Boolean).join(' ') };
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'searchProducts',
      path: '/products/search',
      query: { status: 'active', site_id: site, limit: String(MOST), ...words },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    CatalogProducts,
    'the products',
  );
  if (!answer.ok) return answer.error.kind === 'not_found' ? ok([]) : answer;
  const { results } = answer.value;
  const inOrder = [...results].sort(
    (a, b) => Number(a.parent_id === null) - Number(b.parent_id === null),
  );
  return ok(inOrder.flatMap((product) => toProduct(product) ?? []));
}

/** A refused token, which concerns the account and not one product. */
function refusalOf<T>(
  results: readonly Result<T, CallFailure>[],
): Result<never, CallFailure> | null {
  const refused = results.find((one) => !one.ok && one.error.kind === 'unauthorized');
  return refused && !refused.ok ? refused : null;
}

/** Products by id: Mercado Livre has no call for many. */
export async function getProducts(
  fetcher: Fetcher,
  session: AccountSession,
  productIds: readonly string[],
  _countryCode: string,
): Promise<Result<Map<string, Result<RemoteProduct, CallFailure>>, CallFailure>> {
  const results = await mapConcurrently(
    productIds,
    AT_ONCE,
    async (id): Promise<Result<RemoteProduct, CallFailure>> => {
      const answer = decode(
        await fetcher({
          method: 'GET',
          operation: 'getProduct',
          path: `/products/${inPath(id)}`,
          headers: bearer(session.accessToken),
          pace: session.sellerId,
          signal: session.signal,
        }),
        CatalogProduct,
        'the product',
      );
      if (!answer.ok) return answer;
      const product = toProduct(answer.value);
      return product ? ok(product) : fail(unreadable(`product ${id}`));
    },
  );
  return refusalOf(results) ?? ok(new Map(productIds.map((id, at) => [id, results[at]!])));
}

/** The most products whose offers are searched for a listing, and the most offers that a call returns. */
const SOUGHT_IN = 10;
const MOST_OFFERS = 100;

/**
 * The product on whose page a listing is offered. Others cannot read the listing itself: the words of its link find
 * likely products, and their offers name the listing.
 */
export async function findProductOf(
  fetcher: Fetcher,
  session: AccountSession,
  { itemId, link, title, countryCode }: SoughtListing,
): Promise<Result<string | null, CallFailure>> {
  const query = { countryCode, title: wordsOf(link) || title, brand: null };
  const likely = await findProducts(fetcher, session, query);
  if (!likely.ok) return likely;
  const ids = likely.value.slice(0, SOUGHT_IN).map(({ productId }) => productId);
  const pages = await mapConcurrently(ids, AT_ONCE, (id) =>
    getOffers(fetcher, session, id, MOST_OFFERS),
  );
  const failed = pages.find((one) => !one.ok);
  const index = pages.findIndex(
    (one) => one.ok && one.value.entries.some((entry) => entry?.item_id === itemId),
  );
  if (index >= 0) return ok(ids[index]!);
  // A page that could not be read may be the one.
  return failed && !failed.ok ? failed : ok(null);
}

/** The offers of products, by id. */
export async function getProductOffers(
  fetcher: Fetcher,
  sellers: SellerDirectory,
  session: AccountSession,
  targets: readonly ProductTarget[],
): Promise<Result<Map<string, Result<ProductMarket, CallFailure>>, CallFailure>> {
  const found = await mapConcurrently(targets, AT_ONCE, ({ productId }) =>
    getOffers(fetcher, session, productId),
  );
  const refused = refusalOf(found);
  if (refused !== null) return refused;
  const ids = found.flatMap((one) =>
    one.ok ? one.value.entries.flatMap((entry) => entry?.seller_id ?? []) : [],
  );
  const names = ids.length === 0 ? new Map<string, Seller>() : await sellers(session, ids);
  const results = new Map<string, Result<ProductMarket, CallFailure>>();
  targets.forEach(({ productId, condition }, at) => {
    const one = found[at]!;
    if (!one.ok) {
      results.set(productId, one);
      return;
    }
    const { entries, total } = one.value;
    const target = { skuMarketplace: '', catalogProductId: productId, condition };
    const offers = entries.flatMap((entry, index) => {
      const name = entry && names.get(entry.seller_id);
      return (entry && toOffer(entry, index + 1, session, target, name ?? undefined)) ?? [];
    });
    results.set(productId, ok({ offers, total }));
  });
  return ok(results);
}
