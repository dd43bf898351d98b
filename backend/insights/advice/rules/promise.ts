// What acts brought beside what was estimated: the measured change of the contribution. Pure.

/** The contribution of some days, in minor units: as many days before an act as after it, without the day of the act. */
export interface Span {
  before: number;
  after: number;
}

/** What an act was compared with: listings with the same advice, or all others of its account. */
export type Basis = 'same_advice' | 'account';

/** The change of the contribution in 30 days, and how many others it was compared with; `basis` null: it cannot be measured. */
export type Measurement = { basis: null } | { basis: Basis; others: number; came: number };

/** The fewest others to compare with: what fewer have in common may be chance. */
export const FEWEST_OTHERS = 5;
/** Days before an act, and after it, that are compared. */
export const MEASURED_DAYS = 14;
const MONTH_DAYS = 30;

/**
 * The change of the contribution in 30 days that an act caused: what came, less what was to be expected if the contribution had
 * changed as that of others that were not changed.
 *
 * @param demand the sales of those others, or their contribution; `before` has to be more than 0
 */
export function changeBy({ before, after }: Span, demand: Span): number {
  const expected = before * (Math.max(0, demand.after) / demand.before);
  return Math.round(((after - expected) * MONTH_DAYS) / MEASURED_DAYS);
}

/** One act that was measured; minor units of one currency for 30 days. */
export interface Measured {
  /** The estimate before it was reduced to the share that comes true. */
  estimate: number;
  /** The estimate that a person saw. */
  shown: { mean: number; low: number };
  came: number;
}

/** The share of estimates assumed to come true before anything was measured, and the weight of the assumption, in acts. */
const PRIOR = { share: 0.5, acts: 10 };
const MOST = 1.5;

/**
 * The share of a kind's estimates that comes true, from 0 to 1.5: 0.5 until acts were measured. At 0, the kind gives no advice with
 * an effect any more.
 *
 * @param byCurrency the acts of the kind; amounts of different currencies are compared with the mean of their own
 */
export function realizedShare(byCurrency: readonly (readonly Measured[])[]): number {
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

/** What several acts of one currency were estimated to bring, and what they brought; minor units for 30 days. */
export interface Outcome {
  count: number;
  /** Acts that brought at least the lower end of the range that was shown. */
  kept: number;
  promised: number;
  came: number;
  /** The 80 % interval of `came`; null: of fewer than three acts it is not known. */
  range: { low: number; high: number } | null;
}

export function outcomeOf(acts: readonly Measured[]): Outcome {
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
