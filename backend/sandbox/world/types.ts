// The living market as plain data: everything in it can be written as JSON and read back.
import type { Minor } from '../../kernel/money.ts';

/** The marketplace's colours of a seller's reputation, best first. */
export const LEVELS = ['5_green', '4_light_green', '3_yellow', '2_orange', '1_red'] as const;
export type Level = (typeof LEVELS)[number];

export interface Seller {
  id: number;
  nickname: string;
  /** One of the sellers whose accounts the demo companies connect. */
  own: boolean;
  level: Level;
  power: 'platinum' | 'gold' | 'silver' | null;
  /** Few claims and cancellations beyond what the level tells. */
  careful: boolean;
  city: string;
  state: string;
  registeredAt: number;
  sales: number;
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
] as const;
export type Habit = (typeof HABITS)[number];

/** How a rival behaves: what he does by himself, and how far he goes. */
export interface Behaviour {
  habit: Habit;
  /** He never goes below it by himself. */
  floor: Minor;
  /** The price he comes back to. */
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

export interface Offer {
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
  /** The marketplace's words for why the offer may be bought but cannot hold the buybox. */
  barredBy: string | null;
  promotion: Promotion | null;
  /** The marketplace sets the price by its own automation. */
  automated: boolean;
  behaviour: Behaviour | null;
  restockAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** One page of the shop window: a catalog product with all its offers, or a lone ad outside the catalog. */
export interface Product {
  id: string;
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
  /** Rivals make no move of their own accord before this instant. */
  quietUntil: number;
}

export interface Place {
  product: number;
  offer: number;
}

export interface World {
  seed: number;
  /** Milliseconds since 1970; moves only by `step`. */
  now: number;
  /** State of the dice. */
  dice: number;
  /** Moves and sales that are due but not yet made, in fractions. */
  credit: { moves: number; sales: number };
  sellers: Sellers;
  products: readonly Product[];
  /** Derived from the above: where an item stands. Offers change, but never come or go. */
  places: ReadonlyMap<string, Place>;
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
  /** Who leads changed; several leaders share the first place. */
  | { kind: 'award'; productId: string; from: readonly string[]; to: readonly string[] };

export interface Outcome {
  world: World;
  events: readonly WorldEvent[];
}
