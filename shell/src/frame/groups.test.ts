import { expect, it } from '@rstest/core';
import { inOrder } from './groups.ts';

it('the groups are in their order, and keep that of their entries', () => {
  const entries = ['settings 1', 'other 1', 'pricing 1', 'ads 1', 'pricing 2', 'monitoring 1'];
  const grouped = entries.map((entry) => ({ entry, group: entry.split(' ')[0] ?? '' }));
  expect(inOrder(grouped).map(({ entry }) => entry)).toEqual([
    'ads 1',
    'monitoring 1',
    'pricing 1',
    'pricing 2',
    'settings 1',
    'other 1',
  ]);
});
