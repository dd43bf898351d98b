import type { PricedListing } from '@primazia/backend/pricing/contract';
import { describe, expect, it } from '@rstest/core';
import { bulkOf } from './bulk.ts';
import { outcomeFilters, outcomeKey } from './selection-filters.ts';

const ad = (countryCode: string, ruleId: number | null) =>
  ({ countryCode, rule: ruleId === null ? null : { id: ruleId } }) as PricedListing;

describe('the ads of one rule', () => {
  it('are those that have none yet', () => {
    const free = ad('BR', null);
    expect(bulkOf([free, ad('BR', 3)])).toEqual({
      listings: [free],
      ruled: 1,
      isAcrossCountries: false,
    });
  });
  it('stand in one country; what is left out does not count', () => {
    expect(bulkOf([ad('BR', null), ad('MX', null)]).isAcrossCountries).toBe(true);
    expect(bulkOf([ad('BR', null), ad('MX', 1)]).isAcrossCountries).toBe(false);
  });
});

describe('the filter of a selection', () => {
  it('goes by what becomes of a price, or by why it stays', () => {
    expect(outcomeKey({ outcome: 'CHANGE', code: null })).toBe('CHANGE');
    expect(outcomeKey({ outcome: 'BLOCKED', code: 'in_promotion' })).toBe('in_promotion');
  });
  it('has the most frequent first', () => {
    const outcomes = [
      { outcome: 'CHANGE' as const, code: null, count: 2 },
      { outcome: 'KEEP' as const, code: 'winning', count: 5 },
    ];
    expect(outcomeFilters({ outcomes })).toEqual([
      { key: 'winning', count: 5 },
      { key: 'CHANGE', count: 2 },
    ]);
  });
});
