import { describe, expect, it } from '@rstest/core';
import { QuestionSearch, questionOf } from './question.ts';

// A Thursday, in the evening.
const NOW = new Date(2026, 10, 26, 21, 30);
const ask = (search: object) => questionOf(QuestionSearch.parse(search), NOW);

describe('the question in the address', () => {
  it('is by default the 30 days up to yesterday, with a comparison', () => {
    expect(ask({})).toEqual({
      range: { preset: '30', from: '2026-10-27', to: '2026-11-25' },
      compare: 'previous',
      filters: {},
    });
  });
  it('takes a number of days as the router reads it', () => {
    expect(ask({ range: 15 }).range).toMatchObject({ from: '2026-11-11', to: '2026-11-25' });
  });
  it('contains the present day in a week, a month, and today', () => {
    expect(ask({ range: 'week' }).range).toMatchObject({ from: '2026-11-23', to: '2026-11-26' });
    expect(ask({ range: 'month' }).range).toMatchObject({ from: '2026-11-01', to: '2026-11-26' });
    expect(ask({ range: 'today' }).range).toMatchObject({ from: '2026-11-26', to: '2026-11-26' });
  });
  it('prefers two dates to a preset, and ignores invalid values', () => {
    const own = {
      from: '2026-11-02',
      to: '2026-11-08',
      range: '7',
      accounts: [3],
      compare: 'none',
    };
    expect(ask(own)).toEqual({
      range: { preset: null, from: '2026-11-02', to: '2026-11-08' },
      compare: 'none',
      filters: { accountIds: [3] },
    });
    const broken = { from: '2026-11-08', to: '2026-11-02', range: 'year', accounts: 'x' };
    expect(ask(broken)).toEqual(ask({}));
  });
});
