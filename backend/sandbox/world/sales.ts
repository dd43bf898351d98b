// The ledger of sales: buyers arrive and choose, and their purchases from own sellers become orders.
import { show } from './advertising.ts';
import { auctionOff } from './auctions.ts';
import { leadersOf } from './award.ts';
import { favouriteOf, mostOf, tasteOf, totalOf } from './buyers.ts';
import { type Dice, numberOf } from './dice.ts';
import { change, type Draft, need, stocked } from './draft.ts';
import { feeOf, postageOf } from './fees.ts';
import { addDue, count, type Due, openTill, placeOf, type Till } from './till.ts';
import {
  type Country,
  type Held,
  type Offer,
  ORDER_STEPS,
  type Order,
  type OrderStep,
  type Product,
  type Sales,
  type Shop,
  type Via,
  type World,
} from './types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const NO_SALES: Sales = { orders: [], due: [], days: new Map(), adDays: new Map() };

/** The percentages of orders that are cancelled before shipment, and of delivered ones that are returned. */
const CANCELLED = 0.02;
const REFUNDED = 0.03;
const UNITS = [1, 1, 1, 1, 1, 1, 2, 3] as const;
/** Visitors of a page per potential buyer. */
const VISITORS = [3, 12] as const;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** Four capital letters that belong to a number. */
const lettersOf = (number: number) =>
  [0, 1, 2, 3]
    .map((place) => String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)))
    .join('');

/** Ids of orders, as each marketplace writes them; the place in the ledger can be read from them. */
const IDS: Record<Shop, { write(place: number): string; place: RegExp }> = {
  mercadolivre: {
    write: (place) => `200001${padded(place, 7)}${padded(numberOf(`order/${place}`) % 1_000, 3)}`,
    place: /^200001(\d{7})\d{3}$/,
  },
  amazon: {
    write: (place) =>
      `701-${padded(numberOf(`order/${place}`) % 10_000_000, 7)}-${padded(place, 7)}`,
    place: /^701-\d{7}-(\d{7})$/,
  },
  shopee: {
    write: (place) => `26${padded(place, 8)}${lettersOf(numberOf(`order/${place}`))}`,
    place: /^26(\d{8})[A-Z]{4}$/,
  },
  magalu: {
    write: (place) => `LU-${padded(place, 9)}${padded(numberOf(`order/${place}`) % 1_000, 3)}`,
    place: /^LU-(\d{9})\d{3}$/,
  },
};

/** An order of a marketplace by its id. */
export function findOrder(world: World, shop: Shop, id: string): Order | null {
  const [, place] = IDS[shop].place.exec(id) ?? [];
  const order = place === undefined ? undefined : world.sales.orders[Number(place)];
  return order?.id === id ? order : null;
}

/** The orders of one of our own sellers at a marketplace in a country, oldest first. */
export const ordersOf = (
  world: World,
  sellerId: number,
  shop: Shop,
  country: Country = 'BR',
): Order[] =>
  world.sales.orders.filter(
    (order) =>
      order.sellerId === sellerId && order.shop === shop && (order.country ?? 'BR') === country,
  );

const stepAt = (order: Order, step: OrderStep): number | null => order[`${step}At` as const];

/** The state of an order at an instant. */
export function orderState(order: Order, now: number): 'placed' | OrderStep {
  const steps = ORDER_STEPS.filter((step) => (stepAt(order, step) ?? Infinity) <= now);
  return steps.at(-1) ?? 'placed';
}

/** When an order changed last, as seen at an instant. */
export const orderChangedAt = (order: Order, now: number): number =>
  ORDER_STEPS.reduce((last, step) => {
    const at = stepAt(order, step) ?? Infinity;
    return at <= now ? Math.max(last, at) : last;
  }, order.at);

export const tillOf = (draft: Draft): Till => {
  draft.till ??= openTill(draft.world.sales);
  return draft.till;
};

const isOwn = ({ sellers }: World, { sellerId }: Offer) => sellers.get(sellerId)?.own === true;

function heldBy(leaders: readonly string[], { itemId }: Offer): Held {
  if (leaders.length === 0) return 'none';
  if (!leaders.includes(itemId)) return 'lost';
  return leaders.length === 1 ? 'won' : 'shared';
}

/** What becomes of an order that is placed at an instant. */
function drawSteps(at: number, { shippingHours }: Offer, dice: Dice) {
  const none = { shippedAt: null, deliveredAt: null, cancelledAt: null, refundedAt: null };
  if (dice.chance(CANCELLED))
    return { ...none, cancelledAt: at + dice.between(10 * MINUTE, 20 * HOUR) };
  const shippedAt = at + dice.between(2 * HOUR, 30 * HOUR);
  const deliveredAt = shippedAt + Math.round(shippingHours * HOUR * (0.7 + dice.roll() * 0.8));
  const refundedAt = dice.chance(REFUNDED) ? deliveredAt + dice.between(3 * DAY, 15 * DAY) : null;
  return { ...none, shippedAt, deliveredAt, refundedAt };
}

