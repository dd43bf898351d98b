import { lose } from './lose.ts';
import { match } from './match.ts';
import { primazia } from './primazia.ts';
import type { Strategy } from './strategy.ts';
import { win } from './win.ts';

/** The strategies in the order in which they are offered; a new one is a file beside these and an entry here. */
const ALL = [primazia, win, match, lose] as const;

export type StrategyKey = (typeof ALL)[number]['key'];

export const STRATEGY_KEYS: readonly StrategyKey[] = ALL.map(({ key }) => key);

export const STRATEGIES = Object.fromEntries(ALL.map((one) => [one.key, one])) as Readonly<
  Record<StrategyKey, Strategy>
>;
