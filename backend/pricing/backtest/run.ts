// Running a replay: one worker at a time has it in hand, tells how far it is, and stops where it is taken away.
import { type Trx, within } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
import type { Claim } from '../claims.ts';
import {
  type BacktestAssumption,
  type BacktestReport,
  type Competition,
  RuleBody,
} from '../contract.ts';
import { toRule } from '../translate.ts';
import {
  type LookPage,
  loadAds,
  type ReplayAd,
  readLooks,
  type Stretch,
  stretchesOf,
} from './looks.ts';
import { type Change, createReplay, type Replay } from './replay.ts';
import * as store from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** A beat, and with it the progress that the page shows and the look whether to go on. */
const BEAT_MS = 1_000;
/** Taken up so often without an end, a replay has failed. */
const MOST_ATTEMPTS = 5;
/** Changes that are listed; beyond them they are only counted. */
const MOST_CHANGES = 100_000;
/** Ads whose looks are counted at once: even those of 90 days take less than a lease. */
const COUNTED_AT_ONCE = 50;
/** Changes that are written at once. */
const WRITTEN_AT_ONCE = 500;

/** What came of taking up a company's replays. */
export type Taken =
  | { kind: 'none' }
  /** Another worker has one of the company in hand: one after the other. */
  | { kind: 'busy' }
  | { kind: 'taken'; row: store.BacktestRow; claim: Claim };

const inCompany = <T>(house: House, companyId: number, work: (trx: Trx) => Promise<T>) =>
  within(house.db, { company: companyId }, work);

const tell = (trx: Trx, companyId: number, id: number) =>
  announce(trx, companyId, { type: 'backtests', ids: [id] });

/** Takes up the next replay of a company: one whose worker died, else the oldest that waits. */
export const takeNext = (house: House, companyId: number): Promise<Taken> =>
  inCompany(house, companyId, async (trx): Promise<Taken> => {
    await store.holdCompany(trx, companyId);
    for (const row of await openInOrder(trx, companyId)) {
      if (row.isAlive) return { kind: 'busy' };
      if (row.attempts >= MOST_ATTEMPTS) {
        await store.failBacktest(trx, companyId, row.id);
        await tell(trx, companyId, row.id);
        house.log.error('a replay failed for good', undefined, { companyId, backtest: row.id });
        continue;
      }
      const claim = { id: row.id, claim: house.uuid() };
      await store.takeUp(trx, companyId, row, claim.claim);
      await tell(trx, companyId, row.id);
      return { kind: 'taken', row, claim };
    }
    return { kind: 'none' };
  });

const openInOrder = async (trx: Trx, companyId: number) =>
  (await store.openBacktests(trx, companyId)).sort(
    (a, b) => Number(b.state === 'running') - Number(a.state === 'running'),
  );

/** The replay was cancelled, or another worker has it. */
class TakenAway extends Error {}

interface Work {
  house: House;
  companyId: number;
  claim: Claim;
  progress: { done: number; total: number };
  beatAt: number;
}

/** Tells how far it is, and finds out whether to go on. @throws TakenAway */
async function beat(work: Work): Promise<void> {
  const { house, companyId, claim, progress } = work;
  const goesOn = await inCompany(house, companyId, async (trx) => {
    await tell(trx, companyId, claim.id);
    return await store.beat(trx, companyId, claim, progress);
  });
  if (!goesOn) throw new TakenAway();
  work.beatAt = performance.now();
}

const isBeatDue = ({ beatAt }: Work): boolean => performance.now() - beatAt >= BEAT_MS;

/** Keeps the changes that are listed, and writes them some at a time. */
function changeWriter({ house, companyId, claim }: Work) {
  let open: Change[] = [];
  let written = 0;
  let isCut = false;
  return {
    take(change: Change) {
      if (written + open.length < MOST_CHANGES) open.push(change);
      else isCut = true;
    },
    isCut: () => isCut,
    /** @throws TakenAway */
    async write(least: number): Promise<void> {
      while (open.length > 0 && open.length >= least) {
        const some = open.slice(0, WRITTEN_AT_ONCE);
        const isOurs = await inCompany(house, companyId, (trx) =>
          store.insertChanges(trx, companyId, claim, written, some),
        );
        if (!isOurs) throw new TakenAway();
        written += some.length;
        open = open.slice(some.length);
      }
    },
  };
}

