import { describe, expect, it } from '@rstest/core';
import { magaluPriceCall } from './magalu-call.ts';

describe('a price on its way to Magalu', () => {
  it.each([
    [94.9, 9490],
    [1299.99, 129_999],
    [0.07, 7],
    // In binary neither is a whole number of cents.
    [19.99, 1999],
    [1.005 * 100, 10_050],
  ])('%s goes in %s cents', (price, cents) => {
    const { body } = magaluPriceCall('SKU', price, 'channel');
    expect(body.price).toBe(cents);
    expect(body.list_price).toBe(cents);
    expect(body.price / body.normalizer).toBeCloseTo(price, 2);
  });

  it('names its ad by the SKU, whatever stands in it', () => {
    expect(magaluPriceCall('A/B 1', 1, 'channel').path).toBe(
      '/seller/v1/portfolios/prices/A%2FB%201',
    );
  });
});
