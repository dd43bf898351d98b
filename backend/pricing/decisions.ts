// From a cause to price updates: loads ads in batches, asks the engine, and writes what follows in one transaction.
import { requestFloorFees } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { type LatestMarket, latestMarkets } from '../monitoring/actions.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Parity, RulesPaused } from './contract.ts';
import { groundOf } from './day-prices.ts';
import { decide } from './decide.ts';
import { isOver, proposalMark } from './dismissals.ts';
import { loadPriced, type Priced } from './facts.ts';
import { floorToAsk, minimumOf } from './floor.ts';
import { toStoredMemory } from './memory.ts';
import { lookClosely } from './outside/confirm.ts';
import { withParity } from './outside/parity.ts';
import { loadParity } from './outside/parity-store.ts';
import { enqueueDecisionsAt, enqueuePush } from './queues.ts';
import { pauseRules } from './rule-store.ts';
import {
  companySettings,
  forgetDismissals,
  lockListings,
  ruledListings,
  saveMemories,
} from './store.ts';
import { tellMoved, tellPaused } from './tell.ts';
import type { Circumstances, Decision, Line } from './terms.ts';
import { newTimers, surelyAfter } from './timers.ts';
import { toStoredRival } from './translate.ts';
import {
  activeUpdates,
  insertUpdates,
  moveUpdates,
  type NewUpdate,
  progressOf,
  type StandingUpdate,
  type Step,
  waitingOfRules,
} from './update-store.ts';
import type { UpdateEvent } from './updates.ts';
import { guarded, isTaken, moved, saysSame, wantsChange } from './walk.ts';

/** Listings that are decided in one transaction at most: enough to be fast, few enough to hold no one up for long. */
const CHUNK = 500;

/** What may be asked of one listing: the ad and its rule, its market, and the update that waits for it. */
interface Case {
  priced: Priced;
  seen: LatestMarket | null;
  waiting: StandingUpdate | null;
  decision: Decision;
  mark: string;
}

/** Decides listings anew, in batches with a transaction each; those that no rule prices are passed over. */
export async function decideListings(
  house: House,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(listingIds)].sort((a, b) => a - b);
  for (let start = 0; start < ids.length; start += CHUNK) {
    await withinByKeys(house.db, { company: companyId }, (trx) =>
      decideWithin(house, trx, companyId, ids.slice(start, start + CHUNK), { ruleEdited: false }),
    );
  }
}

/**
 * Decides listings anew in the caller's transaction, which holds them until it ends.
 *
 * A change becomes a price update, which replaces one that waits, and is sent where the rule asks for no approval. A
 * proposal that waits already stays as it is; one whose reason has gone is cancelled. A listing with an update under
 * way is left alone: settling that decides anew.
 * @param ruleEdited whether the cause is that a person edited the rule
 * @param keptBack the prices that a guard kept from leaving just now, by listing: whatever is decided, none of them is
 *   sent again before a person has seen it
 */
export async function decideWithin(
  house: House,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  { ruleEdited, keptBack }: { ruleEdited: boolean; keptBack?: ReadonlyMap<number, Minor> },
): Promise<void> {
  const ruled = await ruledListings(trx, companyId, listingIds);
  if (ruled.length === 0) return;
  const cases = (await loadCases(house, trx, companyId, ruled, ruleEdited)).map((each) =>
    heldForPerson(house, companyId, each, keptBack),
  );
  for (const { decision } of cases) {
    house.metrics.decisions.inc({ kind: decision.outcome.toLowerCase() });
  }

  const paused = await pause(house, trx, companyId, cases);
  const holds = cases.filter(({ priced }) => !paused.has(priced.rule.id));
  const changes = holds.filter(asksForChange);
  const moot = holds.filter((each) => each.waiting !== null && !asksForChange(each));
  const fresh = changes.filter(
    ({ waiting, decision, priced }) =>
      waiting === null ||
      !saysSame(waiting, progressOf(waiting), decision, priced.facts.price, priced.rule),
  );

  const replaced = [...moot, ...fresh].flatMap(({ waiting }) => waiting ?? []);
  // Sent together and worked in this order: an update that gives way leaves its place before another takes it.
  const [canceled, inserted] = await Promise.all([
    supersede(house, trx, companyId, replaced),
    insertUpdates(
      trx,
      fresh.map((each) => newUpdate(house, companyId, each)),
    ),
    forgetDismissals(
      trx,
      companyId,
      holds.filter(isForgotten).map(({ priced }) => priced.listingId),
    ),
    saveMemories(trx, companyId, cases.flatMap(newMemory)),
  ]);
  const sent = inserted.filter((row) => row.state === 'sent').map((row) => row.id);
  const titles = new Map(cases.map(({ priced }) => [priced.listingId, priced.title]));
  await Promise.all([
    enqueuePush(house, trx, companyId, sent),
    enqueueDecisionsAt(house, trx, companyId, cases.flatMap(dueAgain)),
    tellMoved(house, trx, companyId, [...canceled, ...inserted], titles),
  ]);
}

