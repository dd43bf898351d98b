import { type Strategy, targetLine } from './strategy.ts';

/** Asks the same as the base. */
export const match: Strategy = {
  neverLowers: ['alone', 'shared'],
  seeksMargin: false,
  aim({ base }) {
    const line = targetLine('match', base.comparable, 0, base.comparable);
    return { target: base.comparable, against: base, line };
  },
};
