// All sellers in the same world: each is the one seller 'we' in turn, with the same competitors, buyers and chances.

import { enginePlayer, ruleOf } from './engine-player.ts';
import { FIRST_DAY } from './market/assumptions.ts';
import { drawVisits } from './market/buyers.ts';
import { advance, type Book, openBook, type Player } from './market/life.ts';
import { DAY, drawStall, type Stall } from './market/stall.ts';
import { playOracle } from './oracle.ts';
import { SIMPLE } from './players.ts';

export interface Size {
  products: number;
  days: number;
  stepMs: number;
}

export const SIMPLE_ENTRANTS = Object.keys(SIMPLE) as (keyof typeof SIMPLE)[];
export const ENTRANTS = ['PRIMAZIA', 'WIN', ...SIMPLE_ENTRANTS, 'oracle'] as const;
export type Entrant = (typeof ENTRANTS)[number];

const playerOf = (entrant: Exclude<Entrant, 'oracle'>, stall: Stall): Player => {
  if (entrant === 'PRIMAZIA' || entrant === 'WIN')
    return enginePlayer(stall, ruleOf(stall, entrant));
  return SIMPLE[entrant]();
};

/** What one entrant makes of one product in the world of a seed. */
export function playProduct(entrant: Entrant, seed: number, n: number, size: Size): Book {
  const stall = drawStall(seed, n);
  const visits = drawVisits(seed, n, stall.demand, size.days);
  const book = openBook(size.days);
  const end = FIRST_DAY + size.days * DAY;
  if (entrant === 'oracle') playOracle(stall, visits, book, { seed, n, ...size });
  else advance(stall, visits, playerOf(entrant, stall), book, end, size.stepMs);
  return book;
}

/** What one entrant made of all products of one seed; money in minor units. */
export interface Score {
  seed: number;
  entrant: Entrant;
  profit: number;
  /** Of the profit, what came from products whose marketplace tells the price to win. */
  told: number;
  /** Share of the time on sale. */
  winning: number;
  /** A product and day. */
  changes: number;
  /** In shares of the usual price, over the time on sale. */
  price: number;
  worstDay: number;
  units: number;
}

export function playSeed(entrant: Entrant, seed: number, size: Size): Score {
  const byDay = new Float64Array(size.days);
  let told = 0;
  let changes = 0;
  let winning = 0;
  let onSale = 0;
  let priced = 0;
  let units = 0;
  for (let n = 0; n < size.products; n++) {
    const book = playProduct(entrant, seed, n, size);
    for (const [day, profit] of book.profit.entries()) byDay[day] = byDay[day]! + profit;
    if (drawStall(seed, n).told) told += book.profit.reduce((sum, one) => sum + one, 0);
    changes += book.changes;
    winning += book.winning;
    onSale += book.onSale;
    priced += book.priced;
    units += book.units;
  }
  return {
    seed,
    entrant,
    profit: byDay.reduce((sum, one) => sum + one, 0),
    told,
    winning: winning / onSale,
    changes: changes / (size.products * size.days),
    price: priced / onSale,
    worstDay: Math.min(...byDay),
    units,
  };
}
