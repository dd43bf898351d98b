// Backtests as long work: a draft rule is run over what was observed, from the beginning to the end. The progress is
// published at each heartbeat; a backtest that another worker acquires begins again.
import { within } from '../../platform/db.ts';
import {
  type BacktestAssumption,
  type BacktestReport,
  type Competition,
  RuleBody,
} from '../contract.ts';
import { toRule } from '../engine/rule.ts';
import { type Held, longWorkOf } from '../long-work/long-work.ts';
import { companySettings } from '../updates/listing-store.ts';
import { type BacktestRun, type Change, createBacktest } from './engine/run.ts';
import {
  type BacktestListing,
  loadListings,
  readSnapshots,
  type SnapshotPage,
  type Stretch,
  stretchesOf,
} from './snapshots.ts';
import { type BacktestRow, clearChanges, insertChanges } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const HEARTBEAT_MS = 1_000;
/** Changes that are listed; beyond them they are only counted. */
const MOST_CHANGES = 100_000;
/** Listings whose snapshots are counted at once: even those of 90 days take less than a lease. */
const COUNTED_AT_ONCE = 50;
/** Changes that are written at once. */
const WRITTEN_AT_ONCE = 500;

const OPEN = ['queued', 'running'];

export const backtestWork = longWorkOf<BacktestRow>({
  name: 'pricing.backtest',
  table: 'backtest',
  live: 'backtests',
  open: OPEN,
  cancellable: OPEN,
  started: () => 'running',
  waiting: { most: 5, states: ['queued'], tooMany: 'too_many_backtests' },
  notFound: 'backtest_not_found',
  leaseSeconds: 10,
  // 25 million snapshots take half an hour.
  expireInSeconds: 6 * 3_600,
  cleanupCron: '*/10 * * * *',
  retainedOfCompany: 20,
  acquired: (trx, { company_id, id }) => clearChanges(trx, company_id, id),
  discard: (trx, { company_id, id }) => clearChanges(trx, company_id, id),
});

interface Work extends Held<BacktestRow> {
  progress: { done: number; total: number };
  /** When the lease was renewed last. */
  heartbeatAt: number;
}

/** Renews the lease and publishes the progress. @throws LeaseLost */
async function heartbeat(work: Work): Promise<void> {
  await work.hold(work.progress, async () => {});
  work.heartbeatAt = performance.now();
}

const isHeartbeatDue = ({ heartbeatAt }: Work) => performance.now() - heartbeatAt >= HEARTBEAT_MS;

/** Keeps the changes that are listed, and writes them some at a time. */
function changeWriter({ companyId, row, hold, progress }: Work) {
  let open: Change[] = [];
  let written = 0;
  let isCut = false;
  return {
    take(change: Change) {
      if (written + open.length < MOST_CHANGES) open.push(change);
      else isCut = true;
    },
    isCut: () => isCut,
    /** @throws LeaseLost */
    async write(least: number): Promise<void> {
      while (open.length > 0 && open.length >= least) {
        const some = open.slice(0, WRITTEN_AT_ONCE);
        const first = written;
        await hold(progress, (trx) => insertChanges(trx, companyId, row.id, first, some));
        written += some.length;
        open = open.slice(some.length);
      }
    },
  };
}

function feed(
  replay: BacktestRun,
  page: SnapshotPage,
  present: BacktestListing | null,
): BacktestListing | null {
  let listing = present;
  for (const { listing: next, snapshot } of page) {
    if (next !== listing) replay.begin(next);
    listing = next;
    replay.observe(snapshot);
  }
  return listing;
}

