// The results of the ads arena as text.
import { aligned } from '../arena/table.ts';
import type { Cell, Estimate, Row } from './summary.ts';

const fixed = (value: number) => value.toFixed(3);
const withRange = ({ value, low, high }: Estimate) =>
  `${fixed(value)} (${fixed(low)} to ${fixed(high)})`;

/** Scores of the oracle's: the geometric mean with its interval, then each scenario. */
export const scoreTableOf = (rows: readonly Row[]): string =>
  aligned([
    ['of the oracle', 'geometric mean', ...(rows[0]?.cells ?? []).map(({ scenario }) => scenario)],
    ...rows.map(({ entrant, ofOracle, cells }) => [
      entrant,
      withRange(ofOracle),
      ...cells.map((cell) => fixed(cell.ofOracle.value)),
    ]),
  ]);

const COLUMNS: readonly (readonly [string, (cell: Cell) => string])[] = [
  ['of the oracle', ({ ofOracle }) => withRange(ofOracle)],
  ['profit of the oracle’s', ({ profitOfOracle }) => fixed(profitOfOracle)],
  ['ACOS of goal', ({ acos }) => fixed(acos)],
  ['p90', ({ acosP90 }) => fixed(acosP90)],
  ['% of seeds over 1.1', ({ aboveGoal }) => (aboveGoal * 100).toFixed(0)],
  ['% starved', ({ starved }) => (starved * 100).toFixed(1)],
  ['changes/week', ({ changesAWeek }) => changesAWeek.toFixed(2)],
  ['highest spend of budget', ({ highestSpend }) => fixed(highestSpend)],
];

/** One entrant, scenario by scenario. */
export const entrantTableOf = ({ entrant, cells }: Row): string =>
  aligned([
    [entrant, ...COLUMNS.map(([name]) => name)],
    ...cells.map((cell) => [cell.scenario, ...COLUMNS.map(([, of]) => of(cell))]),
  ]);
