// Sums of groups and periods, as rows of figures.
import {
  type Cell,
  type Completeness,
  FACTS,
  type Fact,
  type Facts,
  isOfMoney,
  type MetricName,
  metricOf,
  sourcesOf,
} from '../contract.ts';
import {
  addFacts,
  coverageOf,
  differenceOf,
  figuresOf,
  intervalOf,
  isSmall,
  type Known,
  noFacts,
} from './value.ts';

/** What was sold and advertised in one period, by currency; the time with the buybox and price changes have none. */
export interface Sums {
  byCurrency: Map<string, Record<Fact, number>>;
  plain: Partial<Record<Fact, number>>;
}

export const noSums = (): Sums => ({ byCurrency: new Map(), plain: {} });

/** The sums of a group in a period, with how much of it is known. */
export interface Part {
  sums: Sums;
  completeness: Completeness;
}

const TIMES = Object.entries(FACTS).flatMap(([fact, { source }]) =>
  source === 'buybox' ? [fact as Fact] : [],
);

const knownOf = ({ sums, completeness: { days, ads } }: Part): Known => ({
  orders: days.settled + days.settling + days.open > 0,
  buybox: TIMES.some((fact) => (sums.plain[fact] ?? 0) > 0),
  ads: ads !== null && ads.known > 0,
});

/** The facts of one currency, or of all of them together, of which the money then means nothing. */
function factsIn({ byCurrency, plain }: Sums, currencyCode: string | null): Facts {
  const facts = noFacts();
  for (const [code, some] of byCurrency)
    if (currencyCode === null || code === currencyCode) addFacts(facts, some);
  addFacts(facts, plain);
  return facts;
}

/** The revenue of which all costs are known, by currency. */
export const costsOf = ({ byCurrency }: Sums): Completeness['costs'] =>
  [...byCurrency]
    .filter(([, { units, cancelledUnits }]) => units + cancelledUnits > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currencyCode, { contributionOf, revenue }]) => ({
      currencyCode,
      known: contributionOf / 100,
      revenue: revenue / 100,
    }));

const isComplete = ({ completeness: { days } }: Part): boolean => days.open + days.unknown === 0;

/** The facts of a part, by currency; those of all under null. */
const factsOf = ({ sums }: Part, codes: readonly (string | null)[]): Map<string | null, Facts> =>
  new Map(codes.map((code) => [code, factsIn(sums, code)]));

/**
 * Makes the cells of rows: one for each metric, of money one for each currency.
 * @param currencies those in which the group of the rows sold something; none: it sold nothing
 */
export function cellMaker(
  metrics: readonly MetricName[],
  currencies: readonly string[],
): (part: Part, before: Part | null) => Cell[] {
  const columns = metrics.flatMap((name) => {
    const metric = metricOf(name);
    const codes = isOfMoney(metric) && currencies.length > 0 ? currencies : [null];
    const sources = sourcesOf(metric);
    return codes.map((currencyCode) => ({ name, metric, sources, currencyCode }));
  });
  const codes = [...new Set(columns.map(({ currencyCode }) => currencyCode))];
  return (part, before) => {
    const facts = factsOf(part, codes);
    const known = knownOf(part);
    const earlier = before && { facts: factsOf(before, codes), known: knownOf(before) };
    const isWhole = before !== null && isComplete(part) && isComplete(before);
    return columns.map(({ name, metric, sources, currencyCode }): Cell => {
      const its = facts.get(currencyCode)!;
      const figures = figuresOf(metric, sources, its, known);
      const other =
        earlier && figuresOf(metric, sources, earlier.facts.get(currencyCode)!, earlier.known);
      const difference = isWhole
        ? differenceOf(metric, figures.value, other?.value ?? null)
        : { difference: null, percent: null };
      return {
        metric: name,
        currencyCode,
        ...figures,
        // Revenue of several currencies cannot be added up.
        coverage: currencyCode === null && currencies.length > 1 ? null : coverageOf(metric, its),
        isSmall: isSmall(metric, its),
        interval: intervalOf(metric, figures),
        compared: other && { ...other, ...difference },
      };
    });
  };
}
