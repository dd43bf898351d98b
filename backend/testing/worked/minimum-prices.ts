import { competitor, previewBody, type WorkedCase } from './bodies.ts';

/** Minimums that follow from a cost of 60.00 and a fixed fee of 6.00, with 26 % of the price for tax and fee. */
export const FLOOR_CASES: WorkedCase[] = [
  {
    name: 'a minimum by margin',
    body: previewBody({
      rule: { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 10 },
      listing: { costs: { cost: 60, taxPercent: 10, feePercent: 16, feeFixed: 6 } },
      offers: [competitor('R1', 80)],
    }),
    expected: { outcome: 'CHANGE', price: 103.13, eventType: 'to_win', priceTag: 'min_margin' },
  },
  {
    name: 'a minimum by return',
    body: previewBody({
      rule: { minPrice: null, minimumBy: 'RETURN', minimumPercent: 20 },
      listing: { costs: { cost: 60, taxPercent: 10, feePercent: 16, feeFixed: 6 } },
      offers: [competitor('R1', 80)],
    }),
    expected: { outcome: 'CHANGE', price: 105.41, eventType: 'to_win', priceTag: 'min_margin' },
  },
  {
    name: 'a minimum by margin without a cost',
    body: previewBody({
      rule: { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 10 },
      offers: [competitor('R1', 80)],
    }),
    expected: { outcome: 'KEEP', code: 'no_cost' },
  },
  {
    name: 'a minimum that no price up to the maximum reaches',
    body: previewBody({
      rule: { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 25 },
      listing: { costs: { cost: 60, taxPercent: 10, feePercent: 16, feeFixed: 6 } },
      offers: [competitor('R1', 80)],
    }),
    expected: { outcome: 'KEEP', code: 'minimum_unreachable' },
  },
];
