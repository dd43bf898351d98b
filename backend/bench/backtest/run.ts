// Backtests of a draft rule over 90 days of snapshots with twenty offers each, from the database to the report, with
// the changes written. The floor of the same run reads the same rows, as the backtest reads them, and decides nothing.
import process from 'node:process';
import type postgres from 'postgres';
import { MAX_OFFERS, type Offer } from '../../kernel/market.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Db, toDb, within } from '../../platform/db.ts';
import { getBacktest, startBacktest } from '../../pricing/actions.ts';
import { loadListings, readSnapshots, stretchesOf } from '../../pricing/backtest/snapshots.ts';
import { backtestRunner } from '../../pricing/backtest/work.ts';
import { BacktestBody, type Strategy } from '../../pricing/contract.ts';
import { growListings } from '../../testing/growth.ts';
import { rounded } from '../../testing/statistics.ts';
import { type SeededCompany, seedCompany, testContext } from '../../testing/test-context.ts';
import { withDatabases } from '../databases.ts';

const DAYS = 90;
const DAY_MS = 24 * 3_600_000;
const WRITTEN_AT_ONCE = 500;
const SNAPSHOT_MS = 50;
const MEGABYTE = 1024 * 1024;
/** A company has a thousand listings in one backtest at most. */
const MOST_LISTINGS = 1_000;

export interface BacktestMeasurement {
  bench: 'backtest';
  name: string;
  value: number;
  unit: string;
  strategy: Strategy;
  snapshots: number;
  listings: number;
  cores: number;
}

interface Plan {
  snapshots: number;
  listings: number;
  strategy: Strategy;
  tell: (line: string) => void;
}

/** The market of a listing at its n-th snapshot: nineteen competitors that move now and then, and the listing itself. */
function offersOf(listing: number, n: number, seller: string): Offer[] {
  return Array.from({ length: MAX_OFFERS }, (_, rank) => {
    const isOwn = rank === 3;
    const pace = 1 + ((listing + rank) % 7);
    return {
      offerId: isOwn ? `MLB${listing + 1}` : `MLB${4_000_000_000 + listing * 100 + rank}`,
      sellerId: isOwn ? seller : String(200_000_000 + ((listing * 131 + rank * 7_919) % 9_000_000)),
      sellerName: `COMERCIO ${(listing * 31 + rank) % 997} LTDA`,
      marketplaceId: 2,
      price: isOwn ? 10_000 : 9_300 + rank * 40 + ((Math.floor(n / pace) * 37) % 400),
      shippingPrice: rank % 3 === 0 && !isOwn ? 1_290 : 0,
      shippingTimeHours: 24 * (1 + (rank % 5)),
      fulfillment: rank % 2 === 0,
      reputation: '5_green',
      listingTypeId: rank % 2 === 0 ? 'gold_special' : 'gold_pro',
      condition: 'new',
      available: true,
      position: rank + 1,
      isOwn,
      comparison: 'IDENTICAL',
    };
  });
}

/** Snapshots in the order of their arrival: at each moment one of every listing, so those of one listing are not adjacent. */
async function writeSnapshots(
  owner: postgres.Sql,
  { companyId, sellerId }: SeededCompany,
  listingIds: readonly number[],
  snapshots: number,
): Promise<void> {
  const rounds = Math.ceil(snapshots / listingIds.length);
  const begin = Date.now() - DAYS * DAY_MS;
  for (let from = 0; from < snapshots; from += WRITTEN_AT_ONCE) {
    const length = Math.min(WRITTEN_AT_ONCE, snapshots - from);
    const rows = Array.from({ length }, (_, index) => {
      const listing = (from + index) % listingIds.length;
      const round = Math.floor((from + index) / listingIds.length);
      const offers = offersOf(listing, round, sellerId);
      return {
        listing_id: listingIds[listing],
        observed_at: new Date(begin + ((round + 0.5) / rounds) * DAYS * DAY_MS),
        winner: offers[0]!.sellerId,
        offers,
      };
    });
    await owner`
      insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, winner_seller_id, offers)
      select ${companyId}::bigint, listing_id, observed_at, 10000, 'LOSING', winner, offers
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r(listing_id bigint, observed_at timestamptz, winner text, offers jsonb)`;
  }
}

