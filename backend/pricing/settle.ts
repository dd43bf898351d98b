// What follows when the end of a push is known: one transaction, fenced by the version that was recorded.
import { recordOwnPrice, type TradingHouse } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { latestMarkets, requestLooks } from '../monitoring/actions.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import { stepOf } from './decisions.ts';
import { proposalMark, unwanted } from './dismissals.ts';
import { accused } from './outside/accuse.ts';
import { DECIDE, enqueuePush, enqueueReadBack } from './queues.ts';
import { dismiss, type Landed, loadTargets, lockListings, recordLanded } from './store.ts';
import { tellMoved } from './tell.ts';
import {
  appliedSince,
  type MovedRow,
  moveUpdates,
  type UpdateRow,
  updatesByIds,
} from './update-store.ts';
import type { Progress, UpdateEvent } from './updates.ts';
import { isUnwantedNow } from './walk.ts';

/** An update as whoever settles it saw it last: the fence. */
export interface Seen {
  id: number;
  version: number;
}

/**
 * Settles an attempt. Whoever comes with a version that is not the present one is too late: somebody else has taken
 * the update over, and nothing is changed.
 * @param shown the price that buyers see, in minor units, where it was seen
 */
export async function settle(
  house: TradingHouse,
  companyId: number,
  seen: Seen,
  event: UpdateEvent,
  shown: Minor | null,
): Promise<void> {
  await withinByKeys(house.db, { company: companyId }, async (trx) => {
    const [found] = await updatesByIds(trx, companyId, [seen.id]);
    if (found === undefined) throw new Error(`Price update ${seen.id} is gone`);
    await lockListings(trx, companyId, [found.listing_id]);
    const [row] = await updatesByIds(trx, companyId, [seen.id]);
    if (row === undefined || row.version !== seen.version) {
      house.log.info('An attempt came too late to settle its price update', {
        companyId,
        updateId: seen.id,
        event: event.type,
      });
      return;
    }
    const { from, to } = stepOf(row, event);
    const step = { from, to: await accused(house, trx, companyId, row.listing_id, to) };
    const moved = await moveUpdates(trx, companyId, [step], house.clock());
    const others = await follow(house, trx, companyId, row, step.to, shown);
    const news = moved.filter(({ state }) => state !== row.state);
    await tellMoved(house, trx, companyId, [...news, ...others]);
  });
}

/** Does what an update's new state asks for; gives other updates that moved along. */
async function follow(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  row: UpdateRow,
  { state, nextAttemptAt, failure }: Progress,
  shown: Minor | null,
): Promise<MovedRow[]> {
  switch (state) {
    case 'retry':
      await enqueuePush(house, trx, companyId, [row.id], nextAttemptAt ?? undefined);
      return [];
    case 'sent':
      if (nextAttemptAt === null) await enqueuePush(house, trx, companyId, [row.id]);
      else await enqueueReadBack(house, trx, companyId, [row.id], nextAttemptAt);
      return [];
    case 'applied': {
      await keepPrice(house, trx, companyId, row, row.new_price);
      await recordLanded(trx, companyId, [landedOf(row)], house.clock());
      const undone = row.reverts === null ? [] : await takeBack(house, trx, companyId, row);
      await lookSoon(house, trx, companyId, row.listing_id);
      await decideSoon(house, trx, companyId, row.listing_id);
      return undone;
    }
    default:
      if (shown !== null) await keepPrice(house, trx, companyId, row, shown);
      if (isUnwantedNow(row, failure)) await dismissPrice(trx, companyId, row);
      await decideSoon(house, trx, companyId, row.listing_id);
      return [];
  }
}

const landedOf = (row: UpdateRow): Landed => ({
  listingId: row.listing_id,
  from: row.old_price,
  to: row.new_price,
  byPerson: row.decided_by !== null,
});

const keepPrice = (
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  row: UpdateRow,
  price: Minor,
): Promise<boolean> => recordOwnPrice(trx, companyId, row.listing_id, price, house.clock());

/**
 * The price from before an update is back: the update is undone, and with it all that were applied after it. An undo
 * names the oldest of those that it takes back, and nothing else is applied to an ad while one is on its way.
 */
async function takeBack(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  row: UpdateRow,
): Promise<MovedRow[]> {
  const taken = row.reverts === null ? [] : await appliedSince(trx, companyId, row, row.reverts);
  if (taken.length === 0) throw new Error(`Undo ${row.id} has nothing to take back`);
  const decidedBy = row.decided_by === null ? {} : { decidedBy: row.decided_by };
  const steps = taken.map((each) => ({
    ...stepOf(each, { type: 'undo_confirmed' }),
    ...decidedBy,
  }));
  return await moveUpdates(trx, companyId, steps, house.clock());
}

/** Has the price of an update not proposed again until the market or the rule changes. */
async function dismissPrice(trx: Trx, companyId: number, row: UpdateRow): Promise<void> {
  const seen = (await latestMarkets(trx, companyId, [row.listing_id])).get(row.listing_id);
  const mark = proposalMark(seen?.fingerprint ?? null, row.rule_id, row.rule_version);
  await dismiss(trx, companyId, row.listing_id, unwanted(row.new_price, mark));
}

/** A new price moves the buybox: the market is looked at without waiting for its turn. */
async function lookSoon(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<void> {
  const target = (await loadTargets(trx, companyId, [listingId])).get(listingId);
  if (target === undefined) return;
  const look = { companyId, accountId: target.accountId, listingId, tries: 0 };
  await requestLooks(house, trx, [{ look }]);
}

/** What changed while the update was under way was left for now. */
const decideSoon = (
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<void> => house.jobs.send(trx, DECIDE, [{ companyId, listingIds: [listingId] }]);
