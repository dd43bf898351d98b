// All sellers in the same world: each is the one seller 'we' in turn, with the same competitors, buyers and chances.

import { enginePlayer, ruleOf, USUAL_TERMS } from './engine-player.ts';
import { FIRST_DAY } from './market/assumptions.ts';
import { drawVisits } from './market/buyers.ts';
import { advance, type Book, openBook, type Player } from './market/life.ts';
import { DAY, drawStall, type Stall } from './market/stall.ts';
import { WORLDS, type WorldName } from './market/worlds.ts';
import { playOracle } from './oracle.ts';
import { SIMPLE } from './players.ts';

/** What is played: how much of which world. */
export interface Setup {
  world: WorldName;
  products: number;
  days: number;
  stepMs: number;
  /** Between two updates of a listing; left out: what a company begins with. */
  paceMinutes?: number;
}

export const SIMPLE_ENTRANTS = Object.keys(SIMPLE) as (keyof typeof SIMPLE)[];
export const ENTRANTS = ['PRIMAZIA', 'WIN', ...SIMPLE_ENTRANTS, 'oracle'] as const;
export type Entrant = (typeof ENTRANTS)[number];

function playerOf(
  entrant: Exclude<Entrant, 'oracle'>,
  stall: Stall,
  minutesBetweenUpdates = USUAL_TERMS.pace.minutesBetweenUpdates,
): Player {
  if (entrant !== 'PRIMAZIA' && entrant !== 'WIN') return SIMPLE[entrant]();
  const pace = { ...USUAL_TERMS.pace, minutesBetweenUpdates };
  return enginePlayer(stall, ruleOf(stall, entrant), { ...USUAL_TERMS, pace });
}

/** What one entrant made of one product. */
export interface ProductScore extends Book {
  /** In minor units, over all days. */
  total: number;
  /** The marketplace reports the price to win. */
  reported: boolean;
}

const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** What one entrant makes of product `n` in the world of a seed. */
export function playProduct(
  entrant: Entrant,
  seed: number,
  n: number,
  { world, days, stepMs, paceMinutes }: Setup,
): ProductScore {
  const stall = drawStall(seed, n, WORLDS[world]);
  const visits = drawVisits(seed, n, stall.demand, days);
  const book = openBook(days);
  const end = FIRST_DAY + days * DAY;
  if (entrant === 'oracle') playOracle(stall, visits, book, { seed, n, days, stepMs });
  else advance(stall, visits, playerOf(entrant, stall, paceMinutes), book, end, stepMs);
  return { ...book, total: sumOf(book.profit), reported: stall.reported };
}

/** What one entrant made of all products of one seed; money in minor units. */
export interface Score {
  seed: number;
  entrant: Entrant;
  products: readonly ProductScore[];
  profit: number;
  /** The part of the profit from products whose marketplace reports the price to win. */
  reported: number;
  /** Share of the time on sale. */
  winning: number;
  /** A product and day. */
  changes: number;
  /** In shares of the usual price, over the time on sale. */
  price: number;
  worstDay: number;
  units: number;
}

/** Sums up the products of one seed. */
export function scoreOf(entrant: Entrant, seed: number, products: readonly ProductScore[]): Score {
  const over = (figure: (product: ProductScore) => number) => sumOf(products.map(figure));
  const days = products[0]?.profit.length ?? 0;
  const byDay = Array.from({ length: days }, (_, day) => over(({ profit }) => profit[day]!));
  const onSale = over((product) => product.onSale);
  return {
    seed,
    entrant,
    products,
    profit: over(({ total }) => total),
    reported: over(({ reported, total }) => (reported ? total : 0)),
    winning: over(({ winning }) => winning) / onSale,
    changes: over(({ changes }) => changes) / (products.length * days),
    price: over(({ priced }) => priced) / onSale,
    worstDay: Math.min(...byDay),
    units: over(({ units }) => units),
  };
}

export const playSeed = (entrant: Entrant, seed: number, setup: Setup): Score =>
  scoreOf(
    entrant,
    seed,
    Array.from({ length: setup.products }, (_, n) => playProduct(entrant, seed, n, setup)),
  );
