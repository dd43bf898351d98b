// What an entrant gets to know: what a marketplace's API reports on the morning of a day, and nothing else.
import type { SuggestedBids } from '../../ads/engine/types.ts';
import type { Minor } from '../../kernel/money.ts';

/** A keyword's figures of a past day, by the day of the click; orders are those known so far. */
export interface DayFigures {
  readonly impressions: number;
  readonly clicks: number;
  readonly cost: Minor;
  readonly orders: number;
  readonly sales: Minor;
}

export interface KeywordView {
  readonly id: string;
  /** The index of its product. */
  readonly product: number;
  readonly suggested: SuggestedBids;
  /** The present bid; null: it is paused. */
  readonly bid: Minor | null;
  /** From the first day to yesterday. */
  readonly days: readonly DayFigures[];
}

export interface ProductView {
  readonly price: Minor;
  /** Before advertising, as a share of the price. */
  readonly margin: number;
  readonly isFeatured: boolean;
  /** From the first day to yesterday. */
  readonly past: readonly { readonly price: Minor; readonly isFeatured: boolean }[];
}

export interface View {
  /** Days since the first. */
  readonly day: number;
  /** The ACOS goal, as a share of revenue. */
  readonly goal: number;
  /** The campaign's budget of a day. */
  readonly budget: Minor;
  readonly chargesWithoutBuybox: boolean;
  readonly products: readonly ProductView[];
  readonly keywords: readonly KeywordView[];
  /** What was spent, and the share of the day for which the budget lasted, from the first day to yesterday. */
  readonly spent: readonly { readonly spend: Minor; readonly timeInBudget: number }[];
}

/** The bids of a day, in the order of the keywords; null: the keyword is paused. */
export type Bids = readonly (Minor | null)[];

export interface Entrant {
  /** Called once on the morning of each day. */
  decide(view: View): Bids;
}
