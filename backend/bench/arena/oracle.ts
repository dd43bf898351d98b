// The upper bound: a seller who knows the award, the costs, the demand and the competitors' behavior, and reprices
// immediately. Its price is the best response to the others' present prices, but never below a chosen level; twice a day
// it tries on a copy of the page which level is most profitable until well beyond the next choice. So it knows when to
// keep a high price, to give way in a price war, or to win the buybox permanently. Twice the levels, or three days of
// look-ahead, gain less than half a percent.
import type { Minor } from '../../kernel/money.ts';
import { FIRST_DAY } from './market/assumptions.ts';
import { drawVisits, type Visits } from './market/buyers.ts';
import { bestResponse } from './market/expectation.ts';
import { advance, type Book, openBook, type Player } from './market/life.ts';
import { copyOf, DAY, HOUR, type Stall } from './market/stall.ts';

/** Answers at best, never below a level. */
export const chaser = (level: Minor): Player => ({
  seesAtOnce: true,
  poll: (stall) => bestResponse(stall, Math.max(stall.limits.least, level), stall.limits.most),
});

const CHOOSES_EVERY = 12 * HOUR;
const POLLS_AHEAD = 24 * HOUR;
const LEVELS = 6;

/** From the minimum up to the maximum. */
const levelsOf = ({ limits: { least, most } }: Stall): Minor[] =>
  Array.from({ length: LEVELS }, (_, i) => Math.round(least + ((most - least) * i) / (LEVELS - 1)));

interface Outlook {
  /** The expected profit. */
  worth: number;
  /** The lowest price of the run: every level up to it has the same result. */
  lowest: Minor;
}

/** The result of a fixed level until then, with the competitors' reactions. */
function outlookOf(
  stall: Stall,
  level: Minor,
  imagined: Visits,
  to: number,
  stepMs: number,
): Outlook {
  const copy = copyOf(stall);
  copy.changedAt = copy.now;
  const answers = chaser(level);
  let lowest = Infinity;
  const player: Player = {
    ...answers,
    poll(at) {
      const price = answers.poll(at);
      lowest = Math.min(lowest, price ?? Infinity);
      return price;
    },
  };
  // A book of no days keeps what is expected, and none of what is sold.
  const book: Book = { ...openBook(0), expected: 0 };
  advance(copy, imagined, player, book, to, stepMs);
  return { worth: book.expected ?? 0, lowest };
}

/** The level that brings most until then. */
function bestLevel(stall: Stall, imagined: Visits, to: number, stepMs: number): Minor {
  let best: { level: Minor; worth: number } = { level: stall.limits.least, worth: -Infinity };
  let same = -Infinity;
  for (const level of levelsOf(stall)) {
    if (level <= same) continue;
    const { worth, lowest } = outlookOf(stall, level, imagined, to, stepMs);
    if (worth > best.worth) best = { level, worth };
    same = lowest;
  }
  return best.level;
}

/** Plays product `n` of the world of a seed to the end. */
export function playOracle(
  stall: Stall,
  visits: Visits,
  book: Book,
  { seed, n, days, stepMs }: { seed: number; n: number; days: number; stepMs: number },
): void {
  const end = FIRST_DAY + days * DAY;
  // It knows the expected number of buyers, not the individual ones.
  const imagined = drawVisits(seed, n + 1_000_000, stall.demand, days);
  while (stall.now < end) {
    const delivery = stall.weekly === null ? 0 : stall.deliveryAt;
    const horizon = Math.min(end, Math.max(stall.now + POLLS_AHEAD, delivery));
    const level = bestLevel(stall, imagined, horizon, stepMs);
    stall.changedAt = stall.now;
    advance(stall, visits, chaser(level), book, Math.min(end, stall.now + CHOOSES_EVERY), stepMs);
  }
}
