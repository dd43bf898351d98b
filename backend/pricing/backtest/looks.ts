// Reading what a replay replays: the ads as they stand, and the looks at their markets, ad by ad in the order of time.
import { sql } from 'kysely';
import { type BuyboxStatus, Condition, type Market } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Minor } from '../../kernel/money.ts';
import { type KeptOffers, offersOf, ownOffer } from '../../monitoring/actions.ts';
import { type Db, type Trx, within } from '../../platform/db.ts';
import { COST_COLUMNS, costsOf } from '../facts.ts';
import { anyOf } from '../store.ts';
import type { Costs } from '../terms.ts';
import type { Look } from './odds.ts';
import type { Subject } from './replay.ts';

/** An ad with what tells its own offer among those of its market. */
export interface ReplayAd extends Subject {
  skuMarketplace: string;
  sellerId: string;
}

/** A replay goes by what is known: the fee that a minimum waits for holds up no look at the past. */
const withoutWaiting = (costs: Costs | null): Costs | null =>
  costs?.floor !== undefined && costs.floor !== 'unasked' && costs.floor.askedAt === null
    ? { ...costs, floor: 'unasked' }
    : costs;

export async function loadAds(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ReplayAd>> {
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

/** How many looks at an ad there are to replay, and where they begin. */
export interface Stretch {
  listingId: number;
  /** The look that stood when the window began, else the beginning of the window. */
  begins: Date;
  looks: number;
}

/** The ads that were looked at, each with the look that stood at `from` and all until `to`. */
export async function stretchesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select l.listing_id as "listingId", b.begins, n.looks
    from unnest(${listingIds}::bigint[]) as l(listing_id)
    cross join lateral (
      select coalesce((select s.observed_at from market_snapshot s
        where s.company_id = ${companyId} and s.listing_id = l.listing_id and s.observed_at <= ${from}
        order by s.observed_at desc limit 1), ${from}::timestamptz) as begins
    ) b
    cross join lateral (
      select count(*) as looks from market_snapshot s
      where s.company_id = ${companyId} and s.listing_id = l.listing_id
        and s.observed_at >= b.begins and s.observed_at < ${to}
    ) n
    where n.looks > 0
    order by l.listing_id`.execute(trx);
  return rows;
}

interface Row extends KeptOffers {
  id: number;
  listing_id: number;
  /** As PostgreSQL writes it: to the microsecond. */
  at: string;
  own_price: Minor;
  buybox_status: string;
  winner_seller_id: string | null;
  price_to_win: Minor | null;
  reason: string | null;
}

/** Looks that are read at once: few enough to keep memory flat, and to hold up nothing else while they are decided. */
const PAGE = 500;

const COLUMNS = sql`s.id, s.listing_id, s.observed_at::text as at, s.own_price, s.buybox_status, s.winner_seller_id,
  s.price_to_win, s.reason, s.packed, s.offers`;

/** Ads with few looks are read together, those with many page by page. */
function batchesOf(stretches: readonly Stretch[]): Stretch[][] {
  const batches: Stretch[][] = [];
  let looks = Infinity;
  for (const stretch of stretches) {
    if (looks + stretch.looks > PAGE) {
      batches.push([]);
      looks = 0;
    }
    batches.at(-1)!.push(stretch);
    looks += stretch.looks;
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
  // As text: the driver would write an instant to the millisecond, and the last look would come again.
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
    if (only === undefined || batch.length > 1 || only.looks <= PAGE) {
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

/** Has the next page read while the one at hand is worked on. */
async function* ahead<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = pages.next();
  try {
    for (;;) {
      const page = await next;
      if (page.done) return;
      next = pages.next();
      yield page.value;
    }
  } finally {
    // Whoever stops early leaves a read under way, whose end is nobody's concern any more.
    next.catch(() => undefined);
  }
}

function lookOf(row: Row, { skuMarketplace, sellerId }: ReplayAd): Look {
  const market: Market = {
    observedAt: new Date(row.at),
    buybox: {
      status: row.buybox_status as BuyboxStatus,
      winnerSellerId: row.winner_seller_id,
      priceToWin: row.price_to_win,
      reason: row.reason,
    },
    offers: offersOf(row),
  };
  return { market, ownPrice: row.own_price, own: ownOffer(market, skuMarketplace, sellerId) };
}

/** A page of looks, each with its ad. */
export type LookPage = { ad: ReplayAd; look: Look }[];

/**
 * All looks of these stretches, ad by ad in the order of time, in pages that are read one ahead. Each page is read in
 * a short transaction of its own.
 */
export async function* readLooks(
  db: Db,
  companyId: number,
  ads: ReadonlyMap<number, ReplayAd>,
  stretches: readonly Stretch[],
  to: Date,
): AsyncGenerator<LookPage, void> {
  for await (const rows of ahead(readPages(db, companyId, stretches, to))) {
    yield rows.flatMap((row) => {
      const ad = ads.get(row.listing_id);
      return ad === undefined ? [] : [{ ad, look: lookOf(row, ad) }];
    });
  }
}
