// What became of what advice promised: the measured change of the contribution beside the estimate. Pure.

/** The contribution of some days, in minor units: as many days before an act as after it, without the day of the act. */
export interface Span {
  before: number;
  after: number;
}

/** What an act was compared with: listings of which the same was advised, or all others of its account. */
export type Basis = 'same_advice' | 'account';

/** The change of the contribution in 30 days, beside so many others; null: it cannot be told. */
export type Measurement = { basis: null } | { basis: Basis; others: number; came: number };

/** With fewer others nothing is said: what they have in common with the market could not be told from chance. */
export const FEWEST_OTHERS = 5;
/** Days before an act, and after it, that are compared. */
export const MEASURED_DAYS = 14;
const MONTH_DAYS = 30;

/**
 * The change of the contribution in 30 days that an act made: what came, less what would have come if it had changed as that
 * of others did, with which nothing was done.
 *
 * @param demand what those others sold, or what that left, before and after; it has to be more than 0 before
 */
export function changeBy({ before, after }: Span, demand: Span): number {
  const expected = before * (Math.max(0, demand.after) / demand.before);
  return Math.round(((after - expected) * MONTH_DAYS) / MEASURED_DAYS);
}

/** One act that was measured; minor units of one currency for 30 days. */
export interface Measured {
  /** What was estimated, before any part of it was left out. */
  estimate: number;
  /** What a person was shown. */
  shown: { mean: number; low: number };
  came: number;
}

/** A share of estimates that is believed before anything was measured, and how many acts it is worth. */
const PRIOR = { share: 0.5, acts: 10 };
const MOST = 1.5;

/**
 * Which part of what a kind of advice estimates comes true, from 0 to 1.5: 0.5 until acts were measured. Of 0 the kind gives
 * no advice that has an effect any more.
 *
 * @param byCurrency the acts of the kind; amounts of different currencies are compared with the mean of their own
 */
export function keptShare(byCurrency: readonly (readonly Measured[])[]): number {
  let came = PRIOR.share * PRIOR.acts;
  let acts = PRIOR.acts;
  for (const its of byCurrency) {
    const mean = its.reduce((sum, { estimate }) => sum + estimate, 0) / its.length;
    if (!(mean > 0)) continue;
    came += its.reduce((sum, one) => sum + one.came, 0) / mean;
    acts += its.length;
  }
  return Math.min(MOST, Math.max(0, came / acts));
}

const Z = 1.2816;
/** The distance from the mean within which 80 % of Student's t lie (Cornish and Fisher, 1937). @param freedom from 2 on */
const quantile = (freedom: number): number =>
  Z +
  (Z ** 3 + Z) / (4 * freedom) +
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2) +
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * freedom ** 3);
const FEWEST_OF_RANGE = 3;

/** What several acts of one currency promised, and what came of it; minor units for 30 days. */
export interface Kept {
  count: number;
  /** Those that brought at least the least that they were shown with. */
  kept: number;
  promised: number;
  came: number;
  /** In which `came` lies with 80 %; null: of fewer than three acts nothing is said. */
  range: { low: number; high: number } | null;
}

export function keptOf(acts: readonly Measured[]): Kept {
  const count = acts.length;
  const came = acts.reduce((sum, one) => sum + one.came, 0);
  const mean = came / count;
  const spread = acts.reduce((sum, one) => sum + (one.came - mean) ** 2, 0) / (count - 1);
  const reach = quantile(count - 1) * Math.sqrt(spread * count);
  return {
    count,
    kept: acts.filter((one) => one.came >= one.shown.low).length,
    promised: acts.reduce((sum, { shown }) => sum + shown.mean, 0),
    came,
    range:
      count < FEWEST_OF_RANGE
        ? null
        : { low: Math.round(came - reach), high: Math.round(came + reach) },
  };
}
