import { fileURLToPath } from 'node:url';
import type { RstestConfig } from '@rstest/core';

/** The configuration of all pages' unit tests. */
export const unitTests: RstestConfig = {
  // A separate context for each file, in a process that has loaded the libraries once.
  pool: 'vmForks',
  setupFiles: [fileURLToPath(new URL('./settled.ts', import.meta.url))],
  tools: { swc: { jsc: { transform: { react: { runtime: 'automatic' } } } } },
  // A busy machine must not make tests fail.
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};
