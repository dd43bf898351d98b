// Rates of small numbers: the rates of many serve as the prior of one. Pure.
import { betaBelow } from './beta.ts';
import { beta, type Random } from './draws.ts';

/** A rate as a Beta distribution. */
export interface Rate {
  a: number;
  b: number;
}

export interface Trials {
  hits: number;
  trials: number;
}

export const meanOf = ({ a, b }: Rate): number => a / (a + b);

/** The rate with its own trials counted in. */
export const after = ({ a, b }: Rate, { hits, trials }: Trials): Rate => ({
  a: a + Math.min(hits, trials),
  b: b + Math.max(0, trials - hits),
});

export const isBelow = ({ a, b }: Rate, value: number): number => betaBelow(value, a, b);

/** A draw of a rate; one with less than one hit is drawn as if it had one. */
export const drawOf = ({ a, b }: Rate, random: Random): number =>
  beta(Math.max(1, a), Math.max(1, b), random);

/**
 * The prior of a rate: mean and spread of others, by their moments.
 * @param others those with enough trials
 * @param strength the least and the greatest weight of the prior, in trials
 * @param fallback where there are too few others
 */
export function priorOf(
  others: readonly Trials[],
  {
    least,
    strength,
    fallback,
  }: { least: number; strength: readonly [number, number]; fallback: Rate },
): Rate {
  if (others.length < least) return fallback;
  const trials = others.reduce((sum, one) => sum + one.trials, 0);
  const hits = others.reduce((sum, one) => sum + one.hits, 0);
  const mean = hits / trials;
  if (mean <= 0 || mean >= 1) return fallback;
  const variance =
    others.reduce((sum, one) => sum + one.trials * (one.hits / one.trials - mean) ** 2, 0) / trials;
  const noise = (mean * (1 - mean) * others.length) / trials;
  const between = Math.max(variance - noise, 0);
  const [low, high] = strength;
  const count =
    between === 0 ? high : Math.min(high, Math.max(low, (mean * (1 - mean)) / between - 1));
  return { a: mean * count, b: (1 - mean) * count };
}

/** The value below which a share of the values lies; null: there are none. */
export function quantileOf(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1);
}
