// The event simulation of a page: competitors check it and react, buyers arrive, stock runs out and is refilled, and we
// poll and reprice. Nothing happens between events, so time jumps from one to the next.
import type { Minor } from '../../../kernel/money.ts';
import { isAvailable, leadersOf } from '../../../sandbox/world/award.ts';
import { type Dice, diceAt } from '../../../sandbox/world/dice.ts';
import { answerAt, moveOf } from '../../../sandbox/world/habits.ts';
import type { Behaviour, Offer } from '../../../sandbox/world/types.ts';
import {
  FIRST_DAY,
  NOTIFICATION_MINUTES,
  POLL_HOURS,
  POLL_MINUTES,
  RESTLESS_MINUTES,
  SCARCE_HOURS,
  SCARCE_UNITS,
} from './assumptions.ts';
import { purchaseOf, type Visits } from './buyers.ts';
import { buyersBetween, othersOf, worthOf } from './expectation.ts';
import { DAY, HOUR, MINUTE, type Mind, profitOf, SECOND, type Stall } from './stall.ts';

/** What sets our price. */
export interface Player {
  /** Sees every change the moment it happens, instead of after a notification. */
  seesAtOnce: boolean;
  /** Our price from now on; null: as it is. */
  poll(stall: Stall): Minor | null;
}

/** The result of the elapsed time. */
export interface Book {
  /** By day, in minor units. */
  profit: Float64Array;
  units: number;
  changes: number;
  /** Milliseconds on sale, of them winning (a shared first place in parts), and price in shares of the reference. */
  onSale: number;
  winning: number;
  priced: number;
  /** The expected profit, in minor units; null: not needed. */
  expected: number | null;
}

export const openBook = (days: number): Book => ({
  profit: new Float64Array(days),
  units: 0,
  changes: 0,
  onSale: 0,
  winning: 0,
  priced: 0,
  expected: null,
});

/** Whether we hold the buybox alone. */
const winsAlone = ({ leaders, ours }: Stall): boolean =>
  leaders.length === 1 && leaders[0] === ours.itemId;

/** When a competitor answers a change; null: it does not. */
function answersAt(
  { world, now }: Stall,
  behaviour: Behaviour,
  lost: boolean,
  dice: Dice,
): number | null {
  const at = answerAt(behaviour, lost, now, dice);
  if (at === null || world.answerSeconds === null) return at;
  const [least, most] = world.answerSeconds;
  return now + dice.between(least * SECOND, most * SECOND);
}

/** Lets the page and its people take notice of a changed offer. */
function stir(stall: Stall, changed: Offer): void {
  const before = stall.leaders;
  stall.leaders = leadersOf(stall.sellers, stall.product);
  stall.stirredAt = stall.now;
  for (const mind of stall.minds) {
    const { offer, behaviour } = mind;
    if (offer === changed || behaviour.reactAt !== null || !isAvailable(offer)) continue;
    const dice = diceAt(mind.dice);
    const lost = before.includes(offer.itemId) && !stall.leaders.includes(offer.itemId);
    behaviour.reactAt = answersAt(stall, behaviour, lost, dice);
    mind.dice = dice.state();
  }
  // The effect of our own price on the buybox is reported like any other change.
  if (changed === stall.ours && before.join() === stall.leaders.join()) return;
  if (changed !== stall.ours) stall.changedAt = stall.now;
  if (stall.world.pollMinutes !== null) return;
  const dice = diceAt(stall.dice);
  const reported =
    stall.now + dice.between(NOTIFICATION_MINUTES[0] * MINUTE, NOTIFICATION_MINUTES[1] * MINUTE);
  stall.dice = dice.state();
  stall.notificationAt = Math.min(stall.notificationAt, reported);
}

function stock(offer: Offer, units: number): void {
  offer.stock = units;
  offer.outOfStock = units === 0;
  offer.status = units === 0 ? 'paused' : 'active';
}

const hours = ([low, high]: readonly [number, number], dice: Dice) =>
  Math.round((low + dice.roll() * (high - low)) * HOUR);

const dueOf = ({ offer, behaviour, pollAt }: Mind): number =>
  offer.restockAt ??
  Math.min(pollAt, behaviour.reactAt ?? Infinity, behaviour.promoUntil ?? Infinity);

/** What a competitor does at its next event. */
function actAs(stall: Stall, mind: Mind): void {
  const { offer, behaviour } = mind;
  const { now } = stall;
  const dice = diceAt(mind.dice);
  let changed = false;
  if (offer.restockAt !== null) {
    offer.restockAt = null;
    stock(offer, dice.between(...SCARCE_UNITS));
    changed = true;
  } else {
    const { sellers, product } = stall;
    const move = moveOf({ sellers, product, offer, behaviour, now }, dice);
    behaviour.reactAt = null;
    if (behaviour.promoUntil !== null && behaviour.promoUntil <= now) behaviour.promoUntil = null;
    if (move !== null) {
      behaviour.promoUntil = move.promoUntil ?? behaviour.promoUntil;
      changed = move.price !== offer.price;
      offer.price = move.price;
    }
  }
  const range = POLL_HOURS[behaviour.habit];
  if (range !== null && mind.pollAt <= now) mind.pollAt = now + hours(range, dice);
  mind.dice = dice.state();
  if (changed) stir(stall, offer);
}