/** Holds the listings, and gives the cases that are open to a decision with what the engine says of each. */
async function loadCases(
  house: House,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  ruleEdited: boolean,
): Promise<Case[]> {
  // Sent together and worked in this order: everything is read behind the lock.
  const [, settings, loaded, markets, updatesNow] = await Promise.all([
    lockListings(trx, companyId, listingIds),
    companySettings(trx, companyId),
    loadPriced(trx, companyId, listingIds),
    latestMarkets(trx, companyId, [...listingIds]),
    activeUpdates(trx, companyId, listingIds),
  ]);
  const priced = await withFloorFees(house, trx, companyId, loaded);
  const { moves, parity, ...company } = settings;
  const circumstances: Circumstances = { ...company, ruleEdited };
  const active = Map.groupBy(updatesNow, (row) => row.listing_id);
  const now = house.clock();
  const cases = priced.flatMap((each): Case[] => {
    const updates = active.get(each.listingId) ?? [];
    if (updates.some((row) => isTaken(row, progressOf(row), each.facts.price))) return [];
    const seen = markets.get(each.listingId) ?? null;
    const asked = considered(each, seen, now, circumstances);
    const ground = groundOf(each.dayPrices, each.facts.price, now);
    const { decision } = guarded(asked.decision, ground, moves);
    return [{ ...asked, decision, waiting: updates[0] ?? null }];
  });
  return await heldAgainstParity(trx, companyId, cases, parity);
}

/** Asks for the fees at minimums that follow from a cost, where a marketplace has not told them: they are awaited. */
async function withFloorFees(
  house: House,
  trx: Trx,
  companyId: number,
  priced: readonly Priced[],
): Promise<readonly Priced[]> {
  const asked = priced.map(({ listingId, facts, rule }) => {
    const floor = floorToAsk(rule.terms, facts.costs);
    return floor && { listingId, ...floor };
  });
  await requestFloorFees(
    house,
    trx,
    companyId,
    asked.filter((floor) => floor !== null),
  );
  return priced.map((each, at) => {
    const floor = asked[at];
    const { costs } = each.facts;
    if (!floor || costs === null) return each;
    const { base, price } = floor;
    const awaited = { ...costs, floor: { base, price, fees: [], askedAt: null } };
    return { ...each, facts: { ...each.facts, costs: awaited } };
  });
}

/** Holds the prices that would change against what the company asks for the same products elsewhere. */
async function heldAgainstParity(
  trx: Trx,
  companyId: number,
  cases: readonly Case[],
  parity: Parity,
): Promise<Case[]> {
  const changing = cases.filter(asksForChange).map(({ priced }) => priced.listingId);
  const elsewhere = await loadParity(trx, companyId, changing);
  if (elsewhere.size === 0) return [...cases];
  return cases.map((each) => {
    const { listingId, facts } = each.priced;
    const other = elsewhere.get(listingId) ?? null;
    return { ...each, decision: withParity(each.decision, other, facts.shippingPrice, parity) };
  });
}

/** Engine and guard disagree, which is a bug: the price waits, instead of going to and fro between them for ever. */
function heldForPerson(
  house: House,
  companyId: number,
  each: Case,
  keptBack: ReadonlyMap<number, Minor> | undefined,
): Case {
  const { decision, priced } = each;
  if (decision.state !== 'sent' || keptBack?.get(priced.listingId) !== decision.price) return each;
  house.log.error('The guard kept a price back that the engine let out', undefined, {
    companyId,
    listingId: priced.listingId,
    price: decision.price,
  });
  const line: Line = { step: 'guard', code: 'kept_back', values: {} };
  const explanation = [...decision.explanation, line];
  return { ...each, decision: { ...decision, state: 'pending', explanation } };
}

