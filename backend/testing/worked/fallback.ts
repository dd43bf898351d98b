import { competitor, previewBody, type WorkedCase } from './bodies.ts';

const rule = { strategy: 'PRIMAZIA' } as const;
const unwinnable = { since: '2026-11-20T11:00:00Z', times: 1 };
const night = { until: '2026-11-20T18:00:00Z', price: 105, rivalPrice: 82 };
const nightRise = { nextAt: '2026-11-20T03:00:00Z', underway: night, latest: null, failures: 0 };

/** What PRIMAZIA does where its search did not pay. */
export const FALLBACK_CASES: WorkedCase[] = [
  {
    name: 'PRIMAZIA, the minimum lost an hour ago: beside the best competitor',
    body: previewBody({
      rule,
      listing: { price: 80 },
      memory: { unwinnable },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 95, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'PRIMAZIA, the minimum lost, and the best competitor is within 1 %',
    body: previewBody({
      rule,
      listing: { price: 95 },
      memory: { unwinnable },
      offers: [competitor('R1', 94.05)],
    }),
    expected: { outcome: 'KEEP', code: 'already_there' },
  },
  {
    name: 'PRIMAZIA, the minimum lost, and the best competitor is below it',
    body: previewBody({
      rule,
      listing: { price: 95 },
      memory: { unwinnable },
      offers: [competitor('R1', 78)],
    }),
    expected: { outcome: 'CHANGE', price: 80 },
  },
  {
    name: 'PRIMAZIA, the minimum lost more than twelve hours ago: it searches again',
    body: previewBody({
      rule,
      memory: { unwinnable: { since: '2026-11-19T23:59:00Z', times: 1 } },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
  {
    name: 'PRIMAZIA, the minimum lost twice: it searches again after a day',
    body: previewBody({
      rule,
      memory: { unwinnable: { since: '2026-11-19T23:59:00Z', times: 2 } },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 95 },
  },
  {
    name: 'PRIMAZIA, two reductions in vain: back to the price that held the buybox',
    body: previewBody({
      rule,
      memory: { holding: { held: 92, price: 100, since: null, reductions: 2 } },
      offers: [competitor('R1', 99)],
    }),
    expected: { outcome: 'CHANGE', price: 92, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, one reduction in vain',
    body: previewBody({
      rule,
      memory: { holding: { held: 92, price: 100, since: null, reductions: 1 } },
      offers: [competitor('R1', 99)],
    }),
    expected: { outcome: 'CHANGE', price: 98.99 },
  },
  {
    name: 'PRIMAZIA, seven reductions in vain: a step of 2 %',
    body: previewBody({
      rule,
      priceToWin: 98.9,
      memory: { holding: { held: null, price: 100, since: null, reductions: 7 } },
      offers: [competitor('R1', 99)],
    }),
    expected: { outcome: 'CHANGE', price: 98, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, seven reductions in vain, close to the minimum: the usual step',
    body: previewBody({
      rule,
      listing: { price: 81 },
      memory: { holding: { held: null, price: 81, since: null, reductions: 7 } },
      offers: [competitor('R1', 80.5)],
    }),
    expected: { outcome: 'CHANGE', price: 80.49 },
  },
  {
    name: 'PRIMAZIA, a night at a high price',
    body: previewBody({
      rule,
      listing: { price: 84 },
      memory: { nightRise },
      offers: [competitor('R1', 82)],
    }),
    expected: { outcome: 'CHANGE', price: 105, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, a night at a high price goes on where a competitor follows',
    body: previewBody({
      rule,
      listing: { price: 105 },
      memory: { nightRise },
      offers: [competitor('R1', 104)],
    }),
    expected: { outcome: 'KEEP', code: 'already_there' },
  },
  {
    name: 'PRIMAZIA, a night at a high price that is over',
    body: previewBody({
      rule,
      listing: { price: 105 },
      memory: {
        nightRise: { ...nightRise, underway: { ...night, until: '2026-11-20T12:00:00Z' } },
      },
      offers: [competitor('R1', 82)],
    }),
    expected: { outcome: 'CHANGE', price: 81.99 },
  },
  {
    name: 'WIN knows no night at a high price',
    body: previewBody({
      listing: { price: 84 },
      memory: { unwinnable, nightRise },
      offers: [competitor('R1', 82)],
    }),
    expected: { outcome: 'CHANGE', price: 81.99 },
  },
];
