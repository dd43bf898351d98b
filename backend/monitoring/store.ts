import { sql } from 'kysely';
import { SKEW_MS } from '../kernel/clock.ts';
import type { BuyboxStatus, Condition, Market } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { sellerNameOf } from '../kernel/seller-name.ts';
import type { Trx } from '../platform/db.ts';
import { ofCompany, statement } from '../platform/statement.ts';
import { competingOffers, type Essence } from './diff.ts';
import { marketOfSnapshot, packDetails, packOffers } from './offers.ts';

/** What monitoring needs of a listing to poll its market and to record it. */
export interface WatchedListing {
  id: number;
  accountId: number;
  marketplaceId: number;
  sellerId: string;
  skuMarketplace: string;
  catalogProductId: string | null;
  condition: Condition;
  price: Minor;
  /** Null: not reported. */
  shippingPrice: Minor | null;
  /** Sent by the marketplace. */
  fulfillment: boolean;
  updatedAt: Date;
}

const watched = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'listing.account_id')
        .onRef('account.company_id', '=', 'listing.company_id'),
    )
    .select([
      'listing.id',
      'listing.account_id as accountId',
      'listing.marketplace_id as marketplaceId',
      'account.seller_id as sellerId',
      'listing.sku_marketplace as skuMarketplace',
      'listing.catalog_product_id as catalogProductId',
      'listing.price',
      'listing.shipping_price as shippingPrice',
      'listing.fulfillment',
      'listing.updated_at as updatedAt',
    ])
    .select(sql<Condition>`listing.condition`.as('condition'))
    .where('listing.company_id', '=', companyId);

/** Listings that are still on sale or may be again, by id. */
export const watchedByIds = ofCompany((trx, { companyId, ids }) =>
  watched(trx, companyId)
    .where('listing.id', '=', anyOf(ids))
    .where('listing.status', '!=', 'ARCHIVED')
    .orderBy('listing.id'),
);

const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

/** The same, locked against other writers until the transaction ends; in one order, so that two never deadlock. */
export const lockListings = ofCompany((trx, { companyId, ids }) =>
  watched(trx, companyId)
    .where('listing.id', '=', anyOf(ids))
    .orderBy('listing.id')
    .forNoKeyUpdate('listing'),
);

interface OfAccounts {
  companyId: number;
  accountIds: readonly number[];
  /** As the marketplace names them. */
  names: readonly string[];
}