/** Reads the same rows as a backtest does, and decides nothing. */
async function readOnly(db: Db, companyId: number, listingIds: readonly number[]): Promise<number> {
  const to = new Date();
  const from = new Date(to.getTime() - DAYS * DAY_MS);
  const { ads, stretches } = await within(db, { company: companyId }, async (trx) => ({
    ads: await loadListings(trx, companyId, listingIds),
    stretches: await stretchesOf(trx, companyId, listingIds, { from, to }),
  }));
  let read = 0;
  for await (const page of readSnapshots(db, companyId, ads, stretches, to)) read += page.length;
  return read;
}

async function replay(ctx: AppContext, { companyId, actor }: SeededCompany, body: BacktestBody) {
  const { id } = await startBacktest(ctx, actor, body);
  if (id === null) throw new Error('the backtest has no id');
  await backtestRunner.runNow(ctx, companyId, id);
  const { report } = await getBacktest(ctx, actor, id);
  if (report === null) throw new Error('the replay has no report');
  return report;
}

/** Samples the heap of this process until it is stopped; gives the maximum of each half, in megabytes. */
function watchHeap() {
  const seen: number[] = [];
  const snapshot = () => seen.push(Deno.memoryUsage().heapUsed / MEGABYTE);
  snapshot();
  const timer = setInterval(snapshot, SNAPSHOT_MS);
  return () => {
    clearInterval(timer);
    snapshot();
    const half = Math.ceil(seen.length / 2);
    return { first: Math.max(...seen.slice(0, half)), second: Math.max(...seen.slice(half - 1)) };
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

/** @returns the figures, and what should not have been */
export const runBacktests = (
  plan: Plan,
): Promise<{ measurements: BacktestMeasurement[]; faults: string[] }> =>
  withDatabases(['bench_backtest'], async ([database]) => {
    const { owner, app } = database!;
    const { snapshots, strategy, tell } = plan;
    const company = await seedCompany(owner);
    const { companyId } = company;
    const { listingIds } = await growListings(owner, {
      ...company,
      count: Math.min(plan.listings, MOST_LISTINGS, snapshots),
    });
    tell(`writing ${snapshots} snapshots of ${listingIds.length} ads`);
    await writeSnapshots(owner, company, listingIds, snapshots);
    await owner`vacuum analyze market_snapshot`;

    const db = toDb(app);
    const ctx = { ...testContext(db), clock: () => new Date() };
    const body = BacktestBody.parse({
      rule: { strategy, minPrice: 80, maxPrice: 120, baseOn: 'LOWEST_PRICE' },
      listingIds,
      days: DAYS,
    });
    tell('warming up');
    await readOnly(db, companyId, listingIds);
    tell('reading');
    const floor = await timed(() => readOnly(db, companyId, listingIds));
    tell('replaying');
    const heap = watchHeap();
    const began = process.cpuUsage();
    const replayed = await timed(() => replay(ctx, company, body));
    const { user, system } = process.cpuUsage(began);
    const { first, second } = heap();

    const faults = [
      ...(floor.value === snapshots ? [] : [`${floor.value} of ${snapshots} were read`]),
      ...(replayed.value.snapshots === snapshots
        ? []
        : [`${replayed.value.snapshots} of ${snapshots} were replayed`]),
    ];
    const perMinute = (ms: number) => (snapshots / ms) * 60_000;
    const line = (name: string, value: number, unit: string): BacktestMeasurement => ({
      bench: 'backtest',
      name,
      value: rounded(value),
      unit,
      strategy,
      snapshots,
      listings: listingIds.length,
      cores: navigator.hardwareConcurrency,
    });
    return {
      measurements: [
        line('replay', perMinute(replayed.ms), 'snapshots/min'),
        line('replay.floor', perMinute(floor.ms), 'snapshots/min'),
        line('replay.floor-ratio', floor.ms / replayed.ms, 'of the floor'),
        // PostgreSQL uses about as much of the other core.
        line('replay.cpu', (user + system) / snapshots, 'us/snapshot of this process'),
        line('replay.changes', replayed.value.draft.changes, 'changes'),
        line('heap.first-half', first, 'MB'),
        line('heap.second-half', second, 'MB'),
      ],
      faults,
    };
  });
