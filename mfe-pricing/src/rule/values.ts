import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import {
  type PreviewBody,
  RULE_TABLE,
  type Rule,
  type RuleBody,
  type RuleInput,
} from '@primazia/backend/pricing/contract';
import {
  EVERYWHERE,
  isAds,
  isShown,
  OWN_FIELDS,
  type OwnField,
  RULE_FIELDS,
  type RuleValues,
} from './fields.ts';

/** The maximum length of a rule's name. */
export const MAX_NAME = 120;

const byDefault = Object.fromEntries(
  OWN_FIELDS.map((field) => [field, RULE_TABLE[field].byDefault]),
) as Pick<RuleValues, OwnField>;

/** A new rule: the product's own strategy, and nothing sent without a person's approval. */
export const newRule = (
  name: string,
  requiresApproval = true,
  competition: RuleValues['competition'] = 'BUYBOX',
): RuleValues => ({
  ...byDefault,
  name: name.slice(0, MAX_NAME),
  competition,
  strategy: 'PRIMAZIA',
  requiresApproval,
  adjustmentType: 'VALUE',
  adjustmentAmount: 0.01,
  adjustmentPercent: 1,
  marketplace: EVERYWHERE,
  exceptions: [],
  hasWarGuard: false,
  warRounds: 4,
  warHours: 6,
  warDropPercent: 3,
  warRestHours: 2,
  isActive: true,
});

function warOf({ warGuard }: Pick<Rule, 'warGuard'>, blank: RuleValues) {
  if (warGuard === null) {
    const { hasWarGuard, warRounds, warHours, warDropPercent, warRestHours } = blank;
    return { hasWarGuard, warRounds, warHours, warDropPercent, warRestHours };
  }
  const { rounds, hours, dropPercent, restHours } = warGuard;
  return {
    hasWarGuard: true,
    warRounds: rounds,
    warHours: hours,
    warDropPercent: dropPercent,
    warRestHours: restHours,
  };
}

/** The content of a rule without its listings. */
type NamedRule = RuleBody & Pick<Rule, 'name'>;

/** A stored rule as the form holds it. */
export const toValues = (rule: NamedRule): RuleValues => {
  const { adjustment } = rule;
  const blank = newRule(rule.name);
  const own = OWN_FIELDS.map((field) => [field, rule[field]]);
  return {
    ...(Object.fromEntries(own) as Pick<NamedRule, OwnField>),
    name: rule.name,
    adjustmentType: adjustment.type,
    adjustmentAmount: adjustment.type === 'VALUE' ? adjustment.amount : blank.adjustmentAmount,
    adjustmentPercent:
      adjustment.type === 'PERCENTAGE' ? adjustment.amount : blank.adjustmentPercent,
    marketplace:
      rule.allMarketplaces || rule.marketplaceId === null ? EVERYWHERE : String(rule.marketplaceId),
    exceptions:
      rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions,
    ...warOf(rule, blank),
    isActive: rule.status === 'enabled',
  };
};

/** A rule that paused itself stays so until a person activates it. */
const inactive = (before: Rule | undefined) =>
  before?.status === 'paused' ? ('paused' as const) : ('disabled' as const);

/** The effective values of the form: invalid text in hidden fields is ignored. */
function meant(values: RuleValues, before: Rule | undefined): RuleValues {
  const current = before === undefined ? newRule('') : toValues(before);
  const hidden = RULE_FIELDS.filter((field) => !isShown(field, values));
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field, current[field]])) };
}

/** The fields that the form holds under their own name: a limit without a meaning is null. */
function ownFields(values: RuleValues, said: RuleValues): Pick<RuleBody, OwnField> {
  const own = OWN_FIELDS.map((field) => {
    const usual = RULE_TABLE[field].byDefault;
    const isNone = usual === null && !isShown(field, values);
    return [field, isNone ? null : (said[field] ?? usual)];
  });
  return Object.fromEntries(own) as Pick<RuleBody, OwnField>;
}

/**
 * What the form says, as the API takes it.
 * @param before the stored rule, of which stays what the form does not show
 */
export function toRuleBody(values: RuleValues, before?: Rule): PreviewBody['rule'] {
  const said = meant(values, before);
  const external = values.competition === 'EXTERNAL';
  const marketplaceId =
    said.marketplace === EVERYWHERE ? null : (Number(said.marketplace) as MarketplaceId);
  const exceptions = {
    buyboxExceptions: before?.buyboxExceptions ?? [],
    outsideBuyboxExceptions: before?.outsideBuyboxExceptions ?? [],
  };
  if (external) exceptions.outsideBuyboxExceptions = values.exceptions;
  else if (!isAds(values)) exceptions.buyboxExceptions = values.exceptions;
  return {
    ...ownFields(values, said),
    adjustment:
      said.adjustmentType === 'VALUE'
        ? { type: 'VALUE', amount: said.adjustmentAmount ?? 0 }
        : { type: 'PERCENTAGE', amount: said.adjustmentPercent ?? 0 },
    allMarketplaces: marketplaceId === null,
    marketplaceId,
    ...exceptions,
    status: said.isActive ? 'enabled' : inactive(before),
    warGuard: said.hasWarGuard
      ? {
          rounds: said.warRounds ?? Number.NaN,
          hours: said.warHours ?? Number.NaN,
          dropPercent: said.warDropPercent ?? Number.NaN,
          restHours: said.warRestHours ?? Number.NaN,
        }
      : null,
  };
}

export const toRuleInput = (
  values: RuleValues,
  listingIds: readonly number[],
  before?: Rule,
): RuleInput => ({
  ...toRuleBody(values, before),
  name: values.name.trim(),
  listingIds: [...listingIds],
});

/** Under this share of the listing's price a minimum wants a confirmation. */
const LOW_MINIMUM = 0.3;

/** Whether a minimum is so low that it may be a typing error. */
export const isLowMinimum = (minimum: number | null, price: number): boolean =>
  minimum !== null && minimum < price * LOW_MINIMUM;

/** The limit that moves the price as soon as the rule is active; null: the price lies between them. */
export function movingLimit(
  limits: { minimum: number | null; maximum: number | null },
  price: number,
): 'minimum_above_price' | 'maximum_below_price' | null {
  const { minimum, maximum } = limits;
  if (minimum !== null && minimum > price) return 'minimum_above_price';
  return maximum !== null && maximum < price ? 'maximum_below_price' : null;
}
