// Products of Amazon's catalog and their offers, whether the account sells them or not.
import { gtinOf } from '../../../kernel/gtin.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  ProductMarket,
  ProductQuery,
  ProductTarget,
  RemoteProduct,
} from '../../marketplace.ts';
import { failureOfBatches, inBatches } from './batches.ts';
import { OFFERS_BATCH } from './limits.ts';
import { toMarket } from './market.ts';
import { getOfferLists, keyOf } from './offers.ts';
import * as requests from './requests.ts';
import { isHere, pageOf, type Store } from './stores.ts';
import { type CatalogItem, CatalogItems, decode } from './wire.ts';

/** Products that one call returns. @see https://developer-docs.amazon.com/sp-api/docs/catalog-items-api-v2022-04-01-reference */
const CATALOG_BATCH = 20;

function toProduct(store: Store, item: CatalogItem): RemoteProduct | null {
  const here = <T extends { marketplaceId: string | null }>(entries: readonly T[]) =>
    entries.find(({ marketplaceId }) => isHere(store, marketplaceId));
  const summary = here(item.summaries);
  if (!summary?.itemName) return null;
  const numbers = (here(item.identifiers)?.identifiers ?? [])
    .filter(({ identifierType }) => /^(?:EAN|GTIN|UPC|ISBN)$/.test(identifierType ?? ''))
    .map(({ identifier }) => identifier);
  const image = here(item.images)?.images.find(({ link }) => link?.startsWith('https://'));
  return {
    productId: item.asin,
    title: summary.itemName,
    brand: summary.brand,
    gtin: gtinOf(numbers),
    imageUrl: image?.link ?? null,
    link: pageOf(store, item.asin),
  };
}

/** A number in its written digits, and Amazon's name for its kind. */
const identifierOf = (gtin: string) =>
  gtin.startsWith('00')
    ? { identifiersType: 'UPC', identifiers: gtin.slice(2) }
    : gtin.startsWith('0')
      ? { identifiersType: 'EAN', identifiers: gtin.slice(1) }
      : { identifiersType: 'GTIN', identifiers: gtin };

async function search(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  by: Parameters<typeof requests.searchCatalogItems>[2],
): Promise<Result<RemoteProduct[], CallFailure>> {
  const answer = decode(
    await fetcher(requests.searchCatalogItems(session, store.id, by)),
    CatalogItems,
    'the products',
  );
  if (!answer.ok) return answer;
  return ok(answer.value.items.flatMap((item) => toProduct(store, item) ?? []));
}

/** Products by their universal number, or by words and brand. */
export function findProducts(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  query: ProductQuery,
): Promise<Result<RemoteProduct[], CallFailure>> {
  if (query.countryCode !== store.countryCode) return Promise.resolve(ok([]));
  if ('gtin' in query) return search(fetcher, store, session, identifierOf(query.gtin));
  // Words are separated by commas.
  const words = query.title.split(/[\s,]+/).filter(Boolean);
  return search(fetcher, store, session, {
    keywords: words.slice(0, CATALOG_BATCH).join(','),
    ...(query.brand !== null && { brandNames: query.brand }),
  });
}

/** Products by their ASINs. */
export async function getProducts(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  asins: readonly string[],
): Promise<Result<Map<string, Result<RemoteProduct, CallFailure>>, CallFailure>> {
  const batches = await inBatches(asins, { size: CATALOG_BATCH, atOnce: 2 }, (some) =>
    search(fetcher, store, session, { identifiersType: 'ASIN', identifiers: some.join(',') }),
  );
  const together = failureOfBatches(batches);
  if (!together.ok) return together;
  const results = new Map<string, Result<RemoteProduct, CallFailure>>();
  for (const { items, answer } of batches) {
    const found = new Map((answer.ok ? answer.value : []).map((one) => [one.productId, one]));
    for (const asin of items) {
      const product = found.get(asin);
      const unknown = failure('not_found', 'product_not_found', `There is no product ${asin}`);
      results.set(asin, product ? ok(product) : answer.ok ? fail(unknown) : answer);
    }
  }
  return ok(results);
}

/** The offers of products, by ASIN. */
export async function getProductOffers(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  targets: readonly ProductTarget[],
  now: Date,
): Promise<Result<Map<string, Result<ProductMarket, CallFailure>>, CallFailure>> {
  const products = targets.map(({ productId, condition }) => ({ asin: productId, condition }));
  const batches = await inBatches(products, { size: OFFERS_BATCH, atOnce: 1 }, (some) =>
    getOfferLists(fetcher, store, session, some),
  );
  const together = failureOfBatches(batches);
  if (!together.ok) return together;
  const results = new Map<string, Result<ProductMarket, CallFailure>>();
  for (const { items, answer } of batches) {
    for (const product of items) {
      const list = answer.ok ? answer.value.get(keyOf(product)) : answer;
      if (list === undefined) continue;
      if (!list.ok) results.set(product.asin, list);
      else {
        const whose = { sellerId: session.sellerId, sku: null };
        const { offers } = toMarket(list.value, whose, now, null);
        results.set(product.asin, ok({ offers, total: list.value.total }));
      }
    }
  }
  return ok(results);
}
