// What PRIMAZIA earns with fewer changes: the same seeds at several settings of the company's pace.
import { type Row, rowsOf } from './rows.ts';
import { runArena } from './run.ts';
import { seedsOf } from './scores.ts';
import type { Score, Setup } from './tournament.ts';

/** Minutes between two updates of a listing. */
export const PACES = [1, 5, 15, 30, 60, 120, 360] as const;

export interface PaceRow extends Pick<Row, 'profit' | 'changesADay' | 'ofBestSimple' | 'ofOracle'> {
  paceMinutes: number;
}

/** Plays PRIMAZIA again at each pace, for comparison with the others on the same seeds. */
export async function paceCurve(
  scores: readonly Score[],
  setup: Setup,
  cores?: number,
): Promise<PaceRow[]> {
  const others = scores.filter(({ entrant }) => entrant !== 'PRIMAZIA');
  const rows: PaceRow[] = [];
  for (const paceMinutes of PACES) {
    const own = await runArena(seedsOf(scores), { ...setup, paceMinutes }, cores, ['PRIMAZIA']);
    const [row] = rowsOf([...own, ...others]);
    if (row === undefined) throw new RangeError('No entrant played');
    const { profit, changesADay, ofBestSimple, ofOracle } = row;
    rows.push({ paceMinutes, profit, changesADay, ofBestSimple, ofOracle });
  }
  return rows;
}
