import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import type { Line, Memory } from '../terms.ts';
import {
  type Aim,
  aimAt,
  type Compared,
  percentUp,
  type Situation,
  type Strategy,
} from './strategy.ts';

/** So much of the price is given up at each look, in percent, where the cheapest offer does not win. */
const STEP_PERCENT = 1;

const own = (target: Minor, against: Compared, code: string, values: Line['values']): Aim => ({
  target,
  isOwnPrice: true,
  stays: false,
  against,
  line: { step: 'target', code, values: { ...values, target: toAmount(target) } },
});

/** The highest price known to win, where it lies below the one that does not. */
function knownToWin({ memory, price }: Situation): Minor | null {
  const won = memory?.highestWon ?? null;
  return won !== null && won < price ? won : null;
}

/** While not winning: to the price that is told or known to win, else below the best rival, else down step by step. */
function descend(situation: Situation): Aim {
  const { priceToWin, holder, best, price, shipping } = situation;
  if (priceToWin !== null) return own(priceToWin, holder ?? best, 'price_to_win', {});
  const won = knownToWin(situation);
  if (won !== null) return own(won, best, 'known_to_win', { present: toAmount(price) });
  const below = best.comparable - TICK;
  if (price + shipping > below) return aimAt('undercut', best, TICK, below, situation, false);
  const step = Math.max(percentUp(price, STEP_PERCENT), TICK);
  return own(price - step, best, 'step_down', { present: toAmount(price), by: toAmount(step) });
}

interface Ceiling {
  price: Minor;
  code: string;
}

/** A loss in spite of what the marketplace told weighs more than what it goes on telling. */
const doubted = (memory: Memory | null): Minor | null =>
  memory?.toldWrong ? memory.lowestLost : null;

function ceilingOf({ priceToWin, price, memory, best, safeMargin, shipping }: Situation): Ceiling {
  if (priceToWin !== null && priceToWin > price) {
    const lost = doubted(memory);
    return lost === null || lost > priceToWin
      ? { price: priceToWin, code: 'climb_to_told' }
      : { price: lost - TICK, code: 'climb_below_lost' };
  }
  const lost = memory?.lowestLost ?? null;
  if (lost !== null) return { price: lost - TICK, code: 'climb_below_lost' };
  const by = Math.max(percentUp(best.comparable, safeMargin), TICK);
  return { price: best.comparable - by - shipping, code: 'climb_below_best' };
}

/** While winning alone: half of the way up to the highest price that may still win. */
function climb(situation: Situation): Aim {
  const { price, best } = situation;
  const ceiling = ceilingOf(situation);
  const values = { present: toAmount(price), ceiling: toAmount(ceiling.price) };
  if (ceiling.price <= price) {
    return { ...own(price, best, 'at_ceiling', values), stays: true };
  }
  const step = Math.max(Math.floor((ceiling.price - price) / 2), TICK);
  return own(price + step, best, ceiling.code, values);
}

/** Looks for the highest price that wins: down to where it does, and up again as far as it does. */
export const primazia: Strategy = {
  seeksMargin: false,
  aim: (situation) => (situation.standing === 'alone' ? climb(situation) : descend(situation)),
};
