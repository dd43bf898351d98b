import type { Strategy as StrategyName } from '../contract.ts';
import { lose } from './lose.ts';
import { match } from './match.ts';
import { primazia } from './primazia.ts';
import type { Strategy } from './strategy.ts';
import { win } from './win.ts';

/** The strategies on offer; a new one is a file beside these and a line here. */
export const STRATEGIES: Record<StrategyName, Strategy> = {
  PRIMAZIA: primazia,
  WIN: win,
  MATCH: match,
  LOSE: lose,
};
