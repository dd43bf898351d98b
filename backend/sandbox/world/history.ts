// The days before the start of a world: they are simulated by the same code as later ones, and the changes of prices and
// offers are recorded.
import type { Minor } from '../../kernel/money.ts';
import { canCompete, isAvailable } from './award.ts';
import { shareOf } from './buyers.ts';
import { change, close, type Draft, need, open } from './draft.ts';
import { isWeekend } from './habits.ts';
import { type Pace, pass } from './life.ts';
import type { Behaviour, Habit, Offer, Product, World, WorldEvent } from './types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Events within a span have their own instants; only restocking happens at its end. */
const SPAN_MS = 10 * MINUTE;

/** The price of an offer from an instant on, and whether it was available. */
export interface Quote {
  at: number;
  itemId: string;
  price: Minor;
  isAvailable: boolean;
}

/** The record of the time before a world was opened. */
export interface Past {
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** All offers at the beginning, and every change since then, in order. */
  quotes: readonly Quote[];
  /** Likewise the highest eligible price of pages with such a limit. */
  ceilings: readonly { at: number; productId: string; to: Minor }[];
  /** The habits of our own offers that followed the market then; the others kept their prices. */
  habits: Readonly<Record<string, Habit>>;
}

/** The cumulative shares of our own competing offers that followed the market, with their habits. */
const FOLLOWERS: readonly [upTo: number, habit: Habit][] = [
  [0.3, 'undercutter'],
  [0.45, 'matcher'],
  [0.55, 'climber'],
];

/** How one of our own offers behaves while the past is played; null: it keeps its price. */
function behaviourOf(product: Product, offer: Offer): Behaviour | null {
  const hasCompetitors = product.offers.length > 1;
  if (!hasCompetitors || !canCompete(product, offer) || offer.automated || offer.promotion)
    return null;
  const share = shareOf(`follows/${offer.itemId}`);
  const habit = FOLLOWERS.find(([upTo]) => share < upTo)?.[1];
  if (habit === undefined) return null;
  return {
    habit,
    floor: Math.round(offer.price * 0.88),
    anchor: offer.price,
    ceiling: Math.round(offer.price * 1.15),
    reactAt: null,
    promoUntil: null,
  };
}

/** A promotion that begins while the past is played. */
interface Planned {
  at: number;
  itemId: string;
  price: Minor;
  promotion: NonNullable<Offer['promotion']>;
}

/**
 * The world at the start of the past: own offers follow the market, and promotions are in the future, at the distance from the
 * end that they had from the first day.
 */
function rewound(world: World, length: number): { world: World; planned: Planned[] } {
  const planned: Planned[] = [];
  const products = world.products.map((product) => ({
    ...product,
    offers: product.offers.map((offer): Offer => {
      if (!world.sellers.get(offer.sellerId)?.own) return offer;
      const { promotion, price, itemId } = offer;
      if (promotion === null) return { ...offer, behaviour: behaviourOf(product, offer) };
      const moved = {
        ...promotion,
        startedAt: promotion.startedAt + length,
        finishAt: promotion.finishAt + length,
      };
      // One that is scheduled on the first day is scheduled during the whole past.
      if (promotion.startedAt > world.now) return { ...offer, promotion: moved };
      planned.push({ at: moved.startedAt, itemId, price, promotion: moved });
      return { ...offer, price: promotion.regularPrice, promotion: null };
    }),
  }));
  return { world: { ...world, products }, planned: planned.sort((a, b) => a.at - b.at) };
}

/** Our own offers behave as their sellers decide from now on. */
const handedOver = (world: World): World => ({
  ...world,
  products: world.products.map((product) => ({
    ...product,
    offers: product.offers.map((offer) =>
      world.sellers.get(offer.sellerId)?.own ? { ...offer, behaviour: null } : offer,
    ),
  })),
});

type Ceiling = Past['ceilings'][number];

const quoteOf = (offer: Offer, at: number): Quote => ({
  at,
  itemId: offer.itemId,
  price: offer.price,
  isAvailable: isAvailable(offer),
});

/** Records the changes of the draft since the last call. */
function record({ events, world, now }: Draft, quotes: Quote[], ceilings: Ceiling[]): void {
  // An offer that an order sold out becomes unavailable after the order.
  const at = events.some(({ kind }) => kind === 'order') ? now + 1 : now;
  for (const event of events)
    if (event.kind === 'price' || event.kind === 'status')
      quotes.push(quoteOf(need(world, event.itemId).offer, at));
    else if (event.kind === 'ceiling')
      ceilings.push({ at: now, productId: event.productId, to: event.to });
}

/**
 * Simulates a world from its present to `until`, milliseconds since 1970. The result does not depend on the speed: the same
 * world and instant give the same past.
 * @param emit is called with the events, which are not notified otherwise
 */
export function play(
  begun: World,
  until: number,
  pace: Pace,
  emit: (events: readonly WorldEvent[]) => void = () => undefined,
): { world: World; past: Past } {
  const from = begun.now;
  const { world: start, planned } = rewound(begun, until - from);
  const quotes = start.products.flatMap(({ offers }) => offers.map((one) => quoteOf(one, from)));
  const ceilings = start.products.flatMap(({ id, ceiling }) =>
    ceiling === null ? [] : [{ at: from, productId: id, to: ceiling }],
  );
  const habits: Record<string, Habit> = {};
  for (const { offers } of start.products)
    for (const { itemId, sellerId, behaviour } of offers)
      if (behaviour !== null && start.sellers.get(sellerId)?.own) habits[itemId] = behaviour.habit;

  let world = start;
  let credit = world.credit.moves;
  for (let day = from; day < until; day += DAY) {
    const draft = open(world, day);
    const after = (one: Draft) => {
      record(one, quotes, ceilings);
      emit(one.events);
      one.events = [];
    };
    const end = Math.min(until, day + DAY);
    for (let at = day; at < end; at += SPAN_MS) {
      const next = Math.min(end, at + SPAN_MS);
      const minutes = (next - at) / MINUTE;
      credit += pace.moves * minutes * (isWeekend(next) ? 1.5 : 1);
      const moves = Math.floor(credit);
      credit -= moves;
      pass(draft, { from: at, until: next, moves, buyers: pace.sales * minutes }, after);
      while (planned[0] && planned[0].at <= next) {
        const { itemId, price, promotion } = planned.shift() as Planned;
        change(draft, itemId, { price, promotion });
        after(draft);
      }
      draft.world = { ...draft.world, now: next };
    }
    world = close(draft).world;
  }
  return {
    world: handedOver({ ...world, credit: { moves: credit % 1 } }),
    past: { from, until, quotes, ceilings, habits },
  };
}
