// Keeps which competitors were observed beside which listings: adds the new snapshots every few minutes.
import { sql } from 'kysely';
import type { AppContext } from '../../platform/app-context.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import { scheduledQueue, type Tick, type Worker } from '../../platform/jobs.ts';
import { offersOf, type StoredOffers } from '../offers.ts';
import { type CompetitorSighting, sightingsOf } from './engine/sightings.ts';

/** Snapshots that one transaction adds. */
const PAGE = 500;
/** By then, each transaction that has taken an id has ended: before, some of its snapshots may still be missing. */
const SETTLED_MS = 2 * 60_000;

interface StoredSnapshot extends StoredOffers {
  id: number;
  listing_id: number;
  observed_at: Date;
}

/** Writes what the snapshots show; snapshots that were added before change nothing. */
async function save(
  trx: Trx,
  companyId: number,
  seen: readonly CompetitorSighting[],
): Promise<void> {
  if (seen.length === 0) return;
  // Sorted, so that two transactions never deadlock.
  const rows = [...seen].sort(
    (a, b) => a.listingId - b.listingId || (a.sellerId < b.sellerId ? -1 : 1),
  );
  await sql`
    insert into competitor_listing as c (company_id, marketplace_id, seller_id, listing_id, seller_name,
      first_seen_at, last_seen_at, lowest_price, lowest_at)
    select ${companyId}, * from json_to_recordset(${JSON.stringify(rows)}::json) as seen(
      "marketplaceId" integer, "sellerId" text, "listingId" bigint, "sellerName" text, "firstSeenAt" timestamptz,
      "lastSeenAt" timestamptz, "lowestPrice" bigint, "lowestAt" timestamptz)
    on conflict (company_id, marketplace_id, seller_id, listing_id) do update set
      seller_name = case when excluded.seller_name <> '' and excluded.last_seen_at >= c.last_seen_at
        then excluded.seller_name else c.seller_name end,
      first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
      lowest_price = least(c.lowest_price, excluded.lowest_price),
      lowest_at = case when excluded.lowest_price < c.lowest_price or c.lowest_price is null then excluded.lowest_at
        when excluded.lowest_price = c.lowest_price then least(c.lowest_at, excluded.lowest_at)
        else c.lowest_at end
    where excluded.first_seen_at < c.first_seen_at or excluded.last_seen_at > c.last_seen_at
      or c.lowest_price is null and excluded.lowest_price is not null or excluded.lowest_price < c.lowest_price
      or excluded.lowest_price = c.lowest_price and excluded.lowest_at < c.lowest_at`.execute(trx);
}

interface Progress {
  /** Snapshots after it are read. */
  cursor: number;
  /** Snapshots up to here are never read again. */
  settled: number;
  /** What was recorded until then is included once the last page is added. */
  begunAt: Date;
}

/** Begins where the last run ended; what may have been committed late since is read again. */
const begin = (ctx: AppContext, companyId: number): Promise<Progress> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const begunAt = ctx.clock();
    const settledBy = new Date(begunAt.getTime() - SETTLED_MS);
    const { rows } = await sql<{ again_id: number; settled_id: number }>`
      with newest as (select coalesce(max(id), 0) as id from market_snapshot where company_id = ${companyId})
      insert into competitor_fold as f (company_id, again_id, settled_id, next_id, next_at)
      select ${companyId}, 0, 0, id, ${begunAt} from newest
      on conflict (company_id) do update set
        settled_id = case when f.next_at <= ${settledBy} then f.next_id else f.settled_id end,
        next_id = case when f.next_at <= ${settledBy} then excluded.next_id else f.next_id end,
        next_at = case when f.next_at <= ${settledBy} then excluded.next_at else f.next_at end
      returning again_id, settled_id`.execute(trx);
    const { again_id: cursor, settled_id: settled } = rows[0]!;
    return { cursor, settled, begunAt };
  });

/** Adds a page of snapshots. @returns the id of the last one; null: there are no more */
const foldPage = (
  ctx: AppContext,
  companyId: number,
  { cursor, settled, begunAt }: Progress,
): Promise<number | null> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { rows } = await sql<StoredSnapshot>`
      select id, listing_id, observed_at, packed, offers from market_snapshot
      where company_id = ${companyId} and id > ${cursor} order by id limit ${PAGE}`.execute(trx);
    const markets = rows.map((row) => ({
      listingId: row.listing_id,
      at: row.observed_at,
      offers: offersOf(row),
    }));
    await save(trx, companyId, sightingsOf(markets));
    const last = rows.at(-1)?.id ?? cursor;
    const isLast = rows.length < PAGE;
    await sql`
      update competitor_fold set again_id = greatest(again_id, ${Math.min(last, settled)}),
        folded_at = ${isLast ? sql`greatest(folded_at, ${begunAt})` : sql`folded_at`}
      where company_id = ${companyId}`.execute(trx);
    return isLast ? null : last;
  });

/**
 * Adds what was recorded since the last time.
 * @param pages the most pages; the others are left to the next time
 */
export async function foldCompetitors(
  ctx: AppContext,
  companyId: number,
  { signal, pages = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; pages?: number } = {},
): Promise<void> {
  const progress = await begin(ctx, companyId);
  for (let page = 0; page < pages; page++) {
    signal?.throwIfAborted();
    const last = await foldPage(ctx, companyId, progress);
    if (last === null) return;
    progress.cursor = last;
  }
}

const FOLD = scheduledQueue('monitoring.competitors');

export const foldWorkers = (ctx: AppContext): Worker<Tick>[] => [
  {
    queue: FOLD,
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: async (_jobs, signal) => {
      for (const companyId of await companyIds(ctx.db))
        await foldCompetitors(ctx, companyId, { signal });
    },
  },
];
