// The result of PRIMAZIA by product, compared with others on the same product: a seller has few products, not the mean of
// two hundred.
import { quantile } from '../../testing/statistics.ts';
import { bestSimpleOf, finder, seedsOf } from './scores.ts';
import { ENTRANTS, type Entrant, type ProductScore, type Score } from './tournament.ts';

export const BESIDE = ['undercut', 'best simple', 'oracle'] as const;
export type Beside = (typeof BESIDE)[number];

/** A product of a seed, and its result. */
export interface Pair {
  seed: number;
  n: number;
  of: Record<Beside, number>;
  byEntrant: Record<Entrant, ProductScore>;
}

/** Without sales neither is ahead. */
const ratio = (one: number, other: number): number => (one === other ? 1 : one / other);

/** Every product of every seed. */
export function pairsOf(scores: readonly Score[]): Pair[] {
  const of = finder(scores);
  return seedsOf(scores).flatMap((seed) =>
    of('PRIMAZIA', seed).products.map((own, n) => ({
      seed,
      n,
      of: {
        undercut: ratio(own.total, of('undercut', seed).products[n]!.total),
        'best simple': ratio(own.total, bestSimpleOf(of, seed, n).total),
        oracle: ratio(own.total, of('oracle', seed).products[n]!.total),
      },
      byEntrant: Object.fromEntries(
        ENTRANTS.map((entrant) => [entrant, of(entrant, seed).products[n]!]),
      ) as Record<Entrant, ProductScore>,
    })),
  );
}

/** PRIMAZIA's profit in shares of another's, over all products. */
export interface ProductRow {
  beside: Beside;
  median: number;
  p10: number;
  p01: number;
  /** Percent of the products on which it brings less than 0.95 of the other's profit, and more than 1.05. */
  belowPercent: number;
  abovePercent: number;
}

export function productRowsOf(pairs: readonly Pair[]): ProductRow[] {
  return BESIDE.map((beside) => {
    const ratios = pairs.map((pair) => pair.of[beside]);
    const at = (share: number) => quantile(ratios, share) ?? Number.NaN;
    const percent = (holds: (ratio: number) => boolean) =>
      (ratios.filter(holds).length / ratios.length) * 100;
    return {
      beside,
      median: at(0.5),
      p10: at(0.1),
      p01: at(0.01),
      belowPercent: percent((one) => one < 0.95),
      abovePercent: percent((one) => one > 1.05),
    };
  });
}

/** The products on which PRIMAZIA is furthest behind the best simple entrant, the worst first. */
export const worstOf = (pairs: readonly Pair[], count: number): Pair[] =>
  pairs.toSorted((a, b) => a.of['best simple'] - b.of['best simple']).slice(0, count);
