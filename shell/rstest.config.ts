import { defineConfig } from '@rstest/core';
// The kit imports the style sheet of the tokens, which is generated.
import '../design-tokens/build.mjs';
import { unitTests } from './kit/testing/unit-tests.ts';

export default defineConfig({
  ...unitTests,
  include: ['src/**/*.test.{ts,tsx}', 'locales/*.test.ts'],
});
