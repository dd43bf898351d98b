// The living market: pure and seeded. The same seed and the same commands give the same world.
import type { Minor } from '../kernel/money.ts';
import { awardOf, isAvailable } from './world/award.ts';
import { type Dice, diceAt } from './world/dice.ts';
import { createShops } from './world/genesis.ts';
import { answerAt, isWeekend, moveOf } from './world/habits.ts';
import type { Offer, Outcome, Place, Product, World, WorldEvent } from './world/types.ts';

export { awardOf, isAvailable, pageOf, priceToWin, standingOf } from './world/award.ts';
export { OWN_SELLERS } from './world/sellers.ts';
export type {
  Offer,
  Outcome,
  Product,
  Seller,
  Sellers,
  World,
  WorldEvent,
} from './world/types.ts';

const MINUTE = 60_000;
/** A pause of the process is not made up for: at most this much of it counts. */
const LONGEST_STEP_MS = 10_000;
const MOST_CREDIT = 8;
/** After one of our own prices changed, the rivals there only answer; nobody stirs by chance. */
const QUIET_MS = 2 * MINUTE;
/** The share of moves that answer something, while answers are due. */
const ANSWERS = 0.6;

/** How lively the market is, in events a minute. */
export interface Pace {
  moves: number;
  sales: number;
}

/** Splits events a minute into what rivals do and what buyers do. */
export const paceOf = (eventsPerMinute: number): Pace => ({
  moves: eventsPerMinute * 0.75,
  sales: eventsPerMinute * 0.25,
});

export const DEFAULT_START = Date.UTC(2026, 0, 5, 12);

export function createWorld(seed: number, startAt: number = DEFAULT_START): World {
  const dice = diceAt(seed);
  const { sellers, products } = createShops(startAt, dice);
  return {
    seed,
    now: startAt,
    dice: dice.state(),
    credit: { moves: 0, sales: 0 },
    sellers,
    products,
    places: placesOf(products),
  };
}

function placesOf(products: readonly Product[]): Map<string, Place> {
  return new Map(
    products.flatMap(({ offers }, product) =>
      offers.map(({ itemId }, offer) => [itemId, { product, offer }] as const),
    ),
  );
}

/** A world as JSON can hold it. */
export type PlainWorld = Omit<World, 'sellers' | 'places'> & {
  sellers: World['sellers'] extends ReadonlyMap<number, infer One> ? readonly One[] : never;
};

export function toPlain({ places: _, ...world }: World): PlainWorld {
  return { ...world, sellers: [...world.sellers.values()] };
}

export function fromPlain(plain: PlainWorld): World {
  return {
    ...plain,
    sellers: new Map(plain.sellers.map((seller) => [seller.id, seller])),
    places: placesOf(plain.products),
  };
}

/** An offer with the product page on which it stands. */
export function findOffer(world: World, itemId: string): { product: Product; offer: Offer } | null {
  const place = world.places.get(itemId);
  const product = place && world.products[place.product];
  const offer = place && product?.offers[place.offer];
  return product && offer ? { product, offer } : null;
}

/** A product of the catalog by its own id; ads outside the catalog have none. */
export function findProduct(world: World, productId: string): Product | null {
  return world.products.find((one) => one.catalog && one.id === productId) ?? null;
}

/** The items of one seller, in the order of their ids. */
export function itemsOf(world: World, sellerId: number): string[] {
  return world.products
    .flatMap((product) => product.offers)
    .filter((offer) => offer.sellerId === sellerId)
    .map((offer) => offer.itemId)
    .sort();
}

type Change = Partial<
  Pick<
    Offer,
    'price' | 'stock' | 'sold' | 'status' | 'outOfStock' | 'restockAt' | 'promotion' | 'behaviour'
  >
>;

/** A world under change inside one call; nothing of it is seen outside before it is done. */
interface Draft {
  world: World;
  events: WorldEvent[];
  dice: Dice;
  now: number;
}

const open = (world: World, now: number): Draft => ({
  world,
  events: [],
  dice: diceAt(world.dice),
  now: Math.max(now, world.now),
});

