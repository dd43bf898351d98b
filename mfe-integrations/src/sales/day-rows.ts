// What the table of an account's days shows: the sums of a day in one currency, and the marketplace's own beside them.
import type {
  BuyboxTime,
  Counted,
  ReconciledDay,
  SalesDay,
  SalesSums,
} from '@primazia/backend/sales/contract';

export interface DayRow {
  day: string;
  state: SalesDay['state'];
  /** A day without sales has the currency of the other days; null: nothing is known. */
  currencyCode: string | null;
  sums: SalesSums | null;
  /** The first row of its day has it. */
  buybox: BuyboxTime | null;
  marketplace: Counted | null;
  difference: ReconciledDay['difference'];
}

/** The newest day first, and a row for each currency. */
export function rowsOf(days: readonly SalesDay[], reconciled: readonly ReconciledDay[]): DayRow[] {
  const byDay = new Map(reconciled.map((one) => [`${one.day} ${one.currencyCode}`, one]));
  const usual =
    [...days].reverse().flatMap(({ sums }) => sums ?? [])[0]?.currencyCode ??
    reconciled[0]?.currencyCode ??
    null;
  return days.toReversed().flatMap(({ day, state, sums, buybox }) => {
    const own = sums ?? [];
    const others = reconciled.filter(
      (one) => one.day === day && !own.some((sum) => sum.currencyCode === one.currencyCode),
    );
    const codes = [...own, ...others].map(({ currencyCode }) => currencyCode);
    return (codes.length === 0 ? [state === 'unknown' ? null : usual] : codes).map(
      (currencyCode, n): DayRow => {
        const its = byDay.get(`${day} ${currencyCode}`);
        return {
          day,
          state,
          currencyCode,
          sums: own.find((sum) => sum.currencyCode === currencyCode) ?? null,
          buybox: n === 0 ? buybox : null,
          marketplace: its?.marketplace ?? null,
          difference: its?.difference ?? null,
        };
      },
    );
  });
}

/** The share of the time in which the buybox was held, shared time counts by half; null: nothing is known of it. */
export function heldShare(buybox: BuyboxTime | null): number | null {
  if (buybox === null) return null;
  const { won, shared, losing, barred } = buybox;
  const seen = won + shared + losing + barred;
  return seen === 0 ? null : (won + shared / 2) / seen;
}

/** What was sold on all of the days, by currency. */
export function totalsOf(days: readonly SalesDay[]) {
  const totals = new Map<string, Counted>();
  for (const { currencyCode, orders, units, revenue } of days.flatMap(({ sums }) => sums ?? [])) {
    const before = totals.get(currencyCode) ?? { orders: 0, units: 0, sales: 0 };
    totals.set(currencyCode, {
      orders: before.orders + orders,
      units: before.units + units,
      sales: Math.round((before.sales + revenue) * 100) / 100,
    });
  }
  return [...totals].map(([currencyCode, total]) => ({ currencyCode, ...total }));
}
