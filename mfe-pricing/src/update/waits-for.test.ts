import { describe, expect, it } from '@rstest/core';
import { waitsFor } from './waits-for.ts';

const line = (step: 'outcome' | 'guard', code: string) => ({ step, code, values: {}, text: '' });

describe('what a price update waits for', () => {
  it('nothing, unless it is pending', () => {
    const explanation = [line('guard', 'large_step')];
    expect(waitsFor({ state: 'applied', explanation })).toBeNull();
  });
  it('the approval that its rule requires', () => {
    const explanation = [line('outcome', 'change')];
    expect(waitsFor({ state: 'pending', explanation })).toBe('approval');
  });
  it('a guard takes precedence over the rule', () => {
    const explanation = [line('outcome', 'waits_without_minimum'), line('guard', 'large_step')];
    expect(waitsFor({ state: 'pending', explanation })).toBe('large_step');
    expect(waitsFor({ state: 'pending', explanation: explanation.slice(0, 1) })).toBe('no_minimum');
  });
  it('a guard that only reports something holds nothing', () => {
    const explanation = [line('guard', 'cheaper_elsewhere')];
    expect(waitsFor({ state: 'pending', explanation })).toBe('approval');
    const held = [...explanation, line('guard', 'waits_for_parity')];
    expect(waitsFor({ state: 'pending', explanation: held })).toBe('cheaper_elsewhere');
  });
});
