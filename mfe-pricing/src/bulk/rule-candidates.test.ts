import type { PricedListing } from '@primazia/backend/pricing/contract';
import { describe, expect, it } from '@rstest/core';
import { ruleCandidates } from './rule-candidates.ts';

const listing = (countryCode: string, ruleId: number | null) =>
  ({ countryCode, rule: ruleId === null ? null : { id: ruleId } }) as PricedListing;

describe('the listings of one rule', () => {
  it('are those that have none yet', () => {
    const free = listing('BR', null);
    expect(ruleCandidates([free, listing('BR', 3)])).toEqual({
      listings: [free],
      ruled: 1,
      isAcrossCountries: false,
    });
  });
  it('are in one country; what is left out does not count', () => {
    expect(ruleCandidates([listing('BR', null), listing('MX', null)]).isAcrossCountries).toBe(true);
    expect(ruleCandidates([listing('BR', null), listing('MX', 1)]).isAcrossCountries).toBe(false);
  });
});
