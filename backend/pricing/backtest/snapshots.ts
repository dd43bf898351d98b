// Reads the input of a backtest: the present listings, and the recorded polls of their markets, by listing in the order of time.
import { sql } from 'kysely';
import { Condition } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Minor } from '../../kernel/money.ts';
import { marketOfSnapshot, ownOffer, type StoredMarket } from '../../monitoring/actions.ts';
import { type Db, type Trx, within } from '../../platform/db.ts';
import type { Costs } from '../engine/types.ts';
import { anyOf } from '../updates/listing-store.ts';
import { COST_COLUMNS, costsOf } from '../updates/load-facts.ts';
import type { Snapshot } from './engine/odds.ts';
import type { Subject } from './engine/run.ts';

/** A listing with the identification of its own offer in its market. */
export interface BacktestListing extends Subject {
  skuMarketplace: string;
  sellerId: string;
}

/** A backtest uses known data: a fee that is still to be requested does not block a past poll. */
const withoutWaiting = (costs: Costs | null): Costs | null =>
  costs?.floor !== undefined && costs.floor !== 'not_requested' && costs.floor.requestedAt === null
    ? { ...costs, floor: 'not_requested' }
    : costs;

export async function loadListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, BacktestListing>> {
  const rows = await trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'listing.company_id')
        .onRef('account.id', '=', 'listing.account_id'),
    )
    .leftJoin('listing_cost as c', (join) =>
      join
        .onRef('c.company_id', '=', 'listing.company_id')
        .onRef('c.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.title',
      'listing.shipping_price',
      'listing.currency_code',
      'listing.marketplace_id',
      'listing.condition',
      'listing.sku_marketplace',
      'account.seller_id',
      ...COST_COLUMNS,
    ])
    .where('listing.company_id', '=', companyId)
    .where(anyOf('listing.id', listingIds))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        listingId: row.id,
        title: row.title,
        shippingPrice: row.shipping_price,
        currencyCode: row.currency_code,
        marketplaceId: MarketplaceId.parse(row.marketplace_id),
        condition: Condition.parse(row.condition),
        costs: withoutWaiting(costsOf(row)),
        skuMarketplace: row.sku_marketplace,
        sellerId: row.seller_id,
      },
    ]),
  );
}

/** How many polls of a listing the backtest uses, and where they begin. */
export interface Stretch {
  listingId: number;
  /** The time of the poll that was current when the window began, else the beginning of the window. */
  begins: Date;
  snapshots: number;
}

/** The listings that were polled, each with the snapshot that was current at `from` and all until `to`. */
export async function stretchesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select l.listing_id as "listingId", b.begins, n.snapshots
    from unnest(${listingIds}::bigint[]) as l(listing_id)
    cross join lateral (
      select coalesce((select s.observed_at from market_snapshot s
        where s.company_id = ${companyId} and s.listing_id = l.listing_id and s.observed_at <= ${from}
        order by s.observed_at desc limit 1), ${from}::timestamptz) as begins
    ) b
    cross join lateral (
      select count(*) as snapshots from market_snapshot s
      where s.company_id = ${companyId} and s.listing_id = l.listing_id
        and s.observed_at >= b.begins and s.observed_at < ${to}
    ) n
    where n.snapshots > 0
    order by l.listing_id`.execute(trx);
  return rows;
}

interface Row extends StoredMarket {
  id: number;
  listing_id: number;
  /** As PostgreSQL writes it: to the microsecond. */
  at: string;
  own_price: Minor;
}

/** Snapshots that are read at once: few enough to keep memory flat, and to delay nothing else while they are decided. */
const PAGE = 500;

const COLUMNS = sql`s.id, s.listing_id, s.observed_at::text as at, s.own_price, s.buybox_status, s.winner_seller_id,
  s.price_to_win, s.reason, s.details, s.packed, s.offers`;

/** Listings with few polls are read together, those with many page by page. */
function batchesOf(stretches: readonly Stretch[]): Stretch[][] {
  const batches: Stretch[][] = [];
  let snapshots = Infinity;
  for (const stretch of stretches) {
    if (snapshots + stretch.snapshots > PAGE) {
      batches.push([]);
      snapshots = 0;
    }
    batches.at(-1)!.push(stretch);
    snapshots += stretch.snapshots;
  }
  return batches;
}

async function readMany(trx: Trx, companyId: number, many: readonly Stretch[], to: Date) {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from unnest(${many.map(({ listingId }) => listingId)}::bigint[],
      ${many.map(({ begins }) => begins.toISOString())}::timestamptz[]) as l(listing_id, begins)
    cross join lateral (
      select * from market_snapshot s
      where s.company_id = ${companyId} and s.listing_id = l.listing_id
        and s.observed_at >= l.begins and s.observed_at < ${to}
    ) s
    order by s.listing_id, s.observed_at, s.id`.execute(trx);
  return rows;
}

