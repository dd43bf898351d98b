import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@std/testing/bdd';
import { BELLS, linkOf } from './kinds.ts';

const ROOT = new URL('../../', import.meta.url);

/** The paths of the modules; the test page is the shell's own. */
const ROUTES = [
  '/app/test/magalu',
  ...readdirSync(ROOT)
    .filter((name) => name.startsWith('mfe-'))
    .flatMap(
      (name): string[] =>
        JSON.parse(readFileSync(new URL(`${name}/module.json`, ROOT), 'utf8')).routes,
    ),
];

describe('the kinds of notifications', () => {
  it('have codes and queues of their own', () => {
    for (const names of [
      BELLS.flatMap(({ kinds }) => Object.keys(kinds)),
      BELLS.map(({ queue }) => queue),
    ])
      assert.deepEqual(names, [...new Set(names)]);
  });

  it('lead to pages that there are', () => {
    for (const code of BELLS.flatMap(({ kinds }) => Object.keys(kinds))) {
      for (const values of [{}, { listingId: 5 }]) {
        const { pathname } = new URL(linkOf(code, values), 'https://primazia.example');
        const isThere = ROUTES.some((route) => `${pathname}/`.startsWith(`${route}/`));
        assert.ok(isThere, `${code} leads to ${pathname}`);
      }
    }
  });

  it('lead to the listing where they tell of one', () => {
    const about = { listingId: 5 };
    assert.equal(linkOf('price_update_error', about), '/app/historico-de-precos/5');
    assert.equal(linkOf('rule_paused', about), '/app/precificacao-automatica?listingId=5');
  });

  it('lead home where this version does not have them', () => {
    assert.equal(linkOf('of_another_version', {}), '/app');
  });

  it('use no value in one language that the others do not', () => {
    const valuesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
    for (const { sentence } of BELLS.flatMap(({ kinds }) => Object.values(kinds))) {
      for (const texts of 'one' in sentence ? [sentence.one, sentence.other] : [sentence]) {
        assert.deepEqual(valuesOf(texts.en), valuesOf(texts.pt), texts.en);
        assert.deepEqual(valuesOf(texts.es), valuesOf(texts.pt), texts.es);
      }
    }
  });
});
