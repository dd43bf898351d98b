// The events of time: competitors change prices, buyers arrive, stock is refilled.
import { type Agenda, agendaOf, dueBy } from './agenda.ts';
import { isAvailable } from './award.ts';
import { drawCount, rhythmAt } from './buyers.ts';
import { change, changeCeiling, close, type Draft, need, open, stocked } from './draft.ts';
import { isWeekend, moveOf } from './habits.ts';
import { advanceOrder, receiveBuyer, takeDue } from './sales.ts';
import { settleDue } from './submissions.ts';
import type { Offer, Outcome, World } from './types.ts';

const MINUTE = 60_000;
/** The longest time of one step: a longer pause of the process is not simulated. */
const LONGEST_STEP_MS = 10_000;
const MOST_CREDIT = 8;
/** The share of moves that are answers, while answers are due. */
const ANSWERS = 0.6;
/** The share of moves on Amazon that happen elsewhere: other shops change the highest eligible price here. */
const ELSEWHERE = 0.05;

/** How many events the market has. */
export interface Pace {
  /** Moves of competitors in a minute. */
  moves: number;
  /** Buyers in an average minute. */
  sales: number;
}

/** The default events a minute. */
export const DEFAULT_PACE = 30;

/** Splits events a minute into what competitors do and what buyers do; not every buyer buys. */
export const paceOf = (eventsPerMinute: number): Pace => ({
  moves: eventsPerMinute * 0.75,
  sales: eventsPerMinute * 0.03,
});

function agendaIn(draft: Draft): Agenda {
  draft.agenda ??= agendaOf(draft.world.products);
  return draft.agenda;
}

/** A due answer of a competitor. */
interface Answer {
  /** Since when, in milliseconds since 1970. */
  due: number;
  offer: Offer;
}

/** The answers that are due by an instant, in the order of their due times. */
function answersBy(draft: Draft, until: number): Answer[] {
  const answers: Answer[] = [];
  const agenda = agendaIn(draft);
  for (const place of dueBy(agenda.answers, until)) {
    const { offers } = draft.world.products[place]!;
    const instants = agenda.answersByOffer[place]!;
    for (let index = 0; index < instants.length; index++) {
      const due = instants[index]!;
      if (due <= until) answers.push({ due, offer: offers[index]! });
    }
  }
  return answers.sort((a, b) => a.due - b.due);
}

/** The next competitor to move: due answers first, in the order of their due times, else a random one. */
function nextMover({ world, now, dice }: Draft, answers: Answer[]): Offer | null {
  if (answers[0] && answers[0].due <= now && dice.chance(ANSWERS))
    return answers.shift()?.offer ?? null;
  const product = dice.pick(world.products);
  if (product.quietUntil > now) return null;
  const competitors = product.offers.filter(
    (offer) => offer.behaviour !== null && isAvailable(offer),
  );
  return competitors.length === 0 ? null : dice.pick(competitors);
}

function makeMove(draft: Draft, answers: Answer[]): void {
  const mover = nextMover(draft, answers);
  if (!mover) return;
  // A due reaction may already have happened as a random change.
  const { product, offer } = need(draft.world, mover.itemId);
  if (offer.behaviour === null) return;
  if (product.ceiling !== null && draft.dice.chance(ELSEWHERE)) {
    const factor = 0.9 + draft.dice.between(0, 200) / 1_000;
    changeCeiling(draft, product, Math.round(product.ceiling * factor));
    return;
  }
  const view = {
    sellers: draft.world.sellers,
    product,
    offer,
    behaviour: offer.behaviour,
    now: draft.now,
  };
  const move = isAvailable(offer) ? moveOf(view, draft.dice) : null;
  const { promoUntil } = offer.behaviour;
  const behaviour = {
    ...offer.behaviour,
    reactAt: null,
    promoUntil:
      move?.promoUntil ?? (promoUntil !== null && promoUntil <= draft.now ? null : promoUntil),
  };
  change(draft, mover.itemId, { behaviour, ...(move === null ? {} : { price: move.price }) });
}

/** Events that depend on time only: accepted prices, arriving stock, ending promotions. */
function keepCalendar(draft: Draft): void {
  settleDue(draft);
  const { calendar } = agendaIn(draft);
  // The pages as of now: later changes are due later.
  const pages = dueBy(calendar, draft.now).map((place) => draft.world.products[place]!);
  for (const { offers } of pages) {
    for (const { itemId, restockAt, promotion } of offers) {
      if (restockAt !== null && restockAt <= draft.now) {
        const stock = draft.dice.between(5, 60);
        change(draft, itemId, stocked(need(draft.world, itemId).offer, stock));
      }
      if (promotion !== null && promotion.finishAt <= draft.now)
        change(draft, itemId, { price: promotion.regularPrice, promotion: null });
    }
  }
}

/** The events between two instants. */
export interface Span {
  from: number;
  until: number;
  moves: number;
  /** The expected number of buyers at an average time of the day. */
  buyers: number;
}

/**
 * Simulates a span: price changes and buyers have their own instants, orders progress when they are due, and events of time
 * only are at the end.
 * @param after is called after each event, with the draft at its instant
 */
export function pass(
  draft: Draft,
  { from, until, moves, buyers }: Span,
  after: (draft: Draft) => void = () => undefined,
): void {
  const { dice } = draft;
  const instant = () => Math.min(until, from + 1 + Math.floor(dice.roll() * (until - from)));
  const answers = moves === 0 ? [] : answersBy(draft, until);
  const times = (count: number, act: () => void) =>
    Array.from({ length: count }, () => ({ at: instant(), act }));
  const acts = [
    ...times(moves, () => makeMove(draft, answers)),
    ...times(drawCount(buyers * rhythmAt(until), dice), () => receiveBuyer(draft)),
    ...takeDue(draft, until).map((due) => ({ at: due.at, act: () => advanceOrder(draft, due) })),
  ].sort((a, b) => a.at - b.at);
  for (const { at, act } of acts) {
    // A step that was due while the market was paused is late.
    draft.now = Math.max(from, at);
    act();
    after(draft);
  }
  draft.now = until;
  keepCalendar(draft);
  after(draft);
}

/**
 * Lets time pass up to `now`. Few things happen in a step: the market's pace is a budget that fills with time,
 * and weekends are half as lively again.
 */
export function step(world: World, now: number, pace: Pace): Outcome {
  const draft = open(world, now);
  const until = draft.now;
  const passed = Math.min(until - world.now, LONGEST_STEP_MS);
  const minutes = passed / MINUTE;
  const movesAMinute = pace.moves * (isWeekend(until) ? 1.5 : 1);
  const moves = Math.min(MOST_CREDIT, world.credit.moves + movesAMinute * minutes);
  draft.world = { ...world, now: until, credit: { moves: moves % 1 } };
  pass(draft, {
    // Sales before a change by a seller are in the ledger at the price of then.
    from: Math.min(until, Math.max(until - passed, world.changedAt)),
    until,
    moves: Math.floor(moves),
    buyers: pace.sales * minutes,
  });
  return close(draft);
}
