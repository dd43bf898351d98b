// The engine's words: what goes into a decision and what comes out, in minor units.
import type {
  Comparison,
  Condition,
  ListingStatus,
  Offer,
  PromotionStatus,
} from '../kernel/market.ts';
import type { MarketplaceId } from '../kernel/marketplace-ids.ts';
import type { Minor } from '../kernel/money.ts';
import type {
  BaseOn,
  Control,
  EventType,
  ExplanationLine,
  Outcome,
  PriceTag,
  RuleStatus,
  Strategy,
} from './contract.ts';

/** The strategies on offer. */
export type CustomStrategy = Exclude<Strategy, 'PRIMAZIA'>;

/** What of an ad the engine looks at. */
export interface ListingFacts {
  price: Minor;
  shippingPrice: Minor;
  currencyCode: string;
  marketplaceId: MarketplaceId;
  status: ListingStatus;
  stock: number;
  promotionStatus: PromotionStatus;
  condition: Condition;
  /** The last price set through the product, by the engine or by a person; null: never. */
  lastSetPrice: Minor | null;
}

/** An amount off or on the base, or a percentage of it (0 to 100, up to four decimal places). */
export type Adjustment = { type: 'VALUE'; amount: Minor } | { type: 'PERCENTAGE'; percent: number };

/** A custom rule, in the engine's units. */
export interface Rule {
  competition: 'BUYBOX' | 'EXTERNAL';
  strategy: CustomStrategy;
  baseOn: BaseOn;
  adjustment: Adjustment;
  comparison: Comparison;
  minPrice: Minor | null;
  maxPrice: Minor | null;
  /** Percent of the best rival's comparable price that WIN keeps below it while winning alone. */
  safeMargin: number;
  requiresApproval: boolean;
  control: Control;
  applyMinPriceWhenLosing: boolean;
  considerShippingPrice: boolean;
  allMarketplaces: boolean;
  marketplaceId: MarketplaceId | null;
  buyboxExceptions: readonly string[];
  outsideBuyboxExceptions: readonly string[];
  startDate: Date | null;
  endDate: Date | null;
  status: RuleStatus;
}

/** What the engine may remember of one listing. The custom strategies need nothing. */
export type Memory = Record<string, never>;

/** What holds for the whole company, and why the engine was asked. */
export interface Circumstances {
  stopsPriceChanges: boolean;
  staleMarketHours: number;
  /** The cause is that a person edited the rule. */
  ruleEdited: boolean;
}
export const USUAL: Circumstances = {
  stopsPriceChanges: false,
  staleMarketHours: 24,
  ruleEdited: false,
};

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
  explanation: Line[];
}
