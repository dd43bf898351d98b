import { adjustmentUp, type Strategy, targetLine } from './strategy.ts';

/** Stays above the base: for margin, where the buybox is not wanted. */
export const lose: Strategy = {
  neverLowers: [],
  seeksMargin: true,
  aim({ base, adjustment }) {
    const by = adjustmentUp(adjustment, base.comparable);
    const target = base.comparable + by;
    return { target, against: base, line: targetLine('stay_above', base.comparable, by, target) };
  },
};
