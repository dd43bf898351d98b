// The stored snapshots of one listing in a range of time, read by an index for that purpose.
import { sql } from 'kysely';
import type { BuyboxStatus, Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import type { Trx } from '../platform/db.ts';
import type { SnapshotFacts } from './engine/series.ts';
import { offersOf } from './offers.ts';

/** A stored snapshot. */
export interface StoredSnapshot extends SnapshotFacts {
  id: number;
  priceToWin: Minor | null;
  /** The observation before, where it was long ago. */
  unseenSince: number | null;
}

/** What is known of a listing whatever range is requested; `first` and `last` are null where it was never observed. */
export interface Bounds {
  first: Date | null;
  last: Date | null;
}

/** The instants of the oldest and the newest observation; null: the company has no such listing. */
export async function snapshotBounds(
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<Bounds | null> {
  const { rows } = await sql<Bounds>`
    select
      (select s.observed_at from market_snapshot s
        where s.company_id = l.company_id and s.listing_id = l.id
        order by s.observed_at limit 1) as first,
      (select m.observed_at from market m
        where m.company_id = l.company_id and m.listing_id = l.id) as last
    from listing l where l.company_id = ${companyId} and l.id = ${listingId}`.execute(trx);
  return rows[0] ?? null;
}

/** The snapshot that was valid at `from`, where there is one, and those added until `to`, oldest first. */
export async function snapshotsBetween(
  trx: Trx,
  companyId: number,
  listingId: number,
  { from, to }: { from: Date; to: Date },
): Promise<StoredSnapshot[]> {
  const { rows } = await sql<{
    id: number;
    observed_at: Date;
    own_price: number;
    buybox_status: string;
    winner_seller_id: string | null;
    price_to_win: number | null;
    unseen_since: Date | null;
  }>`
    select id, observed_at, own_price, buybox_status, winner_seller_id, price_to_win, unseen_since
    from market_snapshot s
    where company_id = ${companyId} and listing_id = ${listingId} and observed_at < ${to}
      and observed_at >= coalesce((select b.observed_at from market_snapshot b
        where b.company_id = ${companyId} and b.listing_id = ${listingId} and b.observed_at <= ${from}
        order by b.observed_at desc limit 1), ${from}::timestamptz)
    order by observed_at, id`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    at: row.observed_at.getTime(),
    ownPrice: row.own_price,
    status: row.buybox_status as BuyboxStatus,
    winnerSellerId: row.winner_seller_id,
    priceToWin: row.price_to_win,
    unseenSince: row.unseen_since?.getTime() ?? null,
  }));
}

/** Snapshots whose offers are read at once. */
const PAGE = 500;

/** The offers of these snapshots, which are given in order of time. */
export async function offersOfSnapshots(
  trx: Trx,
  companyId: number,
  listingId: number,
  snapshots: readonly StoredSnapshot[],
): Promise<Map<number, Offer[]>> {
  const offers = new Map<number, Offer[]>();
  for (let start = 0; start < snapshots.length; start += PAGE) {
    const page = snapshots.slice(start, start + PAGE);
    const rows = await trx
      .selectFrom('market_snapshot')
      .select(['id', 'packed', 'offers'])
      .where('company_id', '=', companyId)
      .where('listing_id', '=', listingId)
      // An instant is stored to the microsecond, and known here to the millisecond.
      .where('observed_at', '>=', new Date(page[0]!.at))
      .where('observed_at', '<', new Date(page.at(-1)!.at + 1))
      .where('id', '=', sql<number>`any(${page.map(({ id }) => id)}::bigint[])`)
      .execute();
    for (const row of rows) offers.set(row.id, offersOf(row));
  }
  return offers;
}
