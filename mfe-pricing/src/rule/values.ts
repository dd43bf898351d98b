import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import type { PreviewBody, Rule, RuleBody, RuleInput } from '@primazia/backend/pricing/contract';
import { EVERYWHERE, hiddenFields, isAds, type RuleValues } from './fields.ts';

/** So long may a rule's name be. */
export const MAX_NAME = 120;

/** A new rule: the product's own strategy, and nothing sent without a person's word. */
export const newRule = (name: string, requiresApproval = true): RuleValues => ({
  name: name.slice(0, MAX_NAME),
  competition: 'BUYBOX',
  strategy: 'PRIMAZIA',
  baseOn: 'LOWEST_PRICE',
  adjustmentType: 'VALUE',
  adjustmentAmount: 0.01,
  adjustmentPercent: 1,
  comparison: 'IDENTICAL',
  marketplace: EVERYWHERE,
  acosLimit: null,
  roasLimit: null,
  minimumBy: 'AMOUNT',
  minPrice: null,
  minimumPercent: null,
  maxPrice: null,
  safeMargin: 0,
  requiresApproval,
  control: 'REGAIN',
  applyMinPriceWhenLosing: true,
  considerShippingPrice: false,
  exceptions: [],
  hasWarGuard: false,
  warRounds: 4,
  warHours: 6,
  warDropPercent: 3,
  warRestHours: 2,
  startDate: null,
  endDate: null,
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

/** What a rule says, whichever ads it has. */
type RuleSaid = RuleBody & Pick<Rule, 'name'>;

/** A stored rule as the form holds it. */
export const toValues = (rule: RuleSaid): RuleValues => {
  const { adjustment } = rule;
  const blank = newRule(rule.name);
  return {
    name: rule.name,
    competition: rule.competition,
    strategy: rule.strategy,
    baseOn: rule.baseOn,
    adjustmentType: adjustment.type,
    adjustmentAmount: adjustment.type === 'VALUE' ? adjustment.amount : blank.adjustmentAmount,
    adjustmentPercent:
      adjustment.type === 'PERCENTAGE' ? adjustment.amount : blank.adjustmentPercent,
    comparison: rule.comparison,
    marketplace:
      rule.allMarketplaces || rule.marketplaceId === null ? EVERYWHERE : String(rule.marketplaceId),
    acosLimit: rule.acosLimit,
    roasLimit: rule.roasLimit,
    minimumBy: rule.minimumBy,
    minPrice: rule.minPrice,
    minimumPercent: rule.minimumPercent,
    maxPrice: rule.maxPrice,
    safeMargin: rule.safeMargin,
    requiresApproval: rule.requiresApproval,
    control: rule.control,
    applyMinPriceWhenLosing: rule.applyMinPriceWhenLosing,
    considerShippingPrice: rule.considerShippingPrice,
    exceptions:
      rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions,
    ...warOf(rule, blank),
    startDate: rule.startDate,
    endDate: rule.endDate,
    isActive: rule.status === 'enabled',
  };
};

/** A rule that paused itself stays so until a person activates it. */
const inactive = (before: Rule | undefined) =>
  before?.status === 'paused' ? ('paused' as const) : ('disabled' as const);

/** What the form means: a field out of sight does not stand in the way with what was once typed there. */
function meant(values: RuleValues, before: Rule | undefined): RuleValues {
  const kept = before === undefined ? newRule('') : toValues(before);
  const hidden = hiddenFields(values).map((field) => [field, kept[field]]);
  return { ...values, ...Object.fromEntries(hidden) };
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
    competition: said.competition,
    strategy: said.strategy,
    baseOn: said.baseOn,
    adjustment:
      said.adjustmentType === 'VALUE'
        ? { type: 'VALUE', amount: said.adjustmentAmount ?? 0 }
        : { type: 'PERCENTAGE', amount: said.adjustmentPercent ?? 0 },
    comparison: said.comparison,
    minimumBy: said.minimumBy,
    minPrice: said.minimumBy === 'AMOUNT' ? said.minPrice : null,
    minimumPercent: said.minimumBy === 'AMOUNT' ? null : said.minimumPercent,
    maxPrice: said.maxPrice,
    safeMargin: said.safeMargin ?? 0,
    acosLimit: said.competition === 'ACOS' ? said.acosLimit : null,
    roasLimit: said.competition === 'ROAS' ? said.roasLimit : null,
    requiresApproval: said.requiresApproval,
    control: said.control,
    applyMinPriceWhenLosing: said.applyMinPriceWhenLosing,
    considerShippingPrice: said.considerShippingPrice,
    allMarketplaces: marketplaceId === null,
    marketplaceId,
    ...exceptions,
    startDate: said.startDate,
    endDate: said.endDate,
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

/** Under this share of the ad's price a minimum wants a confirmation. */
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
