// Rules: what they say, how they are saved, and what is told of them.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { Comparison } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import {
  BaseOn,
  Competition,
  Control,
  MinimumBy,
  RuleOrigin,
  RuleStatus,
  Strategy,
} from './words.ts';

export const Percent = z
  .number()
  .min(0, { error: 'not_negative' })
  .max(100, { error: 'too_large' });

export const Adjustment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('VALUE'), amount: Amount }),
  z.object({ type: z.literal('PERCENTAGE'), amount: Percent }),
]);

const SellerIds = z.array(z.string().min(1).max(100)).max(200);

/** What a rule says, before the checks that span fields. */
const ruleShape = {
  competition: Competition.default('BUYBOX'),
  strategy: Strategy.default('WIN'),
  baseOn: BaseOn.default('LOWEST_PRICE'),
  adjustment: Adjustment.default({ type: 'VALUE', amount: 0.01 }),
  comparison: Comparison.default('IDENTICAL'),
  minPrice: PositiveAmount.nullable().default(null),
  maxPrice: PositiveAmount.nullable().default(null),
  minimumBy: MinimumBy.default('AMOUNT'),
  /** What the minimum leaves at least: of MARGIN percent of the price, of RETURN percent of the cost. */
  minimumPercent: z
    .number()
    .min(0, { error: 'not_negative' })
    .max(1_000, { error: 'too_large' })
    .nullable()
    .default(null),
  safeMargin: Percent.default(0),
  acosLimit: z.number().positive({ error: 'greater_than_zero' }).nullable().default(null),
  roasLimit: z.number().positive({ error: 'greater_than_zero' }).nullable().default(null),
  requiresApproval: z.boolean().default(false),
  control: Control.default('REGAIN'),
  applyMinPriceWhenLosing: z.boolean().default(true),
  considerShippingPrice: z.boolean().default(false),
  allMarketplaces: z.boolean().default(true),
  marketplaceId: MarketplaceId.nullable().default(null),
  buyboxExceptions: SellerIds.default([]),
  outsideBuyboxExceptions: SellerIds.default([]),
  startDate: z.union([Instant, Day]).nullable().default(null),
  endDate: z.union([Instant, Day]).nullable().default(null),
  status: RuleStatus.default('enabled'),
  warGuard: z
    .object({
      rounds: z.int().min(2).max(100).default(4),
      hours: z.number().positive().max(168).default(6),
      dropPercent: z.number().min(0).max(100).default(3),
      restHours: z.number().positive().max(168).default(2),
    })
    .nullable()
    .default(null),
};
const RuleFields = z.object(ruleShape);

type Fault = (path: string, code: string) => void;

/** What is checked may have faults of its own: every field may be missing, or anything. */
type Unchecked = { [Name in keyof z.infer<typeof RuleFields>]?: unknown };
const isNumber = (value: unknown): value is number => typeof value === 'number';

function checkMinimum(rule: Unchecked, fault: Fault): void {
  const { minimumBy, minimumPercent, minPrice, maxPrice } = rule;
  if (isNumber(minPrice) && isNumber(maxPrice) && minPrice >= maxPrice) {
    fault('minPrice', 'max_not_above_min');
    fault('maxPrice', 'max_not_above_min');
  }
  if (minimumBy === 'AMOUNT') {
    if (isNumber(minimumPercent)) fault('minimumPercent', 'not_with_this_minimum');
    return;
  }
  if (minimumBy !== 'MARGIN' && minimumBy !== 'RETURN') return;
  if (isNumber(minPrice)) fault('minPrice', 'not_with_this_minimum');
  if (minimumPercent === null) fault('minimumPercent', 'required');
  // A price never leaves all of itself: there is always a cost.
  else if (minimumBy === 'MARGIN' && isNumber(minimumPercent) && minimumPercent >= 100)
    fault('minimumPercent', 'too_large');
}

/** The last instant of a date; a plain day is included to its last millisecond in UTC. */
export const lastMomentOf = (date: string): Date =>
  new Date(Day.safeParse(date).success ? `${date}T23:59:59.999Z` : date);

