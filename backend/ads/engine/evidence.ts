// What the clicks and orders of past days prove today. Pure.
import type { Minor } from '../../kernel/money.ts';

/** One day of a keyword, by the day of the click. */
export interface EvidenceDay {
  /** Days since then; 0: today. */
  age: number;
  clicks: number;
  /** Orders known so far that followed from the clicks of this day. */
  orders: number;
  /** The revenue of those orders; null: not known. */
  sales: Minor | null;
  cost: Minor;
  /** Whether the listing was the featured offer, in stock, and at which price; null: not known. */
  isFeatured: boolean | null;
  isInStock: boolean | null;
  price: Minor | null;
}

/** The share of a click's orders that is known, by its age in days. Beyond the last one all are known. */
export type KnownShares = readonly number[];

/** All orders are known within two weeks; a company's own reports replace this. */
export const USUAL_KNOWN_SHARES: KnownShares = [
  0.78,
  0.84,
  0.88,
  0.9,
  0.915,
  0.93,
  0.945,
  ...Array.from({ length: 8 }, (_, day) => 0.96 + (0.04 * day) / 7),
];

/** After this many days a click counts half. */
export const HALF_LIFE_DAYS = 90;

/** Days with a price further from today's than this, in percent, do not count. */
export const OTHER_PRICE_PERCENT = 15;

/** The share of the orders of clicks of an age, in days, that is known. */
export const knownShareAt = (age: number, shares: KnownShares = USUAL_KNOWN_SHARES): number =>
  shares[age] ?? 1;

/** The weight of a click of an age, in days: 1 today, a half after the half-life. */
export const weightAt = (age: number): number => 2 ** (-age / HALF_LIFE_DAYS);

export type LeftOut = 'not_featured' | 'out_of_stock' | 'other_price';

/** Why a day does not count; null: it does. Unknown values do not exclude it. */
export function leftOutFor(day: EvidenceDay, priceToday: Minor): LeftOut | null {
  if (day.isFeatured === false) return 'not_featured';
  if (day.isInStock === false) return 'out_of_stock';
  const distance = Math.abs((day.price ?? priceToday) - priceToday) * 100;
  return distance > OTHER_PRICE_PERCENT * priceToday ? 'other_price' : null;
}

export interface Evidence {
  /** Clicks of the days that count, raw, and weighted by age and the known share of their orders. */
  rawClicks: number;
  clicks: number;
  /** Orders, raw, and weighted by age. */
  rawOrders: number;
  orders: number;
  /** Clicks weighted by age, without the correction for orders that are still to come. */
  agedClicks: number;
  cost: Minor;
  daysCounted: number;
  leftOut: Readonly<Record<LeftOut, number>>;
  /** The mean price at which the clicks came, in minor units, weighted as the clicks; null: not known. */
  priceThen: number | null;
}

/**
 * Sums up days: clicks weigh `F(age) · 2^(−age/90)`, where `F` is the known share of their orders, and orders
 * `2^(−age/90)`.
 */
export function maturedEvidence(
  days: readonly EvidenceDay[],
  priceToday: Minor,
  shares: KnownShares = USUAL_KNOWN_SHARES,
): Evidence {
  const leftOut = { not_featured: 0, out_of_stock: 0, other_price: 0 };
  const sum = { rawClicks: 0, clicks: 0, rawOrders: 0, orders: 0, agedClicks: 0, cost: 0 };
  let daysCounted = 0;
  let priced = 0;
  let prices = 0;
  for (const day of days) {
    const reason = leftOutFor(day, priceToday);
    if (reason !== null) {
      leftOut[reason] += 1;
      continue;
    }
    daysCounted += 1;
    const aged = day.clicks * weightAt(day.age);
    const matured = aged * knownShareAt(day.age, shares);
    sum.rawClicks += day.clicks;
    sum.clicks += matured;
    sum.agedClicks += aged;
    sum.rawOrders += day.orders;
    sum.orders += day.orders * weightAt(day.age);
    sum.cost += day.cost;
    if (day.price !== null) {
      priced += matured;
      prices += matured * day.price;
    }
  }
  return { ...sum, daysCounted, leftOut, priceThen: priced > 0 ? prices / priced : null };
}
