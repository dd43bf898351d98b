// What follows when the end of a push is known: one transaction, fenced by the version that was recorded.
import { recordOwnPrices, type TradingHouse } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { latestMarkets, requestLooks } from '../monitoring/actions.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import { stepOf } from './decisions.ts';
import { proposalMark, unwanted } from './dismissals.ts';
import { accused } from './outside/accuse.ts';
import { enqueueDecisions, enqueuePush, enqueueReadBack } from './queues.ts';
import {
  dismiss,
  type Landed,
  loadTargets,
  lockListings,
  recordLanded,
  type Target,
  titlesIn,
} from './store.ts';
import { tellMoved } from './tell.ts';
import {
  appliedSince,
  type MovedRow,
  moveUpdates,
  type StandingUpdate,
  type Step,
  updatesByIds,
} from './update-store.ts';
import { type Progress, standingOf, type UpdateEvent } from './updates.ts';
import { isUnwantedNow } from './walk.ts';

/** An update as whoever settles it saw it last: the fence. */
export interface Seen {
  id: number;
  listingId: number;
  version: number;
}

/** How an attempt ended. */
export interface End {
  seen: Seen;
  event: UpdateEvent;
  /** The price that buyers see, in minor units, where it was seen. */
  shown: Minor | null;
}

/** An end that counts, and where it takes its update. */
interface Settled {
  row: StandingUpdate;
  to: Progress;
  shown: Minor | null;
}

/**
 * Settles attempts of a company. Whoever comes with a version that is not the present one is too late: somebody else
 * has taken the update over, and nothing of it is changed.
 */
export async function settle(
  house: TradingHouse,
  companyId: number,
  ends: readonly End[],
): Promise<void> {
  const ids = ends.map(({ seen }) => seen.id);
  const listingIds = [...new Set(ends.map(({ seen }) => seen.listingId))].sort((a, b) => a - b);
  await withinByKeys(house.db, { company: companyId }, async (trx) => {
    // Sent together, and read behind the lock.
    const [, rows, targets] = await Promise.all([
      lockListings(trx, companyId, listingIds),
      updatesByIds(trx, companyId, ids),
      loadTargets(trx, companyId, listingIds),
    ]);
    const settled: Settled[] = [];
    for (const { row, event, shown } of inTime(house, companyId, ends, rows)) {
      const { to } = stepOf(row, event);
      settled.push({
        row,
        to: await accused(house, trx, companyId, row.listing_id, to),
        shown,
      });
    }
    const [moved, others] = await Promise.all([
      moveUpdates(
        trx,
        companyId,
        settled.map(({ row, to }) => ({ from: row, to })),
        house.clock(),
      ),
      keep(house, trx, companyId, settled),
    ]);
    const before = new Map(rows.map((row) => [row.id, row.state]));
    const news = moved.filter(({ id, state }) => state !== before.get(id));
    // Jobs after rows: whoever waits for the place of a job holds nothing that somebody else still wants.
    await Promise.all([
      enqueueNext(house, trx, companyId, settled, targets),
      tellMoved(house, trx, companyId, [...news, ...others], titlesIn(targets)),
    ]);
  });
}

/** The ends that are in time, with their updates; an update ends once. */
function inTime(
  house: TradingHouse,
  companyId: number,
  ends: readonly End[],
  rows: readonly StandingUpdate[],
): (End & { row: StandingUpdate })[] {
  const open = new Map(rows.map((row) => [row.id, row]));
  return ends.flatMap((end) => {
    const { id, version } = end.seen;
    const row = open.get(id);
    if (row?.version === version) {
      open.delete(id);
      return [{ ...end, row }];
    }
    house.log.info('An attempt came too late to settle its price update', {
      companyId,
      updateId: id,
      event: end.event.type,
    });
    return [];
  });
}

const isOver = ({ to }: Settled): boolean => to.state !== 'retry' && to.state !== 'sent';
const isApplied = ({ to }: Settled): boolean => to.state === 'applied';
/** Nothing of it is on its way, and so nothing changes what buyers see. */
const isQueued = ({ to }: Settled): boolean => to.state === 'sent' && standingOf(to) === 'queued';