/** Sets our price, and lets the competitors see it. */
function reprice(stall: Stall, price: Minor, book: Book): void {
  if (price === stall.ours.price) return;
  stall.ours.price = price;
  book.changes++;
  stir(stall, stall.ours);
}

const pollDue = ({ changedAt, notificationAt, pollAt }: Stall, player: Player): number =>
  player.seesAtOnce ? changedAt : Math.min(notificationAt, pollAt);

/** The time of our next scheduled poll. */
function nextPoll(stall: Stall, hasMoved: boolean): number {
  if (stall.world.pollMinutes !== null) return stall.now + stall.world.pollMinutes * MINUTE;
  if (hasMoved) return stall.now + POLL_MINUTES.moved * MINUTE;
  if (!winsAlone(stall)) return stall.now + POLL_MINUTES.losing * MINUTE;
  const isRestless = stall.now - stall.stirredAt < RESTLESS_MINUTES * MINUTE;
  return stall.now + (isRestless ? POLL_MINUTES.restless : POLL_MINUTES.winning) * MINUTE;
}

function pollWith(stall: Stall, player: Player, book: Book): void {
  stall.changedAt = Infinity;
  stall.notificationAt = Infinity;
  const { changes } = book;
  const price = player.poll(stall);
  if (price !== null) reprice(stall, price, book);
  stall.pollAt = nextPoll(stall, book.changes > changes);
}

/** A buyer arrives. Returns the offer whose stock that exhausts, if any. */
function serve(stall: Stall, visits: Visits, i: number, book: Book): Offer | null {
  const offer = purchaseOf(stall, visits, i);
  if (offer === null) return null;
  if (offer === stall.ours) {
    const day = Math.floor((visits.at[i]! - FIRST_DAY) / DAY);
    book.profit[day] = book.profit[day]! + profitOf(stall.costs, offer.price);
    book.units++;
    if (stall.weekly === null) return null;
  } else if (offer.behaviour?.habit !== 'scarce') return null;
  stock(offer, offer.stock - 1);
  if (offer.stock > 0) return null;
  const mind = stall.minds.find((one) => one.offer === offer);
  if (mind !== undefined) {
    const dice = diceAt(mind.dice);
    offer.restockAt = visits.at[i]! + hours(SCARCE_HOURS, dice);
    mind.behaviour.reactAt = null;
    mind.dice = dice.state();
  }
  return offer;
}

function passTo(stall: Stall, to: number, book: Book): void {
  const passed = to - stall.now;
  const { ours, leaders, demand } = stall;
  if (isAvailable(ours)) {
    book.onSale += passed;
    book.priced += (passed * ours.price) / demand.reference;
    if (leaders.includes(ours.itemId)) book.winning += passed / leaders.length;
    if (book.expected !== null && passed > 0)
      book.expected +=
        buyersBetween(demand, stall.now, to) * worthOf(stall, othersOf(stall), ours.price);
  }
  stall.now = to;
}

/** The first buyer at or after `time`. */
function firstVisit(visits: Visits, time: number): number {
  let low = 0;
  let high = visits.at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (visits.at[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Simulates up to `to`. Scheduled events fall on a whole number of steps since the first day; competitors act first, in
 * the order of the page, then we.
 */
export function advance(
  stall: Stall,
  visits: Visits,
  player: Player,
  book: Book,
  to: number,
  stepMs: number,
): void {
  const onStep = (time: number) => FIRST_DAY + Math.ceil((time - FIRST_DAY) / stepMs) * stepMs;
  let visit = firstVisit(visits, stall.now);
  for (;;) {
    let due = Math.min(stall.deliveryAt, pollDue(stall, player));
    for (const mind of stall.minds) due = Math.min(due, dueOf(mind));
    const next = Math.min(to, Math.max(stall.now, onStep(due)));
    const came = visits.at[visit];
    if (came !== undefined && came < next) {
      const gone = serve(stall, visits, visit, book);
      if (gone !== null) {
        passTo(stall, came, book);
        stir(stall, gone);
      }
      visit++;
      continue;
    }
    passTo(stall, next, book);
    if (next >= to) return;
    if (stall.deliveryAt <= next) {
      const wasOut = stall.ours.stock === 0;
      stock(stall.ours, stall.weekly ?? stall.ours.stock);
      stall.deliveryAt += 7 * DAY;
      stall.changedAt = next;
      stall.notificationAt = next;
      if (wasOut) stir(stall, stall.ours);
    }
    for (const mind of stall.minds) if (dueOf(mind) <= next) actAs(stall, mind);
    if (pollDue(stall, player) <= next) pollWith(stall, player, book);
  }
}
