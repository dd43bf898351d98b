import { previewBody, type WorkedCase } from './bodies.ts';

/** ACOS and ROAS rules. */
export const ADS_CASES: WorkedCase[] = [
  {
    name: 'ACOS above its limit',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { acos: 10.1 },
    }),
    expected: {
      outcome: 'CHANGE',
      price: 105,
      eventType: 'increase_margin',
      priceTag: 'with_margin',
    },
  },
  {
    name: 'ACOS at its limit',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { acos: 10 },
    }),
    expected: { outcome: 'KEEP', code: 'within_limit' },
  },
  {
    name: 'ACOS above its limit, close to the maximum',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 118, acos: 10.1 },
    }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'ACOS above its limit, at the maximum',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 120, acos: 10.1 },
    }),
    expected: { outcome: 'KEEP', code: 'already_there' },
  },
  {
    name: 'ACOS without spend or sales',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
    }),
    expected: { outcome: 'KEEP', code: 'no_ad_data' },
  },
  {
    name: 'ACOS, a move less than 24 hours ago',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 105, acos: 12 },
      memory: { priceBeforeAds: 100, adsMove: { at: '2026-11-19T12:01:00Z', from: 100, to: 105 } },
    }),
    expected: { outcome: 'KEEP', code: 'moved_today' },
  },
  {
    name: 'ACOS, a move 24 hours ago',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 105, acos: 12 },
      memory: { priceBeforeAds: 100, adsMove: { at: '2026-11-19T12:00:00Z', from: 100, to: 105 } },
    }),
    expected: { outcome: 'CHANGE', price: 110.25, eventType: 'increase_margin' },
  },
  {
    name: 'ACOS back inside by a tenth for 24 hours',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 110, acos: 9 },
      memory: { priceBeforeAds: 100, insideSince: '2026-11-19T12:00:00Z' },
    }),
    expected: { outcome: 'CHANGE', price: 104.5, eventType: 'to_win' },
  },
  {
    name: 'ACOS back inside by a tenth, not for long',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 110, acos: 9 },
      memory: { priceBeforeAds: 100, insideSince: '2026-11-19T12:01:00Z' },
    }),
    expected: { outcome: 'KEEP', code: 'within_limit' },
  },
  {
    name: 'ACOS, back to the price before the first intervention and no further',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 103, acos: 9 },
      memory: { priceBeforeAds: 100, insideSince: '2026-11-19T12:00:00Z' },
    }),
    expected: { outcome: 'CHANGE', price: 100 },
  },
  {
    name: 'ACOS inside by less than a tenth',
    body: previewBody({
      rule: { competition: 'ACOS', acosLimit: 10, adjustment: { type: 'PERCENTAGE', amount: 5 } },
      listing: { price: 110, acos: 9.1 },
      memory: { priceBeforeAds: 100, insideSince: '2026-11-19T12:00:00Z' },
    }),
    expected: { outcome: 'KEEP', code: 'within_limit' },
  },
  {
    name: 'ROAS below its limit',
    body: previewBody({
      rule: { competition: 'ROAS', roasLimit: 5, adjustment: { type: 'VALUE', amount: 2.5 } },
      listing: { roas: 4.99 },
    }),
    expected: { outcome: 'CHANGE', price: 102.5, eventType: 'increase_margin' },
  },
  {
    name: 'ROAS back inside by a tenth for 24 hours',
    body: previewBody({
      rule: { competition: 'ROAS', roasLimit: 5, adjustment: { type: 'VALUE', amount: 2.5 } },
      listing: { price: 110, roas: 5.5 },
      memory: { priceBeforeAds: 100, insideSince: '2026-11-19T12:00:00Z' },
    }),
    expected: { outcome: 'CHANGE', price: 107.5, eventType: 'to_win' },
  },
  {
    name: 'ROAS without spend or sales',
    body: previewBody({ rule: { competition: 'ROAS', roasLimit: 5 } }),
    expected: { outcome: 'KEEP', code: 'no_ad_data' },
  },
  {
    name: 'ROAS at its limit',
    body: previewBody({ rule: { competition: 'ROAS', roasLimit: 5 }, listing: { roas: 5 } }),
    expected: { outcome: 'KEEP', code: 'within_limit' },
  },
];
