// From a cause to price updates: load, decide, write and enqueue, in one transaction.
import { requestFloorFees } from '../../catalog/actions.ts';
import type { Market } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { type LatestMarket, latestMarketsWithWatched } from '../../monitoring/actions.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, withinByKeys } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import type { HeldBy, RulesPaused } from '../contract.ts';
import { decide } from '../engine/decide.ts';
import { toStoredMemory } from '../engine/memory.ts';
import { minimumOf, minimumToRequest } from '../engine/minimum-price.ts';
import {
  type Hold,
  isOutside,
  NO_UPDATES,
  type ObservedBuybox,
  observedBuyboxAfter,
  type PaceLimits,
  paceOf,
  type RecentUpdates,
  WAITED,
} from '../engine/pace.ts';
import { toStoredCompetitor } from '../engine/stored-decision.ts';
import { newTimers, surelyAfter } from '../engine/timers.ts';
import type { Circumstances, Decision, Line } from '../engine/types.ts';
import { FAR_MOVES } from '../safety/engine/guard.ts';
import { WAITS_FOR_PARITY, withParity } from '../safety/engine/parity.ts';
import { loadParity } from '../safety/parity-store.ts';
import { confirmExternal } from './confirm-external.ts';
import { recentPricesOf } from './engine/day-prices.ts';
import { isOver, proposalMark } from './engine/dismissals.ts';
import {
  guarded,
  isRequestedByPerson,
  isTaken,
  saysSame,
  wantsChange,
} from './engine/push-policy.ts';
import { progressOf } from './engine/state-machine.ts';
import { publishMoved, publishPaused } from './events.ts';
import {
  besideHolders,
  type CompanySettings,
  companySettings,
  forgetDismissals,
  lockListings,
  ruledListings,
  saveMemories,
  savePaces,
} from './listing-store.ts';
import { loadPriced, type Priced } from './load-facts.ts';
import { enqueueDecisionsAt, enqueueUpdates, PUSH } from './queues.ts';
import { pauseRules } from './rule-store.ts';
import {
  activeUpdates,
  insertUpdates,
  type MovedRow,
  type NewUpdate,
  recentUpdatesOf,
  supersede,
  type UpdateHead,
  waitingOfRules,
} from './store.ts';

/** Listings that are repriced in one transaction at most: enough to be fast, few enough not to hold others up. */
const CHUNK = 500;

/** A listing whose price may be decided now: with its rule, its market and the update that waits for it. */
interface Loaded {
  priced: Priced;
  seen: LatestMarket | null;
  waiting: UpdateHead | null;
}

interface Case extends Loaded {
  decision: Decision;
  /** Identifies the circumstances for a dismissal of the decision. */
  mark: string;
  observedBuybox: ObservedBuybox;
  /** The limit of pace that holds the price back; null: none does. */
  hold: Hold | null;
}

export interface RepriceOptions {
  /** The cause is that a person edited the rule. */
  ruleEdited: boolean;
  /** A person put the listings under the rule, or set the rule going: their prices do not wait for the pace. */
  byPerson?: boolean;
  /** Prices that a guard kept from leaving just now, by listing: none of them is sent before a person has seen it. */
  withheld?: ReadonlyMap<number, Minor>;
}

/**
 * Reprices listings in batches with a transaction each, and with them the other listings of the products of those that
 * hold the buybox; those that no rule prices are passed over.
 */
export async function repriceListings(
  ctx: AppContext,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(listingIds)].sort((a, b) => a - b);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
      const beside = await besideHolders(trx, companyId, some);
      await reprice(ctx, trx, companyId, [...some, ...beside], { ruleEdited: false });
    });
  }
}

/**
 * Reprices listings in the caller's transaction, which locks them until it ends.
 *
 * A change becomes a price update, which replaces one that waits, and is sent where the rule asks for no approval. A
 * proposal that waits already stays as it is; one whose reason has gone is canceled. A listing with an update on its
 * way is left alone: settling that reprices it.
 */
