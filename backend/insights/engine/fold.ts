// Sums of groups and periods, as rows of figures.
import {
  type Cell,
  type Completeness,
  type Fact,
  type Facts,
  isOfMoney,
  type MetricName,
  metricOf,
} from '../contract.ts';
import {
  addFacts,
  coverageOf,
  differenceOf,
  type Figures,
  figuresOf,
  intervalOf,
  isSmall,
  type Known,
  noFacts,
} from './value.ts';

/** What was sold in one period, by currency; the time with the buybox has none. */
export interface Sums {
  byCurrency: Map<string, Record<Fact, number>>;
  times: Partial<Record<Fact, number>>;
}

export const noSums = (): Sums => ({ byCurrency: new Map(), times: {} });

/** The sums of a group in a period, with how much of it is known. */
export interface Part {
  sums: Sums;
  completeness: Completeness;
}

const knownOf = ({ sums, completeness: { days } }: Part): Known => ({
  orders: days.settled + days.settling + days.open > 0,
  buybox: Object.values(sums.times).some((ms) => ms > 0),
});

/** The facts of one currency, or of all of them together, of which the money then means nothing. */
function factsIn({ byCurrency, times }: Sums, currencyCode: string | null): Facts {
  const facts = noFacts();
  for (const [code, some] of byCurrency)
    if (currencyCode === null || code === currencyCode) addFacts(facts, some);
  addFacts(facts, times);
  return facts;
}

/** The revenue of which all costs are known, by currency. */
export const costsOf = ({ byCurrency }: Sums): Completeness['costs'] =>
  [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currencyCode, { contributionOf, revenue }]) => ({
      currencyCode,
      known: contributionOf / 100,
      revenue: revenue / 100,
    }));

const isComplete = ({ completeness: { days } }: Part): boolean => days.open + days.unknown === 0;

function comparedWith(
  name: MetricName,
  now: Figures,
  part: Part,
  before: Part,
  currencyCode: string | null,
): NonNullable<Cell['compared']> {
  const metric = metricOf(name);
  const figures = figuresOf(metric, factsIn(before.sums, currencyCode), knownOf(before));
  const both = isComplete(part) && isComplete(before);
  const difference = both
    ? differenceOf(metric, now.value, figures.value)
    : { difference: null, percent: null };
  return { ...figures, ...difference };
}

/**
 * The cells of a row: one for each metric, of money one for each currency.
 * @param currencies those in which its group sold something; none: it sold nothing
 */
export function cellsOf(
  metrics: readonly MetricName[],
  currencies: readonly string[],
  part: Part,
  before: Part | null,
): Cell[] {
  const known = knownOf(part);
  return metrics.flatMap((name) => {
    const metric = metricOf(name);
    const codes = isOfMoney(metric) && currencies.length > 0 ? currencies : [null];
    return codes.map((currencyCode): Cell => {
      const facts = factsIn(part.sums, currencyCode);
      const figures = figuresOf(metric, facts, known);
      return {
        metric: name,
        currencyCode,
        ...figures,
        coverage: coverageOf(metric, facts),
        isSmall: isSmall(metric, facts),
        interval: intervalOf(metric, figures),
        compared: before === null ? null : comparedWith(name, figures, part, before, currencyCode),
      };
    });
  });
}
