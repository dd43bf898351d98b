// Runs the arena on all cores. The result does not depend on their number.
import { availableParallelism } from 'node:os';
import { onCores } from '../on-cores.ts';
import { ENTRANTS, type Entrant, type Score, type Setup } from './tournament.ts';
import type { Task } from './worker.ts';

/** Costly ones first, so that no core waits long at the end. */
const ORDER: readonly Entrant[] = [...ENTRANTS].sort(
  (a, b) => Number(b === 'oracle') - Number(a === 'oracle'),
);

/** Plays entrants in the world of every seed; gives the scores by seed and entrant. */
export async function runArena(
  seeds: readonly number[],
  setup: Setup,
  cores: number = availableParallelism(),
  entrants: readonly Entrant[] = ENTRANTS,
): Promise<Score[]> {
  const tasks: Task[] = ORDER.filter((entrant) => entrants.includes(entrant)).flatMap((entrant) =>
    seeds.map((seed) => ({ entrant, seed, setup })),
  );
  const worker = new URL('./worker.ts', import.meta.url);
  const scores = await onCores<Task, Score>(worker, tasks, cores);
  const place = (score: Score) => score.seed * ENTRANTS.length + ENTRANTS.indexOf(score.entrant);
  return scores.sort((a, b) => place(a) - place(b));
}