export async function reprice(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  options: RepriceOptions,
): Promise<void> {
  const ruled = await ruledListings(trx, companyId, listingIds);
  if (ruled.length === 0) return;
  const { settings, loaded } = await load(ctx, trx, companyId, ruled);
  const cases = await decideAll(ctx, trx, companyId, loaded, settings, options);
  for (const { decision } of cases) {
    ctx.metrics.decisions.inc({ kind: decision.outcome.toLowerCase() });
  }
  const paused = await pause(ctx, trx, companyId, cases);
  const holds = cases.filter(({ priced }) => !paused.has(priced.rule.id));
  const { canceled, inserted } = await write(ctx, trx, companyId, cases, holds);
  const known = {
    titles: new Map(cases.map(({ priced }) => [priced.listingId, priced.title])),
    heldBy: new Map(cases.flatMap(heldByGuard)),
  };
  const sent = inserted.filter((row) => row.state === 'sent').map((row) => row.id);
  await Promise.all([
    enqueueUpdates(ctx, trx, PUSH, companyId, sent),
    enqueueDecisionsAt(ctx, trx, companyId, cases.flatMap(dueAgain)),
    announceHeld(trx, companyId, cases),
    publishMoved(ctx, trx, companyId, [...canceled, ...inserted], known),
  ]);
}