/** What the engine says of one listing as it stands. */
export function considered(
  priced: Priced,
  seen: LatestMarket | null,
  now: Date,
  circumstances: Circumstances,
): { priced: Priced; seen: LatestMarket | null; decision: Decision; mark: string } {
  const { facts, rule, memory } = priced;
  return {
    priced,
    seen,
    decision: decide(facts, rule.terms, seen?.market ?? null, memory, now, circumstances),
    mark: proposalMark(seen?.fingerprint ?? null, rule.id, rule.version),
  };
}

const asksForChange = ({ decision, priced, mark }: Case): boolean =>
  wantsChange(decision, priced.dismissal, priced.facts.price, mark);

/** What is to be remembered of an ad from now on, where that is something else than before. */
const newMemory = ({ priced: { listingId, memory }, decision }: Case) =>
  decision.memory === memory
    ? []
    : [{ listingId, memory: decision.memory && toStoredMemory(decision.memory) }];

/** The moments at which the engine may say something else although nothing happened. */
const dueAgain = ({ priced: { listingId, memory, rule }, decision }: Case) =>
  newTimers(memory, decision.memory, rule.terms).map((at) => ({ listingId, at: surelyAfter(at) }));

const isForgotten = ({ priced, mark }: Case): boolean =>
  priced.dismissal !== null && isOver(priced.dismissal, mark);

/** Pauses the rules that surely lost control of a price, and cancels all that waits of them; gives their ids. */
async function pause(
  house: House,
  trx: Trx,
  companyId: number,
  cases: readonly Case[],
): Promise<ReadonlySet<number>> {
  const pausing = cases.filter(({ decision }) => decision.outcome === 'PAUSE_RULE');
  const unsure = await lookClosely(
    house,
    trx,
    companyId,
    pausing.map(({ priced }) => priced.listingId),
  );
  const lost = new Map<number, RulesPaused['rules'][number]>();
  for (const { priced } of pausing) {
    if (unsure.has(priced.listingId) || lost.has(priced.rule.id)) continue;
    const { rule, listingId, title } = priced;
    lost.set(rule.id, { id: rule.id, name: rule.name, listingId, title });
  }
  const ruleIds = [...lost.keys()];
  if (ruleIds.length === 0) return new Set();
  await pauseRules(trx, companyId, ruleIds, house.clock());
  const canceled = await supersede(
    house,
    trx,
    companyId,
    await waitingOfRules(trx, companyId, ruleIds),
  );
  await tellPaused(house, trx, companyId, [...lost.values()]);
  await tellMoved(house, trx, companyId, canceled);
  return new Set(ruleIds);
}

/** Cancels updates that wait, or that have not left yet, because something newer holds. */
export const supersede = (
  house: House,
  trx: Trx,
  companyId: number,
  rows: readonly StandingUpdate[],
) =>
  moveUpdates(
    trx,
    companyId,
    rows.map((row) => stepOf(row, { type: 'superseded' })),
    house.clock(),
  );

/** A step of a row by an event that is known to be legal for it: the caller looked at the row's state. */
export const stepOf = (row: StandingUpdate, event: UpdateEvent): Step => ({
  from: row,
  to: moved(progressOf(row), event),
});

function newUpdate(house: House, companyId: number, { priced, seen, decision }: Case): NewUpdate {
  const { price, eventType, priceTag, state, rival, explanation } = decision;
  if (price === null || eventType === null || priceTag === null || state === null) {
    throw new Error(`A ${decision.outcome} of listing ${priced.listingId} is no price update`);
  }
  const { facts, rule } = priced;
  const minimum = minimumOf(rule.terms, facts.costs);
  const now = house.clock();
  return {
    company_id: companyId,
    rule_id: rule.id,
    rule_version: rule.version,
    listing_id: priced.listingId,
    snapshot_id: seen?.snapshotId ?? null,
    state,
    operation_key: house.uuid(),
    event_type: eventType,
    price_tag: priceTag,
    strategy: rule.terms.strategy,
    old_price: facts.price,
    new_price: price,
    min_price: typeof minimum === 'number' ? minimum : null,
    max_price: rule.terms.maxPrice,
    safe_margin: rule.terms.safeMargin,
    rival: toStoredRival(rival),
    ranking_type: rule.terms.competition,
    // A rule that follows the ads needs no market.
    ranking_status: seen?.market.buybox.status ?? 'SYNCING',
    regained_control: facts.lastSetPrice !== null && facts.lastSetPrice !== facts.price,
    explanation,
    currency_code: priced.currencyCode,
    country_code: priced.countryCode,
    reverts: null,
    decided_by: null,
    created_at: now,
    moved_at: now,
  };
}
