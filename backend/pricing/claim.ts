// Before a price leaves: asked once more whether it still holds, held against the breaker, and written down that it
// leaves.
import { sql } from 'kysely';
import type { TradingHouse } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { latestMarkets } from '../monitoring/actions.ts';
import type { Trx } from '../platform/db.ts';
import { type Leaving, largeDrops, tripped } from './breaker.ts';
import { type BreakerSight, MinimumBy } from './contract.ts';
import { type DayPrices, groundOf } from './day-prices.ts';
import { considered, decideWithin, stepOf } from './decisions.ts';
import { type CostRow, costColumns, costsOf, loadPriced } from './facts.ts';
import { minimumOf } from './floor.ts';
import { type Bounds, type MoveLimits, mayLeave } from './guard.ts';
import { type Elsewhere, parityOf } from './outside/parity.ts';
import { loadParity } from './outside/parity-store.ts';
import { enqueueReadBack } from './queues.ts';
import type { Seen } from './settle.ts';
import { companySettings, loadTargets, lockListings, type Target, titlesIn } from './store.ts';
import { throwSwitch } from './switch.ts';
import { breakerTerms, countDrops, dropsSince, holdSwitch } from './switch-store.ts';
import { tellMoved } from './tell.ts';
import type { ListingFacts } from './terms.ts';
import {
  moveUpdates,
  progressOf,
  type StandingUpdate,
  type Step,
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
  /** The ad counts as being at the new price already: nobody asked whether it should go there. */
  seemsThere: boolean;
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
  row: StandingUpdate;
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
  const now = house.clock();
  // Sent together, behind the lock.
  const [rows, { moves, parity, ...company }, ads, targets, markets] = await Promise.all([
    updatesByIds(trx, companyId, ids),
    companySettings(trx, companyId),
    loadPriced(trx, companyId, listingIds),
    loadTargets(trx, companyId, listingIds),
    latestMarkets(trx, companyId, listingIds),
  ]);
  const circumstances = { ...company, ruleEdited: false };
  const priced = new Map(ads.map((each) => [each.listingId, each]));
  const bounds = await storedBounds(trx, companyId, rows, moves, now);
  const elsewhere = parity === 'block' ? await loadParity(trx, companyId, listingIds) : null;

  const looksAt = new Map<number, Date | undefined>();
  const candidates: Candidate[] = [];
  const outdated: StandingUpdate[] = [];
  const keptBack = new Map<number, Minor>();
  for (const row of rows) {
    const ready = readyToCall(progressOf(row), now);
    if (ready === 'look') looksAt.set(row.id, lookAfter(row));
    if (typeof ready === 'string') continue;
    const ad = priced.get(row.listing_id);
    const target = targets.get(row.listing_id)!;
    const market = markets.get(row.listing_id) ?? null;
    const decision = ad === undefined ? null : considered(ad, market, now, circumstances).decision;
    const within = bounds.get(row.id)!;
    const isLevel = keepsParity(row, elsewhere?.get(row.listing_id) ?? null, ad?.facts ?? null);
    const holds =
      !circumstances.stopsPriceChanges &&
      // A number means another price where the ad is offered in another currency by now.
      row.currency_code === target.currencyCode &&
      stillHolds(row, ad?.rule ?? null, decision, target.price, within) &&
      isLevel;
    if (holds) candidates.push({ row, ready, target });
    else outdated.push(row);
    if (!isLevel || mayLeave(row.new_price, within) !== null) {
      keptBack.set(row.listing_id, row.new_price);
    }
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
  const movedRows = await record(house, trx, companyId, rows, [...canceled, ...calls], targets);
  await enqueueReadBack(house, trx, companyId, [...looksAt.keys()], (id) => looksAt.get(id));
  await decideWithin(
    house,
    trx,
    companyId,
    [...outdated, ...held].map((row) => row.listing_id),
    { ruleEdited: false, keptBack },
  );
  const claims = leaving.flatMap(({ row, target }, index): Claim[] => {
    const call = calls[index]!;
    const seen = { id: row.id, listingId: row.listing_id, version: row.version + 1 };
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
        seemsThere: target.price === row.new_price,
      },
    ];
  });
  return { claims, switchReadAt: now, tripped: verdict.tripped };
}

/** Whether nobody sells the same for less elsewhere in the company, as far as it minds, or a person wants it so. */
const keepsParity = (
  row: StandingUpdate,
  elsewhere: Elsewhere | null,
  facts: ListingFacts | null,
): boolean => {
  // What stands there already after an earlier attempt is not sent again.
  const isThere = row.attempts > 0 && facts?.price === row.new_price;
  if (row.decided_by !== null || isThere) return true;
  return parityOf(elsewhere, row.new_price, facts?.shippingPrice ?? 0) === null;
};

/** Moves updates and tells of those that came into another state; gives the versions that they have now. */
async function record(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  rows: readonly StandingUpdate[],
  steps: readonly Step[],
  targets: ReadonlyMap<number, Target>,
): Promise<Map<number, number>> {
  const movedRows = await moveUpdates(trx, companyId, steps, house.clock());
  const before = new Map(rows.map((row) => [row.id, row.state]));
  const news = movedRows.filter((row) => row.state !== before.get(row.id));
  await tellMoved(house, trx, companyId, news, titlesIn(targets));
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
 * What the numbers that are to leave are held against: read from the rows of the rules, costs and ads themselves, past
 * everything that the engine read and made of them.
 */
async function storedBounds(
  trx: Trx,
  companyId: number,
  rows: readonly StandingUpdate[],
  limits: MoveLimits,
  now: Date,
): Promise<Map<number, Bounds>> {
  if (rows.length === 0) return new Map();
  const { rows: stored } = await sql<
    CostRow & {
      id: number;
      min_price: Minor | null;
      max_price: Minor | null;
      minimum_by: string | null;
      minimum_percent: number | null;
      price: Minor;
      day_prices: DayPrices | null;
    }
  >`
    select u.id, r.min_price, r.max_price, r.settings->>'minimumBy' as minimum_by,
      (r.settings->>'minimumPercent')::numeric as minimum_percent, l.price, p.day_prices,
      ${costColumns}
    from price_update u
    join rule r on r.company_id = u.company_id and r.id = u.rule_id
    join listing l on l.company_id = u.company_id and l.id = u.listing_id
    left join listing_pricing p on p.company_id = u.company_id and p.listing_id = u.listing_id
    left join listing_cost c on c.company_id = u.company_id and c.listing_id = u.listing_id
    where u.company_id = ${companyId} and u.id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  const byId = new Map(stored.map((each) => [each.id, each]));
  return new Map(
    rows.map((row) => {
      const at = byId.get(row.id)!;
      const terms = {
        // A rule from before minimums could follow from costs says an amount.
        minimumBy: MinimumBy.parse(at.minimum_by ?? 'AMOUNT'),
        minimumPercent: at.minimum_percent,
        minPrice: at.min_price,
        maxPrice: at.max_price,
      };
      const minimum = minimumOf(terms, costsOf(at));
      const minPrice = typeof minimum === 'string' ? 'unknown' : minimum;
      const ground = groundOf(at.day_prices, at.price, now);
      return [row.id, boundsOf(row, { minPrice, maxPrice: at.max_price, ground, limits })];
    }),
  );
}

/** When whoever made a call whose end is not known must have noticed that it is over. */
const lookAfter = (row: StandingUpdate): Date | undefined =>
  row.calling_since === null ? undefined : callEndsAt(row.calling_since);
