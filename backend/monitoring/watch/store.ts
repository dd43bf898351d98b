import { type Selectable, sql } from 'kysely';
import type { Condition } from '../../kernel/market.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import { ofCompany as byCompany } from '../../platform/statement.ts';
import type { Evidence, MatchBasis } from '../contract/watch.ts';
import type { ClosedReason, Observed, ObservedOffer, Pending } from './engine/state.ts';

export type WatchRow = Selectable<Tables['watched_competitor']>;

export const offerOf = (row: Pick<WatchRow, 'offer'>) => row.offer as ObservedOffer | null;
export const pendingOf = (row: Pick<WatchRow, 'pending'>) => row.pending as Pending | null;
export const evidenceOf = (row: Pick<WatchRow, 'evidence'>) => row.evidence as Evidence[];

/** Our own listing, as far as competitors are compared with it. */
export interface WatchingListing {
  id: number;
  accountId: number;
  marketplaceId: number;
  sellerId: string;
  skuMarketplace: string;
  catalogProductId: string | null;
  countryCode: string;
  condition: Condition;
  title: string;
  gtin: string | null;
}

const listings = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'listing.company_id')
        .onRef('account.id', '=', 'listing.account_id'),
    )
    .leftJoin('listing_particulars as about', (join) =>
      join
        .onRef('about.company_id', '=', 'listing.company_id')
        .onRef('about.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.account_id as accountId',
      'listing.marketplace_id as marketplaceId',
      'account.seller_id as sellerId',
      'listing.sku_marketplace as skuMarketplace',
      'listing.catalog_product_id as catalogProductId',
      'listing.country_code as countryCode',
      'listing.title',
      'about.gtin',
    ])
    .select(sql<Condition>`listing.condition`.as('condition'))
    .where('listing.company_id', '=', companyId);

export const listingsByIds = (
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<WatchingListing[]> =>
  listings(trx, companyId).where('listing.id', '=', sql<number>`any(${ids}::bigint[])`).execute();

/** Listings by any of the codes by which people name them: the id, the marketplace's own, and the seller's. */
export async function listingIdsByCode(
  trx: Trx,
  companyId: number,
  codes: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ code: string; ids: number[] }>`
    select code, array_agg(distinct listing.id) as ids
    from unnest(${codes}::text[]) as code
    join listing on listing.company_id = ${companyId}
      and (listing.id::text = code or listing.sku_marketplace = code or listing.sku = code
        or listing.catalog_product_id = code)
    group by code`.execute(trx);
  return new Map(rows.map(({ code, ids }) => [code, ids.map(Number)]));
}

export interface NewWatch {
  listingId: number;
  marketplaceId: number;
  countryCode: string;
  productId: string;
  itemId: string | null;
  sellerId: string | null;
  link: string;
  state: string;
  reason: string | null;
  nextPollAt: Date | null;
  /** The link by which the product of the listing is searched; null: it is known, or cannot be found. */
  searchLink: string | null;
}

/** Locks a listing, so that two calls together do not exceed the most competitors. */
export const lockListing = async (trx: Trx, companyId: number, listingId: number) => {
  await trx
    .selectFrom('listing')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', listingId)
    .forNoKeyUpdate()
    .execute();
};

