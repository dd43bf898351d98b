// What a campaign may spend in a day, and which keywords the exploration budget goes to. Proposals: a person approves. Pure.
import type { Minor } from '../../kernel/money.ts';
import { type Conversion, logWidthOf } from './conversion.ts';
import { ENDING_COVER_DAYS, LOW_COVER_DAYS } from './interlocks.ts';

/** A budget that lasts for less than this share of the day binds. */
export const BINDS_BELOW = 0.9;
/** By how much a budget rises at once. */
export const BUDGET_STEP = 0.2;
/** The share of a budget for exploration. */
export const EXPLORATION_SHARE = 0.05;

export interface BudgetFacts {
  budget: Minor;
  minimum: Minor;
  maximum: Minor;
  /** The spend of the last day, and the share of that day for which the budget lasted; null: not known. */
  spend: Minor;
  timeInBudget: number | null;
  /** The multiplier that bids are computed with. */
  multiplier: number;
  /** For how many days the stock lasts; null: not known. */
  daysOfCover: number | null;
}

export interface BudgetProposal {
  kind: 'RAISE' | 'LOWER' | 'PAUSE' | 'KEEP';
  code: string;
  budget: Minor;
}

/**
 * Which budget to propose. Where stock runs short, less; where the budget ends before the day does and the marginal click
 * still pays, more. A click at the bid `µ·T·v` brings `1 / (µ·T)` of its cost at the margin, so it pays while `µ < 1`.
 */
export function proposeBudget(facts: BudgetFacts): BudgetProposal {
  const { budget, minimum, maximum, spend, timeInBudget, multiplier, daysOfCover } = facts;
  const keep = (code: string): BudgetProposal => ({ kind: 'KEEP', code, budget });
  if (daysOfCover !== null && daysOfCover < ENDING_COVER_DAYS)
    return { kind: 'PAUSE', code: 'stock_ending', budget };
  if (daysOfCover !== null && daysOfCover < LOW_COVER_DAYS) {
    const lower = Math.max(Math.floor((budget * daysOfCover) / LOW_COVER_DAYS), minimum);
    return lower < budget ? { kind: 'LOWER', code: 'low_stock', budget: lower } : keep('low_stock');
  }
  if (timeInBudget === null || timeInBudget <= 0) return keep('not_known');
  if (timeInBudget >= BINDS_BELOW) return keep('lasts');
  if (multiplier >= 1) return keep('does_not_pay');
  const demand = Math.ceil(spend / timeInBudget);
  const raised = Math.min(
    Math.floor(budget * (1 + BUDGET_STEP)),
    Math.max(demand, budget),
    maximum,
  );
  return raised > budget ? { kind: 'RAISE', code: 'binds', budget: raised } : keep('at_maximum');
}

export interface Explorable {
  id: string;
  conversion: Pick<Conversion, 'low' | 'high'>;
  /** The cost of exploring it for a day, in minor units. */
  costOfDay: number;
}

/** Intervals that differ by less are equally wide: those of keywords of which nothing is known differ by rounding alone. */
const widthOf = ({ conversion }: Explorable): number => Math.round(logWidthOf(conversion) * 1e6);

/**
 * The keywords that get the exploration budget: those of which least is known, as far as it lasts.
 * @param budget the campaign's budget of a day
 */
export function exploredKeywords(keywords: readonly Explorable[], budget: Minor): string[] {
  let left = budget * EXPLORATION_SHARE;
  const byWidth = [...keywords].sort(
    (a, b) => widthOf(b) - widthOf(a) || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
  return byWidth.flatMap(({ id, costOfDay }) => {
    if (costOfDay <= 0 || costOfDay > left) return [];
    left -= costOfDay;
    return [id];
  });
}
