// What comes of one way to price, summed up span by span. Pure.
import { type Minor, toAmount } from '../../kernel/money.ts';
import type { BacktestFigures, BacktestPoint, WorstMoment } from '../contract.ts';
import type { Costs } from '../terms.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The time that is looked at, in milliseconds since 1970. */
export interface Window {
  from: number;
  to: number;
}

/** An ad whose spans are summed up. */
export interface TallyAd {
  listingId: number;
  title: string;
  costs: Costs | null;
}

export interface Tally {
  /** Begins with an ad, which asked `firstPrice` then. */
  begin(ad: TallyAd, firstPrice: Minor): void;
  /** The price stood from `from` to `until`, in milliseconds, with that share of the first place (0 to 1). */
  add(price: Minor, share: number, from: number, until: number): void;
  /** The price was changed. */
  change(): void;
  figures(): BacktestFigures;
  /** Of the day with that number, counted from the one on which the window begins; null: nothing was seen on it. */
  point(day: number): BacktestPoint | null;
}

interface Moment {
  at: number;
  ad: TallyAd;
  price: Minor;
  value: number;
}

/** What a sale leaves, in minor units. */
export const profitOf = (price: Minor, { cost, taxPercent, feePercent, feeFixed }: Costs): number =>
  price - cost - feeFixed - (price * (feePercent + taxPercent)) / 100;

/** How many days, in UTC, a window touches. */
export const daysOf = ({ from, to }: Window): number =>
  Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS) + 1;

/** The first instant of a window's day. */
export const dayStart = ({ from }: Window, day: number): Date =>
  new Date((Math.floor(from / DAY_MS) + day) * DAY_MS);

const asAmount = (minor: number): number => toAmount(Math.round(minor));

/** @param unitsPerDay so many units an ad sells in a day of winning */
export function createTally(window: Window, unitsPerDay: number): Tally {
  const firstDay = Math.floor(window.from / DAY_MS);
  const days = daysOf(window);
  const time = new Float64Array(days);
  const won = new Float64Array(days);
  const asked = new Float64Array(days);
  let changes = 0;
  let revenue = 0;
  let margin = 0;
  let hasCosts = false;

  let ad: TallyAd | null = null;
  let firstPrice: Minor = 0;
  /** Since when, and at which price, the ad has not won. */
  let losing: { since: number; price: Minor } | null = null;

  let lowestProfit: Moment | null = null;
  let deepest: Moment | null = null;
  let longest: Moment | null = null;

  function spread(price: Minor, share: number, from: number, until: number): void {
    for (let at = from; at < until; ) {
      const day = Math.floor(at / DAY_MS);
      const end = Math.min(until, (day + 1) * DAY_MS);
      const index = day - firstDay;
      const span = end - at;
      time[index] = time[index]! + span;
      won[index] = won[index]! + share * span;
      asked[index] = asked[index]! + price * span;
      at = end;
    }
  }

  function noteLosing(of: TallyAd, price: Minor, share: number, from: number, until: number): void {
    if (share > 0) {
      losing = null;
      return;
    }
    losing ??= { since: from, price };
    const value = until - losing.since;
    if (longest === null || value > longest.value)
      longest = { at: losing.since, ad: of, price: losing.price, value };
  }

  function worst(): WorstMoment | null {
    const told = ({ at, ad: of, price }: Moment) => ({
      at: new Date(at).toISOString(),
      listingId: of.listingId,
      title: of.title,
      price: toAmount(price),
    });
    if (lowestProfit !== null && lowestProfit.value < 0)
      return {
        ...told(lowestProfit),
        reason: 'sold_at_loss',
        value: asAmount(-lowestProfit.value),
      };
    if (deepest !== null)
      return {
        ...told(deepest),
        reason: 'deepest_price',
        value: Math.round(deepest.value * 10) / 10,
      };
    if (longest !== null)
      return {
        ...told(longest),
        reason: 'longest_loss',
        value: Math.round((longest.value / HOUR_MS) * 100) / 100,
      };
    return null;
  }

  return {
    begin(next, price) {
      ad = next;
      firstPrice = price;
      losing = null;
    },
    add(price, share, from, until) {
      if (ad === null) throw new Error('a span of no ad');
      if (until <= from) return;
      spread(price, share, from, until);
      const units = (share * (until - from) * unitsPerDay) / DAY_MS;
      revenue += units * price;
      if (ad.costs !== null) {
        hasCosts = true;
        const profit = profitOf(price, ad.costs);
        margin += units * profit;
        if (share > 0 && (lowestProfit === null || profit < lowestProfit.value))
          lowestProfit = { at: from, ad, price, value: profit };
      }
      const below = ((firstPrice - price) * 100) / firstPrice;
      if (below > 0 && (deepest === null || below > deepest.value))
        deepest = { at: from, ad, price, value: below };
      noteLosing(ad, price, share, from, until);
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
        averagePrice: seen ? asAmount(sum(asked) / all) : null,
        revenue: seen ? asAmount(revenue) : null,
        margin: hasCosts ? asAmount(margin) : null,
        worst: worst(),
      };
    },
    point(day) {
      const span = time[day] ?? 0;
      if (span === 0) return null;
      return { averagePrice: asAmount(asked[day]! / span), winningShare: won[day]! / span };
    },
  };
}
