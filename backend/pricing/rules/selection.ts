// What a rule would do with many listings: read with one batch, decided by the same engine and guards, and nothing written.
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { latestMarketsWithWatched } from '../../monitoring/actions.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import {
  type RuleBody,
  SELECTION_SHOWN,
  type SelectionItem,
  type SelectionPreview,
  type SelectionWarning,
} from '../contract.ts';
import { decide } from '../engine/decide.ts';
import { costsAt, minimumOf } from '../engine/minimum-price.ts';
import { toRule } from '../engine/rule.ts';
import type { Costs, Decision, Rule } from '../engine/types.ts';
import type { FarMove } from '../safety/engine/guard.ts';
import { withParity } from '../safety/engine/parity.ts';
import { loadParity } from '../safety/parity-store.ts';
import { recentPricesOf } from '../updates/engine/day-prices.ts';
import { guarded } from '../updates/engine/push-policy.ts';
import { companySettings } from '../updates/listing-store.ts';
import { loadSubjects, type Subject } from '../updates/load-facts.ts';
import { ruleById } from '../updates/rule-store.ts';

/** A minimum under this share of the listing's price needs a confirmation. */
const LOW_MINIMUM = 0.3;

/** Codes of the engine that keep a price because that is where the rule wants it: nothing stands in the way. */
const CONTENT: readonly (string | null)[] = [
  'already_there',
  'winning',
  'no_competitor',
  'within_limit',
  'moved_today',
  'not_worth_it',
];

/** A listing and what the rule makes of it. */
interface Case {
  item: SelectionItem;
  /** The move in percent of the present price; 0 where it stays. */
  percent: number;
  /** Nothing but an approval that the rule itself asks for keeps it from changing now. */
  isChange: boolean;
}

/** A rule as a listing would have it. */
export interface RuleOfListing {
  rule: Rule;
  /** The id of the rule, where it prices the listing already; null: it is new. */
  ruleId: number | null;
  /** It was off: it starts from the present price, no matter who set it. */
  starts?: boolean;
}

/**
 * What a draft of a rule would do with listings now. A listing that the rule prices already is decided with what is remembered
 * of it; any other as the rule would begin, knowing nothing. Listings that do not exist are passed over.
 */
export async function previewSelection(
  ctx: AppContext,
  actor: Actor,
  body: { rule: RuleBody; ruleId?: number | null | undefined; listingIds: readonly number[] },
): Promise<SelectionPreview> {
  const { companyId, personId } = actor;
  const { ruleId = null } = body;
  const stored =
    ruleId === null
      ? undefined
      : await within(ctx.db, { company: companyId, person: personId }, (trx) =>
          ruleById(trx, companyId, ruleId),
        );
  const rule = toRule(body.rule);
  const starts = stored !== undefined && stored.status !== 'enabled' && rule.status === 'enabled';
  const all = { rule, ruleId, starts };
  return await previewRules(ctx, actor, [...new Set(body.listingIds)], () => all);
}

/** The same for listings that have a rule each; those that have none are passed over. */
export async function previewRules(
  ctx: AppContext,
  actor: Actor,
  listingIds: number[],
  ruleOf: (listing: Subject) => RuleOfListing | undefined,
): Promise<SelectionPreview> {
  const { companyId } = actor;
  const loaded = await within(
    ctx.db,
    { company: companyId, person: actor.personId },
    async (trx) => ({
      settings: await companySettings(trx, companyId),
      subjects: await loadSubjects(trx, companyId, listingIds),
      markets: await latestMarketsWithWatched(trx, companyId, listingIds, ctx.clock()),
      elsewhere: await loadParity(trx, ctx.marketplaces, companyId, listingIds),
    }),
  );
  const { moves, parity, ...company } = loaded.settings;
  const now = ctx.clock();
  const cases = loaded.subjects.flatMap((each): Case[] => {
    const had = ruleOf(each);
    if (had === undefined) return [];
    const { rule, ruleId } = had;
    const subject = asTaken(each, had);
    const market = loaded.markets.get(subject.listingId)?.market ?? null;
    // Saving an edited rule is a person's request, for which no rise is too small.
    const isEdit = ruleId !== null && each.ruleId === ruleId && had.starts !== true;
    const decided = decide(subject.facts, rule, market, subject.memory, now, {
      ...company,
      smallestRisePercent: isEdit ? 0 : company.smallestRisePercent,
      ruleEdited: false,
      traits: ctx.marketplaces.traits,
    });
    const recent = recentPricesOf(subject.dayPrices, subject.facts.price, now);
    const { decision: near, far } = guarded(decided, recent, moves);
    const elsewhere = loaded.elsewhere.get(subject.listingId) ?? null;
    const decision = withParity(near, elsewhere, subject.facts.shippingPrice, parity);
    const isTaken = subject.ruleId !== null && subject.ruleId !== ruleId;
    return [toCase(subject, rule, decision, stopperOf(decision, isTaken, far))];
  });
  return summed(cases);
}

