// Finds the products of watched listings that cannot be polled directly: the product's page is polled instead, for that listing alone.
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import { type Trx, within } from '../../platform/db.ts';
import { publishWatched } from './actions.ts';
import * as store from './store.ts';

/** Finds the products of some competitors' listings. A failed search is repeated by the schedule. */
export async function findProductsOf(
  ctx: MarketplaceContext,
  { companyId, accountId }: { companyId: number; accountId: number },
  rows: readonly store.WatchRow[],
  titles: ReadonlyMap<number, string>,
  signal: AbortSignal,
): Promise<void> {
  for (const row of rows) {
    const { item_id: itemId, search_link: link, country_code: countryCode } = row;
    if (itemId === null || link === null) continue;
    const listing = { itemId, link, title: titles.get(row.listing_id) ?? '', countryCode };
    const found = await withAccount(
      ctx,
      companyId,
      accountId,
      (marketplace, session) => marketplace.findProductOf!(session, listing),
      signal,
    );
    signal.throwIfAborted();
    if (found.ok) {
      await within(ctx.db, { company: companyId }, (trx) =>
        saveFound(ctx, trx, companyId, row.id, found.value),
      );
    } else {
      ctx.log.warn('Product matching of a listing failed', {
        companyId,
        accountId,
        itemId,
        ...found.error,
      });
    }
  }
}

/** Has the page polled at once; where there is none, the listing is outside of the catalog. */
async function saveFound(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  id: number,
  productId: string | null,
): Promise<void> {
  const now = ctx.clock();
  const row = await store.lockWatch(trx, companyId, id);
  if (row === undefined || row.search_link === null) return;
  const isWatched =
    productId !== null &&
    (await store.watchesOf(trx, companyId, [row.listing_id])).some(
      (one) =>
        one.marketplace_id === row.marketplace_id &&
        one.country_code === row.country_code &&
        one.product_id === productId &&
        one.item_id === row.item_id &&
        one.seller_id === row.seller_id,
    );
  // The same listing was also added by a link that names its product.
  if (isWatched) {
    await store.deleteWatch(trx, companyId, id);
  } else {
    const set =
      productId === null
        ? { state: 'unavailable', reason: 'outside_catalog', next_look_at: null }
        : { product_id: productId, next_look_at: row.is_paused ? null : now };
    await store.updateWatch(trx, companyId, id, { ...set, search_link: null }, now);
  }
  await publishWatched(ctx, trx, companyId, [row.listing_id]);
}
