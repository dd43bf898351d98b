// What a metric comes to, out of sums of facts.
import {
  FACTS,
  type Fact,
  type Facts,
  type Metric,
  type NullReason,
  RECORDED,
  type Source,
  type Sum,
  type Unit,
  unknownReason,
} from '../contract.ts';

const NO_FACTS = Object.fromEntries(Object.keys(FACTS).map((fact) => [fact, 0])) as Record<
  Fact,
  number
>;

export const noFacts = (): Record<Fact, number> => ({ ...NO_FACTS });

/** Adds facts to others, in place. */
export function addFacts(to: Record<Fact, number>, more: Partial<Facts>): void {
  for (const fact in more) to[fact as Fact] += more[fact as Fact]!;
}

/** Which sources have data for what is asked. */
export interface Known {
  orders: boolean;
  buybox: boolean;
  ads: boolean;
}

export interface Figures {
  numerator: number | null;
  denominator: number | null;
  value: number | null;
  reason: NullReason | null;
}

/** Minor units of one unit of money, and milliseconds of a second. */
const SCALES = { count: 1, money: 100, time: 1_000 } as const;
const SECONDS_AN_HOUR = 3_600;
const PLACES = 10_000;

function sumOf(sum: Sum, facts: Facts): number {
  let total = 0;
  for (const fact in sum) total += sum[fact as Fact]! * facts[fact as Fact];
  return total;
}

const scaleOf = (sum: Sum): number => SCALES[FACTS[Object.keys(sum)[0] as Fact].kind];

const inUnit = (value: number, unit: Unit): number => {
  if (unit === 'percent') return value * 100;
  return unit === 'hours' ? value / SECONDS_AN_HOUR : value;
};

const rounded = (value: number, unit: Unit): number => {
  const places = unit === 'money' ? 100 : PLACES;
  return Math.round(value * places) / places;
};

function reasonFor(
  metric: Metric,
  sources: readonly Source[],
  facts: Facts,
  known: Known,
): NullReason | null {
  if (sources.some((source) => !RECORDED.has(source))) return 'no_source';
  if (sources.includes('orders') && !known.orders) return 'not_read';
  if (sources.includes('buybox') && !known.buybox) return 'not_observed';
  if (sources.includes('ads') && !known.ads) return 'ads_not_read';
  const { known: of } = metric;
  if (of && facts[of[0]] === 0 && facts[of[1]] > 0) return unknownReason(of);
  const [one, other] = metric.sameSales ?? [];
  if (one && other && facts[one] !== facts[other]) return 'other_sales';
  return null;
}

/** Numerator, denominator and value of a metric of some sources; money in its major unit, time in seconds. */
export function figuresOf(
  metric: Metric,
  sources: readonly Source[],
  facts: Facts,
  known: Known,
): Figures {
  const reason = reasonFor(metric, sources, facts, known);
  if (reason !== null) return { numerator: null, denominator: null, value: null, reason };
  const { of, per, unit } = metric;
  const numerator = sumOf(of, facts) / scaleOf(of);
  if (per === undefined) {
    const value = rounded(inUnit(numerator, unit), unit);
    return { numerator, denominator: null, value, reason };
  }
  const denominator = sumOf(per, facts) / scaleOf(per);
  if (denominator === 0) return { numerator, denominator, value: null, reason: 'no_denominator' };
  const value = rounded(inUnit(numerator / denominator, unit), unit);
  return { numerator, denominator, value, reason };
}

/** The revenue that a metric is known of, of all; null: it needs nothing that may be unknown. */
export const coverageOf = (
  { known }: Metric,
  facts: Facts,
): { known: number; revenue: number } | null =>
  known === undefined
    ? null
    : { known: facts[known[0]] / SCALES.money, revenue: facts[known[1]] / SCALES.money };

/** Whether a ratio is of so little that it says little. */
export const isSmall = ({ sample }: Metric, facts: Facts): boolean =>
  sample !== undefined && facts[sample[0]] < sample[1];

/** 80 % of a normal distribution lie within this many standard deviations. */
const Z = 1.2816;

/**
 * The 80 % interval of a share, in percent: Wilson's, which also holds for few trials and extreme shares.
 * @see https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 */
export function intervalOf(
  { isShare }: Metric,
  { numerator, denominator }: Figures,
): { low: number; high: number } | null {
  if (!isShare || numerator === null || denominator === null || denominator <= 0) return null;
  const share = numerator / denominator;
  const weight = (Z * Z) / denominator;
  const middle = (share + weight / 2) / (1 + weight);
  const half =
    (Z / (1 + weight)) *
    Math.sqrt((share * (1 - share)) / denominator + weight / (4 * denominator));
  const percent = (value: number) => rounded(Math.min(1, Math.max(0, value)) * 100, 'percent');
  return { low: percent(middle - half), high: percent(middle + half) };
}

/** How a value differs from one before; null `percent` for a metric in percent: it would be taken for percentage points. */
export function differenceOf(
  { unit }: Metric,
  now: number | null,
  before: number | null,
): { difference: number | null; percent: number | null } {
  if (now === null || before === null) return { difference: null, percent: null };
  const percent =
    unit === 'percent' || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;
  return {
    difference: rounded(now - before, unit),
    percent: percent === null ? null : rounded(percent, 'percent'),
  };
}
