// The summary of the ads arena's results: means over the seeds, with the interval that other seeds would leave.
import { quantile } from '../../testing/statistics.ts';
import { atLeast, atMost, type Goal } from '../arena/goals.ts';
import { diceOf } from './random.ts';
import { RULE_NAMES, type Rule } from './rules.ts';
import { HELD_OUT_NAMES, type ScenarioName, USUAL_NAMES } from './scenarios.ts';
import { ENTRANT_NAMES, type EntrantName, type Result } from './tournament.ts';

/** A figure, and where it lies for 95 % of the draws of as many seeds out of those played (bootstrap). */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** One entrant in one scenario. */
export interface Cell {
  entrant: EntrantName;
  scenario: ScenarioName;
  /** Of the oracle's score. */
  ofOracle: Estimate;
  profitOfOracle: number;
  /** ACOS beside its goal, in the mean, and what nine of ten seeds do not exceed. */
  acos: number;
  acosP90: number;
  /** The share of the seeds whose ACOS is more than a tenth above the goal. */
  aboveGoal: number;
  starved: number;
  changesAWeek: number;
  highestSpend: number;
}

/** One entrant over several scenarios: the geometric mean of its scores. */
export interface Row {
  entrant: EntrantName;
  ofOracle: Estimate;
  cells: readonly Cell[];
}

const DRAWS = 1_000;
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const geometricMean = (values: readonly number[]) => Math.exp(mean(values.map(Math.log)));

/** A figure of some seeds, and its interval: the same draws of the seeds for each figure. */
function estimate(seeds: readonly number[], of: (seeds: readonly number[]) => number): Estimate {
  const dice = diceOf('bootstrap');
  const drawn = Array.from({ length: DRAWS }, () => of(seeds.map(() => dice.pick(seeds))));
  return {
    value: of(seeds),
    low: quantile(drawn, 0.025) ?? Number.NaN,
    high: quantile(drawn, 0.975) ?? Number.NaN,
  };
}

/** Finds the results of an entrant in a scenario, by seed. */
function finder(results: readonly Result[]) {
  const found = new Map(
    results.map((result) => [`${result.entrant} ${result.scenario} ${result.seed}`, result]),
  );
  return (entrant: EntrantName, scenario: ScenarioName, seed: number): Result => {
    const result = found.get(`${entrant} ${scenario} ${seed}`);
    if (!result) throw new RangeError(`${entrant} did not play seed ${seed} of ${scenario}`);
    return result;
  };
}

const seedsOf = (results: readonly Result[]) => [...new Set(results.map(({ seed }) => seed))];
/** No revenue at all is no cost beside revenue either. */
const acosOf = ({ acos, goal }: Result) => (acos ?? 0) / goal;
const ABOVE_GOAL = 1.1;

/** Rows of all entrants over those of the scenarios that were played; none: none was. */
export function rowsOf(results: readonly Result[], scenarios: readonly ScenarioName[]): Row[] {
  const seeds = seedsOf(results);
  const of = finder(results);
  const played = scenarios.filter((name) => results.some(({ scenario }) => scenario === name));
  if (played.length === 0) return [];
  return ENTRANT_NAMES.map((entrant): Row => {
    const score = (scenario: ScenarioName, drawn: readonly number[]) =>
      mean(drawn.map((seed) => of(entrant, scenario, seed).ofOracle));
    const cells = played.map((scenario): Cell => {
      const own = seeds.map((seed) => of(entrant, scenario, seed));
      return {
        entrant,
        scenario,
        ofOracle: estimate(seeds, (drawn) => score(scenario, drawn)),
        profitOfOracle: mean(own.map(({ profitOfOracle }) => profitOfOracle)),
        acos: mean(own.map(acosOf)),
        acosP90: quantile(own.map(acosOf), 0.9) ?? Number.NaN,
        aboveGoal: own.filter((one) => acosOf(one) > ABOVE_GOAL).length / own.length,
        starved: mean(own.map(({ starved }) => starved)),
        changesAWeek: mean(own.map(({ changesAWeek }) => changesAWeek)),
        highestSpend: Math.max(...own.map(({ highestSpend }) => highestSpend)),
      };
    });
    const ofOracle = estimate(seeds, (drawn) =>
      geometricMean(played.map((scenario) => score(scenario, drawn))),
    );
    return { entrant, ofOracle, cells };
  });
}

const isRule = (entrant: EntrantName): entrant is Rule =>
  RULE_NAMES.some((name) => name === entrant);

/** The simple entrant with the highest geometric mean. */
export const bestRuleOf = (rows: readonly Row[]): Row =>
  rows
    .filter(({ entrant }) => isRule(entrant))
    .reduce((best, row) => (row.ofOracle.value > best.ofOracle.value ? row : best));

/** The goals of PRIMAZIA over the rows of one group of scenarios, and whether they are met. */
export function goalsOf(rows: readonly Row[], kind: 'usual' | 'held-out'): Goal[] {
  const own = rows.find(({ entrant }) => entrant === 'PRIMAZIA');
  if (!own) return [];
  const ofBestRule = own.ofOracle.value / bestRuleOf(rows).ofOracle.value;
  if (kind === 'held-out') return [atLeast('held out: of the best rule', 1.15, ofBestRule)];
  return [
    atLeast('of the oracle', 0.9, own.ofOracle.value),
    atLeast(
      'of the oracle, in the worst scenario',
      0.7,
      Math.min(...own.cells.map(({ ofOracle }) => ofOracle.value)),
    ),
    atLeast('of the best rule', 1.25, ofBestRule),
    atMost(
      '% of seeds with an ACOS over 1.1 of its goal',
      5,
      100 * mean(own.cells.map(({ aboveGoal }) => aboveGoal)),
    ),
    atMost(
      'changes of a keyword in a week',
      1.5,
      mean(own.cells.map(({ changesAWeek }) => changesAWeek)),
    ),
  ];
}

/** Both groups of scenarios that have goals. */
export const KINDS = { usual: USUAL_NAMES, 'held-out': HELD_OUT_NAMES } as const;
