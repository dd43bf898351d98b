// Finds an entrant's score, and makes the oracle a ceiling.
import {
  type Entrant,
  type ProductScore,
  type Score,
  SIMPLE_ENTRANTS,
  scoreOf,
} from './tournament.ts';

export const seedsOf = (scores: readonly Score[]): number[] => [
  ...new Set(scores.map(({ seed }) => seed)),
];

/** Looks up an entrant's score on a seed. */
export function finder(scores: readonly Score[]): (entrant: Entrant, seed: number) => Score {
  const found = new Map(scores.map((score) => [`${score.entrant}/${score.seed}`, score]));
  return (entrant, seed) => {
    const score = found.get(`${entrant}/${seed}`);
    if (!score) throw new RangeError(`${entrant} did not play seed ${seed}`);
    return score;
  };
}

/** The simple entrant with the best result on a product, in hindsight. */
export function bestSimpleOf(
  of: (entrant: Entrant, seed: number) => Score,
  seed: number,
  n: number,
): ProductScore {
  return SIMPLE_ENTRANTS.map((entrant) => of(entrant, seed).products[n]!).reduce((best, one) =>
    one.total > best.total ? one : best,
  );
}

/** How often and by how much simple entrants exceeded the oracle's own policy. */
export interface Ceiling {
  scores: Score[];
  /** Share of the products on which a simple entrant did. */
  raised: number;
  /** What that adds to the oracle's profit, in shares of it. */
  added: number;
}

/**
 * Makes the oracle the upper bound of each product, in hindsight: the result of its own policy or, if that is higher, of
 * the best simple entrant. Its policy looks a day ahead and never keeps a price for the days after.
 */
export function withCeiling(scores: readonly Score[]): Ceiling {
  const of = finder(scores);
  let raised = 0;
  let played = 0;
  let before = 0;
  let after = 0;
  const ceiling = scores.map((score) => {
    if (score.entrant !== 'oracle') return score;
    const products = score.products.map((own, n) => {
      const simple = bestSimpleOf(of, score.seed, n);
      played++;
      if (simple.total <= own.total) return own;
      raised++;
      return simple;
    });
    const best = scoreOf('oracle', score.seed, products);
    before += score.profit;
    after += best.profit;
    return best;
  });
  return { scores: ceiling, raised: raised / played, added: after / before - 1 };
}
