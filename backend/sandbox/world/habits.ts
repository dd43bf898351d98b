// The reaction of a competitor when it checks its product page. It knows what the marketplace shows every seller: the page and
// its own price to win. It never goes below its minimum.
import type { Minor } from '../../kernel/money.ts';
import { isAvailable, leadersOf, priceToWin } from './award.ts';
import type { Dice } from './dice.ts';
import { roundDown } from './price-tags.ts';
import type { Behaviour, Habit, Offer, Product, Sellers } from './types.ts';

const MINUTE = 60_000;
/** São Paulo's time, three hours behind UTC all year. */
const SAO_PAULO_MS = -3 * 60 * MINUTE;

export function isWeekend(now: number): boolean {
  const day = new Date(now + SAO_PAULO_MS).getUTCDay();
  return day === 0 || day === 6;
}

/** From midnight to six. */
export const isNight = (now: number): boolean => new Date(now + SAO_PAULO_MS).getUTCHours() < 6;

export interface View {
  sellers: Sellers;
  product: Product;
  offer: Offer;
  behaviour: Behaviour;
  now: number;
}

/** A competitor's next price, and until when it is valid if it is a short promotion. */
export interface Move {
  price: Minor;
  promoUntil: number | null;
}

const at = (price: number): Move => ({ price: Math.round(price), promoUntil: null });

function leadsAlone({ sellers, product, offer }: View): boolean {
  const leaders = leadersOf(sellers, product);
  return leaders.length === 1 && leaders[0] === offer.itemId;
}

function undercut(view: View, dice: Dice): Move | null {
  const { behaviour, offer } = view;
  const highest = priceToWin(view.sellers, view.product, offer);
  if (highest === null) return at(behaviour.anchor);
  const target = highest - dice.between(0, 25);
  // The competitor raises the price again, but only sometimes.
  if (leadsAlone(view)) return dice.chance(0.3) && target > offer.price ? at(target) : null;
  if (target >= behaviour.floor) return at(target);
  if (offer.price > behaviour.floor && dice.chance(0.5)) return at(behaviour.floor);
  return dice.chance(0.4) ? at(behaviour.anchor) : null;
}

function match({ product, offer, behaviour }: View): Move | null {
  const prices = product.offers
    .filter((one) => one.itemId !== offer.itemId && isAvailable(one))
    .map((one) => one.price);
  return at(prices.length === 0 ? behaviour.anchor : Math.min(...prices));
}

function climb(view: View, dice: Dice): Move | null {
  const { behaviour, offer } = view;
  if (leadsAlone(view)) return at(offer.price * (1 + dice.between(3, 12) / 1_000));
  const highest = priceToWin(view.sellers, view.product, offer);
  return at(highest !== null && highest >= behaviour.floor ? highest : behaviour.anchor);
}

function promote({ offer, now }: View, dice: Dice): Move {
  const price = roundDown(offer.price * (0.86 + dice.between(0, 70) / 1_000), dice);
  return { price, promoUntil: now + dice.between(20, 60) * MINUTE };
}

/** The lowest total price of the others; null: there are none. */
function lowestTotal({ product, offer }: View): Minor | null {
  let lowest = Infinity;
  for (const one of product.offers)
    if (one.itemId !== offer.itemId && isAvailable(one))
      lowest = Math.min(lowest, one.price + one.shippingPrice);
  return lowest === Infinity ? null : lowest;
}

/** The simplest repricer: always a cent below the lowest, upwards and downwards, down to its minimum. */
function cut(view: View): Move {
  const lowest = lowestTotal(view);
  return at(lowest === null ? view.behaviour.ceiling : lowest - view.offer.shippingPrice - 1);
}

/** A random walk in steps of up to 3 %, which tends back to the first price. */
function walk({ offer, behaviour }: View, dice: Dice): Move {
  const away = behaviour.anchor - offer.price;
  return at(offer.price * (1 + dice.between(-30, 30) / 1_000) + away * 0.1);
}

/**
 * Undercuts the lowest by a large step without an event, and follows those who react; at its minimum it gives up in half of
 * the cases. It ends a won price war after some time.
 */
function fight(view: View, dice: Dice): Move | null {
  const { behaviour, offer } = view;
  const answers = behaviour.reactAt !== null;
  if (leadsAlone(view)) return !answers && dice.chance(0.5) ? at(behaviour.anchor) : null;
  const lowest = lowestTotal(view);
  if (lowest === null) return at(behaviour.anchor);
  const by = answers ? dice.between(5, 20) : dice.between(20, 60);
  const target = lowest * (1 - by / 1_000) - offer.shippingPrice;
  if (target >= behaviour.floor) return at(target);
  return at(dice.chance(0.5) ? behaviour.floor : behaviour.anchor);
}

const HABIT_MOVES: Record<Habit, (view: View, dice: Dice) => Move | null> = {
  undercutter: undercut,
  matcher: match,
  climber: climb,
  promoter: promote,
  sleeper: ({ behaviour }, dice) =>
    at(roundDown(behaviour.anchor * (1 + dice.between(-12, 18) / 1_000), dice)),
  weekender: ({ behaviour, now }) => at(behaviour.anchor * (isWeekend(now) ? 0.92 : 1)),
  steady: () => null,
  cutter: cut,
  walker: walk,
  // It rises at night, so that the others follow.
  resetter: (view) => (isNight(view.now) ? at(view.behaviour.anchor) : cut(view)),
  // A small stock at a low price, until it is sold.
  scarce: ({ behaviour }) => at(behaviour.anchor * 0.95),
  warrior: fight,
};

/** The new price of a competitor; null: no change. */
export function moveOf(view: View, dice: Dice): Move | null {
  const { behaviour, offer, now } = view;
  const { promoUntil } = behaviour;
  if (promoUntil !== null && promoUntil > now) return null;
  const move =
    promoUntil === null ? HABIT_MOVES[behaviour.habit](view, dice) : at(behaviour.anchor);
  if (move === null) return null;
  const price = Math.min(behaviour.ceiling, Math.max(behaviour.floor, move.price));
  return price === offer.price ? null : { ...move, price };
}

/** Least and most minutes that a competitor takes to answer; null: it does not react to others. */
const ANSWER_MINUTES: Record<Habit, readonly [number, number] | null> = {
  undercutter: [2, 6],
  matcher: [3, 9],
  climber: [4, 10],
  sleeper: null,
  promoter: null,
  weekender: null,
  steady: null,
  cutter: [10, 40],
  walker: null,
  resetter: [10, 40],
  scarce: null,
  warrior: [5, 20],
};
/** The share of reacting competitors among those that did not lose the buybox. */
const BYSTANDERS = 0.25;

/** The instant at which a competitor reacts to a change on its page; null: no reaction. */
export function answerAt(
  behaviour: Behaviour,
  lostBuybox: boolean,
  now: number,
  dice: Dice,
): number | null {
  const range = ANSWER_MINUTES[behaviour.habit];
  if (range === null || (!lostBuybox && !dice.chance(BYSTANDERS))) return null;
  const [least, most] = range;
  return now + dice.between(least * MINUTE, most * MINUTE);
}
