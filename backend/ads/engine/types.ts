// The types of the engine: the facts of a decision about a bid, and its result. Money is in minor units.

import type { Minor } from '../../kernel/money.ts';
import type {
  BidBound,
  BidOutcome,
  BidPace,
  CampaignStrategy,
  MatchType,
} from '../contract/words.ts';
import type { BidLimits, EffectiveMultiplier, Multipliers } from './bid.ts';
import type { Conversion, Level } from './conversion.ts';
import type { Evidence, EvidenceDay, KnownShares } from './evidence.ts';
import type { ListingState } from './interlocks.ts';
import type { Margin } from './margin.ts';
import type { LossLimit, Target } from './target.ts';

/** The marketplace's suggested bids. */
export interface SuggestedBids {
  low: Minor;
  middle: Minor;
}

/** The latest change of a bid. */
export interface LastChange {
  /** Days since then; 0: today. */
  age: number;
  /** The bid with which its day began, and the price of the listing then; null: not known. */
  bidBefore: Minor | null;
  price: Minor | null;
}

/** All facts of a decision about the bid of a keyword or target. */
export interface BidFacts {
  strategy: CampaignStrategy;
  /** A person's ACOS goal, as a share of revenue; null: none. */
  goal: number | null;
  matchType: MatchType | null;
  /** The present price of the listing. */
  price: Minor;
  /** Null: cost or fees are not known. */
  margin: Margin | null;
  /** The units of an order, with other products of the seller, in units of this one. */
  unitsPerOrder: number;
  elasticity: number | null;
  days: readonly EvidenceDay[];
  knownShares: KnownShares;
  /** Orders for each click of the account; then of ad group and match type, from the top down. */
  accountConversion: number;
  levels: readonly Level[];
  /** The weight of the level above, in orders. */
  strength: number;
  multipliers: Multipliers;
  limits: BidLimits;
  /** The present bid; null: the keyword is new. */
  bid: Minor | null;
  lastChange: LastChange | null;
  pace: BidPace;
  suggested: SuggestedBids | null;
  daysWithoutImpressions: number | null;
  /** The exploration budget was given to this keyword. */
  isExplored: boolean;
  listing: ListingState;
  hasSpendingAlarm: boolean;
  loss: LossLimit | null;
}

export type Values = Readonly<Record<string, string | number | boolean | null>>;

/** One line of the explanation of a bid, without its text. */
export interface Line {
  step: string;
  code: string;
  values: Values;
}

/** The numbers that a decision is computed from. Amounts are not rounded. */
export interface Figures {
  evidence: Evidence;
  conversion: Conversion;
  /** The matured clicks without an order that prove something. */
  provingClicks: number;
  /** The correction for the price at which the clicks came. */
  priceFactor: number;
  /** Revenue of a click. */
  value: number;
  /** Null: the margin is not known. */
  breakEvenCpc: number | null;
  target: Target | null;
  multiplier: EffectiveMultiplier;
}

/** A bid that was not chosen. */
export interface Alternative {
  code: string;
  bid: Minor;
}

/** The expected result of a day with the clicks of the latest days, at the decided bid; amounts are not rounded. */
export interface Expected {
  clicks: number;
  cost: number;
  revenue: number;
}

export interface BidDecision {
  outcome: BidOutcome;
  /** Why nothing changes, or why to pause; null: the bid changes. */
  code: string | null;
  /** The new bid; null: it stays. */
  bid: Minor | null;
  /** The bid inside its limits, before steps, waits and holds; null: not known. */
  wouldBe: Minor | null;
  bound: BidBound | null;
  figures: Figures;
  expected: Expected | null;
  alternatives: Alternative[];
  explanation: Line[];
}
