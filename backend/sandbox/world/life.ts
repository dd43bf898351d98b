// What happens by itself as time passes: competitors move, buyers come, shelves fill again.
import { awardOf, isAvailable } from './award.ts';
import { change, changeCeiling, close, type Draft, need, open, stocked } from './draft.ts';
import { isWeekend, moveOf } from './habits.ts';
import { settleDue } from './submissions.ts';
import type { Offer, Outcome, World } from './types.ts';

const MINUTE = 60_000;
/** A pause of the process is not made up for: at most this much of it counts. */
const LONGEST_STEP_MS = 10_000;
const MOST_CREDIT = 8;
/** The share of moves that answer something, while answers are due. */
const ANSWERS = 0.6;
/** Of the moves on Amazon this share is made elsewhere: other shops change what a thing may cost here. */
const ELSEWHERE = 0.05;

/** How lively the market is, in events a minute. */
export interface Pace {
  moves: number;
  sales: number;
}

/** Splits events a minute into what competitors do and what buyers do. */
export const paceOf = (eventsPerMinute: number): Pace => ({
  moves: eventsPerMinute * 0.75,
  sales: eventsPerMinute * 0.25,
});

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
  const competitors = product.offers.filter(
    (offer) => offer.behaviour !== null && isAvailable(offer),
  );
  return competitors.length === 0 ? null : dice.pick(competitors);
}

function dueAt(behaviour: Offer['behaviour']): number {
  const { reactAt, promoUntil } = behaviour ?? { reactAt: null, promoUntil: null };
  return Math.min(reactAt ?? Infinity, promoUntil ?? Infinity);
}

function makeMove(draft: Draft): void {
  const mover = nextMover(draft);
  if (!mover?.behaviour) return;
  const { product, offer } = need(draft.world, mover.itemId);
  if (product.ceiling !== null && draft.dice.chance(ELSEWHERE)) {
    const factor = 0.9 + draft.dice.between(0, 200) / 1_000;
    changeCeiling(draft, product, Math.round(product.ceiling * factor));
    return;
  }
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

/** What comes with time alone: accepted prices, stock that arrives, promotions that end. */
function keepCalendar(draft: Draft): void {
  settleDue(draft);
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
