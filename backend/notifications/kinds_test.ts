import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@std/testing/bdd';
import type { BellValues } from '../kernel/bell.ts';
import { COUNTERS } from './counters.ts';
import { BELLS, codesDelivered, linkOf } from './kinds.ts';

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

/** The filters of the list that a notification leads to, as the list reads them. */
const filtersOf = (code: string, values: BellValues): string =>
  decodeURIComponent(
    new URL(linkOf(code, values), 'https://p.example').searchParams.get('filters') ?? '',
  );

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

  it('lead to the listing where they report one, and to a list where they report many', () => {
    const about = { listingId: 5, count: 1 };
    const many = { ...about, count: 2 };
    assert.equal(linkOf('price_update_error', about), '/app/historico-de-precos/5');
    assert.equal(linkOf('price_update_error', many), '/app/historico-de-precos?tab=failed');
    assert.equal(linkOf('buybox_lost', about), '/app/monitoramento-buybox/5');
    assert.equal(filtersOf('buybox_lost', many), 'buyboxStatus:IN:LOSING');
  });

  it('lead from many lost at once to the list of those that were lost since, and are not won back', () => {
    const many = { listingId: 5, count: 40, since: '2026-05-04T12:03:00.000Z' };
    assert.equal(
      filtersOf('buybox_many_lost', many),
      'buyboxStatus:IN:LOSING;buyboxSince:>=:2026-05-04T12:03:00.000Z',
    );
  });

  it('lead from a digest to the history of its rule and hour', () => {
    const hour = { from: '2026-05-04T12:00:00.000Z', until: '2026-05-04T13:00:00.000Z' };
    const link = new URL(
      linkOf('rule_changed_prices', { ...hour, ruleId: 3 }),
      'https://p.example',
    );
    assert.equal(link.pathname, '/app/historico-de-precos');
    const filters = link.searchParams.get('filters')?.split(';').map(decodeURIComponent);
    assert.deepEqual(filters, [
      'createdAt:BETWEEN:2026-05-04T12:00:00.000Z|2026-05-04T12:59:59.999Z',
      'ruleId:IN:3',
      'state:IN:applied|undone',
      'eventType:!=:undo',
    ]);
  });

  it('have a counter each where they count', () => {
    assert.deepEqual(codesDelivered('counted').sort(), Object.keys(COUNTERS).sort());
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