/** Ids of the accounts' listings by the marketplace's own ids. */
export const listingsBySku = statement((trx, { companyId, accountIds, names }: OfAccounts) =>
  trx
    .selectFrom('listing')
    .select(['id', 'account_id as accountId', 'sku_marketplace as skuMarketplace'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', anyOf(accountIds))
    .where('sku_marketplace', '=', sql<string>`any(${names}::text[])`),
);

/** Which of these offers are listings of the company, in whatever account. */
export const ownOffers = statement(
  (trx, { companyId, names }: { companyId: number; names: readonly string[] }) =>
    trx
      .selectFrom('listing')
      .select(['marketplace_id as marketplaceId', 'sku_marketplace as skuMarketplace'])
      .where('company_id', '=', companyId)
      .where('sku_marketplace', '=', sql<string>`any(${names}::text[])`),
);

/** The accounts' listings that are under products of the marketplace's catalog. */
export const listingsByProduct = statement((trx, { companyId, accountIds, names }: OfAccounts) =>
  trx
    .selectFrom('listing')
    .select(['id', 'account_id as accountId', 'catalog_product_id as productId', 'condition'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', anyOf(accountIds))
    .where('catalog_product_id', '=', sql<string>`any(${names}::text[])`),
);

/** Whether the company has such a listing. */
export const hasListing = async (trx: Trx, companyId: number, listingId: number) =>
  (await trx
    .selectFrom('listing')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', listingId)
    .executeTakeFirst()) !== undefined;

/** The part of a listing's stored observation that a new one is compared with. */
export interface LastObservation {
  observedAt: Date;
  snapshotId: number;
  essence: Essence;
  /** The price of the cheapest competitor, without shipping; null: none was there, or none is reported. */
  bestPrice: Minor | null;
  /** How many competitors there were; null: not reported. */
  rivals: number | null;
}

const LAST = [
  'market.listing_id',
  'market.observed_at',
  'market.snapshot_id',
  'market.fingerprint',
  'market.best_rival_price',
  'market.rivals',
] as const;

/** Observations of the previous release, whose essence is only in their snapshots. */
const observationsOfSnapshots = (trx: Trx, companyId: number, ids: readonly number[]) =>
  trx
    .selectFrom('market')
    .innerJoin('market_snapshot as snapshot', (join) =>
      join
        .onRef('snapshot.id', '=', 'market.snapshot_id')
        .onRef('snapshot.company_id', '=', 'market.company_id'),
    )
    .select([
      ...LAST,
      'snapshot.own_price',
      'snapshot.buybox_status',
      'snapshot.winner_seller_id',
      'snapshot.price_to_win',
      'snapshot.reason',
    ])
    .where('market.company_id', '=', companyId)
    .where('market.listing_id', '=', anyOf(ids))
    .execute();

const observationsOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('market')
    .select([
      ...LAST,
      'market.essence_of',
      'market.own_price',
      'market.buybox_status',
      'market.winner_seller_id',
      'market.price_to_win',
      'market.reason',
    ])
    .where('market.company_id', '=', companyId)
    .where('market.listing_id', '=', anyOf(ids)),
);

/** The latest observations of listings, by their ids. Listings without one, or without a price of their own, are left out. */
export async function lastObservations(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, LastObservation>> {
  const rows = await observationsOf(trx, companyId, listingIds);
  const isWhole = (row: (typeof rows)[number]) => row.essence_of === row.snapshot_id;
  const older = rows.filter((row) => !isWhole(row)).map((row) => row.listing_id);
  const found = older.length === 0 ? [] : await observationsOfSnapshots(trx, companyId, older);
  const last = new Map<number, LastObservation>();
  for (const row of [...rows.filter(isWhole), ...found]) {
    if (row.own_price === null) continue;
    last.set(row.listing_id, {
      observedAt: row.observed_at,
      snapshotId: row.snapshot_id,
      bestPrice: row.best_rival_price,
      rivals: row.rivals,
      essence: {
        ownPrice: row.own_price,
        status: row.buybox_status as BuyboxStatus,
        winnerSellerId: row.winner_seller_id,
        priceToWin: row.price_to_win,
        reason: row.reason,
        fingerprint: row.fingerprint,
      },
    });
  }
  return last;
}

const contestedOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing_in_contest')
    .select(['listing_id', 'title'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', anyOf(ids)),
);

/** Those of some listings whose buybox matters, with their titles. */
export async function inContest(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await contestedOf(trx, companyId, listingIds);
  return new Map(rows.map((row) => [row.listing_id, row.title]));
}

/** An observation, ready to be written. */
export interface Observation {
  listingId: number;
  market: Market;
  essence: Essence;
  /** The listing's price, which its own offer may show later. */
  price: Minor;
  /** The snapshot with the same content; null: something that matters changed, and a snapshot is added. */
  snapshotId: number | null;
  /** The previous observation, where a day or more passed since: a snapshot is added then. Null: less passed. */
  unseenSince: Date | null;
}

/**
 * Writes observations: a snapshot where one is to be added, and the latest market of each listing. An observation that is older than
 * the stored one is left out, unless the stored one has a future time. At most one observation of a listing at a time.
 */
export async function saveObservations(
  trx: Trx,
  companyId: number,
  observations: readonly Observation[],
  now: Date,
): Promise<void> {
  if (observations.length === 0) return;
  const latest = new Date(now.getTime() + SKEW_MS);
  const rows = observations.map((observation) => {
    const { listingId, snapshotId, market, essence, price, unseenSince } = observation;
    const winner = market.offers.find((offer) => offer.sellerId === essence.winnerSellerId);
    const competitors = competingOffers(market);
    const reportsOffers = market.reportsOffers !== false;
    return {
      listing_id: listingId,
      snapshot_id: snapshotId,
      observed_at: market.observedAt,
      own_price: essence.ownPrice,
      buybox_status: essence.status,
      winner_seller_id: essence.winnerSellerId,
      price_to_win: essence.priceToWin,
      reason: essence.reason,
      fingerprint: essence.fingerprint,
      winner_name: winner && sellerNameOf(winner),
      winner_price: winner?.price ?? market.buybox.winnerPrice ?? null,
      best_rival_price: competitors[0]?.price ?? null,
      rivals: reportsOffers ? competitors.length : null,
      price,
      details: packDetails(market),
      unseen_since: unseenSince,
    };
  });
  // One per line, in a separate value, so that they are read once: a value inside JSON is read with all of the JSON.
  const packed = observations.map(({ snapshotId, market }) =>
    snapshotId === null ? packOffers(market.offers) : '',
  );
  await sql`
    with look as materialized (
      select * from rows from (
        json_to_recordset(${JSON.stringify(rows)}::json) as (listing_id bigint,
          snapshot_id bigint, observed_at timestamptz, own_price bigint, buybox_status text,
          winner_seller_id text, price_to_win bigint, reason text, fingerprint text, winner_name text,
          winner_price bigint, best_rival_price bigint, rivals integer, price bigint, details text,
          unseen_since timestamptz),
        string_to_table(${packed.join('\n')}::text, chr(10))
      ) as look(listing_id, snapshot_id, observed_at, own_price, buybox_status, winner_seller_id,
        price_to_win, reason, fingerprint, winner_name, winner_price, best_rival_price, rivals, price, details,
        unseen_since, packed)
    ), added as (
      insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status,
        winner_seller_id, price_to_win, reason, details, unseen_since, packed, offers)
      select ${companyId}, listing_id, observed_at, own_price, buybox_status, winner_seller_id,
        price_to_win, reason, details, unseen_since, packed,
        case when (select older_version_serves()) then unpack_offers(packed) end
      from look where snapshot_id is null
      returning id, listing_id
    )
    insert into market (company_id, listing_id, snapshot_id, essence_of, observed_at, changed_at,
      own_price, buybox_status, winner_seller_id, price_to_win, reason, fingerprint, winner_name,
      winner_price, best_rival_price, rivals, price)
    select ${companyId}, listing_id, coalesce(snapshot_id, added.id), coalesce(snapshot_id, added.id),
      observed_at, case when snapshot_id is null then observed_at end, own_price, buybox_status,
      winner_seller_id, price_to_win, reason, fingerprint, winner_name, winner_price,
      best_rival_price, rivals, price
    from look left join added using (listing_id)
    order by listing_id
    on conflict (company_id, listing_id) do update set
      snapshot_id = excluded.snapshot_id,
      essence_of = excluded.essence_of,
      observed_at = excluded.observed_at,
      changed_at = coalesce(excluded.changed_at, market.changed_at),
      own_price = excluded.own_price,
      buybox_status = excluded.buybox_status,
      winner_seller_id = excluded.winner_seller_id,
      price_to_win = excluded.price_to_win,
      reason = excluded.reason,
      fingerprint = excluded.fingerprint,
      winner_name = excluded.winner_name,
      winner_price = excluded.winner_price,
      best_rival_price = excluded.best_rival_price,
      rivals = excluded.rivals,
      price = excluded.price
    where market.observed_at <= excluded.observed_at or market.observed_at > ${latest}`.execute(
    trx,
  );
}

export interface LatestMarket {
  /** Null: only watched competitors are known. */
  snapshotId: number | null;
  /** `observedAt` is that of the latest observation, even where it changed nothing. */
  market: Market;
  /** The competitors as one short text: see `diff.ts`. */
  fingerprint: string;
}

const marketsOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('market')
    // Found one by one by key: no plan may read all snapshots of a company instead.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('market_snapshot')
          .select([
            'buybox_status',
            'winner_seller_id',
            'price_to_win',
            'reason',
            'details',
            'packed',
            'offers',
          ])
          .whereRef('market_snapshot.company_id', '=', 'market.company_id')
          .whereRef('market_snapshot.id', '=', 'market.snapshot_id')
          .limit(1)
          .as('snapshot'),
      (join) => join.onTrue(),
    )
    .select([
      'market.listing_id',
      'market.snapshot_id',
      'market.observed_at',
      'market.fingerprint',
      'snapshot.buybox_status',
      'snapshot.winner_seller_id',
      'snapshot.price_to_win',
      'snapshot.reason',
      'snapshot.details',
      'snapshot.packed',
      'snapshot.offers',
    ])
    .where('market.company_id', '=', companyId)
    .where('market.listing_id', '=', anyOf(ids)),
);

/** The latest markets of listings, by their ids; those that were never observed are left out. */
export async function latestMarkets(
  trx: Trx,
  companyId: number,
  listingIds: number[],
): Promise<Map<number, LatestMarket>> {
  const rows = await marketsOf(trx, companyId, listingIds);
  return new Map(
    rows.map((row) => [
      row.listing_id,
      {
        snapshotId: row.snapshot_id,
        fingerprint: row.fingerprint,
        market: marketOfSnapshot(row, row.observed_at),
      },
    ]),
  );
}

/** A notification in the buffer. */
export interface BufferedNotification {
  companyId: number;
  accountId: number;
  /** JSON, on one line as `JSON.stringify` writes it. */
  body: string;
}

/** Buffers notifications of any companies; the transaction runs for the system, which cannot read what it wrote. */
export async function addToBuffer(
  trx: Trx,
  notifications: readonly BufferedNotification[],
): Promise<void> {
  await sql`
    insert into waiting_notice (company_id, account_id, body)
    select * from unnest(${notifications.map((one) => one.companyId)}::bigint[],
      ${notifications.map((one) => one.accountId)}::bigint[],
      string_to_array(${notifications.map((one) => one.body).join('\n')}::text, chr(10)))`.execute(
    trx,
  );
}

/** Takes the oldest notifications of a company from the buffer, and skips those that another process takes. */
export async function takeFromBuffer(
  trx: Trx,
  companyId: number,
  most: number,
): Promise<{ account_id: number; body: string }[]> {
  const { rows } = await sql<{ account_id: number; body: string }>`
    delete from waiting_notice where company_id = ${companyId} and id = any(array(
      select id from waiting_notice where company_id = ${companyId}
      order by id limit ${most} for update skip locked))
    returning account_id, body`.execute(trx);
  return rows;
}

/** Whether notifications of a company are buffered. */
export const hasBuffered = async (trx: Trx, companyId: number): Promise<boolean> =>
  (await trx
    .selectFrom('waiting_notice')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
