import { fileURLToPath } from 'node:url';
import type { RstestConfig } from '@rstest/core';

/** How the unit tests of all pages run. */
export const unitTests: RstestConfig = {
  // A context of its own for each file, in a process that has read the libraries once.
  pool: 'vmForks',
  setupFiles: [fileURLToPath(new URL('./settled.ts', import.meta.url))],
  tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
  // Nothing fails for a machine that has much else to do.
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};