const close = (draft: Draft): Outcome => ({
  world: { ...draft.world, dice: draft.dice.state() },
  events: draft.events,
});

function need(world: World, itemId: string) {
  const found = findOffer(world, itemId);
  if (!found) throw new RangeError(`No item ${itemId}`);
  return found;
}

function put(draft: Draft, product: Product): void {
  const place = draft.world.places.get(product.offers[0]?.itemId ?? '');
  if (!place) throw new RangeError(`No product ${product.id}`);
  draft.world = { ...draft.world, products: draft.world.products.with(place.product, product) };
}

function tell(draft: Draft, productId: string, before: Offer, after: Offer): void {
  const { itemId } = after;
  const about = { productId, itemId };
  if (before.price !== after.price)
    draft.events.push({ kind: 'price', ...about, from: before.price, to: after.price });
  if (before.stock !== after.stock)
    draft.events.push({ kind: 'stock', ...about, from: before.stock, to: after.stock });
  if (before.status !== after.status)
    draft.events.push({ kind: 'status', ...about, from: before.status, to: after.status });
}

/** Rivals who have something to answer note when they will; an answer already due stays due. */
function provoke(
  draft: Draft,
  product: Product,
  byItem: string,
  losers: readonly string[],
): Product {
  const offers = product.offers.map((offer) => {
    const { behaviour, itemId } = offer;
    if (behaviour === null || behaviour.reactAt !== null || itemId === byItem) return offer;
    const reactAt = answerAt(behaviour, losers.includes(itemId), draft.now, draft.dice);
    return reactAt === null ? offer : { ...offer, behaviour: { ...behaviour, reactAt } };
  });
  return { ...product, offers };
}

/** Changes one offer, and lets the page and its people take notice. */
function change(draft: Draft, itemId: string, with_: Change): void {
  const { product, offer } = need(draft.world, itemId);
  const { sellers } = draft.world;
  const after: Offer = { ...offer, ...with_, updatedAt: draft.now };
  const offers = product.offers.map((one) => (one.itemId === itemId ? after : one));
  const changed: Product = { ...product, offers };
  tell(draft, product.id, offer, after);
  const from = awardOf(sellers, product).leaders;
  const to = awardOf(sellers, changed).leaders;
  if ([...from].sort().join() !== [...to].sort().join())
    draft.events.push({ kind: 'award', productId: product.id, from, to });
  const isOwn = sellers.get(offer.sellerId)?.own === true;
  const repriced = offer.price !== after.price;
  const stirred =
    repriced || isAvailable(offer) !== isAvailable(after)
      ? provoke(
          draft,
          changed,
          itemId,
          from.filter((one) => !to.includes(one)),
        )
      : changed;
  put(draft, isOwn && repriced ? { ...stirred, quietUntil: draft.now + QUIET_MS } : stirred);
}

/** Sets an item's price, whoever asks: a seller through the marketplace, or a test in a rival's name. */
export function setPrice(world: World, itemId: string, price: Minor, now = world.now): Outcome {
  if (!Number.isSafeInteger(price) || price <= 0) throw new RangeError(`Not a price: ${price}`);
  const draft = open(world, now);
  change(draft, itemId, { price });
  return close(draft);
}

