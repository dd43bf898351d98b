// Runs the ads arena on all cores. The result does not depend on their number.
import { onCores } from '../on-cores.ts';
import type { Size } from './assumptions.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { ENTRANT_NAMES, type Result } from './tournament.ts';
import type { Task } from './worker.ts';

/** Plays all entrants in each scenario on each seed; gives the results by scenario, seed and entrant. */
export async function runAdsArena(
  seeds: readonly number[],
  scenarios: readonly ScenarioName[],
  size: Size,
  cores: number,
): Promise<Result[]> {
  const tasks = scenarios.flatMap((scenario) =>
    seeds.map((seed): Task => ({ scenario, seed, size })),
  );
  const worker = new URL('./worker.ts', import.meta.url);
  const results = (await onCores<Task, Result[]>(worker, tasks, cores)).flat();
  return results.sort(
    (a, b) =>
      SCENARIO_NAMES.indexOf(a.scenario) - SCENARIO_NAMES.indexOf(b.scenario) ||
      a.seed - b.seed ||
      ENTRANT_NAMES.indexOf(a.entrant) - ENTRANT_NAMES.indexOf(b.entrant),
  );
}
