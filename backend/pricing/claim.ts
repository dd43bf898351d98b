// Before a price leaves: asked once more whether it still holds, and written down that it leaves.
import type { TradingHouse } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { latestMarkets } from '../monitoring/actions.ts';
import type { Trx } from '../platform/db.ts';
import { considered, decideWithin, stepOf } from './decisions.ts';
import { enqueueReadBack } from './queues.ts';
import type { Seen } from './settle.ts';
import {
  companySettings,
  loadPriced,
  loadTargets,
  lockListings,
  type Priced,
  type Target,
} from './store.ts';
import { tellMoved } from './tell.ts';
import type { Circumstances, Rule } from './terms.ts';
import {
  moveUpdates,
  progressOf,
  type Step,
  type UpdateRow,
  updatesByIds,
} from './update-store.ts';
import { callEndsAt, move, type Progress, standingOf, type UpdateEvent } from './updates.ts';

/** A call that is recorded and may leave. */
export interface Claim {
  companyId: number;
  seen: Seen;
  progress: Progress;
  target: Target;
  oldPrice: Minor;
  newPrice: Minor;
  operationKey: string;
  /** An attempt was made before: what became of it is looked at first. */
  readFirst: boolean;
}

/**
 * Asks once more whether each update still holds, and records the calls that are to leave. An update that does not
 * hold any more is cancelled, and its listing decided anew.
 */
export async function claimUpdates(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Claim[]> {
  const listingIds = (await updatesByIds(trx, companyId, ids)).map((row) => row.listing_id);
  await lockListings(trx, companyId, listingIds);
  const rows = await updatesByIds(trx, companyId, ids);
  const now = house.clock();
  const circumstances = { ...(await companySettings(trx, companyId)), ruleEdited: false };
  const priced = new Map(
    (await loadPriced(trx, companyId, listingIds)).map((each) => [each.listingId, each]),
  );
  const targets = await loadTargets(trx, companyId, listingIds);
  const markets = await latestMarkets(trx, companyId, listingIds);

  const steps: Step[] = [];
  const claims: Claim[] = [];
  const outdated: number[] = [];
  for (const row of rows) {
    const ready = readyToCall(row, now);
    if (ready === 'look') await enqueueReadBack(house, trx, companyId, [row.id], lookAfter(row));
    if (typeof ready === 'string') continue;
    const target = targets.get(row.listing_id)!;
    const rule = priced.get(row.listing_id) ?? null;
    const holds =
      row.reverts === null
        ? stillHolds(row, rule, markets.get(row.listing_id) ?? null, now, circumstances)
        : !circumstances.stopsPriceChanges;
    if (!holds) {
      steps.push(stepOf(row, { type: 'superseded' }));
      outdated.push(row.listing_id);
      continue;
    }
    // What the ad costs by now is what the update replaces, unless an earlier attempt of ours shows there already.
    const oldPrice = target.price === row.new_price ? row.old_price : target.price;
    const called = moveOf(row, ready, { type: 'call', at: now });
    steps.push({ from: row, to: called, oldPrice });
    claims.push({
      companyId,
      seen: { id: row.id, version: row.version + 1 },
      progress: called,
      target,
      oldPrice,
      newPrice: row.new_price,
      operationKey: row.operation_key,
      readFirst: row.attempts > 0,
    });
  }
  const moved = await moveUpdates(trx, companyId, steps, now);
  const versions = new Map(moved.map((row) => [row.id, row.version]));
  const before = new Map(rows.map((row) => [row.id, row.state]));
  const news = moved.filter((row) => row.state !== before.get(row.id));
  await tellMoved(house, trx, companyId, news);
  await decideWithin(house, trx, companyId, outdated, { ruleEdited: false });
  return claims.filter(({ seen }) => versions.get(seen.id) === seen.version);
}

function moveOf(row: UpdateRow, progress: Progress, event: UpdateEvent): Progress {
  const moved = move(progress, event);
  if (!moved.ok)
    throw new Error(`Update ${row.id} is ${progress.state}: ${event.type} does not fit`);
  return moved.value;
}

/** An update that may be called, as it stands then; else whether its price has to be looked at, or nothing. */
function readyToCall(row: UpdateRow, now: Date): Progress | 'look' | 'nothing' {
  const progress = progressOf(row);
  if (progress.state === 'retry') {
    const { nextAttemptAt } = progress;
    if (nextAttemptAt !== null && nextAttemptAt > now) return 'nothing';
    return moveOf(row, progress, { type: 'again' });
  }
  if (progress.state !== 'sent') return 'nothing';
  const standing = standingOf(progress);
  if (standing === 'queued') return progress;
  return standing === 'calling' ? 'look' : 'nothing';
}

/** When whoever made a call whose end is not known must have noticed that it is over. */
const lookAfter = (row: UpdateRow): Date | undefined =>
  row.calling_since === null ? undefined : callEndsAt(row.calling_since);

/** Whether an update is what its rule would do now, at the very price that is to leave. */
function stillHolds(
  row: UpdateRow,
  priced: Priced | null,
  market: Parameters<typeof considered>[1],
  now: Date,
  circumstances: Circumstances,
): boolean {
  if (priced === null || priced.rule.id !== row.rule_id) return false;
  if (priced.rule.version !== row.rule_version) return false;
  if (!insideLimits(row.new_price, priced.rule.terms)) return false;
  // An earlier attempt got through after all: reading the price settles it.
  if (row.attempts > 0 && priced.facts.price === row.new_price) return true;
  return considered(priced, market, now, circumstances).decision.price === row.new_price;
}

const insideLimits = (price: Minor, { minPrice, maxPrice }: Rule): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  (minPrice === null || price >= minPrice) &&
  (maxPrice === null || price <= maxPrice);
