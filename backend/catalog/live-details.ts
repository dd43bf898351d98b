// Details of one listing that are not stored: its marketplace is asked at once.
import type { CallFailure, RemoteHealth, RemoteVariation } from '../integrations/marketplace.ts';
import { healthBandOf } from '../kernel/listing.ts';
import { toAmountOrNull } from '../kernel/money.ts';
import { ok, type Result } from '../kernel/result.ts';
import { type Trx, within } from '../platform/db.ts';
import { type ListingHealth, NO_SKU, type Variations } from './contract.ts';
import { type MarketplaceContext, withAccount } from './credentials.ts';
import { problem } from './problems.ts';

/** Throws where the marketplace could not be asked. @throws Problem 409 `account_inactive`, 503 `marketplace_unavailable` */
export function throwUnavailable({ code, kind, message }: CallFailure): void {
  if (code === 'account_inactive') throw problem('account_inactive', { detail: message });
  if (kind === 'rate_limited' || kind === 'unavailable')
    throw problem('marketplace_unavailable', { detail: message });
}

const listingById = (trx: Trx, companyId: number, listingId: number) =>
  trx
    .selectFrom('listing')
    .select(['id', 'account_id', 'sku_marketplace'])
    .where('company_id', '=', companyId)
    .where('id', '=', listingId)
    .executeTakeFirst();

/** The ids of an account's listings by what the marketplace calls them. */
async function idsBySku(
  trx: Trx,
  companyId: number,
  accountId: number,
  skus: readonly string[],
): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await trx
    .selectFrom('listing')
    .select(['id', 'sku_marketplace'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('sku_marketplace', 'in', skus)
    .execute();
  return new Map(rows.map((row) => [row.sku_marketplace, row.id]));
}

/**
 * The variations of a listing as its marketplace reports them now; none where it has none, or the marketplace knows none.
 * @throws Problem 404 `listing_not_found`, 409 `account_inactive`, 422 `variations_not_told`,
 *   503 `marketplace_unavailable`
 */
export async function variationsOf(
  ctx: MarketplaceContext,
  companyId: number,
  listingId: number,
  signal: AbortSignal,
): Promise<Variations> {
  const company = { company: companyId };
  const listing = await within(ctx.db, company, (trx) => listingById(trx, companyId, listingId));
  if (listing === undefined) throw problem('listing_not_found');
  const { account_id: accountId, sku_marketplace: sku } = listing;
  const reported = await withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<RemoteVariation[], CallFailure>> =>
      (await marketplace.getVariations?.(session, sku)) ?? ok([]),
    signal,
  );
  if (!reported.ok) {
    throwUnavailable(reported.error);
    throw problem('variations_not_told', { detail: reported.error.message });
  }
  const rows = reported.value;
  const others = rows.flatMap((row) => (row.skuMarketplace === sku ? [] : [row.skuMarketplace]));
  const ids = await within(ctx.db, company, (trx) =>
    idsBySku(trx, companyId, accountId, [...new Set(others)]),
  );
  return {
    headers: [...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)))],
    data: rows.map(({ sku, skuMarketplace, attributes, stock, price }) => ({
      sku,
      skuMarketplace,
      attrs: attributes,
      stock,
      price: toAmountOrNull(price),
      listingId: ids.get(skuMarketplace) ?? null,
    })),
  };
}

export interface HealthQuestion {
  accountId: number;
  sku: string;
  skuMarketplace: string;
}

function toHealth(id: number, { score, categories }: RemoteHealth): ListingHealth {
  const reported = categories.filter(({ items }) => items.length > 0);
  const items = reported.flatMap((category) => category.items);
  return {
    id,
    health: healthBandOf(score),
    score: score ?? 0,
    totalHealth: items.length,
    totalHealthCompleted: items.filter(({ isDone }) => isDone).length,
    categories: reported.map((category) => ({
      name: category.name,
      descriptions: category.items.map(({ code, isDone, description, message }) => ({
        code,
        type: isDone,
        description,
        message,
      })),
    })),
  };
}

/**
 * How healthy its marketplace finds a listing, and why. `-` stands for the SKU of one that has none.
 * @throws Problem 404 `listing_not_found`, `health_not_told`, 400 `health_not_told`, 409 `account_inactive`,
 *   503 `marketplace_unavailable`
 */
export async function healthOf(
  ctx: MarketplaceContext,
  companyId: number,
  { accountId, sku, skuMarketplace }: HealthQuestion,
  locale: string,
  signal: AbortSignal,
): Promise<ListingHealth> {
  const listing = await within(ctx.db, { company: companyId }, (trx) =>
    trx
      .selectFrom('listing')
      .select(['id', 'sku'])
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .where('sku_marketplace', '=', skuMarketplace)
      .executeTakeFirst(),
  );
  if (listing === undefined || (listing.sku ?? NO_SKU) !== sku) throw problem('listing_not_found');
  const reported = await withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<RemoteHealth | null, CallFailure>> =>
      (await marketplace.getHealth?.(session, skuMarketplace, locale)) ?? ok(null),
    signal,
  );
  if (!reported.ok) {
    throwUnavailable(reported.error);
    const status = reported.error.kind === 'not_found' ? 404 : 400;
    throw problem('health_not_told', { status, detail: reported.error.message });
  }
  if (reported.value === null) throw problem('health_not_told', { status: 404 });
  return toHealth(listing.id, reported.value);
}
