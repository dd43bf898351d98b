// @rstest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_MESSAGES } from '@primazia/backend/kernel/problem';
import { describe, expect, it } from '@rstest/core';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import pt from '../i18n/pt.json' with { type: 'json' };
import { CODES, textName } from './catalogue.ts';

declare const process: { cwd(): string };

const BACKEND = join(process.cwd(), '..', '..', 'backend');
/** What stands in for the machine in tests and benches answers nobody. */
const NOT_SERVED =
  /(?:_test|_soak|fixture|stub)\.ts$|[\\/](?:testing|bench|sandbox|node_modules)[\\/]/;

const sources = readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !NOT_SERVED.test(`/${file}`))
  .map((file) => ({ file, text: readFileSync(join(BACKEND, file), 'utf8') }));

/** The words in single quotes of the second argument, as far as one can tell where it ends. */
function codesOf(call: string): string[] {
  const [, , second = ''] = /^\s*([^,]+),\s*([^,)]+)/.exec(call) ?? [];
  return [...second.matchAll(/'([\w.]+)'/g)].map(([, code]) => code ?? '');
}

interface Found {
  file: string;
  codes: string[];
}

const problems: Found[] = sources.flatMap(({ file, text }) =>
  text
    .split('new Problem(')
    .slice(1)
    .map((call) => ({ file, codes: codesOf(call) })),
);
const answered: Found[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/answerProblem\(c, \d+, '(\w+)'/g)].map(([, code]) => ({
    file,
    codes: [code ?? ''],
  })),
);
const FAULTS = [/\bpath[^{}]{0,80}?code: '(\w+)'/gs, /\bfault\([^;]{0,120}?, '(\w+)'/gs];
const inSources = (patterns: readonly RegExp[], only = /./) =>
  sources
    .filter(({ file }) => only.test(file))
    .flatMap(({ text }) =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => code ?? '')),
    );
/** What the schemas of the contracts say is wrong. */
const inContracts = inSources([/\berror: '(\w+)'/g], /^kernel[\\/]|[\\/]contract\.ts$/);
const faults = [
  ...new Set([...Object.keys(FAULT_MESSAGES), ...inSources(FAULTS), ...inContracts]),
].filter((code) => code !== 'custom');
/** Why a price update failed. */
const updateFailures = inSources(
  [/\bcode: '(\w+)',\s*message\b/g],
  /^pricing[\\/](?:push|updates)\.ts$/,
);

const codes = [
  ...new Set([...[...problems, ...answered].flatMap((found) => found.codes), ...updateFailures]),
];

describe('what the backend may refuse', () => {
  it('is found in its sources', () => {
    expect(codes).toEqual(
      expect.arrayContaining(['rule_changed', 'invalid_request', 'not_found', 'not_shown']),
    );
    expect(faults).toEqual(
      expect.arrayContaining(['two_decimals', 'unknown_field', 'end_before_start', 'invalid_date']),
    );
  });

  it('has its situation in the catalogue', () => {
    expect(codes.filter((code) => CODES[code] === undefined)).toEqual([]);
  });

  describe.each([
    ['pt', pt],
    ['en', en],
    ['es', es],
  ])('in %s', (_, texts) => {
    it('has a text for each code of a refusal', () => {
      const known = Object.keys(texts.errors);
      expect(codes.filter((code) => !known.includes(textName(code)))).toEqual([]);
    });

    it('has a text for each fault of a field', () => {
      const known = Object.keys(texts.faults);
      expect(faults.filter((code) => !known.includes(textName(code)))).toEqual([]);
    });
  });
});

/** Where the code is a variable, and the codes that it takes. */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // It gives again what was refused the first time.
  'platform/idempotency.ts': [],
  'platform/filter-sql.ts': ['unknown_field', 'invalid_request'],
};

it('every refusal names its code where it is made, or is listed here', () => {
  const unnamed = problems.filter((found) => found.codes.length === 0).map(({ file }) => file);
  expect(unnamed.filter((file) => NAMED_ELSEWHERE[file] === undefined)).toEqual([]);
  const known = Object.keys(pt.errors);
  expect(
    Object.values(NAMED_ELSEWHERE)
      .flat()
      .filter((code) => !known.includes(code)),
  ).toEqual([]);
});
