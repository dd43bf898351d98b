import type {
  BaseOn,
  Competition,
  Control,
  MinimumBy,
  Strategy,
} from '@primazia/backend/pricing/contract';

/** The strategies, competitions and kinds of minimum, in the order in which the form offers them. */
export const STRATEGIES: readonly Strategy[] = ['PRIMAZIA', 'WIN', 'MATCH', 'LOSE'];
export const COMPETITIONS: readonly Competition[] = ['BUYBOX', 'EXTERNAL', 'ACOS', 'ROAS'];
export const MINIMUMS: readonly MinimumBy[] = ['AMOUNT', 'MARGIN', 'RETURN'];
/** A rule without an ad has no currency of its own: its amounts are shown in this one. */
export const USUAL_CURRENCY = 'BRL';
/** Stands for all marketplaces among the numbers of single ones. */
export const EVERYWHERE = 'ALL';

/** What the rule form holds: one field for each control. Amounts are decimal; null: nothing is typed; NaN: no amount. */
export interface RuleValues {
  name: string;
  competition: Competition;
  strategy: Strategy;
  baseOn: BaseOn;
  adjustmentType: 'VALUE' | 'PERCENTAGE';
  adjustmentAmount: number | null;
  adjustmentPercent: number | null;
  comparison: 'IDENTICAL' | 'SIMILAR';
  /** The marketplace whose competitors count, by its number, or `EVERYWHERE`. */
  marketplace: string;
  acosLimit: number | null;
  roasLimit: number | null;
  minimumBy: MinimumBy;
  minPrice: number | null;
  minimumPercent: number | null;
  maxPrice: number | null;
  safeMargin: number | null;
  requiresApproval: boolean;
  control: Control;
  applyMinPriceWhenLosing: boolean;
  considerShippingPrice: boolean;
  /** Sellers not to beat, for the kind of competition that stands chosen. */
  exceptions: string[];
  hasWarGuard: boolean;
  warRounds: number | null;
  warHours: number | null;
  warDropPercent: number | null;
  warRestHours: number | null;
  /** '': half typed. */
  startDate: string | null;
  endDate: string | null;
  isActive: boolean;
}

type Chosen = Pick<RuleValues, 'competition' | 'strategy' | 'adjustmentType' | 'minimumBy'>;

/** Rules that look at the ads of a listing instead of at rivals. */
export const isAds = ({ competition }: Pick<RuleValues, 'competition'>): boolean =>
  competition === 'ACOS' || competition === 'ROAS';

const hasRivals = (chosen: Chosen) => !isAds(chosen);
const isExternal = ({ competition }: Chosen) => competition === 'EXTERNAL';
/** The product's own strategy finds the difference by itself, and to match is to have none. */
const hasAdjustment = (chosen: Chosen) =>
  isAds(chosen) || chosen.strategy === 'WIN' || chosen.strategy === 'LOSE';
/** Whoever stays above the others is in no price war. */
const mayWage = (chosen: Chosen) => hasRivals(chosen) && chosen.strategy !== 'LOSE';

/** When a field means something; one that is not named here always does. */
const WHEN: Readonly<Partial<Record<keyof RuleValues, (chosen: Chosen) => boolean>>> = {
  strategy: hasRivals,
  baseOn: (chosen) => hasRivals(chosen) && chosen.strategy !== 'PRIMAZIA',
  adjustmentType: hasAdjustment,
  adjustmentAmount: (chosen) => hasAdjustment(chosen) && chosen.adjustmentType === 'VALUE',
  adjustmentPercent: (chosen) => hasAdjustment(chosen) && chosen.adjustmentType === 'PERCENTAGE',
  comparison: isExternal,
  marketplace: isExternal,
  acosLimit: ({ competition }) => competition === 'ACOS',
  roasLimit: ({ competition }) => competition === 'ROAS',
  minPrice: ({ minimumBy }) => minimumBy === 'AMOUNT',
  minimumPercent: ({ minimumBy }) => minimumBy !== 'AMOUNT',
  safeMargin: (chosen) =>
    hasRivals(chosen) && (chosen.strategy === 'PRIMAZIA' || chosen.strategy === 'WIN'),
  applyMinPriceWhenLosing: hasRivals,
  considerShippingPrice: hasRivals,
  exceptions: hasRivals,
  hasWarGuard: mayWage,
  warRounds: mayWage,
  warHours: mayWage,
  warDropPercent: mayWage,
  warRestHours: mayWage,
};

/** Whether a field means something under what stands chosen: only then it is shown, asked for and heeded. */
export const isShown = (field: keyof RuleValues, chosen: Chosen): boolean =>
  WHEN[field]?.(chosen) ?? true;

/** The fields that mean nothing under what stands chosen. */
export const hiddenFields = (chosen: Chosen): (keyof RuleValues)[] =>
  (Object.keys(WHEN) as (keyof RuleValues)[]).filter((field) => !isShown(field, chosen));

/** The field that says by how much the price differs from its base, or moves at a time; null: none is needed. */
export const adjustmentField = (
  chosen: Chosen,
): 'adjustmentAmount' | 'adjustmentPercent' | null => {
  if (!hasAdjustment(chosen)) return null;
  return chosen.adjustmentType === 'VALUE' ? 'adjustmentAmount' : 'adjustmentPercent';
};