/** Keeps what became of updates with their ads; gives other updates that moved along. */
async function keep(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  settled: readonly Settled[],
): Promise<MovedRow[]> {
  const over = settled.filter(isOver);
  const applied = over.filter(isApplied).map(({ row }) => row);
  const prices = settled
    .filter((one) => isOver(one) || isQueued(one))
    .flatMap((one) => {
      const price = isApplied(one) ? one.row.new_price : one.shown;
      return price === null ? [] : [{ listingId: one.row.listing_id, price }];
    });
  const unwantedOnes = over.filter(
    (one) => !isApplied(one) && isUnwantedNow(one.row, one.to.failure),
  );
  const now = house.clock();
  const [taken] = await Promise.all([
    takeBack(house, trx, companyId, applied),
    recordOwnPrices(trx, companyId, prices, now),
    recordLanded(trx, companyId, applied.map(landedOf), now),
    ...unwantedOnes.map(({ row }) => dismissPrice(trx, companyId, row)),
  ]);
  return taken;
}

/** Enqueues what the new states of updates ask for. */
async function enqueueNext(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  settled: readonly Settled[],
  targets: ReadonlyMap<number, Target>,
): Promise<void> {
  const starts = new Map(settled.map(({ row, to }) => [row.id, to.nextAttemptAt ?? undefined]));
  const startOf = (id: number) => starts.get(id);
  const idsOf = (which: (one: Settled) => boolean) =>
    settled.filter(which).map(({ row }) => row.id);
  const isToLook = ({ to }: Settled) => to.state === 'sent' && to.nextAttemptAt !== null;
  const over = settled.filter(isOver).map(({ row }) => row.listing_id);
  const applied = settled.filter(isApplied).map(({ row }) => row.listing_id);
  await Promise.all([
    enqueuePush(
      house,
      trx,
      companyId,
      idsOf((one) => !isOver(one) && !isToLook(one)),
      startOf,
    ),
    enqueueReadBack(house, trx, companyId, idsOf(isToLook), startOf),
    lookSoon(house, trx, companyId, applied, targets),
    // What changed while they were under way was left for now.
    enqueueDecisions(house, trx, companyId, over),
  ]);
}

const landedOf = (row: StandingUpdate): Landed => ({
  listingId: row.listing_id,
  from: row.old_price,
  to: row.new_price,
  byPerson: row.decided_by !== null,
});

/**
 * The price from before an update is back: the update is undone, and with it all that were applied after it. An undo
 * names the oldest of those that it takes back, and nothing else is applied to an ad while one is on its way.
 */
async function takeBack(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  applied: readonly StandingUpdate[],
): Promise<MovedRow[]> {
  const steps: Step[] = [];
  for (const row of applied) {
    if (row.reverts === null) continue;
    const taken = await appliedSince(trx, companyId, row, row.reverts);
    if (taken.length === 0) throw new Error(`Undo ${row.id} has nothing to take back`);
    const decidedBy = row.decided_by === null ? {} : { decidedBy: row.decided_by };
    steps.push(
      ...taken.map((each) => ({ ...stepOf(each, { type: 'undo_confirmed' }), ...decidedBy })),
    );
  }
  return await moveUpdates(trx, companyId, steps, house.clock());
}

/** Has the price of an update not proposed again until the market or the rule changes. */
async function dismissPrice(trx: Trx, companyId: number, row: StandingUpdate): Promise<void> {
  const seen = (await latestMarkets(trx, companyId, [row.listing_id])).get(row.listing_id);
  const mark = proposalMark(seen?.fingerprint ?? null, row.rule_id, row.rule_version);
  await dismiss(trx, companyId, row.listing_id, unwanted(row.new_price, mark));
}

/** A new price moves the buybox: the market is looked at without waiting for its turn. */
const lookSoon = (
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  targets: ReadonlyMap<number, Target>,
): Promise<void> =>
  requestLooks(
    house,
    trx,
    listingIds.flatMap((listingId) => {
      const target = targets.get(listingId);
      if (target === undefined) return [];
      return [{ look: { companyId, accountId: target.accountId, listingId, tries: 0 } }];
    }),
  );
