// A rule as it travels (decimal amounts, dates as people write them), as it is stored, and as the engine reads it.
// Pure: rows and bodies in, values out.
import * as z from 'zod';
import {
  type Minor,
  toAmount,
  toAmountOrNull,
  toMinor,
  toMinorOrNull,
} from '../../kernel/money.ts';
import {
  lastMomentOf,
  type RuleBody,
  RuleOrigin,
  RuleStatus,
  type Rule as RuleWire,
  ruleShape,
} from '../contract.ts';
import type { Adjustment } from '../strategies/strategy.ts';
import type { Rule } from './types.ts';

/**
 * The instant at which a rule begins to hold. A plain day counts from its first moment in UTC, the clock by
 * which every date of the product is kept.
 */
export const startOf = (date: string | null): Date | null =>
  date === null ? null : new Date(date);

/** The last instant at which a rule holds. */
export const endOf = (date: string | null): Date | null =>
  date === null ? null : lastMomentOf(date);

/**
 * What `rule.settings` holds: all of a rule but its columns. Money is in minor units; dates stay as the person wrote
 * them, so that a day comes back as a day.
 */
export const RuleSettings = z
  .object(ruleShape)
  .omit({ status: true, minPrice: true, maxPrice: true })
  .extend({
    adjustment: z.discriminatedUnion('type', [
      z.object({ type: z.literal('VALUE'), amount: z.int().min(0) }),
      z.object({ type: z.literal('PERCENTAGE'), percent: z.number().min(0).max(100) }),
    ]),
  });
export type RuleSettings = z.infer<typeof RuleSettings>;

/** What a rule says, as its columns hold it. */
export interface RuleContent {
  status: RuleStatus;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: RuleSettings;
}

/** Some of it; what is left out stays as it is. */
export interface RulePatch extends Partial<Omit<RuleContent, 'settings'>> {
  settings?: Partial<RuleSettings>;
}

/** A rule as it is stored: its columns, and its settings as they came out of the database. */
export interface StoredRule {
  id: number;
  name: string;
  origin: string;
  version: number;
  status: string;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: object;
  created_at: Date;
  updated_at: Date;
}

const adjustmentIn = (adjustment: RuleBody['adjustment']): Adjustment =>
  adjustment.type === 'VALUE'
    ? { type: 'VALUE', amount: toMinor(adjustment.amount) }
    : { type: 'PERCENTAGE', percent: adjustment.amount };

const adjustmentOut = (adjustment: Adjustment): RuleBody['adjustment'] =>
  adjustment.type === 'VALUE'
    ? { type: 'VALUE', amount: toAmount(adjustment.amount) }
    : { type: 'PERCENTAGE', amount: adjustment.percent };

/** Some fields of a rule as they travel, as its columns hold them. A field that is `undefined` is left out. */
export function toPatch(
  fields: {
    [Field in keyof RuleBody]?: RuleBody[Field] | undefined;
  },
): RulePatch {
  const { status, minPrice, maxPrice, adjustment, ...rest } = fields;
  const settings: Partial<RuleSettings> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  );
  if (adjustment !== undefined) settings.adjustment = adjustmentIn(adjustment);
  return {
    ...(status !== undefined && { status }),
    ...(minPrice !== undefined && { min_price: toMinorOrNull(minPrice) }),
    ...(maxPrice !== undefined && { max_price: toMinorOrNull(maxPrice) }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** The columns of a rule that a person saves. */
export const toStoredRule = (body: RuleBody): RuleContent => ({
  status: body.status,
  min_price: toMinorOrNull(body.minPrice),
  max_price: toMinorOrNull(body.maxPrice),
  // Parsed, so that nothing but settings is kept of a body that carries more.
  settings: RuleSettings.parse({ ...body, adjustment: adjustmentIn(body.adjustment) }),
});

/** What the columns of a rule say, as a person saves it: the opposite of `toStoredRule`. */
export const toBody = ({ status, min_price, max_price, settings }: RuleContent): RuleBody => ({
  ...settings,
  adjustment: adjustmentOut(settings.adjustment),
  status,
  minPrice: toAmountOrNull(min_price),
  maxPrice: toAmountOrNull(max_price),
});

/** What the columns of a stored rule hold. */
export const contentOf = ({ status, min_price, max_price, settings }: StoredRule): RuleContent => ({
  status: RuleStatus.parse(status),
  min_price,
  max_price,
  settings: RuleSettings.parse(settings),
});

/** What the engine reads of a rule; a field that it holds in another form does not compile until it is named here. */
const toEngine = ({ status, min_price, max_price, settings }: RuleContent): Rule => ({
  ...settings,
  minPrice: min_price,
  maxPrice: max_price,
  startDate: startOf(settings.startDate),
  endDate: endOf(settings.endDate),
  status,
});

/** A rule that came in a body, for the engine. */
export const toRule = (body: RuleBody): Rule => toEngine(toStoredRule(body));

/** A rule out of the database, for the engine. */
export const fromStoredRule = (row: StoredRule): Rule => toEngine(contentOf(row));

/** A rule out of the database, for an answer. */
export const toRuleAnswer = (row: StoredRule, listingIds: number[]): RuleWire => ({
  ...toBody(contentOf(row)),
  id: row.id,
  name: row.name,
  origin: RuleOrigin.parse(row.origin),
  version: row.version,
  listingIds,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