/** Locks the listings, and loads those whose price may be decided now. */
async function load(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<{ settings: CompanySettings; loaded: Loaded[] }> {
  // Pipelined in this order: everything is read behind the lock.
  const [, settings, listings, markets, updates] = await Promise.all([
    lockListings(trx, companyId, listingIds),
    companySettings(trx, companyId),
    loadPriced(trx, companyId, listingIds),
    latestMarketsWithWatched(trx, companyId, [...listingIds], ctx.clock()),
    activeUpdates(trx, companyId, listingIds),
  ]);
  const active = Map.groupBy(updates, (row) => row.listing_id);
  const priced = await withMinimumFees(ctx, trx, companyId, listings);
  const loaded = priced.flatMap((each): Loaded[] => {
    const own = active.get(each.listingId) ?? [];
    if (own.some((row) => isTaken(row, progressOf(row), each.facts.price))) return [];
    return [{ priced: each, seen: markets.get(each.listingId) ?? null, waiting: own[0] ?? null }];
  });
  return { settings, loaded };
}

/** Requests the fees at minimum prices that follow from a cost, where the marketplace has not said them yet. */
async function withMinimumFees(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  priced: readonly Priced[],
): Promise<readonly Priced[]> {
  const minimums = priced.map(({ listingId, facts, rule }) => {
    const minimum = minimumToRequest(rule.terms, facts.costs);
    return minimum && { listingId, ...minimum };
  });
  await requestFloorFees(
    ctx,
    trx,
    companyId,
    minimums.filter((minimum) => minimum !== null),
  );
  return priced.map((each, at) => {
    const minimum = minimums[at];
    const { costs } = each.facts;
    if (!minimum || costs === null) return each;
    const { base, price } = minimum;
    const awaited = { ...costs, floor: { base, price, fees: [], requestedAt: null } };
    return { ...each, facts: { ...each.facts, costs: awaited } };
  });
}

/**
 * Decides listings: the engine's answer, and after it what makes a price wait for a person, which is a change that goes
 * too far, a lower price of the same product elsewhere, and a price that a guard kept back.
 */
async function decideAll(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  loaded: readonly Loaded[],
  { moves, parity, pace, ...company }: CompanySettings,
  { ruleEdited, withheld, byPerson = false }: RepriceOptions,
): Promise<Case[]> {
  const now = ctx.clock();
  const cases = loaded.map((each): Case => {
    const { facts, rule, dayPrices } = each.priced;
    const market = each.seen?.market ?? null;
    const decision = decideBeside(each, market, now, {
      ...company,
      ruleEdited,
      traits: ctx.marketplaces.traits,
    });
    return {
      ...each,
      decision: guarded(decision, recentPricesOf(dayPrices, facts.price, now), moves).decision,
      mark: proposalMark(each.seen?.fingerprint ?? null, rule.id, rule.version),
      observedBuybox: observedBuyboxAfter(
        each.priced.pace.observedBuybox,
        market?.buybox.status ?? null,
        now,
      ),
      hold: null,
    };
  });
  const changing = cases.filter(changesPrice).map(({ priced }) => priced.listingId);
  const [elsewhere, recent] = await Promise.all([
    loadParity(trx, ctx.marketplaces, companyId, changing),
    recentUpdatesOf(trx, companyId, changing, pace, now),
  ]);
  const guardedCases = cases.map((each) => {
    const { listingId, facts } = each.priced;
    const other = elsewhere.get(listingId) ?? null;
    const decision = withParity(each.decision, other, facts.shippingPrice, parity);
    const isWithheld = decision.state === 'sent' && withheld?.get(listingId) === decision.price;
    return { ...each, decision: isWithheld ? held(ctx, companyId, listingId, decision) : decision };
  });
  return guardedCases.map((each) => {
    const updates = recent.get(each.priced.listingId) ?? NO_UPDATES;
    return inPace(each, updates, pace, ruleEdited || byPerson, now);
  });
}

/** A case with the limit of pace that holds its price back; a change that is made after all says that it waited. */
function inPace(
  each: Case,
  recent: RecentUpdates,
  limits: PaceLimits,
  isRequested: boolean,
  now: Date,
): Case {
  const { decision, priced, observedBuybox } = each;
  if (!changesPrice(each) || isWaiting(each)) return each;
  const { facts, rule } = priced;
  const minimum = minimumOf(rule.terms, facts.costs);
  const minPrice = typeof minimum === 'number' ? minimum : null;
  const paced = {
    recent,
    observedBuybox,
    isOutside: isOutside(facts.price, { minPrice, maxPrice: rule.terms.maxPrice }),
    isRequested,
  };
  const hold = paceOf(decision, paced, limits, now);
  if (hold !== null || priced.pace.hold === null) return { ...each, hold };
  return { ...each, decision: { ...decision, explanation: [...decision.explanation, WAITED] } };
}

/** The engine's answer. No rise is too small that a person asked for and that still waits. */
function decideBeside(
  { priced, waiting }: Loaded,
  market: Market | null,
  now: Date,
  circumstances: Circumstances,
): Decision {
  const decision = decideFor(priced, market, now, circumstances);
  if (decision.code !== 'not_worth_it' || waiting === null || !isRequestedByPerson(waiting))
    return decision;
  const unlimited = decideFor(priced, market, now, { ...circumstances, smallestRisePercent: 0 });
  return unlimited.price === waiting.new_price ? unlimited : decision;
}

/** What the engine says of one listing at a moment. */
export const decideFor = (
  { facts, rule, memory }: Priced,
  market: Market | null,
  now: Date,
  circumstances: Circumstances,
): Decision => decide(facts, rule.terms, market, memory, now, circumstances);

const WITHHELD = 'kept_back';

/** Engine and guard disagree, which is a bug: the price waits instead of alternating between them forever. */
function held(ctx: AppContext, companyId: number, listingId: number, decision: Decision): Decision {
  ctx.log.error('Guard rejected a price that the engine allowed', undefined, {
    companyId,
    listingId,
    price: decision.price,
  });
  const line: Line = { step: 'guard', code: WITHHELD, values: {} };
  return { ...decision, state: 'pending', explanation: [...decision.explanation, line] };
}

/** Which line of an explanation says that a guard holds the price for a person. */
const HELD_BY: Readonly<Record<string, HeldBy>> = {
  [WAITS_FOR_PARITY]: 'parity',
  ...Object.fromEntries(FAR_MOVES.map((code) => [code, 'far_move'])),
  [WITHHELD]: 'guard',
};

/** The listing whose price a guard holds for a person, and which one; none where its rule asks for approval anyway. */
function heldByGuard({ priced: { listingId, rule }, decision }: Case): [number, HeldBy][] {
  if (decision.state !== 'pending' || rule.terms.requiresApproval) return [];
  const held = decision.explanation.map(({ code }) => HELD_BY[code]).find(Boolean);
  return held === undefined ? [] : [[listingId, held]];
}

const changesPrice = ({ decision, priced, mark }: Case): boolean =>
  wantsChange(decision, priced.dismissal, priced.facts.price, mark);

/** Whether the update that waits says what was decided. */
const isWaiting = ({ waiting, decision, priced }: Case): boolean =>
  waiting !== null &&
  saysSame(waiting, progressOf(waiting), decision, priced.facts.price, priced.rule);

/** Pauses the rules that lost control of a price, and cancels all that waits of them; gives their ids. */
async function pause(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  cases: readonly Case[],
): Promise<ReadonlySet<number>> {
  const pausing = cases.filter(({ decision }) => decision.outcome === 'PAUSE_RULE');
  const unconfirmed = await confirmExternal(
    ctx,
    trx,
    companyId,
    pausing.map(({ priced }) => priced.listingId),
  );
  const lost = new Map<number, RulesPaused['rules'][number]>();
  for (const { priced } of pausing) {
    if (unconfirmed.has(priced.listingId) || lost.has(priced.rule.id)) continue;
    const { rule, listingId, title } = priced;
    lost.set(rule.id, { id: rule.id, name: rule.name, listingId, title });
  }
  const ruleIds = [...lost.keys()];
  if (ruleIds.length === 0) return new Set();
  await pauseRules(trx, companyId, ruleIds, ctx.clock());
  const waiting = await waitingOfRules(trx, companyId, ruleIds);
  const canceled = await supersede(trx, companyId, waiting, ctx.clock());
  await publishPaused(ctx, trx, companyId, [...lost.values()]);
  await publishMoved(ctx, trx, companyId, canceled);
  return new Set(ruleIds);
}

/** Writes new updates in the place of those that they replace, and what is remembered of the listings. */
async function write(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  cases: readonly Case[],
  holds: readonly Case[],
): Promise<{ canceled: MovedRow[]; inserted: MovedRow[] }> {
  const isMade = (each: Case) => changesPrice(each) && each.hold === null;
  const moot = holds.filter((each) => each.waiting !== null && !isMade(each));
  const fresh = holds.filter((each) => isMade(each) && !isWaiting(each));
  const replaced = [...moot, ...fresh].flatMap(({ waiting }) => waiting ?? []);
  // Pipelined in this order: an update that is replaced leaves its place before another takes it.
  const [canceled, inserted] = await Promise.all([
    supersede(trx, companyId, replaced, ctx.clock()),
    insertUpdates(
      trx,
      fresh.map((each) => newUpdate(ctx, companyId, each)),
    ),
    forgetDismissals(
      trx,
      companyId,
      holds.filter(isForgotten).map(({ priced }) => priced.listingId),
    ),
    saveMemories(trx, companyId, cases.flatMap(newMemory)),
    savePaces(trx, companyId, cases.flatMap(newPace)),
  ]);
  return { canceled, inserted };
}

const isForgotten = ({ priced, mark }: Case): boolean =>
  priced.dismissal !== null && isOver(priced.dismissal, mark);

/** What is to be remembered of a listing from now on, where it differs from what was. */
const newMemory = ({ priced: { listingId, memory }, decision }: Case) =>
  decision.memory === memory
    ? []
    : [{ listingId, memory: decision.memory && toStoredMemory(decision.memory) }];

const isSameHold = (one: Hold | null, other: Hold | null): boolean =>
  one?.code === other?.code && one?.until.getTime() === other?.until.getTime();

/** The hold of a listing from now on, where it differs from the stored one. */
const newHold = ({ priced: { pace }, hold }: Case): Hold | null =>
  isSameHold(hold, pace.hold) ? null : hold;

const newPace = (each: Case) => {
  const { priced, observedBuybox, hold } = each;
  const isSame =
    observedBuybox === priced.pace.observedBuybox && isSameHold(hold, priced.pace.hold);
  return isSame ? [] : [{ listingId: priced.listingId, observedBuybox, hold }];
};

/** The moments at which something else may be decided although nothing happened, or a held price is due. */
const dueAgain = (each: Case) => {
  const { priced, decision } = each;
  const { listingId, memory, rule } = priced;
  const until = newHold(each)?.until;
  const timers = newTimers(memory, decision.memory, rule.terms);
  return [...timers, ...(until === undefined ? [] : [until])].map((at) => ({
    listingId,
    at: surelyAfter(at),
  }));
};

/** Open pages show that a price waits, and when it no longer does. */
async function announceHeld(trx: Trx, companyId: number, cases: readonly Case[]): Promise<void> {
  const changed = cases.filter(({ priced, hold }) => !isSameHold(hold, priced.pace.hold));
  const ids = changed.map(({ priced }) => priced.listingId);
  if (ids.length > 0) await announce(trx, companyId, { type: 'markets', ids });
}

function newUpdate(
  ctx: AppContext,
  companyId: number,
  { priced, seen, decision }: Case,
): NewUpdate {
  const { price, eventType, priceTag, state, rival, explanation } = decision;
  if (price === null || eventType === null || priceTag === null || state === null) {
    throw new Error(`A ${decision.outcome} of listing ${priced.listingId} is no price update`);
  }
  const { facts, rule } = priced;
  const minimum = minimumOf(rule.terms, facts.costs);
  const now = ctx.clock();
  return {
    company_id: companyId,
    rule_id: rule.id,
    rule_version: rule.version,
    listing_id: priced.listingId,
    snapshot_id: seen?.snapshotId ?? null,
    state,
    operation_key: ctx.uuid(),
    event_type: eventType,
    price_tag: priceTag,
    strategy: rule.terms.strategy,
    old_price: facts.price,
    new_price: price,
    min_price: typeof minimum === 'number' ? minimum : null,
    max_price: rule.terms.maxPrice,
    safe_margin: rule.terms.safeMargin,
    rival: toStoredCompetitor(rival),
    ranking_type: rule.terms.competition,
    // A rule that goes by advertising needs no market.
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
