import { describe, expect, it } from '@rstest/core';
import { codesOf } from './marketplaces.tsx';

describe('the codes of an ad', () => {
  it('are the ASIN and the seller’s SKU at Amazon', () => {
    const ad = { marketplaceId: 1, skuMarketplace: 'CUP-1', sku: 'CUP-1' } as const;
    expect(codesOf({ ...ad, catalogProductId: 'B0CUP00001' })).toEqual({
      code: 'B0CUP00001',
      sku: 'CUP-1',
    });
    expect(codesOf({ ...ad, catalogProductId: null })).toEqual({ code: 'CUP-1', sku: null });
  });

  it('are the ad’s own and the seller’s SKU elsewhere', () => {
    const ad = { marketplaceId: 2, skuMarketplace: 'MLB1', catalogProductId: 'MLB9' } as const;
    expect(codesOf({ ...ad, sku: 'CUP-1' })).toEqual({ code: 'MLB1', sku: 'CUP-1' });
    expect(codesOf({ ...ad, sku: null })).toEqual({ code: 'MLB1', sku: null });
  });
});
