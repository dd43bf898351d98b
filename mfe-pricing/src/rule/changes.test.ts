import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import { values } from '../testing/rules.ts';
import { ruleChanges } from './changes.ts';
import type { RuleValues } from './fields.ts';

const t = (key: string, said: Record<string, unknown>) =>
  said.count === undefined ? key : `${said.count} ${key}`;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const between = (before: Partial<RuleValues>, after: Partial<RuleValues>) =>
  ruleChanges(t, createFormat('pt'), {
    before: values(before),
    after: values(after),
    currencyCode: 'BRL',
  }).map(({ field, before: was, after: is }) => [field, plain(was), plain(is)]);

describe('someone else’s changes of a rule', () => {
  it('are shown in the terms and formats of its form', () => {
    expect(
      between(
        { minPrice: 80, maxPrice: null, exceptions: [] },
        {
          minPrice: 85.5,
          maxPrice: 120,
          exceptions: ['S1', 'S2'],
          strategy: 'MATCH',
          isActive: false,
        },
      ),
    ).toEqual([
      ['isActive', 'rules.yes', 'rules.no'],
      ['strategy', 'rule.strategy.WIN', 'rule.strategy.MATCH'],
      ['minPrice', 'R$ 80,00', 'R$ 85,50'],
      ['maxPrice', '—', 'R$ 120,00'],
      ['exceptions', '0 rules.sellers', '2 rules.sellers'],
    ]);
  });

  it('leave out fields without a meaning in either version, and equal ones', () => {
    expect(between({ warRounds: 4 }, { warRounds: 9 })).toEqual([]);
    expect(
      between({ hasWarGuard: true, warRounds: 4 }, { hasWarGuard: true, warRounds: 9 }),
    ).toEqual([['warRounds', '4', '9']]);
    expect(between({ roasLimit: 3 }, { roasLimit: 5 })).toEqual([]);
    expect(between({}, {})).toEqual([]);
  });
});
