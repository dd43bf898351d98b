import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from '@rstest/core';

// What pages fetch after their first rows is here from the beginning, so that a test draws it in one go.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const parts = Object.values(await import('../src/spectrum.ts'));
  await Promise.all(parts.flatMap((part) => ('preload' in part ? [part.preload()] : [])));
});

// React goes on in turns of its own after the last test of a file, when nothing of the page may be left any more.
afterAll(() => setTimeout());
