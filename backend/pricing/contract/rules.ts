// Rules: their fields, how they are saved, and their events.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { CurrencyCode } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { ruleShape } from './rule-shapes.ts';
import { RULE_TABLE } from './rule-table.ts';
import { RuleOrigin } from './words.ts';

const RuleFields = z.object(ruleShape);

type Fault = (path: string, code: string) => void;

/** An input to be validated: every field may be missing or invalid. */
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
  // A margin of 100 % is impossible: there is always a cost.
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

/** For checks that run even where others fail, so that one answer names every fault. */
export const ALWAYS: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null,
};

export const RuleBody = RuleFields.superRefine(checkRule, ALWAYS);
export type RuleBody = z.infer<typeof RuleBody>;

/** Listings that one rule prices at most. */
export const MAX_RULE_LISTINGS = 1_000;

export const RuleName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(120, { error: 'too_long' });

/** A rule as a person saves it: what it says, its name, and the listings that it prices. */
export const RuleInput = z
  .object({
    ...ruleShape,
    name: RuleName,
    listingIds: z.array(Id).min(1, { error: 'required' }).max(MAX_RULE_LISTINGS),
    /** Left out: `own` for one listing and `group` for several; a group's rule stays one, however few listings are left. */
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

/** What a rule says, as answers have it. */
export const RuleAnswer = z.object({
  ...ruleShape,
  // Typed as one of the known: a form sends back what it was given, and the server refuses what it does not know.
  strategy: RULE_TABLE.strategy.answer,
});

export const Rule = RuleAnswer.extend({
  id: Id,
  name: z.string(),
  origin: RuleOrigin,
  version: z.int(),
  listingIds: z.array(Id),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Rule = z.infer<typeof Rule>;

/** A rule in a list: how many listings it prices but not which, and the currency of its amounts; null: it has no listing. */
export const RuleRow = Rule.omit({ listingIds: true }).extend({
  ads: z.int(),
  currencyCode: CurrencyCode.nullable(),
});
export type RuleRow = z.infer<typeof RuleRow>;

/** `current`: all that are not archived. */
export const RuleTab = z.enum(['current', 'enabled', 'paused', 'disabled', 'archived']);
export type RuleTab = z.infer<typeof RuleTab>;

/** A tab (left out: all rules) and a part of the name, to which the filters apply. */
export const RuleQuery = z.object({
  tab: RuleTab.optional(),
  search: z.string().trim().max(200).optional(),
});
export type RuleQuery = z.infer<typeof RuleQuery>;

/** Emitted in the transaction that paused rules because somebody changed the price elsewhere. */
export const RULES_PAUSED = domainEvent(
  'pricing.rules-paused',
  z.object({
    companyId: Id,
    rules: z.array(z.object({ id: Id, name: z.string(), listingId: Id, title: z.string() })),
  }),
);
export type RulesPaused = z.infer<typeof RULES_PAUSED.schema>;

/** Emitted in the transaction in which paused rules were enabled, disabled or archived. */
export const RULES_LEFT_PAUSE = domainEvent(
  'pricing.rules-left-pause',
  z.object({ companyId: Id }),
);

const ruleParams = z.object({ ruleId: Id });

export const queryRules = endpoint({
  method: 'post',
  path: '/v2/rules/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists rules, with a count for each tab',
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
  summary: 'Gets a rule',
  params: ruleParams,
  answer: Rule,
});

export const createRule = endpoint({
  method: 'post',
  path: '/v2/rules',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Creates a rule for listings without one',
  body: RuleInput,
  answer: Rule,
});

export const updateRule = endpoint({
  method: 'put',
  path: '/v2/rules/{ruleId}',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Changes a rule; pending price updates of its listings are canceled',
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
