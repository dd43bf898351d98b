import { describe, expect, it } from '@rstest/core';
import { codesOf } from './marketplaces.tsx';

describe('the codes of a listing', () => {
  it('are the catalog’s and the seller’s where pages are those of products', () => {
    const listing = { skuMarketplace: 'CUP-1', sku: 'CUP-1' };
    expect(codesOf({ ...listing, catalogProductId: 'B0CUP00001' }, 'catalogProductId')).toEqual({
      code: 'B0CUP00001',
      sku: 'CUP-1',
    });
    expect(codesOf({ ...listing, catalogProductId: null }, 'catalogProductId')).toEqual({
      code: 'CUP-1',
      sku: null,
    });
  });

  it('are the listing’s own and the seller’s SKU elsewhere', () => {
    const listing = { skuMarketplace: 'MLB1', catalogProductId: 'MLB9' };
    expect(codesOf({ ...listing, sku: 'CUP-1' }, 'skuMarketplace')).toEqual({
      code: 'MLB1',
      sku: 'CUP-1',
    });
    expect(codesOf({ ...listing, sku: null }, 'skuMarketplace')).toEqual({
      code: 'MLB1',
      sku: null,
    });
  });
});
