import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { MinimumFees } from '../../kernel/fees.ts';
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import { CostsOfListing, FeeSource, type ListingCosts } from '../contract.ts';
import type { Known } from './merge.ts';

type CostColumns = Omit<
  Selectable<Tables['listing_cost']>,
  'company_id' | 'listing_id' | 'updated_at'
>;
/** A left join brings null for each of them where nothing is known. */
type MaybeCostColumns = { [Name in keyof CostColumns]: CostColumns[Name] | null };

/** The columns of `listing_cost` that hold what a listing costs. */
const COST_COLUMNS = [
  'listing_cost.cost',
  'listing_cost.tax_percent',
  'listing_cost.fee_percent',
  'listing_cost.fee_fixed',
  'listing_cost.fee_source',
  'listing_cost.fee_at',
  'listing_cost.fee_asked_at',
  'listing_cost.fee_failure',
  'listing_cost.floor_base',
  'listing_cost.floor_price',
  'listing_cost.floor_fees',
  'listing_cost.floor_asked_at',
] as const;

const FeePoints = z.array(z.object({ price: z.int(), feePercent: z.number(), feeFixed: z.int() }));

/** What the columns say of the fees about a minimum; null: they were asked for about none. */
export const minimumOf = (
  row: Pick<MaybeCostColumns, 'floor_base' | 'floor_price' | 'floor_fees' | 'floor_asked_at'>,
): MinimumFees | null =>
  row.floor_base === null || row.floor_price === null
    ? null
    : {
        base: row.floor_base,
        price: row.floor_price,
        fees: FeePoints.parse(row.floor_fees ?? []),
        requestedAt: row.floor_asked_at,
      };

/** The columns as the product's fields. */
const toKnown = (row: MaybeCostColumns): Known => ({
  cost: row.cost,
  taxPercent: row.tax_percent,
  feePercent: row.fee_percent,
  feeFixed: row.fee_fixed,
  feeSource: row.fee_source === null ? null : FeeSource.parse(row.fee_source),
  feeAt: row.fee_at,
  feeAskedAt: row.fee_asked_at,
  feeFailure: row.fee_failure,
  floor: minimumOf(row),
});

const feePointsOf = ({ floor }: Known): Pick<ListingCosts, 'feePoints'> => {
  const fees = floor?.fees ?? [];
  if (fees.length === 0) return {};
  return {
    feePoints: fees.map(({ price, feePercent, feeFixed }) => ({
      price: toAmount(price),
      feePercent,
      feeFixed: toAmount(feeFixed),
    })),
  };
};

/** Costs as they travel. */
export const toListingCosts = (known: Known): ListingCosts => ({
  cost: toAmountOrNull(known.cost),
  taxPercent: known.taxPercent,
  feePercent: known.feePercent,
  feeFixed: toAmountOrNull(known.feeFixed),
  feeSource: known.feeSource,
  feeAt: known.feeAt?.toISOString() ?? null,
  feeAskedAt: known.feeAskedAt?.toISOString() ?? null,
  feeFailure: known.feeFailure,
  ...feePointsOf(known),
});

/** A listing with what it costs. */
export interface Costed {
  listingId: number;
  accountId: number;
  marketplaceId: number;
  title: string;
  sku: string | null;
  skuMarketplace: string;
  catalogProductId: string | null;
  listingTypeId: string | null;
  fulfillment: boolean;
  price: Minor;
  currencyCode: string;
  known: Known;
}

export const toCostsOfListing = ({ listingId, currencyCode, known }: Costed): CostsOfListing =>
  CostsOfListing.parse({ listingId, currencyCode, ...toListingCosts(known) });

const costedRows = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('listing')
    .leftJoin('listing_cost', (join) =>
      join
        .onRef('listing_cost.company_id', '=', 'listing.company_id')
        .onRef('listing_cost.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.account_id',
      'listing.marketplace_id',
      'listing.title',
      'listing.sku',
      'listing.sku_marketplace',
      'listing.catalog_product_id',
      'listing.listing_type_id',
      'listing.fulfillment',
      'listing.price',
      'listing.currency_code',
      ...COST_COLUMNS,
    ])
    .where('listing.company_id', '=', companyId);

type CostedRow = Awaited<ReturnType<ReturnType<typeof costedRows>['execute']>>[number];