async function readOn(
  trx: Trx,
  companyId: number,
  { listingId, begins }: Stretch,
  to: Date,
  last: Row | null,
) {
  // As text: the driver would write an instant to the millisecond, and the last poll would come again.
  const since = sql`${last?.at ?? begins.toISOString()}::text::timestamptz`;
  const { rows } = await sql<Row>`
    select ${COLUMNS} from market_snapshot s
    where s.company_id = ${companyId} and s.listing_id = ${listingId}
      and s.observed_at >= ${since} and s.observed_at < ${to}
      and (s.observed_at > ${since} or s.id > ${last?.id ?? 0})
    order by s.observed_at, s.id
    limit ${PAGE}`.execute(trx);
  return rows;
}

async function* readPages(
  db: Db,
  companyId: number,
  stretches: readonly Stretch[],
  to: Date,
): AsyncGenerator<Row[], void> {
  const inCompany = <T>(work: (trx: Trx) => Promise<T>) => within(db, { company: companyId }, work);
  for (const batch of batchesOf(stretches)) {
    const [only] = batch;
    if (only === undefined || batch.length > 1 || only.snapshots <= PAGE) {
      yield await inCompany((trx) => readMany(trx, companyId, batch, to));
      continue;
    }
    let page: Row[] = [];
    do {
      const last: Row | null = page.at(-1) ?? null;
      page = await inCompany((trx) => readOn(trx, companyId, only, to, last));
      if (page.length > 0) yield page;
    } while (page.length === PAGE);
  }
}

/** Prefetches the next page while the present one is worked on. */
async function* prefetch<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = pages.next();
  try {
    for (;;) {
      const page = await next;
      if (page.done) return;
      next = pages.next();
      yield page.value;
    }
  } finally {
    // Stopping early leaves a read under way, whose end no longer matters.
    next.catch(() => undefined);
  }
}

function snapshotOf(row: Row, { skuMarketplace, sellerId }: BacktestListing): Snapshot {
  const market = marketOfSnapshot(row, new Date(row.at));
  return { market, ownPrice: row.own_price, own: ownOffer(market, skuMarketplace, sellerId) };
}

/** A page of polls, each with its listing. */
export type SnapshotPage = { listing: BacktestListing; snapshot: Snapshot }[];

/**
 * All polls of these periods, by listing in the order of time, in pages that are read one ahead. Each page is read in a short
 * separate transaction.
 */
export async function* readSnapshots(
  db: Db,
  companyId: number,
  listings: ReadonlyMap<number, BacktestListing>,
  stretches: readonly Stretch[],
  to: Date,
): AsyncGenerator<SnapshotPage, void> {
  for await (const rows of prefetch(readPages(db, companyId, stretches, to))) {
    yield rows.flatMap((row) => {
      const listing = listings.get(row.listing_id);
      return listing === undefined ? [] : [{ listing, snapshot: snapshotOf(row, listing) }];
    });
  }
}
