// What is sold within one draft, before it is added to the ledger.
import type { AdDay } from './ads-book.ts';
import type { ItemDay, Order, Sales } from './types.ts';

/** São Paulo's clock, three hours behind UTC all year round. */
const SAO_PAULO_MS = 3 * 3_600_000;
const DAY = 86_400_000;

/** The day of an instant: days since 1970 by São Paulo's clock. */
export const dayOf = (at: number): number => Math.floor((at - SAO_PAULO_MS) / DAY);

/** A day as a date, YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The instant at which a day begins. */
export const startOfDay = (day: number): number => day * DAY + SAO_PAULO_MS;

export type Due = Sales['due'][number];

/** Changed in place by the draft that owns it. */
export interface Till {
  /** How many orders there were before. */
  before: number;
  orders: Order[];
  /** By instant. */
  due: Due[];
  /** By item, then by day. */
  days: Map<string, Map<number, ItemDay>>;
  /** The same of Amazon's campaigns and targets, by their keys. */
  ads: Map<string, Map<number, AdDay>>;
}

export const openTill = (sales: Sales): Till => ({
  before: sales.orders.length,
  orders: [],
  due: [...sales.due],
  days: new Map(),
  ads: new Map(),
});

/** How many of these, which are in the order of their instants, are due by an instant. */
export function placeOf(due: readonly Due[], until: number): number {
  let low = 0;
  let high = due.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (due[middle]!.at <= until) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a future step of an order, after those of the same instant. */
export function addDue({ due }: Till, step: Due): void {
  due.splice(placeOf(due, step.at), 0, step);
}

/** Counts what an item showed at an instant. */
export function count(till: Till, itemId: string, at: number, by: Omit<ItemDay, 'day'>): void {
  const day = dayOf(at);
  const days = till.days.get(itemId) ?? new Map<number, ItemDay>();
  till.days.set(itemId, days);
  days.set(day, sum(days.get(day) ?? { day, visits: 0, prints: 0, clicks: 0, spend: 0 }, by));
}

const sum = (a: ItemDay, b: Omit<ItemDay, 'day'>): ItemDay => ({
  day: a.day,
  visits: a.visits + b.visits,
  prints: a.prints + b.prints,
  clicks: a.clicks + b.clicks,
  spend: a.spend + b.spend,
});

const sumAds = (a: AdDay, b: AdDay): AdDay => ({
  day: a.day,
  prints: a.prints + b.prints,
  clicks: a.clicks + b.clicks,
  spend: a.spend + b.spend,
});

/** Merges new daily sums into those of a product; new days are never before the last known one. */
function withDays<Day extends { day: number }>(
  known: readonly Day[],
  added: ReadonlyMap<number, Day>,
  sum: (a: Day, b: Day) => Day,
): Day[] {
  const last = known.at(-1);
  const same = last && added.get(last.day);
  const rest = [...added.values()].filter(({ day }) => day !== last?.day);
  return same ? [...known.slice(0, -1), sum(last, same), ...rest] : [...known, ...rest];
}

/** The ledger with what a till holds. */
export function closeTill(sales: Sales, { orders, due, days, ads }: Till): Sales {
  const counted = new Map(sales.days);
  for (const [itemId, added] of days)
    counted.set(itemId, withDays(counted.get(itemId) ?? [], added, sum));
  const adDays = new Map(sales.adDays);
  for (const [key, added] of ads) adDays.set(key, withDays(adDays.get(key) ?? [], added, sumAds));
  return { orders: [...sales.orders, ...orders], due, days: counted, adDays };
}
