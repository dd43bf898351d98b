// What a bulk action does with each listing's rule, and why it leaves one as it is. Pure.
import type { Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { type BulkChange, type BulkEffect, BulkReason } from '../../contract.ts';
import { contentOf, type RuleContent, type RulePatch, toPatch } from '../../engine/rule.ts';
import { fresh, isEmpty, newsOf, patched } from './patch.ts';
import type { RuledListing } from './types.ts';

export type Plan =
  | { kind: 'refused'; code: BulkReason }
  | { kind: 'unchanged'; before: RuleContent }
  | { kind: 'changed'; before: RuleContent; after: RuleContent; patch: RulePatch }
  | { kind: 'made'; after: RuleContent; patch: RulePatch };

export interface Planned {
  listing: RuledListing;
  plan: Plan;
}

type Limits = Extract<BulkChange, { action: 'limits' }>;

/** Percentages count to four decimal places. */
const PARTS = 1_000_000n;

/**
 * A limit so many percent (above -100) from a base, to the whole cent, and half a cent up. In whole numbers: with floats
 * 13 % on 50 come a trifle short of 56.5.
 */
export function moved(base: Minor, percent: number): Minor {
  const exact = BigInt(base) * (PARTS + BigInt(Math.round(percent * 10_000)));
  return Number((2n * exact + PARTS) / (2n * PARTS));
}

/** The new limits of one listing's rule. */
function limitsOf(
  { of, minBelowPercent, maxAbovePercent }: Limits,
  price: Minor,
  { min_price, max_price, settings }: RuleContent,
): Result<RulePatch, BulkReason> {
  const patch: RulePatch = {};
  if (minBelowPercent !== null) {
    if (settings.minimumBy !== 'AMOUNT') return fail('not_with_this_minimum');
    const base = of === 'price' ? price : min_price;
    if (base === null) return fail('no_minimum');
    patch.min_price = moved(base, -minBelowPercent);
  }
  if (maxAbovePercent !== null) {
    const base = of === 'price' ? price : max_price;
    if (base === null) return fail('no_maximum');
    patch.max_price = moved(base, maxAbovePercent);
  }
  return ok(patch);
}

const STATUS = { enable: 'enabled', disable: 'disabled', archive: 'archived' } as const;

/** What the chosen listings have in common. */
interface SelectionFacts {
  chosen: number;
  /** The rule that all of them share; null: there is none. */
  only: number | null;
  country: string | null;
  /** How many listings of each rule are among them. */
  listingsOf: ReadonlyMap<number, number>;
}

/** The country of most listings; of two that have as many, that of the first listing. */
export function countryOfMost(listings: readonly RuledListing[]): string | null {
  const countries = [...Map.groupBy(listings, ({ countryCode }) => countryCode)];
  return countries.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}

function selectionFactsOf(listings: readonly RuledListing[]): SelectionFacts {
  const rules = Map.groupBy(listings, ({ rule }) => rule?.id ?? null);
  const [first] = rules.keys();
  return {
    chosen: listings.length,
    only: rules.size === 1 ? (first ?? null) : null,
    country: countryOfMost(listings),
    listingsOf: new Map([...rules].flatMap(([id, all]) => (id === null ? [] : [[id, all.length]]))),
  };
}

/** Why an action cannot be applied to a rule, whatever the rule says; null: it can. */
function hindrance(
  change: BulkChange,
  listing: RuledListing,
  facts: SelectionFacts,
): BulkReason | null {
  const { rule } = listing;
  const isMoney = change.action === 'edit' || change.action === 'limits';
  if (isMoney && listing.countryCode !== facts.country) return 'different_countries';
  if (rule === null) return change.action === 'edit' ? null : 'no_rule';
  if (change.action === 'edit' && facts.only !== rule.id) return 'one_at_a_time';
  if (rule.listings > (facts.listingsOf.get(rule.id) ?? 0)) return 'group_rule_beyond';
  const isByPrice = change.action === 'limits' && change.of === 'price';
  return isByPrice && rule.listings > 1 ? 'group_rule' : null;
}

/** The code by which a listing reports what is wrong with the resulting rule. */
export function codeOfContent(codes: readonly { field: string; code: string }[]): BulkReason {
  const [first] = codes;
  if (first?.code === 'required') return 'acos_or_roas';
  if (first?.code === 'greater_than_zero' || first?.code === 'not_negative') return 'too_small';
  return BulkReason.safeParse(first?.code).data ?? 'too_large';
}

function patchFor(
  change: BulkChange,
  listing: RuledListing,
  before: RuleContent,
): Result<RulePatch, BulkReason> {
  switch (change.action) {
    case 'edit':
      return ok(toPatch(change.fields));
    case 'limits':
      return limitsOf(change, listing.price, before);
    default:
      return ok({ status: STATUS[change.action] });
  }
}

function planOf(change: BulkChange, listing: RuledListing, facts: SelectionFacts): Plan {
  const code = hindrance(change, listing, facts);
  if (code !== null) return { kind: 'refused', code };
  const before = listing.rule === null ? null : contentOf(listing.rule);
  const start = before ?? (change.action === 'edit' ? fresh(toPatch(change.fields)) : null);
  if (start === null) return { kind: 'refused', code: 'strategy_missing' };
  const patch = patchFor(change, listing, start);
  if (!patch.ok) return { kind: 'refused', code: patch.error };
  const after = patched(start, patch.value);
  if (!after.ok) return { kind: 'refused', code: codeOfContent(after.error) };
  if (before === null) return { kind: 'made', after: after.value, patch: patch.value };
  const news = newsOf(before, patch.value);
  if (isEmpty(news)) return { kind: 'unchanged', before };
  return { kind: 'changed', before, after: after.value, patch: news };
}

/** What an action does with each of the chosen listings. */
export function planBulk(change: BulkChange, listings: readonly RuledListing[]): Planned[] {
  const facts = selectionFactsOf(listings);
  return listings.map((listing) => ({ listing, plan: planOf(change, listing, facts) }));
}

/** By how much prices are outside of the limits that enabled rules get, by currency. */
export function effectsOf(planned: readonly Planned[]): BulkEffect[] {
  const moves = planned.flatMap(({ listing, plan }) => {
    if (plan.kind !== 'changed' && plan.kind !== 'made') return [];
    const { status, min_price, max_price } = plan.after;
    const before = plan.kind === 'changed' ? plan.before : null;
    const isNew = before?.min_price !== min_price || before?.max_price !== max_price;
    if (status !== 'enabled' || !isNew) return [];
    const up = min_price === null ? 0 : Math.max(0, min_price - listing.price);
    const down = max_price === null ? 0 : Math.max(0, listing.price - max_price);
    return up + down === 0 ? [] : [{ currencyCode: listing.currencyCode, up, down }];
  });
  return [...Map.groupBy(moves, ({ currencyCode }) => currencyCode)].map(
    ([currencyCode, some]) => ({
      currencyCode,
      raises: some.filter(({ up }) => up > 0).length,
      raisedBy: some.reduce((sum, { up }) => sum + up, 0) / 100,
      lowers: some.filter(({ down }) => down > 0).length,
      loweredBy: some.reduce((sum, { down }) => sum + down, 0) / 100,
    }),
  );
}
