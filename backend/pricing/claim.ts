// Before a price leaves: asked once more whether it still holds, held against the breaker, and written down that it
// leaves.
import { sql } from 'kysely';
import type { TradingHouse } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { latestMarkets } from '../monitoring/actions.ts';
import type { Trx } from '../platform/db.ts';
import { type Leaving, largeDrops, tripped } from './breaker.ts';
import type { BreakerSight } from './contract.ts';
import { considered, decideWithin, stepOf } from './decisions.ts';
import type { Bounds } from './guard.ts';
import { enqueueReadBack } from './queues.ts';
import type { Seen } from './settle.ts';
import { companySettings, loadPriced, loadTargets, lockListings, type Target } from './store.ts';
import { throwSwitch } from './switch.ts';
import { breakerTerms, countDrops, dropsSince, holdSwitch } from './switch-store.ts';
import { tellMoved } from './tell.ts';
import {
  moveUpdates,
  progressOf,
  type Step,
  type UpdateRow,
  updatesByIds,
} from './update-store.ts';
import { callEndsAt, type Progress } from './updates.ts';
import { boundsOf, moved, readyToCall, replacedPrice, stillHolds } from './walk.ts';

/** A call that is recorded and may leave. */
export interface Claim {
  companyId: number;
  seen: Seen;
  progress: Progress;
  target: Target;
  oldPrice: Minor;
  newPrice: Minor;
  operationKey: string;
  /** What the number that leaves is held against once more. */
  bounds: Bounds;
  /** An attempt was made before: what became of it is looked at first. */
  readFirst: boolean;
}

/** What came of asking for calls. */
export interface Claimed {
  claims: Claim[];
  /** When the stop switch was read for them. */
  switchReadAt: Date;
  /** What the breaker saw when it stopped the company's prices; null: it did not. */
  tripped: BreakerSight | null;
}

/** An update that holds and may be called, as far as the breaker lets it. */
interface Candidate {
  row: UpdateRow;
  ready: Progress;
  target: Target;
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
): Promise<Claimed> {
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

  const toLook: UpdateRow[] = [];
  const candidates: Candidate[] = [];
  const outdated: UpdateRow[] = [];
  for (const row of rows) {
    const ready = readyToCall(progressOf(row), now);
    if (ready === 'look') toLook.push(row);
    if (typeof ready === 'string') continue;
    const ad = priced.get(row.listing_id);
    const target = targets.get(row.listing_id)!;
    const market = markets.get(row.listing_id) ?? null;
    const decision = ad === undefined ? null : considered(ad, market, now, circumstances).decision;
    const holds =
      !circumstances.stopsPriceChanges &&
      stillHolds(row, ad?.rule ?? null, decision, ad?.facts.price ?? target.price);
    if (holds) candidates.push({ row, ready, target });
    else outdated.push(row);
  }

  const verdict = await passBreaker(house, trx, companyId, candidates);
  const leaving = verdict.stopped ? [] : candidates;
  const held = verdict.stopped ? candidates.map(({ row }) => row) : [];
  const canceled = [...outdated, ...held].map((row) => stepOf(row, { type: 'superseded' }));
  const calls = leaving.map(({ row, ready, target }) => ({
    from: row,
    to: moved(ready, { type: 'call', at: now }),
    oldPrice: replacedPrice(row, target.price),
  }));
  const movedRows = await record(house, trx, companyId, rows, [...canceled, ...calls]);
  for (const row of toLook) {
    await enqueueReadBack(house, trx, companyId, [row.id], lookAfter(row));
  }
  await decideWithin(
    house,
    trx,
    companyId,
    [...outdated, ...held].map((row) => row.listing_id),
    { ruleEdited: false },
  );
  const bounds = await storedBounds(
    trx,
    companyId,
    leaving.map(({ row }) => row),
  );
  const claims = leaving.flatMap(({ row, target }, index): Claim[] => {
    const call = calls[index]!;
    const seen = { id: row.id, version: row.version + 1 };
    if (movedRows.get(row.id) !== seen.version) return [];
    return [
      {
        companyId,
        seen,
        progress: call.to,
        target,
        oldPrice: call.oldPrice,
        newPrice: row.new_price,
        operationKey: row.operation_key,
        bounds: bounds.get(row.id)!,
        readFirst: row.attempts > 0,
      },
    ];
  });
  return { claims, switchReadAt: now, tripped: verdict.tripped };
}

/** Moves updates and tells of those that came into another state; gives the versions that they have now. */
async function record(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  rows: readonly UpdateRow[],
  steps: readonly Step[],
): Promise<Map<number, number>> {
  const movedRows = await moveUpdates(trx, companyId, steps, house.clock());
  const before = new Map(rows.map((row) => [row.id, row.state]));
  const news = movedRows.filter((row) => row.state !== before.get(row.id));
  await tellMoved(house, trx, companyId, news);
  return new Map(movedRows.map((row) => [row.id, row.version]));
}

/**
 * Holds the large drops among updates against the breaker, and counts those that may leave. Only they wait for each
 * other; the switch stays held until the calls are recorded, so that the count is exact over all processes.
 */
async function passBreaker(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  candidates: readonly Candidate[],
): Promise<{ stopped: boolean; tripped: BreakerSight | null }> {
  const leaving = candidates.map(
    ({ row, target }): Leaving => ({
      id: row.id,
      ruleId: row.rule_id,
      listingId: row.listing_id,
      from: target.price,
      to: row.new_price,
    }),
  );
  if (largeDrops(leaving, await breakerTerms(trx, companyId)).length === 0) {
    return { stopped: false, tripped: null };
  }
  const { stopped, breaker } = await holdSwitch(trx, companyId);
  if (stopped) return { stopped, tripped: null };
  const drops = largeDrops(leaving, breaker);
  const ids = drops.map((drop) => drop.id);
  const now = house.clock();
  const since = new Date(now.getTime() - breaker.minutes * 60_000);
  const sight = tripped(drops, await dropsSince(trx, companyId, since, ids), breaker);
  if (sight === null) {
    await countDrops(trx, companyId, ids, now);
    return { stopped: false, tripped: null };
  }
  await throwSwitch(house, trx, companyId, { reason: 'breaker', detail: sight });
  return { stopped: true, tripped: sight };
}

/**
 * The limits that the numbers which leave are held against once more: read from the rows of the rules themselves, past
 * everything that the engine made of them.
 */
async function storedBounds(
  trx: Trx,
  companyId: number,
  rows: readonly UpdateRow[],
): Promise<Map<number, Bounds>> {
  if (rows.length === 0) return new Map();
  const { rows: limits } = await sql<{
    id: number;
    min_price: Minor | null;
    max_price: Minor | null;
  }>`
    select u.id, r.min_price, r.max_price
    from price_update u join rule r on r.company_id = u.company_id and r.id = u.rule_id
    where u.company_id = ${companyId} and u.id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  const byId = new Map(limits.map((limit) => [limit.id, limit]));
  return new Map(
    rows.map((row) => {
      const { min_price, max_price } = byId.get(row.id)!;
      return [row.id, boundsOf(row, min_price, max_price)];
    }),
  );
}

/** When whoever made a call whose end is not known must have noticed that it is over. */
const lookAfter = (row: UpdateRow): Date | undefined =>
  row.calling_since === null ? undefined : callEndsAt(row.calling_since);
