// Draws from distributions by a seed, so that the same facts always give the same range. Pure.

export type Random = () => number;

/**
 * Numbers from 0 to 1 by a seed.
 * @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c mulberry32
 */
export function randomBy(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of a normal distribution with mean 0 and deviation 1 (Box and Muller). */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Of a gamma distribution with scale 1 and a shape of at least 1 (Marsaglia and Tsang, 2000). */
export function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}

/** Of a beta distribution, both of whose parameters are at least 1. */
export function beta(a: number, b: number, random: Random): number {
  const one = gamma(a, random);
  return one / (one + gamma(b, random));
}

export interface Spread {
  mean: number;
  /** 80 % of the draws lie between. */
  low: number;
  high: number;
}

/** Mean and range of `count` draws. */
export function spreadOf(count: number, draw: () => number): Spread {
  const draws = Array.from({ length: count }, draw).sort((a, b) => a - b);
  return {
    mean: draws.reduce((sum, one) => sum + one, 0) / count,
    low: draws[Math.floor(count * 0.1)]!,
    high: draws[Math.ceil(count * 0.9) - 1]!,
  };
}
