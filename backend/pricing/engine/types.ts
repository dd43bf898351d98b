// The engine's words: what goes into a decision and what comes out, in minor units.
import type { MinimumFees } from '../../kernel/fees.ts';
import type { Condition, ListingStatus, Offer, PromotionStatus } from '../../kernel/market.ts';
import type { Traits } from '../../kernel/marketplace.ts';
import type { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Minor } from '../../kernel/money.ts';
import type { EventType, ExplanationLine, Outcome, PriceTag, RuleBody } from '../contract.ts';
import type { Adjustment } from '../strategies/strategy.ts';

/** The data of a listing that the engine uses. */
export interface ListingFacts {
  price: Minor;
  /** What buyers pay for its shipping; null: not reported. */
  shippingPrice: Minor | null;
  currencyCode: string;
  marketplaceId: MarketplaceId;
  status: ListingStatus;
  stock: number;
  promotionStatus: PromotionStatus;
  condition: Condition;
  /** The marketplace's id of the listing, by which it is found among the offers; left out: it is not known. */
  offerId?: string;
  /** The present state of another own listing that holds the product's buybox; absent: the market contains it. */
  ownHolder?: { price: Minor; shippingPrice: Minor | null };
  /** The rule of the catalog listing that was made of it sets the price that both have; left out: there is none. */
  isPricedAsPair?: boolean;
  /** The marketplace's own automation sets the price and blocks others; absent: unknown. */
  isAutomated?: boolean;
  /** The last price set through the product, by the engine or by a person; null: never. */
  lastSetPrice: Minor | null;
  /** What a minimum by margin or return follows from; null: the cost or the fee is not known. */
  costs: Costs | null;
  /** What the ads of the last 30 days cost, in percent of what they sold; null: no spend or no sales. */
  acos: number | null;
  /** How many times its cost the advertising of the last 30 days sold; null: no spend or no sales. */
  roas: number | null;
}

/** What a sale costs: the product, and of the price what tax and marketplace take. */
export interface Costs {
  cost: Minor;
  /** Percent of the price. */
  taxPercent: number;
  /** Percent of the price. */
  feePercent: number;
  feeFixed: Minor;
  /** The fees about a minimum; `not_requested`: about none yet; left out: the one fee holds at every price. */
  floor?: MinimumFees | 'not_requested';
}

/** A rule in the engine's units: what the table of rule fields says, with money in minor units and dates as instants. */
export type Rule = Omit<
  RuleBody,
  'minPrice' | 'maxPrice' | 'adjustment' | 'startDate' | 'endDate'
> & {
  minPrice: Minor | null;
  maxPrice: Minor | null;
  adjustment: Adjustment;
  startDate: Date | null;
  endDate: Date | null;
};

/** What counts as a price war, and how long the price rests then. */
export type WarGuard = NonNullable<Rule['warGuard']>;

/** A competitor's comparable price at one moment. */
export interface Sighting {
  sellerId: string;
  marketplaceId: MarketplaceId;
  price: Minor;
}

/** Who undercut a competitor, where it was us: as it travels and is stored. */
export const OURSELVES = 'us';

/** One seller went below another. `by`: `OURSELVES`, or the competitor's id. */
export interface Undercut {
  at: Date;
  by: string;
  /** Comparable. */
  price: Minor;
}

/** A price war that was found. */
export interface War {
  /** The seller's id. */
  by: string;
  /** From when the price rests. */
  restsFrom: Date;
  /** The way up, once it was offered: when, and what the competitor asked then (comparable). */
  wayUp: { at: Date; rivalPrice: Minor; isOver: boolean } | null;
}

/** Our comparable price, and a competitor's at the same time. */
export interface PriceRatio {
  ours: Minor;
  theirs: Minor;
}

/** The highest ratio at which we held the buybox against a seller, and the lowest at which he took it. */
export interface SellerRatios {
  sellerId: string;
  won: PriceRatio | null;
  lost: (PriceRatio & { at: Date }) | null;
}

