// What follows from how a metric is made: its facts and sources, its formula in words, and when it has no value.
import { FACTS, type Fact, RECORDED, type Source, type Sum } from './facts.ts';
import type { Metric } from './metrics.ts';

const namesOf = (sum: Sum = {}): Fact[] => Object.keys(sum) as Fact[];

/** The facts that a metric is made of. */
export const factsOf = ({ of, per, known, sameSales, sample }: Metric): Fact[] => [
  ...new Set([
    ...namesOf(of),
    ...namesOf(per),
    ...(known ?? []),
    ...(sameSales ?? []),
    ...(sample === undefined ? [] : [sample[0]]),
  ]),
];

/** Whether it is made of money, and so has one currency. */
export const isOfMoney = ({ of, per }: Metric): boolean =>
  [...namesOf(of), ...namesOf(per)].some((fact) => FACTS[fact].kind === 'money');

/** The sources without which it is not known. */
export const sourcesOf = ({ of, per }: Metric): Source[] => [
  ...new Set([...namesOf(of), ...namesOf(per)].map((fact) => FACTS[fact].source)),
];

/** Why a metric has no value. */
export const NULL_REASONS = [
  'no_source',
  'not_read',
  'not_observed',
  'ads_not_read',
  'no_denominator',
  'not_known',
  'not_reported',
  'other_sales',
] as const;
export type NullReason = (typeof NULL_REASONS)[number];

/** Why nothing is known of what was sold: costs can be entered, but refunds come from the marketplace alone. */
export const unknownReason = ([part]: NonNullable<Metric['known']>): NullReason =>
  part === 'refundsOf' ? 'not_reported' : 'not_known';

/** The reasons that there may be for a metric to have no value. */
export function nullReasonsOf(metric: Metric): NullReason[] {
  const sources = sourcesOf(metric);
  if (sources.some((source) => !RECORDED.has(source))) return ['no_source'];
  return [
    ...(sources.includes('orders') ? (['not_read'] as const) : []),
    ...(sources.includes('buybox') ? (['not_observed'] as const) : []),
    ...(sources.includes('ads') ? (['ads_not_read'] as const) : []),
    ...(metric.per ? (['no_denominator'] as const) : []),
    ...(metric.known ? [unknownReason(metric.known)] : []),
    ...(metric.sameSales ? (['other_sales'] as const) : []),
  ];
}

const MINUS = ' − ';

const termOf = (fact: Fact, times: number) =>
  Math.abs(times) === 1 ? fact : `${Math.abs(times)} × ${fact}`;

const sumText = (sum: Sum): string =>
  Object.entries(sum).reduce((text, [fact, times]) => {
    const term = termOf(fact as Fact, times);
    return text === '' ? term : text + (times < 0 ? MINUS : ' + ') + term;
  }, '');

/** The formula in the names of the facts, each of them a sum: `(won + 0.5 × shared) / (won + shared + losing + barred)`. */
export const formulaOf = ({ of, per }: Metric): string => {
  const inBrackets = (sum: Sum) => (namesOf(sum).length > 1 ? `(${sumText(sum)})` : sumText(sum));
  return per === undefined ? sumText(of) : `${inBrackets(of)} / ${inBrackets(per)}`;
};
