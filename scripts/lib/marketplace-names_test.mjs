// Only a marketplace's folder and the sandbox name a marketplace: differences are declared in its manifest.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Their names, their hosts, and their names for the code of a listing. */
const NAMES =
  /amazon(?!aws)|mercado[\s_-]?li[bv]re|\bmeli\b|magalu|magazine\s?luiza|shopee|\bML[BM]\d*\b|\bASIN\b|seller central/gi;
/** In capitals; in lower case it is a unit. */
const SHORT_NAME = /\bML\b/;

const PRODUCT = ['backend', 'shell', 'mfe-*', 'design-tokens', 'scripts', 'start.mjs'];
const SOURCE = /\.(ts|tsx|mjs|cjs|js|json|css|html)$/;
/** Their folders, the sandbox, and code of tests and benches. */
const OWN = [
  /^backend\/(integrations\/marketplaces|sandbox|testing|bench|reliability|contracts-released)\//,
  /^shell\/e2e\/|\/(testing|recordings)\/|_test\.|\.test\.|_soak\.|\/fixture\.ts$/,
];

const COLUMN = 'the column that sellers know as ASIN/MLB';
/** @type {(folder: string, exception: [number, string]) => Record<string, [number, string]>} */
const inLanguages = (folder, exception) =>
  Object.fromEntries(['pt', 'en', 'es'].map((one) => [`${folder}/${one}.json`, exception]));

/** The exceptions: the number of lines, and the reason. */
/** @type {Record<string, [lines: number, why: string]>} */
const EXCEPTIONS = {
  'backend/integrations/registry.ts': [5, 'the line of each marketplace'],
  'backend/identity/common-passwords.ts': [2, 'words that people choose as passwords'],
  'backend/platform/environment.ts': [1, 'the training site that the help entry opens'],
  'mfe-integrations/module.json': [2, 'addresses that are registered with marketplaces'],
  'shell/src/navigation/own-paths.ts': [1, 'the address of the test page'],
  'backend/notifications/bell.ts': [1, 'the address of the test page'],
  'shell/kit/src/listing/earlier-names.ts': [4, 'names for modules of earlier releases'],
  'backend/monitoring/watch/sheet.ts': [2, COLUMN],
  'backend/pricing/contract/sheets.ts': [1, COLUMN],
  'backend/pricing/rules/spreadsheets/texts.ts': [3, COLUMN],
  ...inLanguages('mfe-pricing/locales', [2, COLUMN]),
  ...inLanguages('shell/kit/src/i18n/glossary', [2, 'examples in the help']),
  ...inLanguages('shell/kit/src/i18n', [1, 'a notice in the words of the specification']),
};

const read = (/** @type {string} */ file) => readFileSync(`${root}${file}`, 'utf8');
const files = execFileSync('git', ['ls-files', ...PRODUCT], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => SOURCE.test(file) && !OWN.some((own) => own.test(file)));

/** Lines that name a marketplace. */
const naming = (/** @type {string} */ text) =>
  text.split('\n').filter((line) => line.match(NAMES) || SHORT_NAME.test(line));

describe('the product', () => {
  it('names no marketplace outside of its folder', () => {
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((file) => !files.includes(file)),
      [],
    );
    const found = files.flatMap((file) => {
      const lines = naming(read(file));
      return lines.length === (EXCEPTIONS[file]?.[0] ?? 0) ? [] : [[file, ...lines]];
    });
    assert.deepEqual(found, []);
  });

  it('is found out where it does', () => {
    for (const line of [
      "if (slug === 'amazon')",
      'Mercado Libre',
      'MLB123',
      'to ML',
      '// As Shopee does.',
    ])
      assert.equal(naming(line).length, 1, line);
    for (const line of ['.amazonaws.com', 'html', '300 ml', 'HTML basing'])
      assert.deepEqual(naming(line), []);
    assert.ok(files.length > 900);
  });
});