/** Sets an item's stock; with none the marketplace pauses it, with some it wakes it again. */
export function setStock(world: World, itemId: string, stock: number, now = world.now): Outcome {
  if (!Number.isSafeInteger(stock) || stock < 0) throw new RangeError(`Not a stock: ${stock}`);
  const draft = open(world, now);
  change(draft, itemId, stocked(need(world, itemId).offer, stock));
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

function stocked(offer: Offer, stock: number): Change {
  if (stock === 0) return { stock, status: 'paused', outOfStock: true };
  const status = offer.outOfStock ? 'active' : offer.status;
  return { stock, status, outOfStock: false, restockAt: null };
}

/** Who may make a move now: answers first in line by when they fell due, else anyone by chance. */
function nextMover(draft: Draft): Offer | null {
  const { world, now, dice } = draft;
  const due = world.products
    .flatMap((product) => product.offers)
    .filter(({ behaviour }) => behaviour !== null && dueAt(behaviour) <= now)
    .sort((a, b) => dueAt(a.behaviour) - dueAt(b.behaviour));
  if (due[0] && dice.chance(ANSWERS)) return due[0];
  const product = dice.pick(world.products);
  if (product.quietUntil > now) return null;
  const rivals = product.offers.filter((offer) => offer.behaviour !== null && isAvailable(offer));
  return rivals.length === 0 ? null : dice.pick(rivals);
}

function dueAt(behaviour: Offer['behaviour']): number {
  const { reactAt, promoUntil } = behaviour ?? { reactAt: null, promoUntil: null };
  return Math.min(reactAt ?? Infinity, promoUntil ?? Infinity);
}

function makeMove(draft: Draft): void {
  const mover = nextMover(draft);
  if (!mover?.behaviour) return;
  const { product, offer } = need(draft.world, mover.itemId);
  const view = {
    sellers: draft.world.sellers,
    product,
    offer,
    behaviour: mover.behaviour,
    now: draft.now,
  };
  const move = isAvailable(offer) ? moveOf(view, draft.dice) : null;
  const { promoUntil } = mover.behaviour;
  const behaviour = {
    ...mover.behaviour,
    reactAt: null,
    promoUntil:
      move?.promoUntil ?? (promoUntil !== null && promoUntil <= draft.now ? null : promoUntil),
  };
  change(draft, mover.itemId, { behaviour, ...(move === null ? {} : { price: move.price }) });
}

/** A buyer comes: mostly he buys from whoever holds the buybox. */
function makeSale(draft: Draft): void {
  const { world, dice } = draft;
  const product = dice.pick(world.products);
  const [leader] = awardOf(world.sellers, product).leaders;
  const open_ = product.offers.filter(isAvailable);
  if (open_.length === 0) return;
  const favourite = open_.find((offer) => offer.itemId === leader);
  const offer = favourite && dice.chance(0.75) ? favourite : dice.pick(open_);
  const units = Math.min(offer.stock, dice.pick([1, 1, 1, 1, 2, 3]));
  const left = offer.stock - units;
  change(draft, offer.itemId, {
    ...stocked(offer, left),
    sold: offer.sold + units,
    ...(left === 0 ? { restockAt: draft.now + dice.between(10, 40) * MINUTE } : {}),
  });
}

/** What comes with time alone: stock that arrives, promotions that end. */
function keepCalendar(draft: Draft): void {
  for (const product of draft.world.products) {
    for (const { itemId, restockAt, promotion } of product.offers) {
      if (restockAt !== null && restockAt <= draft.now) {
        const stock = draft.dice.between(5, 60);
        change(draft, itemId, stocked(need(draft.world, itemId).offer, stock));
      }
      if (promotion !== null && promotion.finishAt <= draft.now)
        change(draft, itemId, { price: promotion.regularPrice, promotion: null });
    }
  }
}

/**
 * Lets time pass up to `now`. Few things happen in a step: the market's pace is a budget that fills with time,
 * and weekends are half as lively again.
 */
export function step(world: World, now: number, pace: Pace): Outcome {
  const draft = open(world, now);
  const minutes = Math.min(draft.now - world.now, LONGEST_STEP_MS) / MINUTE;
  draft.world = { ...world, now: draft.now };
  keepCalendar(draft);
  const movesAMinute = pace.moves * (isWeekend(draft.now) ? 1.5 : 1);
  const moves = Math.min(MOST_CREDIT, world.credit.moves + movesAMinute * minutes);
  const sales = Math.min(MOST_CREDIT, world.credit.sales + pace.sales * minutes);
  for (let i = 1; i <= moves; i++) makeMove(draft);
  for (let i = 1; i <= sales; i++) makeSale(draft);
  draft.world = { ...draft.world, credit: { moves: moves % 1, sales: sales % 1 } };
  return close(draft);
}
