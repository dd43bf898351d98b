// The living market as plain data: everything in it can be written as JSON and read back.
import type { Minor } from '../../kernel/money.ts';
import type { AdDay, AdsBook } from './ads-book.ts';

/** The marketplace's colours of a seller's reputation, best first. */
const LEVELS = ['5_green', '4_light_green', '3_yellow', '2_orange', '1_red'] as const;
export type Level = (typeof LEVELS)[number];

/** The marketplaces of this world. */
export const SHOPS = ['mercadolivre', 'amazon', 'shopee', 'magalu'] as const;
export type Shop = (typeof SHOPS)[number];

/** Where buyers are. */
export const COUNTRIES = ['BR', 'US', 'MX', 'CA'] as const;
export type Country = (typeof COUNTRIES)[number];

/** A seller's data on Amazon. */
export interface AmazonSeller {
  id: string;
  name: string;
  /** Positive feedback of the last year, in percent. */
  rating: number;
  feedbacks: number;
}

/** A seller's data on Shopee. */
export interface ShopeeSeller {
  shopId: number;
  name: string;
  /** The main account, which may have several shops; null: only a shop. */
  mainAccountId: number | null;
}

export interface Seller {
  id: number;
  nickname: string;
  /** One of the sellers whose accounts the demo companies connect. */
  own: boolean;
  level: Level;
  power: 'platinum' | 'gold' | 'silver' | null;
  /** Few claims and cancellations in addition to the level. */
  careful: boolean;
  city: string;
  state: string;
  registeredAt: number;
  sales: number;
  /** The country of the account on Mercado Livre, the only one in which it sells; absent: Brazil. */
  country?: Country;
  /** Whether he sells on Mercado Livre. */
  mercadoLivre: boolean;
  /** Null: he does not sell on Amazon. */
  amazon: AmazonSeller | null;
  /** Null: he does not sell on Shopee. */
  shopee: ShopeeSeller | null;
}

export type Sellers = ReadonlyMap<number, Seller>;

export type Logistics = 'fulfillment' | 'cross_docking' | 'xd_drop_off' | 'drop_off';

export const HABITS = [
  'undercutter',
  'matcher',
  'sleeper',
  'climber',
  'promoter',
  'weekender',
  'steady',
  'cutter',
  'walker',
  'resetter',
  'scarce',
  'warrior',
] as const;
export type Habit = (typeof HABITS)[number];

/** The behavior of a competitor: its habit and its limits. */
export interface Behaviour {
  habit: Habit;
  /** Its minimum price. */
  floor: Minor;
  /** The price to which it returns. */
  anchor: Minor;
  ceiling: Minor;
  /** Instant at which he answers what was done to him; null: nothing to answer. */
  reactAt: number | null;
  /** Instant at which his short promotion ends. */
  promoUntil: number | null;
}

/** A started promotion of the marketplace: the offer's price is the promotion's while it runs. */
export interface Promotion {
  id: string;
  type: string;
  name: string;
  regularPrice: Minor;
  startedAt: number;
  finishAt: number;
}

/** The data of an offer on Amazon only. */
export interface AmazonTerms {
  prime: boolean;
  /** The seller's own price limits; outside of them the offer is unavailable. */
  least: Minor | null;
  most: Minor | null;
  /** Taken off sale, as its price is outside those. */
  priceFault: boolean;
  /** The number of the newest processed submission; older ones are ignored. */
  settled: number;
}

