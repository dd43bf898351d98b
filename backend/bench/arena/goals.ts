// The goals of PRIMAZIA, and whether they are met.
import { median } from '../../testing/statistics.ts';
import type { Pair, ProductRow } from './by-product.ts';
import type { WorldName } from './market/worlds.ts';
import type { Row } from './rows.ts';

export interface Goal {
  goal: string;
  atLeast?: number;
  atMost?: number;
  value: number;
  holds: boolean;
}

export const atLeast = (goal: string, bound: number, value: number): Goal => ({
  goal,
  atLeast: bound,
  value,
  holds: value >= bound,
});
export const atMost = (goal: string, bound: number, value: number): Goal => ({
  goal,
  atMost: bound,
  value,
  holds: value <= bound,
});

/** Changes a day of the product in the middle. */
export const changesADay = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ byEntrant: { PRIMAZIA } }) => PRIMAZIA.changes / PRIMAZIA.profit.length)) ??
  Number.NaN;

/** The goals of a world. */
export function goalsOf(
  world: WorldName,
  rows: readonly Row[],
  products: readonly ProductRow[],
  pairs: readonly Pair[],
): Goal[] {
  const row = rows.find(({ entrant }) => entrant === 'PRIMAZIA');
  const undercut = products.find(({ beside }) => beside === 'undercut');
  const simple = products.find(({ beside }) => beside === 'best simple');
  if (!row || !undercut || !simple) throw new RangeError('PRIMAZIA did not play');
  if (world !== 'usual')
    return [
      atLeast('profit, of the best simple', 1.25, row.ofBestSimple.median),
      atMost('seeds below static', 0, row.seedsBelowStatic),
      atLeast('profit, of the oracle', 0.85, row.ofOracle.median),
    ];
  return [
    atMost('% of products under 0.95 of undercut', 5, undercut.belowPercent),
    atMost('% of products under 0.95 of the best simple', 12, simple.belowPercent),
    atLeast('1st percentile of products, of the best simple', 0.6, simple.p01),
    atLeast('median product, of the best simple', 1.15, simple.median),
    atMost('changes a day, median product', 10, changesADay(pairs)),
    atMost('changes a day, mean of the products', 10, row.changesADay.median),
    atLeast('profit, of the best simple', 1.45, row.ofBestSimple.median),
    atLeast('profit, of the oracle', 0.9, row.ofOracle.median),
  ];
}