function feed(replay: Replay, page: LookPage, present: ReplayAd | null): ReplayAd | null {
  let ad = present;
  for (const { ad: next, look } of page) {
    if (next !== ad) replay.begin(next);
    ad = next;
    replay.look(look);
  }
  return ad;
}

/** What a report takes for granted. */
function assumptionsOf(
  competition: Competition,
  seen: { asked: number; listings: number; withCost: number; isCut: boolean },
): BacktestAssumption[] {
  const { asked, listings, withCost, isCut } = seen;
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
    ['ads_without_history', listings < asked],
    ['changes_cut', isCut],
  ];
  return some.flatMap(([assumption, holds]) => (holds ? [assumption] : []));
}

interface Plan {
  ads: ReadonlyMap<number, ReplayAd>;
  stretches: readonly Stretch[];
  from: Date;
  to: Date;
}

/** Finds out what there is to replay. @throws TakenAway */
async function planOf(work: Work, row: store.BacktestRow, signal: AbortSignal): Promise<Plan> {
  const { house, companyId, progress } = work;
  const to = house.clock();
  const from = new Date(to.getTime() - row.days * DAY_MS);
  const ads = await inCompany(house, companyId, (trx) => loadAds(trx, companyId, row.listing_ids));
  const listingIds = [...ads.keys()].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (let start = 0; start < listingIds.length; start += COUNTED_AT_ONCE) {
    signal.throwIfAborted();
    const some = listingIds.slice(start, start + COUNTED_AT_ONCE);
    const found = await inCompany(house, companyId, (trx) =>
      stretchesOf(trx, companyId, some, { from, to }),
    );
    stretches.push(...found);
    if (isBeatDue(work)) await beat(work);
  }
  progress.total = stretches.reduce((sum, { looks }) => sum + looks, 0);
  return { ads, stretches, from, to };
}

/** Replays it from its beginning to its end. @throws TakenAway */
async function replayAll(
  work: Work,
  row: store.BacktestRow,
  signal: AbortSignal,
): Promise<BacktestReport> {
  const { house, companyId, progress } = work;
  const body = RuleBody.parse(row.rule);
  const { ads, stretches, from, to } = await planOf(work, row, signal);
  await beat(work);

  const changes = changeWriter(work);
  const window = { from: from.getTime(), to: to.getTime() };
  const replay = createReplay(
    { rule: toRule(body), window, unitsPerDay: row.units_per_day },
    changes.take,
  );
  let ad: ReplayAd | null = null;
  for await (const page of readLooks(house.db, companyId, ads, stretches, to)) {
    signal.throwIfAborted();
    ad = feed(replay, page, ad);
    progress.done += page.length;
    await changes.write(WRITTEN_AT_ONCE);
    if (isBeatDue(work)) await beat(work);
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
      asked: row.listing_ids.length,
      listings: seen.length,
      withCost,
      isCut: changes.isCut(),
    }),
    ...replay.results(),
  };
}

/**
 * Runs a replay that was taken up. One that is cancelled or taken over meanwhile ends quietly; one that fails is laid
 * down, to be taken up again from its beginning.
 */
export async function runBacktest(
  house: House,
  companyId: number,
  { row, claim }: { row: store.BacktestRow; claim: Claim },
  signal: AbortSignal,
): Promise<void> {
  const work: Work = {
    house,
    companyId,
    claim,
    progress: { done: 0, total: 0 },
    beatAt: performance.now(),
  };
  try {
    const report = await replayAll(work, row, signal);
    await inCompany(house, companyId, async (trx) => {
      if (await store.finish(trx, companyId, claim, work.progress, report))
        await tell(trx, companyId, claim.id);
    });
  } catch (error) {
    if (error instanceof TakenAway) return;
    // A process that stops in the middle of it is nobody's fault.
    await inCompany(house, companyId, (trx) =>
      store.layDown(trx, companyId, claim, !signal.aborted),
    );
    throw error;
  }
}