const toCosted = (row: CostedRow): Costed => ({
  listingId: row.id,
  accountId: row.account_id,
  marketplaceId: row.marketplace_id,
  title: row.title,
  sku: row.sku,
  skuMarketplace: row.sku_marketplace,
  catalogProductId: row.catalog_product_id,
  listingTypeId: row.listing_type_id,
  fulfillment: row.fulfillment,
  price: row.price,
  currencyCode: row.currency_code,
  known: toKnown(row),
});

/** The company's listings by their ids, with what they cost, in the order of the ids; unknown ones are left out. */
export async function costedListings(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Costed[]> {
  const rows = await costedRows(trx, companyId)
    .where(sql<boolean>`listing.id = any(${ids}::bigint[])`)
    .orderBy('listing.id')
    .execute();
  return rows.map(toCosted);
}

/** The keys by which rows of a file may name a listing. */
export interface Keys {
  skus: readonly string[];
  skusMarketplace: readonly string[];
  ids: readonly number[];
}

/** The listings that are not archived and that one of the keys names, with what they cost. */
export async function listingsByKeys(
  trx: Trx,
  companyId: number,
  { skus, skusMarketplace, ids }: Keys,
): Promise<Costed[]> {
  const rows = await costedRows(trx, companyId)
    .where('listing.status', '!=', 'ARCHIVED')
    .where(
      sql<boolean>`(listing.sku = any(${skus}::text[])
        or listing.sku_marketplace = any(${skusMarketplace}::text[])
        or listing.id = any(${ids}::bigint[]))`,
    )
    .orderBy('listing.id')
    .execute();
  return rows.map(toCosted);
}

/**
 * Locks what these listings cost for this transaction, so that a fee that comes meanwhile waits. Always in the order of
 * the ids, so that two that write many cannot wait for each other.
 */
export async function lockCosts(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into listing_cost (company_id, listing_id, updated_at)
    select listing.company_id, listing.id, ${now} from listing
    where listing.company_id = ${companyId} and listing.id = any(${ids}::bigint[])
    order by listing.id
    on conflict (company_id, listing_id) do nothing`.execute(trx);
  await sql`
    select from listing_cost where company_id = ${companyId} and listing_id = any(${ids}::bigint[])
    order by listing_id for update`.execute(trx);
}

/** Writes what listings cost; the caller has locked their rows. */
export async function saveCosts(
  trx: Trx,
  companyId: number,
  costs: readonly { listingId: number; known: Known }[],
  now: Date,
): Promise<void> {
  const rows = costs.map(({ listingId, known }) => ({
    listing_id: listingId,
    cost: known.cost,
    tax_percent: known.taxPercent,
    fee_percent: known.feePercent,
    fee_fixed: known.feeFixed,
    fee_source: known.feeSource,
    fee_at: known.feeAt,
    fee_asked_at: known.feeAskedAt,
    fee_failure: known.feeFailure,
    floor_base: known.floor?.base ?? null,
    floor_price: known.floor?.price ?? null,
    floor_fees: known.floor?.fees ?? null,
    floor_asked_at: known.floor?.requestedAt ?? null,
  }));
  await sql`
    update listing_cost set cost = given.cost, tax_percent = given.tax_percent,
      fee_percent = given.fee_percent, fee_fixed = given.fee_fixed, fee_source = given.fee_source,
      fee_at = given.fee_at, fee_asked_at = given.fee_asked_at, fee_failure = given.fee_failure,
      floor_base = given.floor_base, floor_price = given.floor_price, floor_fees = given.floor_fees,
      floor_asked_at = given.floor_asked_at, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(listing_id bigint, cost bigint,
      tax_percent numeric, fee_percent numeric, fee_fixed bigint, fee_source text, fee_at timestamptz,
      fee_asked_at timestamptz, fee_failure text, floor_base bigint, floor_price bigint, floor_fees jsonb,
      floor_asked_at timestamptz)
    where listing_cost.company_id = ${companyId} and listing_cost.listing_id = given.listing_id`.execute(
    trx,
  );
}

/** A listing, and a price about its minimum at which its fee is to be asked for. */
export type MinimumPrice = { listingId: number } & Pick<MinimumFees, 'base' | 'price'>;

/**
 * Stores at which prices the marketplace is to be asked for its fee, where no person entered one. What was reported for
 * the same `base` stays. Always in the order of the ids, as `lockCosts`.
 * @returns the accounts of these listings
 */
export async function saveMinimumPrices(
  trx: Trx,
  companyId: number,
  floors: readonly MinimumPrice[],
): Promise<number[]> {
  const rows = floors.map(({ listingId, base, price }) => ({ listing_id: listingId, base, price }));
  const ids = floors.map(({ listingId }) => listingId);
  const saved = await sql<{ account_id: number }>`
    with held as (
      select listing_id from listing_cost
      where company_id = ${companyId} and listing_id = any(${ids}::bigint[]) and fee_source = 'marketplace'
      order by listing_id for update
    ), saved as (
      update listing_cost set floor_base = given.base, floor_price = given.price, floor_asked_at = null,
        floor_fees = case when floor_base = given.base then floor_fees end
      from held, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(listing_id bigint, base bigint, price bigint)
      where listing_cost.company_id = ${companyId} and listing_cost.listing_id = given.listing_id
        and held.listing_id = given.listing_id
        -- It may have been told meanwhile.
        and not coalesce(floor_base = given.base
          and floor_fees @> jsonb_build_array(jsonb_build_object('price', given.price)), false)
      returning listing_cost.listing_id
    )
    select distinct account_id from listing
    where company_id = ${companyId} and id in (select listing_id from saved)`.execute(trx);
  return saved.rows.map(({ account_id }) => account_id);
}

/** Since when a fee must have been asked for: where that brought one, and where it failed. */
export interface DueBefore {
  requested: Date;
  failed: Date;
}

/** At which price a fee is asked for: the listing's own, or the minimum that follows from its costs. */
export type FeePrice = 'present' | 'floor';

/** The cost is known, no person entered the fee, and the marketplace was not asked for it lately. */
const DUE = {
  present: ({ requested, failed }: DueBefore) =>
    sql<boolean>`(listing_cost.cost is not null and listing_cost.fee_source is distinct from 'person'
      and (listing_cost.fee_asked_at is null or listing_cost.fee_asked_at < ${requested}
        or listing_cost.fee_failure is not null and listing_cost.fee_asked_at < ${failed}))`,
  floor: ({ requested, failed }: DueBefore) =>
    sql<boolean>`(listing_cost.floor_price is not null and listing_cost.cost is not null
      and listing_cost.fee_source = 'marketplace'
      and (listing_cost.floor_asked_at is null or listing_cost.floor_asked_at < ${requested}
        or listing_cost.floor_asked_at < ${failed} and not coalesce(listing_cost.floor_fees
          @> jsonb_build_array(jsonb_build_object('price', listing_cost.floor_price)), false)))`,
};
const REQUESTED_AT = {
  present: 'listing_cost.fee_asked_at',
  floor: 'listing_cost.floor_asked_at',
} as const;

const costsOnSale = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('listing_cost')
    .innerJoin('listing', (join) =>
      join
        .onRef('listing.company_id', '=', 'listing_cost.company_id')
        .onRef('listing.id', '=', 'listing_cost.listing_id'),
    )
    .where('listing_cost.company_id', '=', companyId)
    .where('listing.status', '!=', 'ARCHIVED');

/** Listings of an account whose fee is to be asked for at such a price, those never asked for first. */
export async function feesDue(
  trx: Trx,
  { companyId, accountId }: { companyId: number; accountId: number },
  at: FeePrice,
  before: DueBefore,
  limit: number,
): Promise<number[]> {
  const rows = await costsOnSale(trx, companyId)
    .select('listing_cost.listing_id')
    .where('listing.account_id', '=', accountId)
    .where(DUE[at](before))
    .orderBy(sql`${sql.ref(REQUESTED_AT[at])} nulls first`)
    .orderBy('listing_cost.listing_id')
    .limit(limit)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** Connected accounts at these marketplaces with listings whose fee is to be asked for. */
export async function accountsWithFeesDue(
  trx: Trx,
  companyId: number,
  marketplaceIds: readonly number[],
  before: DueBefore,
): Promise<number[]> {
  const rows = await costsOnSale(trx, companyId)
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'listing.company_id')
        .onRef('account.id', '=', 'listing.account_id'),
    )
    .select('account.id')
    .distinct()
    .where('account.status', '=', 'active')
    .where('account.marketplace_id', 'in', marketplaceIds)
    .where(sql<boolean>`(${DUE.present(before)} or ${DUE.floor(before)})`)
    .orderBy('account.id')
    .execute();
  return rows.map(({ id }) => id);
}
