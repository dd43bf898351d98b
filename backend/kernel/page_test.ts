import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { ListBody } from './filter.ts';
import { Day, Id, Instant } from './id.ts';
import { DEFAULT_PAGE_SIZE, PageQuery, pageOf, toPage } from './page.ts';
import { problem } from './problems.ts';
import { fail, ok } from './result.ts';

describe('a page', () => {
  it('is read from a query, where numbers are texts', () => {
    assert.deepEqual(PageQuery.parse({ page: '2', limit: '50' }), { page: 2, limit: 50 });
    assert.deepEqual(PageQuery.parse({}), { page: 0, limit: DEFAULT_PAGE_SIZE });
  });

  it('has bounds', () => {
    for (const query of [
      { page: '-1' },
      { limit: '0' },
      { limit: '201' },
      { page: '1.5' },
      { page: 'x' },
    ]) {
      assert.equal(PageQuery.safeParse(query).success, false, JSON.stringify(query));
    }
  });

  it('counts pages and what is on this one', () => {
    const page = toPage(['a', 'b'], 32, { page: 2, limit: 15 });
    assert.deepEqual(page, {
      content: ['a', 'b'],
      totalElements: 32,
      totalPages: 3,
      size: 15,
      number: 2,
      numberOfElements: 2,
    });
    assert.deepEqual(pageOf(z.string()).parse(page), page);
    assert.equal(toPage([], 0, { page: 0, limit: 15 }).totalPages, 0);
  });
});

describe('a list call', () => {
  it('has no conditions by default', () => {
    assert.deepEqual(ListBody.parse({}), { filters: [], orders: [], timeZone: 'UTC' });
  });

  it('joins filters by AND by default', () => {
    const body = ListBody.parse({ filters: [{ field: 'title', condition: 'LIKE', value: 'x' }] });
    assert.equal(body.filters[0]?.logicalOperator, 'AND');
  });

  it('refuses other conditions', () => {
    const filters = [{ field: 'title', condition: '<>', value: 'x' }];
    assert.equal(ListBody.safeParse({ filters }).success, false);
  });
});

describe('ids and times', () => {
  it('takes whole positive numbers that a float holds exactly', () => {
    assert.equal(Id.parse('7'), 7);
    for (const value of ['0', '-1', '1.5', 'x', '', '9007199254740993']) {
      assert.equal(Id.safeParse(value).success, false, value);
    }
  });

  it('takes days and instants of the calendar only', () => {
    assert.equal(Day.safeParse('2028-02-29').success, true);
    for (const day of [
      '2026-02-29',
      '2026-13-01',
      '26-01-01',
      '0000-01-01',
      '2026-01-01T00:00:00Z',
    ]) {
      assert.equal(Day.safeParse(day).success, false, day);
    }
    assert.equal(Instant.safeParse('2026-05-04T12:00:00-03:00').success, true);
    for (const instant of ['2026-05-04', '2026-05-04T12:00:00', '0000-05-04T12:00:00Z']) {
      assert.equal(Instant.safeParse(instant).success, false, instant);
    }
  });
});

describe('outcomes', () => {
  it('are values that say which they are', () => {
    assert.deepEqual(ok(1), { ok: true, value: 1 });
    assert.deepEqual(fail('why'), { ok: false, error: 'why' });
  });

  it('are problems where the caller is at fault, reported by their code where nothing else is', () => {
    const missing = problem('not_found');
    assert.equal(missing.message, 'not_found');
    assert.ok(missing instanceof Error);
    assert.deepEqual(missing.more, {});
  });
});
