// A worker of the ads arena on a separate core: plays its tasks one after the other.
import { parentPort } from 'node:worker_threads';
import type { Size } from './assumptions.ts';
import type { ScenarioName } from './scenarios.ts';
import { playSeed } from './tournament.ts';

export interface Task {
  scenario: ScenarioName;
  seed: number;
  size: Size;
}

parentPort?.on('message', ({ scenario, seed, size }: Task) =>
  parentPort?.postMessage(playSeed(scenario, seed, size)),
);
