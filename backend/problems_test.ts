import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from '@std/testing/bdd';
import { PROBLEM_TABLES } from './domains.ts';
import { Locale } from './kernel/id.ts';
import type { ProblemTable } from './kernel/problem.ts';

const BACKEND = new URL('./', import.meta.url);

const entries = PROBLEM_TABLES.flatMap((table) => Object.entries(table));
const namesIn = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

describe('the error codes of all domains', () => {
  it('are known to the API', async () => {
    const found: ProblemTable[] = [];
    // A domain may have only field faults.
    for (const { name } of Deno.readDirSync(BACKEND)) {
      const file = new URL(`${name}/problems.ts`, BACKEND);
      const { PROBLEMS } = existsSync(file) ? await import(file.href) : {};
      if (PROBLEMS !== undefined) found.push(PROBLEMS);
    }
    assert.ok(found.length > 3);
    assert.deepEqual(
      found.filter((table) => !PROBLEM_TABLES.includes(table)),
      [],
    );
  });

  it('belong to one domain each', () => {
    const codes = entries.map(([code]) => code);
    assert.deepEqual(
      codes.filter((code, index) => codes.indexOf(code) !== index),
      [],
    );
  });

  for (const locale of Locale.options) {
    it(`have a text in ${locale}, with the same values as in English`, () => {
      const wrong = entries.filter(
        ([, entry]) =>
          entry[locale] === '' || `${namesIn(entry[locale])}` !== `${namesIn(entry.en)}`,
      );
      assert.deepEqual(
        wrong.map(([code]) => code),
        [],
      );
    });
  }
});
