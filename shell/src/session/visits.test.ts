// @rstest-environment happy-dom
import { beforeEach, describe, expect, it } from '@rstest/core';
import { consumeVisit, newSecret, storeVisit, VISITS_KEY } from './visits.ts';

const NOW = Date.UTC(2026, 10, 3, 12);
const errand = { kind: 'enter', wanted: '/app/x', temporary: false } as const;
const visit = { secret: 'a1', errand, at: NOW };

beforeEach(() => localStorage.clear());

describe('a visit to a provider', () => {
  it('is taken up once, by the answer that names it', () => {
    storeVisit(localStorage, 'one', visit);
    storeVisit(localStorage, 'two', { ...visit, secret: 'b2' });
    expect(consumeVisit(localStorage, 'code=c&state=one', NOW + 1)).toEqual(visit);
    expect(consumeVisit(localStorage, 'code=c&state=one', NOW + 2)).toBeNull();
    expect(consumeVisit(localStorage, 'error=access_denied&state=two', NOW + 3)?.secret).toBe('b2');
  });

  it('expires after ten minutes, and is deleted', () => {
    storeVisit(localStorage, 'one', visit);
    expect(consumeVisit(localStorage, 'state=one', NOW + 10 * 60_000)).toBeNull();
    expect(localStorage.getItem(VISITS_KEY)).toBe('{}');
  });

  it.each(['', 'null', '{', '[]', '5', '{"one":null}'])(
    'is none where storage holds %s',
    (text) => {
      localStorage.setItem(VISITS_KEY, text);
      expect(consumeVisit(localStorage, 'state=one', NOW)).toBeNull();
      expect(consumeVisit(localStorage, 'code=c', NOW)).toBeNull();
    },
  );

  it('has a unique secret', () => {
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