/** Records an order with its future course. */
function place(
  draft: Draft,
  product: Product,
  offer: Offer,
  { units, held, via }: { units: number; held: Held; via: Via },
): void {
  const till = tillOf(draft);
  const number = till.before + till.orders.length;
  const order: Order = {
    id: IDS[product.shop].write(number),
    shop: product.shop,
    ...(product.country !== undefined && { country: product.country }),
    at: draft.now,
    itemId: offer.itemId,
    sellerId: offer.sellerId,
    units,
    price: offer.price,
    shipping: offer.shippingPrice,
    postage: postageOf(product, offer),
    fee: units * feeOf(product, offer),
    buyer: 100_000_000 + draft.dice.between(0, 899_999_999),
    held,
    via,
    ...drawSteps(draft.now, offer, draft.dice),
  };
  till.orders.push(order);
  for (const step of ORDER_STEPS) {
    const at = stepAt(order, step);
    if (at !== null) addDue(till, { at, order: number, step });
  }
  const { itemId } = offer;
  draft.events.push({ kind: 'order', productId: product.id, itemId, order, step: 'placed' });
}

/** Takes units off the shelf. */
function sell(draft: Draft, offer: Offer, units: number): void {
  const left = offer.stock - units;
  change(draft, offer.itemId, {
    ...stocked(offer, left),
    sold: offer.sold + units,
    ...(left === 0 ? { restockAt: draft.now + draft.dice.between(10, 40) * MINUTE } : {}),
  });
}

/** Sells units of one of our own offers: an order, and nothing else moves. */
export function sellOne(draft: Draft, itemId: string, units: number): void {
  const { product, offer } = need(draft.world, itemId);
  if (!isOwn(draft.world, offer)) throw new RangeError(`${itemId} is no item of our sellers`);
  if (units > offer.stock) throw new RangeError(`${itemId} has ${offer.stock} in stock`);
  const held = heldBy(leadersOf(draft.world.sellers, product), offer);
  place(draft, product, offer, { units, held, via: { kind: 'organic' } });
  sell(draft, offer, units);
}

/** The page of a visitor, drawn by the pages' weights. */
function drawPage({ products, draws }: World, dice: Dice): Product {
  const wanted = dice.roll() * (draws.at(-1) ?? 0);
  let low = 0;
  let high = draws.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((draws[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  const product = products[low];
  if (product === undefined) throw new RangeError('No page to go to');
  return product;
}

/** A buyer and some other visitors arrive at a page. The buyer buys if a considered offer is cheap enough. */
export function receiveBuyer(draft: Draft): void {
  const { dice, world, now } = draft;
  const product = drawPage(world, dice);
  const leaders = leadersOf(world.sellers, product);
  const most = mostOf(tasteOf(product), dice.roll());
  const favourite = favouriteOf(product.offers, leaders, dice.roll(), dice.roll());
  const lookers = dice.between(...VISITORS);
  const shown =
    product.shop === 'amazon'
      ? auctionOff(draft, product, lookers, tillOf(draft).ads)
      : show(draft, product, lookers, tillOf(draft).ads);
  if (shown !== null)
    count(tillOf(draft), shown.offer.itemId, now, {
      ...shown.counted,
      visits: shown.counted.clicks,
    });
  if (favourite !== null && isOwn(world, favourite))
    count(tillOf(draft), favourite.itemId, now, {
      visits: 1 + lookers,
      prints: 0,
      clicks: 0,
      spend: 0,
    });
  const isByAd = shown?.isClicked === true && totalOf(shown.offer) <= most;
  const offer = isByAd ? shown.offer : favourite;
  if (offer === null || totalOf(offer) > most) return;
  const units = Math.min(offer.stock, dice.pick(UNITS));
  if (isOwn(world, offer)) {
    const via: Via = isByAd ? shown.via : { kind: 'organic' };
    place(draft, product, offer, { units, held: heldBy(leaders, offer), via });
  }
  sell(draft, offer, units);
}

/** Takes the steps of orders that are due by an instant out of the till. */
export function takeDue(draft: Draft, until: number): Due[] {
  const { due } = draft.till ?? draft.world.sales;
  if (due[0] === undefined || due[0].at > until) return [];
  const till = tillOf(draft);
  return till.due.splice(0, placeOf(till.due, until));
}

/** Advances an order by a step: units of a cancelled one return to stock. */
export function advanceOrder(draft: Draft, { order: number, step }: Due): void {
  const till = tillOf(draft);
  const order = draft.world.sales.orders[number] ?? till.orders[number - till.before];
  if (order === undefined) throw new RangeError(`No order ${number}`);
  const { itemId } = order;
  const { product, offer } = need(draft.world, itemId);
  draft.events.push({ kind: 'order', productId: product.id, itemId, order, step });
  if (step !== 'cancelled') return;
  change(draft, itemId, {
    ...stocked(offer, offer.stock + order.units),
    sold: offer.sold - order.units,
  });
}
