import { describe, expect, it } from '@rstest/core';
import { instantsOf, lengthOf, PeriodSearch, periodOf } from './period.ts';

const NOW = new Date(2026, 2, 31, 15, 30);
const read = (search: object) => periodOf(PeriodSearch.parse(search), NOW);

describe('the period in the address', () => {
  const cases: [string, object, ReturnType<typeof read>][] = [
    ['is a month where nothing is said', {}, { preset: 30, from: '2026-03-02', to: '2026-03-31' }],
    ['is today', { days: 1 }, { preset: 1, from: '2026-03-31', to: '2026-03-31' }],
    ['has its first day', { days: '7' }, { preset: 7, from: '2026-03-25', to: '2026-03-31' }],
    [
      'is two days of one’s own',
      { from: '2026-01-05', to: '2026-01-20' },
      { preset: null, from: '2026-01-05', to: '2026-01-20' },
    ],
    ['is usual where it is broken', { days: 8, from: 'x' }, read({})],
    ['is usual where it ends before it begins', { from: '2026-02-02', to: '2026-02-01' }, read({})],
  ];
  it.each(cases)('%s', (_, search, period) => {
    expect(read(search)).toEqual(period);
  });

  it('has so many days as one presses', () => {
    expect([1, 7, 90, 365].map((days) => lengthOf(read({ days })))).toEqual([1, 7, 90, 365]);
  });
});

describe('the period of a call', () => {
  it('begins with its first day, and up to now it has no end', () => {
    expect(instantsOf(read({ days: 1 }))).toEqual({ from: new Date(2026, 2, 31).toISOString() });
  });
  it('ends with its last day', () => {
    expect(instantsOf(read({ from: '2026-01-05', to: '2026-01-31' }))).toEqual({
      from: new Date(2026, 0, 5).toISOString(),
      to: new Date(2026, 1, 1).toISOString(),
    });
  });
});