/** Adds a competitor; null: it is watched already. */
export async function insertWatch(
  trx: Trx,
  companyId: number,
  watch: NewWatch,
  now: Date,
): Promise<number | null> {
  const row = await trx
    .insertInto('watched_competitor')
    .values({
      company_id: companyId,
      listing_id: watch.listingId,
      marketplace_id: watch.marketplaceId,
      country_code: watch.countryCode,
      product_id: watch.productId,
      item_id: watch.itemId,
      seller_id: watch.sellerId,
      link: watch.link,
      state: watch.state,
      reason: watch.reason,
      comparison: 'SIMILAR',
      next_look_at: watch.nextPollAt,
      search_link: watch.searchLink,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

const ofCompany = (trx: Trx, companyId: number) =>
  trx.selectFrom('watched_competitor').selectAll().where('company_id', '=', companyId);

/** The competitors of some listings. Each price decision reads it, so its statement is built once. */
const watchesOfListings = byCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('watched_competitor')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id'),
);

export const watchesOf = (trx: Trx, companyId: number, listingIds: readonly number[]) =>
  watchesOfListings(trx, companyId, [...listingIds]);

/** All competitors of a company, with the marketplace's code of their listings. */
export const allWatches = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('watched_competitor as watched')
    .innerJoin('listing', (join) =>
      join
        .onRef('listing.company_id', '=', 'watched.company_id')
        .onRef('listing.id', '=', 'watched.listing_id'),
    )
    .selectAll('watched')
    .select('listing.sku_marketplace')
    .where('watched.company_id', '=', companyId)
    .orderBy('watched.listing_id')
    .orderBy('watched.id')
    .execute();

export const countWatches = async (trx: Trx, companyId: number, listingId: number) =>
  (
    await trx
      .selectFrom('watched_competitor')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .where('listing_id', '=', listingId)
      .executeTakeFirstOrThrow()
  ).count;

/** One competitor, locked until the transaction ends. */
export const lockWatch = (trx: Trx, companyId: number, id: number) =>
  ofCompany(trx, companyId).where('id', '=', id).forUpdate().executeTakeFirst();

/** Several competitors, locked in one order, so that two transactions never deadlock. */
export const lockWatches = (trx: Trx, companyId: number, ids: readonly number[]) =>
  ofCompany(trx, companyId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const watchesByIds = (trx: Trx, companyId: number, ids: readonly number[]) =>
  ofCompany(trx, companyId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();

export const deleteWatch = async (trx: Trx, companyId: number, id: number) => {
  await trx
    .deleteFrom('watched_competitor')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

/** Stops watching a product for a listing. */
export const deleteProduct = async (
  trx: Trx,
  companyId: number,
  of: Pick<Decided, 'listingId' | 'marketplaceId' | 'countryCode' | 'productId'>,
) => {
  await trx
    .deleteFrom('watched_competitor')
    .where('company_id', '=', companyId)
    .where('listing_id', '=', of.listingId)
    .where('marketplace_id', '=', of.marketplaceId)
    .where('country_code', '=', of.countryCode)
    .where('product_id', '=', of.productId)
    .execute();
};

export const updateWatch = async (
  trx: Trx,
  companyId: number,
  id: number,
  set: Partial<Omit<WatchRow, 'id' | 'company_id'>>,
  now: Date,
) => {
  await trx
    .updateTable('watched_competitor')
    .set({ ...set, updated_at: now } as never)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

/** The columns that an observation changes. */
export const columnsOf = ({
  state,
  reason,
  offer,
  pending,
  seenAt,
  failures,
  nextPollAt,
}: Observed) => ({
  state,
  reason,
  offer,
  pending,
  seen_at: seenAt,
  failures,
  next_look_at: nextPollAt,
});

/** Those of some listings whose price an enabled rule sets. */
export async function ruledAmong(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('listing_at_stake')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .execute();
  return new Set(rows.map(({ listing_id: id }) => id));
}

/**
 * Takes due competitors of one marketplace and country, those that wait for a second poll first, and puts their next poll off until
 * `againAt`, so that no other process takes them meanwhile.
 */
export async function takeDue(
  trx: Trx,
  companyId: number,
  where: { marketplaceId: number; countryCode: string },
  { now, againAt, limit }: { now: Date; againAt: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update watched_competitor set next_look_at = ${againAt}
    where company_id = ${companyId} and id = any(array(
      select id from watched_competitor
      where company_id = ${companyId} and marketplace_id = ${where.marketplaceId}
        and country_code = ${where.countryCode} and next_look_at <= ${now}
      order by (pending is null), next_look_at, id
      limit ${limit} for update skip locked))
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Those of some competitors whose product has to be found. */
export async function soughtAmong(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('watched_competitor')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('search_link', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Sets when competitors are polled next. */
export const setNextPoll = async (
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('watched_competitor')
    .set({ next_look_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('is_paused', '=', false)
    .execute();
};

/** Marks the due competitors of a marketplace as unavailable, with the reason and their next poll; `nextPollAt` null: never. */
export const closeDue = async (
  trx: Trx,
  companyId: number,
  marketplaceId: number,
  { now, reason, nextPollAt }: { now: Date; reason: ClosedReason; nextPollAt: Date | null },
): Promise<number[]> => {
  const rows = await trx
    .updateTable('watched_competitor')
    .set({ state: 'unavailable', reason, pending: null, next_look_at: nextPollAt, updated_at: now })
    .where('company_id', '=', companyId)
    .where('marketplace_id', '=', marketplaceId)
    .where('next_look_at', '<=', now)
    .where('source', 'is distinct from', 'typed')
    .returning('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
};

/** Has competitors polled now that waited for pages of their marketplace to be readable. */
export const resumeReadable = async (
  trx: Trx,
  companyId: number,
  marketplaceIds: readonly number[],
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('watched_competitor')
    .set({ next_look_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('marketplace_id', '=', sql<number>`any(${marketplaceIds}::bigint[])`)
    .where('reason', '=', 'no_reader')
    .where('next_look_at', 'is', null)
    .where('is_paused', '=', false)
    .execute();
};

/** The marketplaces and countries in which something is watched. */
export const watchedPlaces = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('watched_competitor')
    .select(['marketplace_id as marketplaceId', 'country_code as countryCode'])
    .distinct()
    .where('company_id', '=', companyId)
    .where('next_look_at', 'is not', null)
    .execute();

/** The first active account that can poll a marketplace of a country; null: there is none. */
export async function pollingAccount(
  trx: Trx,
  companyId: number,
  { marketplaceId, countryCode }: { marketplaceId: number; countryCode: string },
) {
  const row = await trx
    .selectFrom('account')
    .select(['id', 'marketplace_id as marketplaceId', 'seller_id as sellerId'])
    .where('company_id', '=', companyId)
    .where('marketplace_id', '=', marketplaceId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('country_code', 'is', null), eb('country_code', '=', countryCode)]))
    .orderBy('id')
    .executeTakeFirst();
  return row ?? null;
}

/** Has competitors polled now that waited for an account of their marketplace. */
export const resumeWaiting = async (trx: Trx, companyId: number, now: Date) => {
  await trx
    .updateTable('watched_competitor')
    .set({ state: 'fetching', reason: null, next_look_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('reason', '=', 'no_account')
    .where('is_paused', '=', false)
    .execute();
};

export interface Decided {
  listingId: number;
  marketplaceId: number;
  countryCode: string;
  productId: string;
  basis: MatchBasis;
  isAccepted: boolean;
  personId: number;
}

/** Stores what a person decided about a suggested product; the latest decision counts. */
export async function saveDecision(trx: Trx, companyId: number, decided: Decided, now: Date) {
  const set = {
    basis: decided.basis,
    is_accepted: decided.isAccepted,
    person_id: decided.personId,
    decided_at: now,
  };
  await trx
    .insertInto('match_decision')
    .values({
      company_id: companyId,
      listing_id: decided.listingId,
      marketplace_id: decided.marketplaceId,
      country_code: decided.countryCode,
      product_id: decided.productId,
      ...set,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'listing_id', 'marketplace_id', 'country_code', 'product_id'])
        .doUpdateSet(set),
    )
    .execute();
}

export const refusedOf = (trx: Trx, companyId: number, listingId: number) =>
  trx
    .selectFrom('match_decision')
    .select(['marketplace_id', 'country_code', 'product_id'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .where('is_accepted', '=', false)
    .execute();

export const countDecisions = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('match_decision')
    .select(['basis', 'is_accepted'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .groupBy(['basis', 'is_accepted'])
    .execute();
