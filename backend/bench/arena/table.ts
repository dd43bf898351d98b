// What the arena's scores come to: over the seeds the median, and the value that nine of ten exceed.
import { toAmount } from '../../kernel/money.ts';
import { quantile, rounded } from '../../testing/statistics.ts';
import { ENTRANTS, type Entrant, type Score, SIMPLE_ENTRANTS } from './tournament.ts';

interface Spread {
  median: number;
  p10: number;
}

/** One entrant's figures; money in reais. */
export interface Row {
  entrant: Entrant;
  profit: Spread;
  winningPercent: Spread;
  changesADay: Spread;
  pricePercent: Spread;
  worstDay: Spread;
  /** Profit beside that of whichever simple entrant was best on the seed, and beside the oracle's. */
  ofBestSimple: Spread;
  ofOracle: Spread;
  /** The same beside the oracle where the marketplace tells the price to win, and where it does not. */
  ofOracleTold: Spread;
  ofOracleUntold: Spread;
  seedsBelowStatic: number;
}

const spread = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5) ?? Number.NaN,
  p10: quantile(values, 0.1) ?? Number.NaN,
});

export function rowsOf(scores: readonly Score[]): Row[] {
  const seeds = [...new Set(scores.map(({ seed }) => seed))];
  const of = (entrant: Entrant, seed: number): Score => {
    const found = scores.find((score) => score.entrant === entrant && score.seed === seed);
    if (!found) throw new RangeError(`${entrant} did not play seed ${seed}`);
    return found;
  };
  return ENTRANTS.map((entrant) => {
    const over = (figure: (score: Score) => number) =>
      spread(seeds.map((seed) => figure(of(entrant, seed))));
    const beside = (other: (seed: number) => number, figure = ({ profit }: Score) => profit) =>
      spread(seeds.map((seed) => figure(of(entrant, seed)) / other(seed)));
    const untold = ({ profit, told }: Score) => profit - told;
    return {
      entrant,
      profit: over(({ profit }) => toAmount(profit)),
      winningPercent: over(({ winning }) => winning * 100),
      changesADay: over(({ changes }) => changes),
      pricePercent: over(({ price }) => price * 100),
      worstDay: over(({ worstDay }) => toAmount(worstDay)),
      ofBestSimple: beside((seed) =>
        Math.max(...SIMPLE_ENTRANTS.map((simple) => of(simple, seed).profit)),
      ),
      ofOracle: beside((seed) => of('oracle', seed).profit),
      ofOracleTold: beside(
        (seed) => of('oracle', seed).told,
        ({ told }) => told,
      ),
      ofOracleUntold: beside((seed) => untold(of('oracle', seed)), untold),
      seedsBelowStatic: seeds.filter((seed) => of(entrant, seed).profit < of('static', seed).profit)
        .length,
    };
  });
}

const COLUMNS: readonly (readonly [string, (row: Row) => Spread, number])[] = [
  ['profit R$', ({ profit }) => profit, 0],
  ['winning %', ({ winningPercent }) => winningPercent, 1],
  ['changes/day', ({ changesADay }) => changesADay, 1],
  ['price % of usual', ({ pricePercent }) => pricePercent, 1],
  ['worst day R$', ({ worstDay }) => worstDay, 0],
  ['x best simple', ({ ofBestSimple }) => ofBestSimple, 3],
  ['of oracle', ({ ofOracle }) => ofOracle, 3],
];

/** Each cell: the median, and behind the bar the value that nine of ten seeds exceed. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    ['median | p10', ...COLUMNS.map(([name]) => name), 'seeds below static'],
    ...rows.map((row) => [
      row.entrant,
      ...COLUMNS.map(([, of, places]) => {
        const { median, p10 } = of(row);
        return `${median.toFixed(places)} | ${p10.toFixed(places)}`;
      }),
      String(row.seedsBelowStatic),
    ]),
  ];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  return lines
    .map((cells) => cells.map((cell, i) => cell[i === 0 ? 'padEnd' : 'padStart'](widths[i]!)))
    .map((cells) => cells.join('  '))
    .join('\n');
}

const roundedAll = (value: unknown): unknown =>
  typeof value === 'number'
    ? rounded(value)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundedAll(one)]))
      : value;

/** One line for each entrant, as JSON. */
export const linesOf = (rows: readonly Row[]): string[] =>
  rows.map((row) => JSON.stringify({ name: 'arena', ...(roundedAll(row) as object) }));
