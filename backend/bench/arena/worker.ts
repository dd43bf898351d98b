// A worker of the arena on a separate core: plays its tasks one after the other.
import { parentPort } from 'node:worker_threads';
import { type Entrant, playSeed, type Setup } from './tournament.ts';

export interface Task {
  entrant: Entrant;
  seed: number;
  setup: Setup;
}

parentPort?.on('message', ({ entrant, seed, setup }: Task) =>
  parentPort?.postMessage(playSeed(entrant, seed, setup)),
);
