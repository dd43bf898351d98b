import { TICK } from '../../kernel/money.ts';
import { adjustmentUp, percentUp, type Strategy, targetLine } from './strategy.ts';

/** Goes below the base to win; while winning alone, follows the best rival up at a safe distance. */
export const win: Strategy = {
  neverLowers: ['alone'],
  seeksMargin: false,
  aim({ standing, base, best, adjustment, safeMargin }) {
    if (standing !== 'alone') {
      const by = Math.max(adjustmentUp(adjustment, base.comparable), TICK);
      const target = base.comparable - by;
      return { target, against: base, line: targetLine('undercut', base.comparable, by, target) };
    }
    const adjusted = Math.max(adjustmentUp(adjustment, best.comparable), TICK);
    const safe = percentUp(best.comparable, safeMargin);
    const by = Math.max(adjusted, safe);
    const target = best.comparable - by;
    const code = safe > adjusted ? 'undercut_safely' : 'undercut';
    return { target, against: best, line: targetLine(code, best.comparable, by, target) };
  },
};