export interface Offer {
  /**
   * Unique in the world: the listing's id on Mercado Livre, the listing's on Amazon, the item's or `item.model` on Shopee. Sellers
   * on Magalu have only the SKU.
   */
  itemId: string;
  sellerId: number;
  price: Minor;
  /** What the buyer pays for shipping; 0 when shipping is free. */
  shippingPrice: Minor;
  shippingHours: number;
  logistics: Logistics;
  listingType: 'gold_special' | 'gold_pro';
  condition: 'new' | 'used';
  status: 'active' | 'paused';
  /** Paused by the marketplace because the stock ran out. */
  outOfStock: boolean;
  stock: number;
  sold: number;
  /** From 0 to 1; null: not worked out yet. */
  health: number | null;
  sku: string;
  /** The marketplace's reason why an available offer is not eligible for the buybox. */
  barredBy: string | null;
  promotion: Promotion | null;
  /** What its conditions are worth in the award, in hundredths of a percent; left out: as the award weighs them. */
  bonus?: number;
  /** The marketplace sets the price by its own automation. */
  automated: boolean;
  behaviour: Behaviour | null;
  /** Null: an offer elsewhere than on Amazon. */
  amazon: AmazonTerms | null;
  /** The options of a Shopee model: variant and color; absent: it is not a model. */
  options?: readonly string[];
  restockAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/**
 * One page of a shop window: a catalog product with all its offers, or a lone listing outside the catalog. A thing that is
 * sold in both windows has a page in each, with the same EAN.
 */
export interface Product {
  /** The catalog's own id: on Amazon the ASIN, on Magalu that of the variation. */
  id: string;
  shop: Shop;
  /** Where it is sold, in whose currency all of its amounts are; left out: in Brazil. */
  country?: Country;
  ean: string;
  catalog: boolean;
  kind: string;
  title: string;
  brand: string;
  model: string;
  variant: string;
  colour: string;
  categoryId: string;
  categoryName: string;
  domainId: string;
  offers: readonly Offer[];
  /** What the thing usually costs. */
  reference: Minor;
  /** The highest total price that may still hold the buybox, by what the thing costs elsewhere; null: any. */
  ceiling: Minor | null;
  /** Competitors make no move of their own accord before this instant. */
  quietUntil: number;
}

export interface Place {
  product: number;
  offer: number;
}

/** A price that Amazon has accepted, and will deal with later. */
export interface Submission {
  id: string;
  /** They are counted: of two for one offer the later one holds, whichever is dealt with first. */
  number: number;
  itemId: string;
  price: Minor;
  /** The seller's new limits; null: unchanged. */
  limits: { least: Minor | null; most: Minor | null } | null;
  dueAt: number;
}

/** What became of a submission: only `applied` and `suppressed` have set the price. */
export type Settlement = 'applied' | 'suppressed' | 'overridden' | 'superseded';

/** The origin of an order: organic, or a click on an advertisement. */
export type Via =
  | { kind: 'organic' }
  | {
      kind: 'ad';
      campaign: number;
      clickAt: number;
      /** The target and the ad at Amazon; left out: elsewhere. */
      target?: string;
      ad?: string;
    };

/** The buybox status of the seller when an order was placed; none: the page has no buybox, or no holder. */
export type Held = 'won' | 'shared' | 'lost' | 'none';

/**
 * A purchase from an own seller. Its course is drawn when it is placed, so that an order never changes: its state follows from
 * the instants, in milliseconds since 1970. Null: this does not happen.
 */
export interface Order {
  /** As its marketplace writes it. */
  id: string;
  shop: Shop;
  /** Where it was sold; left out: in Brazil. */
  country?: Country;
  at: number;
  itemId: string;
  sellerId: number;
  units: number;
  /** Of one unit. */
  price: Minor;
  /** What the buyer paid for the shipping of all units. */
  shipping: Minor;
  /** What the seller paid for the shipping of all units. */
  postage: Minor;
  /** What the marketplace keeps of all units. */
  fee: Minor;
  buyer: number;
  held: Held;
  via: Via;
  shippedAt: number | null;
  deliveredAt: number | null;
  cancelledAt: number | null;
  /** Returned by the buyer with a full refund; the units do not return to stock. */
  refundedAt: number | null;
}

/** What happens to an order after it was placed. */
export const ORDER_STEPS = ['shipped', 'delivered', 'cancelled', 'refunded'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** What an item of ours showed and paid for on one day. */
export interface ItemDay {
  /** Days since 1970 by São Paulo's clock. */
  day: number;
  visits: number;
  prints: number;
  clicks: number;
  /** What the clicks cost. */
  spend: Minor;
}

/** The ledger of what our own sellers sold; of competitors only `sold` of each offer is counted. */
export interface Sales {
  /** In the order in which they were placed. */
  orders: readonly Order[];
  /** Future steps of orders, as indexes of `orders`, by instant. */
  due: readonly { at: number; order: number; step: OrderStep }[];
  /** The days of each item on which anything happened, in their order. */
  days: ReadonlyMap<string, readonly ItemDay[]>;
  /** The days of Amazon's campaigns and of their targets, by the keys of `ads-book.ts`, in their order. */
  adDays: ReadonlyMap<string, readonly AdDay[]>;
}

export interface World {
  seed: number;
  /** Milliseconds since 1970; moves only by `step`. */
  now: number;
  /** When anything changed last; after `now` where a seller changed it since the last step. */
  changedAt: number;
  /** State of the dice. */
  dice: number;
  /** Moves that are due but not yet made, in fractions. */
  credit: { moves: number };
  sellers: Sellers;
  products: readonly Product[];
  submissions: readonly Submission[];
  /** How many submissions there have been. */
  submitted: number;
  sales: Sales;
  /** Campaigns at Amazon. */
  ads: AdsBook;
  /** Derived from the above: the index of an item. Offers change, but the set is fixed. */
  places: ReadonlyMap<string, Place>;
  /** Derived too: the place of each page by its id, and the items of Amazon's sellers by `seller/sku`. */
  pages: ReadonlyMap<string, number>;
  skus: ReadonlyMap<string, string>;
  /** And the items of each seller by `seller/shop`, in the order of their ids. */
  items: ReadonlyMap<string, readonly string[]>;
  /** And for each page what it and those before it draw of the buyers, as `buyers.ts` weighs them. */
  draws: readonly number[];
}

export type WorldEvent =
  | { kind: 'price'; productId: string; itemId: string; from: Minor; to: Minor }
  | { kind: 'stock'; productId: string; itemId: string; from: number; to: number }
  | {
      kind: 'status';
      productId: string;
      itemId: string;
      from: Offer['status'];
      to: Offer['status'];
    }
  /** An order of an own seller was placed, or progressed. */
  | {
      kind: 'order';
      productId: string;
      itemId: string;
      order: Order;
      step: 'placed' | OrderStep;
    }
  /** Who leads changed; several leaders share the first place. */
  | { kind: 'award'; productId: string; from: readonly string[]; to: readonly string[] }
  /** The product's price elsewhere changed, and with it the highest eligible price. */
  | { kind: 'ceiling'; productId: string; from: Minor | null; to: Minor }
  /** An offer's price rose above the highest eligible price. */
  | { kind: 'too_dear'; productId: string; itemId: string }
  | {
      kind: 'settled';
      productId: string;
      itemId: string;
      submissionId: string;
      as: Settlement;
      at: number;
    };

export interface Outcome {
  world: World;
  events: readonly WorldEvent[];
}
