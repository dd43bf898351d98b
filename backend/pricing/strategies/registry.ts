import type { CustomStrategy } from '../terms.ts';
import { lose } from './lose.ts';
import { match } from './match.ts';
import type { Strategy } from './strategy.ts';
import { win } from './win.ts';

/** The strategies on offer; a new one is a file beside these and a line here. */
export const STRATEGIES = {
  WIN: win,
  MATCH: match,
  LOSE: lose,
} as const satisfies Record<CustomStrategy, Strategy>;