/** A listing as the rule takes it over: without what another rule learned or set. */
function asTaken(subject: Subject, { ruleId, starts = false }: RuleOfListing): Subject {
  const isOfRule = ruleId !== null && subject.ruleId === ruleId;
  if (isOfRule && !starts) return subject;
  const facts = { ...subject.facts, lastSetPrice: null };
  return { ...subject, facts, memory: isOfRule ? subject.memory : null };
}

/** Lines of an explanation by which a price waits for a person, and what then stands in its way. */
const WAITS: Record<string, string> = {
  waits_without_minimum: 'no_minimum',
  waits_for_parity: 'cheaper_elsewhere',
};

/** Why a price that would change waits for a person although the rule does not ask for approval; null: it does not. */
const heldBack = ({ price, explanation }: Decision): string | null => {
  if (price === null) return null;
  return explanation.map(({ code }) => WAITS[code] ?? null).find((code) => code !== null) ?? null;
};

/** What stands in the way of a listing's price; null: nothing does. */
function stopperOf(decision: Decision, isTaken: boolean, far: FarMove | null): string | null {
  if (isTaken) return 'listing_has_rule';
  switch (decision.outcome) {
    case 'CHANGE':
      return far?.code ?? heldBack(decision);
    case 'PAUSE_RULE':
      return 'control_lost';
    default:
      return CONTENT.includes(decision.code) ? null : decision.code;
  }
}

function warningsOf(
  price: Minor,
  minimum: Minor | null,
  maximum: Minor | null,
  isUnderCost: boolean,
): SelectionWarning[] {
  const warnings: SelectionWarning[] = [];
  if (minimum !== null && minimum < price * LOW_MINIMUM) warnings.push('minimum_far_below');
  if (minimum !== null && minimum > price) warnings.push('minimum_above_price');
  if (maximum !== null && maximum < price) warnings.push('maximum_below_price');
  if (isUnderCost) warnings.push('under_cost');
  return warnings;
}

/** Whether a sale at a price costs more than it brings; false where the costs are not known. */
export function isUnderCost(price: Minor, costs: Costs | null): boolean {
  const even = { minimumBy: 'RETURN', minimumPercent: 0, minPrice: null, maxPrice: null } as const;
  const least = minimumOf(even, costs && costsAt(price, costs));
  return least === 'minimum_unreachable' || (typeof least === 'number' && price < least);
}

function toCase(
  { listingId, title, currencyCode, facts }: Subject,
  rule: Rule,
  decision: Decision,
  stoppedBy: string | null,
): Case {
  const minimum = minimumOf(rule, facts.costs);
  const minPrice = typeof minimum === 'number' ? minimum : null;
  const { price, outcome, code, state } = decision;
  return {
    item: {
      listingId,
      title,
      currencyCode,
      price: toAmount(facts.price),
      newPrice: toAmountOrNull(price),
      minPrice: toAmountOrNull(minPrice),
      outcome,
      code,
      state,
      stoppedBy,
      warnings: warningsOf(
        facts.price,
        minPrice,
        rule.maxPrice,
        price !== null && isUnderCost(price, facts.costs),
      ),
    },
    percent: price === null ? 0 : ((price - facts.price) / facts.price) * 100,
    isChange: outcome === 'CHANGE' && stoppedBy === null,
  };
}

/** How often each value comes, the most frequent first. */
function tally<T extends string>(values: readonly T[]): { code: T; count: number }[] {
  const groups = Map.groupBy(values, (value) => value);
  return [...groups]
    .map(([code, all]) => ({ code, count: all.length }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function outcomesOf(cases: readonly Case[]): SelectionPreview['outcomes'] {
  const groups = Map.groupBy(cases, ({ item }) => `${item.outcome} ${item.code}`);
  return [...groups.values()]
    .map((all) => ({ outcome: all[0]!.item.outcome, code: all[0]!.item.code, count: all.length }))
    .sort((a, b) => b.count - a.count);
}

/** What stands in the way first, then the largest moves. */
const byConcern = (a: Case, b: Case): number =>
  Number(b.item.stoppedBy !== null) - Number(a.item.stoppedBy !== null) ||
  Math.abs(b.percent) - Math.abs(a.percent) ||
  a.item.listingId - b.item.listingId;

function summed(cases: readonly Case[]): SelectionPreview {
  const changes = cases.filter(({ isChange }) => isChange);
  const sum = changes.reduce((total, { percent }) => total + percent, 0);
  const mean = changes.length === 0 ? null : Math.round((sum / changes.length) * 100) / 100;
  return {
    total: cases.length,
    changes: changes.length,
    raises: changes.filter(({ percent }) => percent > 0).length,
    lowers: changes.filter(({ percent }) => percent < 0).length,
    averageChangePercent: mean,
    outcomes: outcomesOf(cases),
    stopped: tally(cases.flatMap(({ item }) => item.stoppedBy ?? [])),
    warnings: tally(cases.flatMap(({ item }) => item.warnings)),
    items: cases
      .toSorted(byConcern)
      .slice(0, SELECTION_SHOWN)
      .map(({ item }) => item),
  };
}