/** The checks of a rule that span fields. */
function checkRule(rule: Unchecked, ctx: z.core.$RefinementCtx): void {
  const fault: Fault = (path, code) =>
    ctx.addIssue({ code: 'custom', path: [path], message: code });
  checkMinimum(rule, fault);
  const { startDate, endDate } = rule;
  if (
    typeof startDate === 'string' &&
    typeof endDate === 'string' &&
    new Date(startDate) >= lastMomentOf(endDate)
  ) {
    fault('endDate', 'end_not_after_start');
  }
  if (rule.allMarketplaces === false && rule.marketplaceId === null)
    fault('marketplaceId', 'required');
  if (rule.competition === 'ACOS' && rule.acosLimit === null) fault('acosLimit', 'required');
  if (rule.competition === 'ROAS' && rule.roasLimit === null) fault('roasLimit', 'required');
}

/** For checks that are asked whatever else is wrong, so that one answer names every fault. */
export const ALWAYS: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null,
};

export const RuleBody = RuleFields.superRefine(checkRule, ALWAYS);
export type RuleBody = z.infer<typeof RuleBody>;

export const RuleName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(120, { error: 'too_long' });

/** A rule as a person saves it: what it says, its name, and the ads that it prices. */
export const RuleInput = z
  .object({
    ...ruleShape,
    name: RuleName,
    listingIds: z.array(Id).min(1, { error: 'required' }).max(1_000),
    /** Left out: `own` for one ad and `group` for several; a group's rule stays one, however few ads are left. */
    origin: RuleOrigin.optional(),
  })
  .superRefine((rule, ctx) => {
    checkRule(rule, ctx);
    const { origin, listingIds } = rule;
    if (origin === 'own' && Array.isArray(listingIds) && new Set(listingIds).size > 1) {
      ctx.addIssue({ code: 'custom', path: ['origin'], message: 'own_rule_one_ad' });
    }
  }, ALWAYS);
export type RuleInput = z.infer<typeof RuleInput>;

/** `version` is what the person saw: a rule that somebody else saved meanwhile is a 409. */
export const RuleEdit = z.object({ rule: RuleInput, version: z.int().min(1) });

export const Rule = z.object({
  ...ruleShape,
  id: Id,
  name: z.string(),
  origin: RuleOrigin,
  version: z.int(),
  listingIds: z.array(Id),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Rule = z.infer<typeof Rule>;

/** A rule in a list: how many ads it prices instead of which, and the currency of its amounts; null: it has no ad. */
export const RuleRow = Rule.omit({ listingIds: true }).extend({
  ads: z.int(),
  currencyCode: CurrencyCode.nullable(),
});
export type RuleRow = z.infer<typeof RuleRow>;

/** `current`: all that are not archived. */
export const RuleTab = z.enum(['current', 'enabled', 'paused', 'disabled', 'archived']);
export type RuleTab = z.infer<typeof RuleTab>;

/** A tab (left out: all rules) and a part of the name, under which the filters stand. */
export const RuleQuery = z.object({
  tab: RuleTab.optional(),
  search: z.string().trim().max(200).optional(),
});
export type RuleQuery = z.infer<typeof RuleQuery>;

/** Emitted in the transaction that paused rules because somebody changed the price elsewhere. */
export const RulesPaused = z.object({
  companyId: Id,
  rules: z.array(z.object({ id: Id, name: z.string(), listingId: Id, title: z.string() })),
});
export type RulesPaused = z.infer<typeof RulesPaused>;
export const RULES_PAUSED = 'pricing.rules-paused';

const ruleParams = z.object({ ruleId: Id });

export const queryRules = endpoint({
  method: 'post',
  path: '/v2/rules/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'A page of rules, with a count for each tab',
  query: RuleQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(RuleRow).extend({ counts: z.record(RuleTab, z.int()) }),
});

export const getRule = endpoint({
  method: 'get',
  path: '/v2/rules/{ruleId}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'One rule',
  params: ruleParams,
  answer: Rule,
});

export const createRule = endpoint({
  method: 'post',
  path: '/v2/rules',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Makes a rule for ads that have none yet',
  body: RuleInput,
  answer: Rule,
});

export const updateRule = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Changes a rule; the waiting price updates of its ads are cancelled',
  params: ruleParams,
  body: RuleEdit,
  answer: Rule,
});

export const setRuleStatus = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}/status',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Enables, disables or archives a rule',
  params: ruleParams,
  body: z.object({ status: z.enum(['enabled', 'disabled', 'archived']), version: z.int().min(1) }),
  answer: Rule,
});
