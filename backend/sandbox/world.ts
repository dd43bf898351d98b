// The living market: pure and seeded. The same seed and the same commands give the same world.
import type { Minor } from '../kernel/money.ts';
import { type AdsEntry, NO_ADS, withEntries } from './world/ads-book.ts';
import { withAds } from './world/ads-genesis.ts';
import { addAmazon } from './world/amazon-genesis.ts';
import { diceAt } from './world/dice.ts';
import { change, changeCeiling, close, need, open, stocked } from './world/draft.ts';
import { withExtras } from './world/extras.ts';
import { createShops } from './world/genesis.ts';
import { withMagalu } from './world/magalu-genesis.ts';
import { deriveFrom, findPage } from './world/places.ts';
import { withProductAds } from './world/product-ads-genesis.ts';
import { NO_SALES, sellOne } from './world/sales.ts';
import { withShopee } from './world/shopee-genesis.ts';
import type { Offer, Outcome, World } from './world/types.ts';

export {
  type Abroad,
  isOpenAbroad,
  MEXICAN,
  type SoldAbroad,
  sellsAbroad,
  withAbroad,
} from './world/abroad.ts';
export * from './world/ads-book.ts';
export { adIdOf, withAds } from './world/ads-genesis.ts';
export {
  awardOf,
  canCompete,
  contestOf,
  isAvailable,
  isTooDear,
  pageOf,
  priceToWin,
} from './world/award.ts';
export { type Past, play } from './world/history.ts';
export { DEFAULT_PACE, type Pace, paceOf, step } from './world/life.ts';
export { withMagalu } from './world/magalu-genesis.ts';
export { NEWCOMER, withNewcomer } from './world/newcomer.ts';
export {
  findAmazonSeller,
  findOffer,
  findPage,
  findProduct,
  findSku,
  fromPlain,
  itemsOf,
  type PlainWorld,
  toPlain,
} from './world/places.ts';
export { withProductAds } from './world/product-ads-genesis.ts';
export {
  findOrder,
  orderChangedAt,
  orderState,
  ordersOf,
} from './world/sales.ts';
export { OWN_SELLERS } from './world/sellers.ts';
export { OUTLET, withShopee } from './world/shopee-genesis.ts';
export { settle, submitPrice } from './world/submissions.ts';
export type {
  Country,
  ItemDay,
  Offer,
  Order,
  OrderStep,
  Outcome,
  Product,
  Seller,
  Sellers,
  Settlement,
  Shop,
  Submission,
  World,
  WorldEvent,
} from './world/types.ts';
export { COUNTRIES, SHOPS } from './world/types.ts';

const DEFAULT_START = Date.UTC(2026, 0, 5, 12);

/** A world with Mercado Livre only, as in the first version. */
function beginWorld(seed: number, startAt: number): World {
  const dice = diceAt(seed);
  const { sellers, products } = createShops(startAt, dice);
  return {
    seed,
    now: startAt,
    dice: dice.state(),
    changedAt: startAt,
    credit: { moves: 0 },
    sellers,
    products,
    submissions: [],
    submitted: 0,
    sales: NO_SALES,
    ads: NO_ADS,
    ...deriveFrom(sellers, products),
  };
}

/** Adds Amazon if it is missing; existing data are not changed. */
export function withAmazon(world: World): World {
  if (world.products.some((product) => product.shop === 'amazon')) return world;
  const dice = diceAt(world.dice);
  const { sellers, products } = addAmazon(world, world.now, dice);
  const derived = deriveFrom(sellers, products);
  return { ...world, dice: dice.state(), sellers, products, ...derived };
}

/** The first day. `extras`: the number of further listings of the first demo seller on each marketplace. */
export const createWorld = (
  seed: number,
  startAt: number = DEFAULT_START,
  extras: number = 0,
): World =>
  withProductAds(
    withAds(withExtras(withMagalu(withShopee(withAmazon(beginWorld(seed, startAt)))), extras)),
  );

/** Sets campaigns and their entities. */
export const changeAds = (world: World, entries: readonly AdsEntry[]): World => ({
  ...world,
  ads: withEntries(world.ads, entries),
});

/** Sets an item's price: for a seller through the marketplace, or for a test as a competitor. */
export function setPrice(world: World, itemId: string, price: Minor, now = world.now): Outcome {
  if (!Number.isSafeInteger(price) || price <= 0) throw new RangeError(`Not a price: ${price}`);
  const draft = open(world, now);
  change(draft, itemId, { price });
  return close(draft);
}

/** Sets the price of a page's product elsewhere, above which no offer is featured. */
export function setCeiling(world: World, pageId: string, to: Minor, now = world.now): Outcome {
  if (!Number.isSafeInteger(to) || to <= 0) throw new RangeError(`Not a price: ${to}`);
  const page = findPage(world, pageId);
  if (page?.ceiling == null) throw new RangeError(`No page of Amazon's: ${pageId}`);
  const draft = open(world, now);
  changeCeiling(draft, page, to);
  return close(draft);
}

/** Sets an item's stock; without stock the marketplace pauses it, with stock it activates it again. */
export function setStock(world: World, itemId: string, stock: number, now = world.now): Outcome {
  if (!Number.isSafeInteger(stock) || stock < 0) throw new RangeError(`Not a stock: ${stock}`);
  const draft = open(world, now);
  change(draft, itemId, stocked(need(world, itemId).offer, stock));
  return close(draft);
}

/** Lets a buyer buy units of an item of one of our own sellers, at its present price. */
export function sellItem(world: World, itemId: string, units: number, now = world.now): Outcome {
  const draft = open(world, now);
  sellOne(draft, itemId, units);
  return close(draft);
}

export function setStatus(
  world: World,
  itemId: string,
  status: Offer['status'],
  now = world.now,
): Outcome {
  const draft = open(world, now);
  change(draft, itemId, { status });
  return close(draft);
}
