import { competitor, previewBody, type WorkedCase } from './bodies.ts';

const rule = { strategy: 'PRIMAZIA' } as const;
const at = '2026-11-20T09:00:00Z';
/** R1 was beaten at 96 % of his price, and took the buybox at 96.5 % of it. */
const narrow = {
  sellerId: 'R1',
  won: { ours: 105.6, theirs: 110 },
  lost: { ours: 106.15, theirs: 110, at },
};
/** Against this seller the search has narrowed the ratio to 5 % only. */
const wide = { sellerId: 'R1', won: { ours: 100.1, theirs: 110 }, lost: narrow.lost };

/** What PRIMAZIA does in a market at another price level, against known sellers. */
export const RATIO_CASES: WorkedCase[] = [
  {
    name: 'PRIMAZIA, losing to a seller who is known: down to the ratio that won against him',
    body: previewBody({ rule, memory: { ratios: [narrow] }, offers: [competitor('R1', 100)] }),
    expected: { outcome: 'CHANGE', price: 96, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, losing to a seller against whom the search is not over: a tick below him',
    body: previewBody({ rule, memory: { ratios: [wide] }, offers: [competitor('R1', 100)] }),
    expected: { outcome: 'CHANGE', price: 99.99 },
  },
  {
    name: 'PRIMAZIA, winning against a seller who is known and went up: at once to the ratio that won',
    body: previewBody({
      rule,
      status: 'WINNING',
      memory: { ratios: [narrow] },
      offers: [competitor('R1', 112)],
    }),
    expected: { outcome: 'CHANGE', price: 107.52, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, winning at the ratio that won: no further than below the one that lost',
    body: previewBody({
      rule,
      listing: { price: 96 },
      status: 'WINNING',
      memory: { ratios: [narrow] },
      offers: [competitor('R1', 100)],
    }),
    expected: { outcome: 'CHANGE', price: 96.24, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, the ratio lost a day ago: the search goes on',
    body: previewBody({
      rule,
      listing: { price: 96 },
      status: 'WINNING',
      memory: {
        ratios: [{ ...narrow, lost: { ...narrow.lost, at: '2026-11-19T11:00:00Z' } }],
      },
      offers: [competitor('R1', 100)],
    }),
    expected: { outcome: 'CHANGE', price: 97.99, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, one seller is known and the cheaper one is not: a tick below the cheaper one',
    body: previewBody({
      rule,
      memory: { ratios: [narrow] },
      offers: [competitor('R2', 90), competitor('R1', 100, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 89.99 },
  },
  {
    name: 'PRIMAZIA, a price that lost in the present market is not taken for one that wins',
    body: previewBody({
      rule,
      status: 'WINNING',
      memory: { ratios: [narrow], lowestLost: 105 },
      offers: [competitor('R1', 112)],
    }),
    expected: { outcome: 'CHANGE', price: 104.99 },
  },
  {
    name: 'WIN knows no ratios',
    body: previewBody({ memory: { ratios: [narrow] }, offers: [competitor('R1', 100)] }),
    expected: { outcome: 'CHANGE', price: 99.99 },
  },
];
