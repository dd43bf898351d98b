import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from '@rstest/core';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';

// Deferred parts of pages are loaded from the beginning, so that a test renders everything at once.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const parts = Object.values(await import('../src/spectrum.ts'));
  await Promise.all(parts.flatMap((part) => ('preload' in part ? [part.preload()] : [])));
});

/** Resolves once React has done all work that is scheduled now. */
const reactIsIdle = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_IdlePriority, () => resolve());
  });

/** How often an effect may schedule work, whose effect schedules work, and so on. */
const CASCADES = 10;

// React may still work for components that the last test of a file unmounted. Once the environment has removed
// `window`, that work throws and ends the process.
afterAll(async () => {
  if (typeof document === 'undefined') return;
  await setTimeout();
  for (let cascade = 0; cascade < CASCADES; cascade += 1) await reactIsIdle();
});
