import { TICK } from '../../kernel/money.ts';
import { adjustmentUp, aimAt, percentUp, type Strategy } from './strategy.ts';

/** Goes below the base to win; while winning alone, follows the best rival up at a safe distance. */
export const win: Strategy = {
  seeksMargin: false,
  aim(situation) {
    const { standing, base, best, adjustment, safeMargin } = situation;
    if (standing !== 'alone') {
      const by = Math.max(adjustmentUp(adjustment, base.comparable), TICK);
      return aimAt('undercut', base, by, base.comparable - by, situation, false);
    }
    const adjusted = Math.max(adjustmentUp(adjustment, best.comparable), TICK);
    const safe = percentUp(best.comparable, safeMargin);
    const by = Math.max(adjusted, safe);
    const code = safe > adjusted ? 'undercut_safely' : 'undercut';
    return aimAt(code, best, by, best.comparable - by, situation, true);
  },
};
