import { expect, it } from '@rstest/core';
import { mostGroups } from '../figures/use-figures.ts';
import { infoOf } from '../testing/answers.ts';
import { ChoiceSearch, choiceOf, offeredBy } from './choice.ts';

const chosen = (search: object) => choiceOf(ChoiceSearch.parse(search));

it('leaves campaigns the figures of advertising that they have', () => {
  const { metrics, groupBy } = chosen({
    group: 'campaign',
    metrics: ['revenue', 'clicks', 'tacos'],
  });
  expect([groupBy, metrics]).toEqual(['campaign', ['clicks']]);
  expect(chosen({ group: 'campaign' }).metrics).toEqual([
    'investment',
    'adRevenue',
    'acos',
    'roas',
  ]);
  expect(chosen({ group: 'account', metrics: ['revenue'] }).metrics).toEqual(['revenue']);
});

it('offers what something is read of, and of campaigns what they have', () => {
  const all = [
    infoOf('revenue'),
    infoOf('clicks', { group: 'ads' }),
    infoOf('tacos', { group: 'ads' }),
    infoOf('adRoi', { group: 'ads', nullReasons: ['no_source'] }),
  ];
  const names = (group: 'none' | 'campaign') => offeredBy(group, all).map(({ metric }) => metric);
  expect(names('none')).toEqual(['revenue', 'clicks', 'tacos']);
  expect(names('campaign')).toEqual(['clicks']);
});

it('asks for as many groups as an answer has room for', () => {
  const question = (from: string, to: string) => ({
    range: { preset: null, from, to },
    compare: 'none' as const,
    filters: {},
  });
  expect(mostGroups(question('2026-10-27', '2026-11-25'), 'day')).toBe(66);
  // The 31 days lie in six weeks at most.
  expect(mostGroups(question('2026-10-01', '2026-10-31'), 'week')).toBe(200);
  expect(mostGroups(question('2025-10-23', '2026-11-26'), 'day')).toBe(5);
  expect(mostGroups(question('2025-10-23', '2026-11-26'), 'total')).toBe(200);
});