/** The assumptions that hold for a report. */
function assumptionsOf(
  competition: Competition,
  seen: { requested: number; listings: number; withCost: number; isCut: boolean },
): BacktestAssumption[] {
  const { requested, listings, withCost, isCut } = seen;
  const some: [BacktestAssumption, boolean][] = [
    ['rivals_as_seen', true],
    ['market_stands_until_next_look', true],
    ['winner_estimated', competition === 'BUYBOX'],
    ['shared_counts_half', true],
    ['lowest_price_wins', true],
    ['always_on_sale', true],
    ['approved_at_once', true],
    ['looked_at_after_change', true],
    ['units_per_winning_day', true],
    ['costs_of_today', withCost > 0],
    ['margin_of_ads_with_cost', withCost > 0 && withCost < listings],
    ['ads_without_history', listings < requested],
    ['changes_cut', isCut],
  ];
  return some.flatMap(([assumption, holds]) => (holds ? [assumption] : []));
}

interface Plan {
  ads: ReadonlyMap<number, BacktestListing>;
  stretches: readonly Stretch[];
  from: Date;
  to: Date;
}

/** Finds the listings and polls that the draft is run over. @throws LeaseLost */
async function planOf(work: Work): Promise<Plan> {
  const { ctx, companyId, row, signal, progress } = work;
  const inCompany = <T>(read: Parameters<typeof within<T>>[2]) =>
    within(ctx.db, { company: companyId }, read);
  const to = ctx.clock();
  const from = new Date(to.getTime() - row.days * DAY_MS);
  const ads = await inCompany((trx) => loadListings(trx, companyId, row.listing_ids));
  const listingIds = [...ads.keys()].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (let start = 0; start < listingIds.length; start += COUNTED_AT_ONCE) {
    signal.throwIfAborted();
    const some = listingIds.slice(start, start + COUNTED_AT_ONCE);
    stretches.push(...(await inCompany((trx) => stretchesOf(trx, companyId, some, { from, to }))));
    if (isHeartbeatDue(work)) await heartbeat(work);
  }
  progress.total = stretches.reduce((sum, { snapshots }) => sum + snapshots, 0);
  return { ads, stretches, from, to };
}

/** Runs the draft from the beginning to the end. @throws LeaseLost */
async function runDraft(work: Work): Promise<BacktestReport> {
  const { ctx, companyId, row, signal, progress } = work;
  const body = RuleBody.parse(row.rule);
  const { ads, stretches, from, to } = await planOf(work);
  const { smallestRisePercent, pace } = await within(ctx.db, { company: companyId }, (trx) =>
    companySettings(trx, companyId),
  );
  await heartbeat(work);

  const changes = changeWriter(work);
  const window = { from: from.getTime(), to: to.getTime() };
  const replay = createBacktest(
    { rule: toRule(body), window, unitsPerDay: row.units_per_day, smallestRisePercent, pace },
    changes.take,
  );
  let listing: BacktestListing | null = null;
  for await (const page of readSnapshots(ctx.db, companyId, ads, stretches, to)) {
    signal.throwIfAborted();
    listing = feed(replay, page, listing);
    progress.done += page.length;
    await changes.write(WRITTEN_AT_ONCE);
    if (isHeartbeatDue(work)) await heartbeat(work);
  }
  replay.end();
  await changes.write(1);

  const seen = stretches.map(({ listingId }) => ads.get(listingId)!);
  const withCost = seen.filter(({ costs }) => costs !== null).length;
  return {
    snapshots: progress.done,
    listings: seen.length,
    listingsWithCost: withCost,
    currencyCode: [...ads.values()][0]?.currencyCode ?? 'BRL',
    from: from.toISOString(),
    to: to.toISOString(),
    unitsPerDay: row.units_per_day,
    assumptions: assumptionsOf(body.competition, {
      requested: row.listing_ids.length,
      listings: seen.length,
      withCost,
      isCut: changes.isCut(),
    }),
    ...replay.results(),
  };
}

export const backtestRunner = backtestWork.runner({
  async running(held) {
    const work: Work = { ...held, progress: { done: 0, total: 0 }, heartbeatAt: 0 };
    await heartbeat(work);
    const report = await runDraft(work);
    await held.hold(work.progress, (trx, row) => backtestWork.move(trx, row, 'done', { report }));
  },
});
