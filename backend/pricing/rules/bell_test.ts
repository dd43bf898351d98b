import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { RulesPaused } from '../contract.ts';
import { RULES_BELL } from './bell.ts';

const { entries } = RULES_BELL;

describe('the bell entries of paused rules', () => {
  const paused = (count: number): RulesPaused => ({
    companyId: 1,
    rules: Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `Regra ${index + 1}`,
      listingId: 50 + index,
      title: `Chaleira ${index + 1}`,
    })),
  });

  it('name the rule and the listing', () => {
    assert.deepEqual(entries(paused(1), 'job-7'), [
      {
        code: 'rule_paused',
        values: { title: 'Chaleira 1', ruleName: 'Regra 1', listingId: 50, ruleId: 1 },
        subject: 'rule-paused:1:job-7',
      },
    ]);
  });

  it('count the rules where there are many', () => {
    const [first] = paused(1).rules;
    assert.ok(first);
    const event = { ...paused(6), rules: [...paused(6).rules, { ...first, listingId: 99 }] };
    assert.deepEqual(entries(event, 'job-7'), [
      { code: 'rules_paused', values: { count: 6 }, subject: 'rules-paused:job-7' },
    ]);
  });
});
