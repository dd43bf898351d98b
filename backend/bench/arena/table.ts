// The results of the arena, as text and as JSON.
import { toAmount } from '../../kernel/money.ts';
import { rounded } from '../../testing/statistics.ts';
import type { Pair, ProductRow } from './by-product.ts';
import type { Goal } from './goals.ts';
import { drawStall } from './market/stall.ts';
import { WORLDS, type WorldName } from './market/worlds.ts';
import type { PaceRow } from './pace-curve.ts';
import type { Row, Spread } from './rows.ts';
import { ENTRANTS } from './tournament.ts';

const COLUMNS: readonly (readonly [string, (row: Row) => Spread, number])[] = [
  ['profit R$', ({ profit }) => profit, 0],
  ['winning %', ({ winningPercent }) => winningPercent, 1],
  ['changes/day', ({ changesADay }) => changesADay, 1],
  ['price % of usual', ({ pricePercent }) => pricePercent, 1],
  ['worst day R$', ({ worstDay }) => worstDay, 0],
  ['x best simple', ({ ofBestSimple }) => ofBestSimple, 3],
  ['of oracle', ({ ofOracle }) => ofOracle, 3],
];

/** Lines of cells as columns; the first column begins at the left, the others end at the right. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  return lines
    .map((cells) => cells.map((cell, i) => cell[i === 0 ? 'padEnd' : 'padStart'](widths[i]!)))
    .map((cells) => cells.join('  '))
    .join('\n');
}

/** Each cell: the median, and behind the bar the value that nine of ten seeds exceed. */
export const tableOf = (rows: readonly Row[]): string =>
  aligned([
    ['median | p10', ...COLUMNS.map(([name]) => name), 'seeds below static'],
    ...rows.map((row) => [
      row.entrant,
      ...COLUMNS.map(([, of, places]) => {
        const { median, p10 } = of(row);
        return `${median.toFixed(places)} | ${p10.toFixed(places)}`;
      }),
      String(row.seedsBelowStatic),
    ]),
  ]);

export const productTableOf = (rows: readonly ProductRow[]): string =>
  aligned([
    ['PRIMAZIA by product', 'median', 'p10', 'p1', '% under 0.95', '% over 1.05'],
    ...rows.map(({ beside, median, p10, p01, belowPercent, abovePercent }) => [
      `of ${beside}`,
      ...[median, p10, p01].map((value) => value.toFixed(3)),
      ...[belowPercent, abovePercent].map((value) => value.toFixed(1)),
    ]),
  ]);

export const paceTableOf = (rows: readonly PaceRow[]): string =>
  aligned([
    ['PRIMAZIA by pace', 'changes/day', 'profit R$', 'x best simple', 'of oracle'],
    ...rows.map(({ paceMinutes, changesADay, profit, ofBestSimple, ofOracle }) => [
      `${paceMinutes} minutes`,
      changesADay.median.toFixed(1),
      profit.median.toFixed(0),
      ofBestSimple.median.toFixed(3),
      ofOracle.median.toFixed(3),
    ]),
  ]);

export const goalTableOf = (goals: readonly Goal[]): string =>
  aligned([
    ['goal', 'bound', 'value', 'holds'],
    ...goals.map(({ goal, atLeast, atMost, value, holds }) => [
      goal,
      atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`,
      value.toFixed(3),
      holds ? 'yes' : 'NO',
    ]),
  ]);

/** One product: who competes there, and what each entrant made of it. */
export function pairTableOf({ seed, n, of, byEntrant }: Pair, world: WorldName): string {
  const { minds, reported, weekly, demand, limits } = drawStall(seed, n, WORLDS[world]);
  const usual = (price: number) => `${((price / demand.reference) * 100).toFixed(0)} %`;
  const facts = [
    `seed ${seed}, product ${n}: ${of['best simple'].toFixed(3)} of the best simple`,
    reported ? 'price to win reported' : 'nothing reported',
    `limits ${usual(limits.least)} to ${usual(limits.most)}`,
    ...(weekly === null ? [] : ['limited stock']),
    `against ${minds.map(({ behaviour }) => behaviour.habit).join(', ') || 'nobody'}`,
  ];
  const lines = ENTRANTS.map((entrant) => {
    const { total, winning, onSale, priced, changes, profit } = byEntrant[entrant];
    return [
      entrant,
      toAmount(Math.round(total)).toFixed(0),
      ((winning / onSale) * 100).toFixed(1),
      ((priced / onSale) * 100).toFixed(1),
      (changes / profit.length).toFixed(1),
    ];
  });
  const heads = ['', 'profit R$', 'winning %', 'price % of usual', 'changes/day'];
  return `${facts.join('; ')}\n${aligned([heads, ...lines])}`;
}

const roundedAll = (value: unknown): unknown =>
  typeof value === 'number'
    ? rounded(value)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundedAll(one)]))
      : value;

/** One line for each, as JSON. */
export const linesOf = (name: string, rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify({ name, ...(roundedAll(row) as object) }));
