import { adjustmentUp, aimAt, type Strategy } from './strategy.ts';

/** Stays above the base: for margin, where the buybox is not wanted. */
export const lose: Strategy = {
  seeksMargin: true,
  aim(situation) {
    const { base, adjustment } = situation;
    const by = adjustmentUp(adjustment, base.comparable);
    return aimAt('stay_above', base, by, base.comparable + by, situation, false);
  },
};
