import { defineConfig } from '@rstest/core';
// The kit takes in the tokens' style sheet, which is built.
import '../design-tokens/build.mjs';
import { unitTests } from '../shell/kit/testing/unit-tests.ts';

export default defineConfig({
  ...unitTests,
  include: ['src/**/*.test.{ts,tsx}'],
  testEnvironment: 'happy-dom',
});
