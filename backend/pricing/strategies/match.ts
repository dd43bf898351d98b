import { aimAt, type Strategy } from './strategy.ts';

/** Asks the same as the base, or as the best rival while it wins, if only with others. */
export const match: Strategy = {
  seeksMargin: false,
  aim(situation) {
    const wins = situation.standing !== 'behind';
    const to = wins ? situation.best : situation.base;
    return aimAt('match', to, 0, to.comparable, situation, wins);
  },
};
