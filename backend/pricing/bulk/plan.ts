// What a bulk act does with each ad's rule, and why it leaves one as it is. Pure.
import { type Minor, toMinorOrNull } from '../../kernel/money.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { type BulkChange, BulkCode, type BulkEffect, type BulkFields } from '../contract.ts';
import { type Content, contentOf, fresh, isEmpty, newsOf, type Patch, patched } from './patch.ts';
import type { RuledAd } from './terms.ts';

export type Plan =
  | { kind: 'refused'; code: BulkCode }
  | { kind: 'unchanged'; before: Content }
  | { kind: 'changed'; before: Content; after: Content; patch: Patch }
  | { kind: 'made'; after: Content; patch: Patch };

export interface Planned {
  ad: RuledAd;
  plan: Plan;
}

/** What the fields of an edit are in a rule's columns. */
function patchOfFields(fields: BulkFields): Patch {
  const { minPrice, maxPrice, adjustment, ...settings } = fields;
  const stored = adjustment && {
    adjustment:
      adjustment.type === 'VALUE'
        ? { type: 'VALUE' as const, amount: Math.round(adjustment.amount * 100) }
        : { type: 'PERCENTAGE' as const, percent: adjustment.amount },
  };
  const given = Object.fromEntries(
    Object.entries({ ...settings, ...stored }).filter(([, value]) => value !== undefined),
  );
  return {
    ...(minPrice !== undefined && { min_price: toMinorOrNull(minPrice) }),
    ...(maxPrice !== undefined && { max_price: toMinorOrNull(maxPrice) }),
    ...(Object.keys(given).length > 0 && {
      settings: given,
    }),
  };
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

/** The new limits of one ad's rule. */
function limitsOf(
  { of, minBelowPercent, maxAbovePercent }: Limits,
  price: Minor,
  { min_price, max_price, settings }: Content,
): Result<Patch, BulkCode> {
  const patch: Patch = {};
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

/** What the chosen ads have in common. */
interface Ground {
  chosen: number;
  /** The rule that all of them share; null: there is none. */
  only: number | null;
  country: string | null;
  /** How many ads of each rule are among them. */
  adsOf: ReadonlyMap<number, number>;
}

function groundOf(ads: readonly RuledAd[]): Ground {
  const rules = Map.groupBy(ads, ({ rule }) => rule?.id ?? null);
  const [first] = rules.keys();
  const countries = [...Map.groupBy(ads, ({ countryCode }) => countryCode)];
  // The country of most; of two that have as many, that of the first ad.
  const [country] = countries.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [null];
  return {
    chosen: ads.length,
    only: rules.size === 1 ? (first ?? null) : null,
    country,
    adsOf: new Map([...rules].flatMap(([id, all]) => (id === null ? [] : [[id, all.length]]))),
  };
}

/** What keeps an act from a rule whatever it says; null: nothing does. */
function hindrance(change: BulkChange, ad: RuledAd, ground: Ground): BulkCode | null {
  const { rule } = ad;
  const isMoney = change.action === 'edit' || change.action === 'limits';
  if (isMoney && ad.countryCode !== ground.country) return 'different_countries';
  if (rule === null) return change.action === 'edit' ? null : 'no_rule';
  if (change.action === 'edit' && ground.only !== rule.id) return 'one_at_a_time';
  if (rule.ads > (ground.adsOf.get(rule.id) ?? 0)) return 'group_rule_beyond';
  const isByPrice = change.action === 'limits' && change.of === 'price';
  return isByPrice && rule.ads > 1 ? 'group_rule' : null;
}

/** The code by which an ad is told what is wrong with the rule that would come out. */
export function codeOfContent(codes: readonly { field: string; code: string }[]): BulkCode {
  const [first] = codes;
  if (first?.code === 'required') return 'acos_or_roas';
  if (first?.code === 'greater_than_zero' || first?.code === 'not_negative') return 'too_small';
  return BulkCode.safeParse(first?.code).data ?? 'too_large';
}

function patchFor(change: BulkChange, ad: RuledAd, before: Content): Result<Patch, BulkCode> {
  switch (change.action) {
    case 'edit':
      return ok(patchOfFields(change.fields));
    case 'limits':
      return limitsOf(change, ad.price, before);
    default:
      return ok({ status: STATUS[change.action] });
  }
}

function planOf(change: BulkChange, ad: RuledAd, ground: Ground): Plan {
  const code = hindrance(change, ad, ground);
  if (code !== null) return { kind: 'refused', code };
  const before = ad.rule === null ? null : contentOf(ad.rule);
  const start = before ?? (change.action === 'edit' ? fresh(patchOfFields(change.fields)) : null);
  if (start === null) return { kind: 'refused', code: 'strategy_missing' };
  const patch = patchFor(change, ad, start);
  if (!patch.ok) return { kind: 'refused', code: patch.error };
  const after = patched(start, patch.value);
  if (!after.ok) return { kind: 'refused', code: codeOfContent(after.error) };
  if (before === null) return { kind: 'made', after: after.value, patch: patch.value };
  const news = newsOf(before, patch.value);
  if (isEmpty(news)) return { kind: 'unchanged', before };
  return { kind: 'changed', before, after: after.value, patch: news };
}

/** What an act does with each of the chosen ads. */
export function planBulk(change: BulkChange, ads: readonly RuledAd[]): Planned[] {
  const ground = groundOf(ads);
  return ads.map((ad) => ({ ad, plan: planOf(change, ad, ground) }));
}

/** By how much prices stand outside of the limits that enabled rules get, by currency. */
export function effectsOf(planned: readonly Planned[]): BulkEffect[] {
  const moves = planned.flatMap(({ ad, plan }) => {
    if (plan.kind !== 'changed' && plan.kind !== 'made') return [];
    const { status, min_price, max_price } = plan.after;
    const before = plan.kind === 'changed' ? plan.before : null;
    const isNew = before?.min_price !== min_price || before?.max_price !== max_price;
    if (status !== 'enabled' || !isNew) return [];
    const up = min_price === null ? 0 : Math.max(0, min_price - ad.price);
    const down = max_price === null ? 0 : Math.max(0, ad.price - max_price);
    return up + down === 0 ? [] : [{ currencyCode: ad.currencyCode, up, down }];
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
