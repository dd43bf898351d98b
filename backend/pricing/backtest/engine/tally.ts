// The results of one way to price, summed up over spans of time. Pure.
import type { Minor } from '../../../kernel/money.ts';
import type { BacktestFigures, BacktestPoint } from '../../contract.ts';
import { asAmount, createWorst, profitOf, type TallyListing } from './worst.ts';

const DAY_MS = 24 * 3_600_000;

/** The period of the backtest, in milliseconds since 1970. */
export interface Window {
  from: number;
  to: number;
}

export interface Tally {
  /** Begins a listing, whose price was `firstPrice` then. */
  begin(listing: TallyListing, firstPrice: Minor): void;
  /** The price was in effect from `from` to `until`, in milliseconds, with that share of the first place (0 to 1). */
  add(price: Minor, share: number, from: number, until: number): void;
  /** The price was changed. */
  change(): void;
  figures(): BacktestFigures;
  /** Of the day with that number, counted from the one on which the window begins; null: nothing was seen on it. */
  point(day: number): BacktestPoint | null;
}

/** How many days, in UTC, a window touches. */
export const daysOf = ({ from, to }: Window): number =>
  Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS) + 1;

/** The first instant of a window's day. */
export const dayStart = ({ from }: Window, day: number): Date =>
  new Date((Math.floor(from / DAY_MS) + day) * DAY_MS);

/** @param unitsPerDay units that a listing sells in a day of winning */
export function createTally(window: Window, unitsPerDay: number): Tally {
  const firstDay = Math.floor(window.from / DAY_MS);
  const days = daysOf(window);
  const time = new Float64Array(days);
  const won = new Float64Array(days);
  const priceTime = new Float64Array(days);
  let changes = 0;
  let revenue = 0;
  let margin = 0;
  let hasCosts = false;
  let listing: TallyListing | null = null;
  const worst = createWorst();

  function spread(price: Minor, share: number, from: number, until: number): void {
    for (let at = from; at < until; ) {
      const day = Math.floor(at / DAY_MS);
      const end = Math.min(until, (day + 1) * DAY_MS);
      const index = day - firstDay;
      const span = end - at;
      time[index] = time[index]! + span;
      won[index] = won[index]! + share * span;
      priceTime[index] = priceTime[index]! + price * span;
      at = end;
    }
  }

  return {
    begin(next, firstPrice) {
      listing = next;
      worst.begin(next, firstPrice);
    },
    add(price, share, from, until) {
      if (listing === null) throw new Error('A period without a listing');
      if (until <= from) return;
      spread(price, share, from, until);
      const units = (share * (until - from) * unitsPerDay) / DAY_MS;
      revenue += units * price;
      if (listing.costs !== null) {
        hasCosts = true;
        margin += units * profitOf(price, listing.costs);
      }
      worst.note(price, share, from, until);
    },
    change() {
      changes += 1;
    },
    figures() {
      const sum = (parts: Float64Array) => parts.reduce((whole, part) => whole + part, 0);
      const all = sum(time);
      const seen = all > 0;
      return {
        changes,
        winningShare: seen ? sum(won) / all : null,
        averagePrice: seen ? asAmount(sum(priceTime) / all) : null,
        revenue: seen ? asAmount(revenue) : null,
        margin: hasCosts ? asAmount(margin) : null,
        worst: worst.found(),
      };
    },
    point(day) {
      const span = time[day] ?? 0;
      if (span === 0) return null;
      return { averagePrice: asAmount(priceTime[day]! / span), winningShare: won[day]! / span };
    },
  };
}
