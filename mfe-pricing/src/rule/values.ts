import type {
  BaseOn,
  Control,
  PreviewBody,
  Rule,
  RuleInput,
} from '@primazia/backend/pricing/contract';

/** The strategies and competitions that the form offers. */
export const STRATEGIES = ['WIN', 'MATCH', 'LOSE'] as const;
export const COMPETITIONS = ['BUYBOX', 'EXTERNAL'] as const;

/** What the rule form holds: one field for each control. Amounts are decimal; null: nothing is typed; NaN: no amount. */
export interface RuleValues {
  name: string;
  competition: (typeof COMPETITIONS)[number];
  strategy: (typeof STRATEGIES)[number];
  baseOn: BaseOn;
  adjustmentType: 'VALUE' | 'PERCENTAGE';
  adjustmentAmount: number | null;
  adjustmentPercent: number | null;
  comparison: 'IDENTICAL' | 'SIMILAR';
  minPrice: number | null;
  maxPrice: number | null;
  safeMargin: number | null;
  requiresApproval: boolean;
  control: Control;
  applyMinPriceWhenLosing: boolean;
  considerShippingPrice: boolean;
  /** Sellers not to beat, for the kind of competition that stands chosen. */
  exceptions: string[];
  /** '': half typed. */
  startDate: string | null;
  endDate: string | null;
  isActive: boolean;
}

/** So long may a rule's name be. */
export const MAX_NAME = 120;

/** A new rule: one cent below the lowest price, nothing sent without a person's word. */
export const newRule = (name: string): RuleValues => ({
  name: name.slice(0, MAX_NAME),
  competition: 'BUYBOX',
  strategy: 'WIN',
  baseOn: 'LOWEST_PRICE',
  adjustmentType: 'VALUE',
  adjustmentAmount: 0.01,
  adjustmentPercent: 1,
  comparison: 'IDENTICAL',
  minPrice: null,
  maxPrice: null,
  safeMargin: 0,
  requiresApproval: true,
  control: 'REGAIN',
  applyMinPriceWhenLosing: true,
  considerShippingPrice: false,
  exceptions: [],
  startDate: null,
  endDate: null,
  isActive: true,
});

const offered = <T extends string>(options: readonly T[], value: string, fallback: T): T =>
  options.find((option) => option === value) ?? fallback;

/** A stored rule as the form holds it. */
export const toValues = (rule: Rule): RuleValues => {
  const { adjustment } = rule;
  const blank = newRule(rule.name);
  return {
    name: rule.name,
    competition: offered(COMPETITIONS, rule.competition, 'BUYBOX'),
    strategy: offered(STRATEGIES, rule.strategy, 'WIN'),
    baseOn: rule.baseOn,
    adjustmentType: adjustment.type,
    adjustmentAmount: adjustment.type === 'VALUE' ? adjustment.amount : blank.adjustmentAmount,
    adjustmentPercent:
      adjustment.type === 'PERCENTAGE' ? adjustment.amount : blank.adjustmentPercent,
    comparison: rule.comparison,
    minPrice: rule.minPrice,
    maxPrice: rule.maxPrice,
    safeMargin: rule.safeMargin,
    requiresApproval: rule.requiresApproval,
    control: rule.control,
    applyMinPriceWhenLosing: rule.applyMinPriceWhenLosing,
    considerShippingPrice: rule.considerShippingPrice,
    exceptions:
      rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions,
    startDate: rule.startDate,
    endDate: rule.endDate,
    isActive: rule.status === 'enabled',
  };
};

/** The field that says by how much the price differs from its base; null: the strategy needs none. */
export const adjustmentField = (values: RuleValues) =>
  values.strategy === 'MATCH'
    ? null
    : values.adjustmentType === 'VALUE'
      ? ('adjustmentAmount' as const)
      : ('adjustmentPercent' as const);

const NO_ADJUSTMENT = { type: 'VALUE', amount: 0 } as const;

/** A field that the strategy hides does not stand in the way with what was once typed there: what is stored stays. */
function adjustmentOf(values: RuleValues, before: Rule | undefined): Rule['adjustment'] {
  const field = adjustmentField(values);
  if (field === null) return before?.adjustment ?? NO_ADJUSTMENT;
  return { type: values.adjustmentType, amount: values[field] ?? 0 };
}

/** A rule that paused itself stays so until a person activates it. */
const inactive = (before: Rule | undefined) =>
  before?.status === 'paused' ? ('paused' as const) : ('disabled' as const);

/**
 * What the form says, as the API takes it.
 * @param before the stored rule, of which stays what the form does not show
 */
export function toRuleBody(values: RuleValues, before?: Rule): PreviewBody['rule'] {
  const external = values.competition === 'EXTERNAL';
  return {
    competition: values.competition,
    strategy: values.strategy,
    baseOn: values.baseOn,
    adjustment: adjustmentOf(values, before),
    comparison: values.comparison,
    minPrice: values.minPrice,
    maxPrice: values.maxPrice,
    safeMargin: values.strategy === 'WIN' ? (values.safeMargin ?? 0) : (before?.safeMargin ?? 0),
    acosLimit: null,
    roasLimit: null,
    requiresApproval: values.requiresApproval,
    control: values.control,
    applyMinPriceWhenLosing: values.applyMinPriceWhenLosing,
    considerShippingPrice: values.considerShippingPrice,
    allMarketplaces: before?.allMarketplaces ?? true,
    marketplaceId: before?.marketplaceId ?? null,
    buyboxExceptions: external ? (before?.buyboxExceptions ?? []) : values.exceptions,
    outsideBuyboxExceptions: external ? values.exceptions : (before?.outsideBuyboxExceptions ?? []),
    startDate: values.startDate,
    endDate: values.endDate,
    status: values.isActive ? 'enabled' : inactive(before),
    warGuard: null,
  };
}

export const toRuleInput = (
  values: RuleValues,
  listingIds: number[],
  before?: Rule,
): RuleInput => ({ ...toRuleBody(values, before), name: values.name.trim(), listingIds });

/** Under this share of the ad's price a minimum wants a confirmation. */
const LOW_MINIMUM = 0.3;

/** Whether a minimum is so low that it may be a typing error. */
export const isLowMinimum = ({ minPrice }: RuleValues, price: number): boolean =>
  minPrice !== null && minPrice < price * LOW_MINIMUM;

/** The limit that moves the price as soon as the rule is active; null: the price lies between them. */
export function movingLimit(
  { minPrice, maxPrice }: RuleValues,
  price: number,
): 'minimum_above_price' | 'maximum_below_price' | null {
  if (minPrice !== null && minPrice > price) return 'minimum_above_price';
  return maxPrice !== null && maxPrice < price ? 'maximum_below_price' : null;
}