/** Which price holds the buybox for long, and what came of reductions since. */
export interface Holding {
  /** The latest price that held it for hours; null: none, or it did not do so again. */
  held: Minor | null;
  /** The price seen last, and since when it wins; null: it does not. */
  price: Minor;
  since: Date | null;
  /** How many prices in a row did not win, each lower than the one before. */
  reductions: number;
}

/** No price within the limits won: since when, and how many searches in a row came to that. */
export interface Unwinnable {
  since: Date;
  times: number;
}

/** Nights at a high price, for competitors to follow. Prices of competitors are comparable ones of the best. */
export interface NightRise {
  /** From when on the next may begin. */
  nextAt: Date;
  /** The present one, with the item's own price for it, and what the competitor asked as it began. */
  underway: { until: Date; price: Minor; rivalPrice: Minor } | null;
  /** What the competitor asked before the latest, and at its end. */
  latest: { from: Minor; to: Minor } | null;
  /** The number of consecutive nights without a follower. */
  failures: number;
}

/** What the engine may remember of one listing. All prices but those of competitors and undercuts are the item's own. */
export interface Memory {
  /** The highest price known to win and the lowest known to lose, against the present market. */
  highestWon: Minor | null;
  lowestLost: Minor | null;
  lowestLostAt: Date | null;
  /** The lowest price lost although the marketplace had reported that it would win. */
  toldWrong: boolean;
  /** The competitors against whom the two prices hold, as they were seen last; null: those who are seen next. */
  against: readonly Sighting[] | null;
  /** The buybox holder when the lowest price lost; null: not reported. Known prices keep their ratio to this seller's price. */
  lostTo: string | null;
  /** The snapshot for which the price moved last, and the price that it is about: from before the move. */
  seenAt: Date | null;
  seenPrice: Minor | null;
  /** The price to win that the marketplace reported then. */
  toldPrice: Minor | null;
  /** Oldest first. */
  undercuts: readonly Undercut[];
  /** What the listing cost before the first of the undercuts. */
  priceBeforeWar: Minor | null;
  /** What the listing cost when its market was last observed, and the lowest price of a competitor then (comparable). */
  ownPrice: Minor | null;
  rivalPrice: Minor | null;
  war: War | null;
  /** Null: nothing is known of any seller. */
  ratios: readonly SellerRatios[] | null;
  holding: Holding | null;
  unwinnable: Unwinnable | null;
  nightRise: NightRise | null;
  /** ACOS and ROAS: the price before the first intervention, the latest move, since when the figure is well inside. */
  priceBeforeAds: Minor | null;
  adsMove: { at: Date; from: Minor; to: Minor } | null;
  insideSince: Date | null;
}

/** What holds for the whole company, and why the engine was asked. */
export interface Circumstances {
  stopsPriceChanges: boolean;
  staleMarketHours: number;
  /** A rise by less than this percentage of the price is not made; 0: every rise is. */
  smallestRisePercent: number;
  /** The cause is that a person edited the rule. */
  ruleEdited: boolean;
  /** What marketplaces have and report, by number; left out: each has a buybox, and reports competitors. */
  traits?: ReadonlyMap<number, Pick<Traits, 'hasBuybox' | 'reportsCompetitors'>>;
}
export const USUAL: Circumstances = {
  stopsPriceChanges: false,
  staleMarketHours: 24,
  smallestRisePercent: 0,
  ruleEdited: false,
};

/** The smallest rise with which a company begins; the database has the same default. */
export const USUAL_SMALLEST_RISE_PERCENT = 0.3;

/** A line of the explanation without its words; amounts of money are decimal. */
export type Line = Omit<ExplanationLine, 'text'>;

export interface Decision {
  outcome: Outcome;
  /** Of KEEP and BLOCKED; null otherwise. */
  code: string | null;
  /** Of CHANGE; null otherwise. */
  price: Minor | null;
  eventType: EventType | null;
  priceTag: PriceTag | null;
  /** What the update would become. */
  state: 'sent' | 'pending' | null;
  /** The offer that the price was set against; null where there was none. */
  rival: Offer | null;
  /** What is to be remembered: what was given, where nothing changed. Null: nothing. */
  memory: Memory | null;
  explanation: Line[];
}
