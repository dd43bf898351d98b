import type { Grant } from '../integrations/marketplace.ts';
import type { ListingStatus } from '../kernel/market.ts';
import { toAmount } from '../kernel/money.ts';
import { sellerOf } from '../kernel/seller.ts';
import { shippingAmount } from '../kernel/shipping.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import * as accountStore from './account-store.ts';
import { authorizeAt } from './accounts/consent.ts';
import { Account, Listing } from './contract.ts';
import { type MarketplaceContext, publishConnected, storeCredentials } from './credentials.ts';
import { problem } from './problems.ts';
import { requestSync } from './queues.ts';
import * as store from './store.ts';

export { requestAccessCheck } from './access.ts';
export { conclude } from './conclude.ts';
export { setCosts } from './costs/actions.ts';
export { requestMinimumFees as requestFloorFees } from './costs/fees.ts';
export { completeCosts } from './costs/merge.ts';
export { minimumOf } from './costs/store.ts';
export { type MarketplaceContext, withAccount } from './credentials.ts';
export { secretsOf } from './notification-secrets.ts';
export { REFRESH_LISTING, requestListingRefresh, requestSync, SYNC } from './queues.ts';
export { refreshAccountListings } from './sync.ts';
export { listingForTest, throwFailure } from './test-page/actions.ts';
export { noteReceived } from './test-page/received.ts';
export { noteNotified } from './webhooks.ts';

/**
 * Connects the account of each seller that an authorisation code of the marketplace opens: exchanges it, stores the
 * credentials with the accounts in one transaction, and asks for a first sync there too. Connecting the same seller
 * again replaces the credentials.
 * @returns the id of the first account
 * @throws Problem 404 `unknown_marketplace`, 422 `authorization_refused`, 503 `marketplace_unavailable`
 */
export async function connectAccount(
  ctx: MarketplaceContext,
  companyId: number,
  slug: string,
  grant: Grant,
): Promise<number> {
  const marketplace = ctx.marketplaces.bySlug(slug);
  if (marketplace === null) throw problem('unknown_marketplace');
  const sellers = await authorizeAt(marketplace, grant);
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const ids: number[] = [];
    for (const { sellerId, nickname, credentials } of sellers) {
      const accountId = await accountStore.saveAccount(trx, {
        companyId,
        marketplaceId: marketplace.id,
        sellerId,
        name: nickname,
        now: ctx.clock(),
      });
      await storeCredentials(ctx, trx, { companyId, id: accountId }, credentials);
      await publishConnected(ctx, trx, { companyId, accountId });
      await requestSync(ctx, trx, { companyId, accountId });
      ids.push(accountId);
    }
    return ids[0]!;
  });
}

/** The active accounts of a seller, in all companies: a marketplace's notification concerns each of them. */
export const findSeller = (
  ctx: AppContext,
  marketplaceId: number,
  sellerId: string,
): Promise<{ companyId: number; accountId: number }[]> =>
  within(ctx.db, { seller: `${marketplaceId}:${sellerId}` }, async (trx) => {
    const rows = await accountStore.accountsOfSeller(trx, marketplaceId, sellerId);
    return rows.map((row) => ({ companyId: row.company_id, accountId: row.id }));
  });

/** The company's accounts, by name. */
export const accountsOf = (ctx: AppContext, companyId: number): Promise<Account[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const rows = await accountStore.accountsOf(trx, companyId);
    return rows.map((row) =>
      Account.parse({
        id: row.id,
        name: row.name,
        marketplaceId: row.marketplace_id,
        status: row.status,
        lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
      }),
    );
  });

/** A stored listing as it travels. */
export const toListing = (row: store.ListingRow): Listing =>
  Listing.parse({
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    marketplaceId: row.marketplace_id,
    skuMarketplace: row.sku_marketplace,
    sku: row.sku,
    title: row.title,
    imageUrl: row.image_url,
    link: row.link,
    price: toAmount(row.price),
    ...shippingAmount(row.shipping_price),
    currencyCode: row.currency_code,
    countryCode: row.country_code,
    stock: row.stock,
    status: row.status as ListingStatus,
    condition: row.condition,
    listingTypeId: row.listing_type_id,
    fulfillment: row.fulfillment,
    promotionStatus: row.promotion_status,
    catalogProductId: row.catalog_product_id,
    healthScore: row.health_score,
    groupType: row.group_type ?? 'none',
    variation: row.variation,
    channels: row.channels ?? [],
    tags: row.tags ?? [],
    updatedAt: row.updated_at.toISOString(),
  });

/** The company's listings by their ids; unknown ones are left out. */
export const listingsByIds = (
  ctx: AppContext,
  companyId: number,
  ids: number[],
): Promise<Listing[]> =>
  within(ctx.db, { company: companyId }, async (trx) =>
    (await store.listingRows(trx, companyId, ids)).map(toListing),
  );

/**
 * Records the prices of own listings at the marketplace: after a push that was confirmed, or where a poll at the
 * market shows another one than is stored. A sync that fetched a listing before leaves it alone.
 * @param prices minor units, of each listing once
 * @returns the ids of those whose price differs from the one before
 */
export async function recordOwnPrices(
  trx: Trx,
  companyId: number,
  prices: readonly store.OwnPrice[],
  now: Date,
): Promise<number[]> {
  if (prices.length === 0) return [];
  const differ = await store.setOwnPrices(trx, companyId, prices, now);
  if (differ.length > 0) await announce(trx, companyId, { type: 'listings', ids: differ });
  return differ;
}

/** The sellers' ids of all the company's accounts: their offers are its own, never a competitor's. */
export const ownSellerIds = async (trx: Trx, companyId: number): Promise<string[]> =>
  (await accountStore.sellerIds(trx, companyId)).map((row) => sellerOf(row.seller_id));
