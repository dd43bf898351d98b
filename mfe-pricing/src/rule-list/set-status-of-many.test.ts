import type { RuleRow } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi } from '@primazia/kit/testing';
import { describe, expect, it } from '@rstest/core';
import { storedOf } from '../testing/rules.ts';
import { maySetStatus, setStatusOfMany } from './set-status-of-many.ts';

const row = (id: number, status: RuleRow['status'] = 'enabled'): RuleRow => {
  const { listingIds, ...rule } = storedOf({});
  return { ...rule, id, status, ads: listingIds.length, currencyCode: 'BRL' };
};

describe('many rules at once', () => {
  it('are changed one by one, and those that are refused are reported with the reason', async () => {
    const api = fakeApi({
      '/v2/rules/{ruleId}/status': ({ params }: { params: { ruleId: number } }) => {
        if (params.ruleId === 3)
          throw new ApiError('problem', { status: 409, code: 'rule_changed' });
        return storedOf({});
      },
    });
    const progress: number[] = [];
    const rules = [1, 2, 3, 4, 5, 6].map((id) => row(id));
    const refused = await setStatusOfMany(api, rules, 'disabled', (done) => progress.push(done));
    expect(refused.map(({ rule, error }) => [rule.id, error.code])).toEqual([[3, 'rule_changed']]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    expect(api.calls).toHaveLength(6);
    expect(api.calls[0]).toMatchObject({ input: { body: { status: 'disabled', version: 1 } } });
  });

  it('leave out rules with that status, and archived ones', () => {
    expect(maySetStatus(row(1, 'paused'), 'enabled')).toBe(true);
    expect(maySetStatus(row(1, 'enabled'), 'enabled')).toBe(false);
    expect(maySetStatus(row(1, 'archived'), 'enabled')).toBe(false);
    expect(maySetStatus(row(1, 'archived'), 'archived')).toBe(false);
  });
});
