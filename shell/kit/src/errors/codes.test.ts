// @rstest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS as ads } from '@primazia/backend/ads/problems';
import { FAULTS as identity } from '@primazia/backend/identity/problems';
import { FAULTS as insights } from '@primazia/backend/insights/problems';
import { FAULT_MESSAGES } from '@primazia/backend/kernel/problem';
import { FAULTS as platform } from '@primazia/backend/platform/problems';
import { describe, expect, it } from '@rstest/core';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import pt from '../i18n/pt.json' with { type: 'json' };
import { textName } from './catalogue.ts';

declare const process: { cwd(): string };

const BACKEND = join(process.cwd(), '..', '..', 'backend');
/** Replacements of the machine in tests and benches answer no calls. */
const NOT_SERVED =
  /(?:_test|_soak|fixture|stub)\.ts$|[\\/](?:testing|bench|sandbox|node_modules)[\\/]/;

const sources = readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !NOT_SERVED.test(`/${file}`))
  .map((file) => ({ file, text: readFileSync(join(BACKEND, file), 'utf8') }));

const FAULTS = [/\bpath[^{}]{0,80}?code: '(\w+)'/gs, /\bfault\([^;]{0,120}?, '(\w+)'/gs];
const inSources = (patterns: readonly RegExp[], only = /./) =>
  sources
    .filter(({ file }) => only.test(file))
    .flatMap(({ text }) =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => code ?? '')),
    );
/** The fault codes of the contracts' schemas. */
const inContracts = inSources([/\berror: '(\w+)'/g], /^kernel[\\/]|[\\/]contract\.ts$/);
const faults = [
  ...new Set([...Object.keys(FAULT_MESSAGES), ...inSources(FAULTS), ...inContracts]),
].filter((code) => code !== 'custom');
/** Their texts are in the answer. */
const serverFaults = Object.keys({ ...identity, ...platform, ...insights, ...ads });
/** Why a price update failed. */
const updateFailures = inSources(
  [/\bcode: '(\w+)',\s*message\b/g],
  /^pricing[\\/]updates[\\/](?:push|engine[\\/][\w-]+)\.ts$/,
);

describe('what the backend finds wrong', () => {
  it('is found in its sources', () => {
    expect(updateFailures).toContain('not_shown');
    expect(faults).toEqual(
      expect.arrayContaining(['two_decimals', 'unknown_field', 'end_before_start', 'invalid_date']),
    );
  });

  describe.each([
    ['pt', pt],
    ['en', en],
    ['es', es],
  ])('in %s', (_, texts) => {
    it('has a text for each reason why an update failed', () => {
      const known = Object.keys(texts.errors);
      expect(updateFailures.filter((code) => !known.includes(textName(code)))).toEqual([]);
    });

    it('has a text for each fault of a field', () => {
      const known = [...Object.keys(texts.faults), ...serverFaults];
      expect(faults.filter((code) => !known.includes(textName(code)))).toEqual([]);
    });
  });
});
