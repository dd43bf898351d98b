import { competitor, previewBody, type WorkedCase } from './bodies.ts';

const one = [competitor('R1', 95)];
const two = [competitor('R1', 95), competitor('R2', 97, { position: 2 })];

/** The table of the design. */
export const DESIGN_CASES: WorkedCase[] = [
  {
    name: 'competitors 95.00 and 97.00, losing',
    body: previewBody({ offers: two }),
    expected: { outcome: 'CHANGE', price: 94.99, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'the same, adjustment 5 %',
    body: previewBody({ offers: two, rule: { adjustment: { type: 'PERCENTAGE', amount: 5 } } }),
    expected: { outcome: 'CHANGE', price: 90.25, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'competitors 79.50, applyMin on',
    body: previewBody({ offers: [competitor('R1', 79.5)] }),
    expected: { outcome: 'CHANGE', price: 80, priceTag: 'min_margin' },
  },
  {
    name: 'competitors 79.50, applyMin off',
    body: previewBody({
      offers: [competitor('R1', 79.5)],
      rule: { applyMinPriceWhenLosing: false },
    }),
    expected: { outcome: 'KEEP', code: 'below_minimum' },
  },
  {
    name: 'competitors 130.00, winning',
    body: previewBody({ offers: [competitor('R1', 130)], status: 'WINNING', winnerSellerId: 'me' }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'competitor 110.00, winning, safeMargin 3 %',
    body: previewBody({
      offers: [competitor('R1', 110)],
      status: 'WINNING',
      winnerSellerId: 'me',
      rule: { safeMargin: 3 },
    }),
    expected: { outcome: 'CHANGE', price: 106.7, eventType: 'increase_margin' },
  },
  {
    name: 'competitor 95.00 + shipping 10.00, own shipping 4.00, shipping considered, losing',
    body: previewBody({
      offers: [competitor('R1', 95, { shippingPrice: 10 })],
      listing: { shippingPrice: 4 },
      rule: { considerShippingPrice: true },
    }),
    expected: { outcome: 'CHANGE', price: 100.99 },
  },
  {
    name: 'competitor 95.00, winning (the marketplace prefers us)',
    body: previewBody({ offers: one, status: 'WINNING', winnerSellerId: 'me' }),
    expected: { outcome: 'KEEP', code: 'winning' },
  },
  {
    name: 'competitors 95.00 (an exception) and 97.00',
    body: previewBody({ offers: two, rule: { buyboxExceptions: ['R1'] } }),
    expected: { outcome: 'CHANGE', price: 96.99 },
  },
  {
    name: 'MATCH, competitor 95.00',
    body: previewBody({ offers: one, rule: { strategy: 'MATCH' } }),
    expected: { outcome: 'CHANGE', price: 95 },
  },
  {
    name: 'LOSE, adjustment 2 %, competitor 95.00',
    body: previewBody({
      offers: one,
      rule: { strategy: 'LOSE', adjustment: { type: 'PERCENTAGE', amount: 2 } },
    }),
    expected: { outcome: 'CHANGE', price: 96.9, eventType: 'adjusting_rule' },
  },
  {
    name: 'LOSE, adjustment 2 %, competitor 105.00',
    body: previewBody({
      offers: [competitor('R1', 105)],
      rule: { strategy: 'LOSE', adjustment: { type: 'PERCENTAGE', amount: 2 } },
    }),
    expected: { outcome: 'CHANGE', price: 107.1, eventType: 'increase_margin' },
  },
  {
    name: 'no competitor',
    body: previewBody({ status: 'WINNING' }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'last set 98.00, now 100.00, control LOSE',
    body: previewBody({ offers: one, listing: { lastSetPrice: 98 }, rule: { control: 'LOSE' } }),
    expected: { outcome: 'PAUSE_RULE' },
  },
  {
    name: 'last set 98.00, now 100.00, control REGAIN, competitor 95.00',
    body: previewBody({ offers: one, listing: { lastSetPrice: 98 }, rule: { control: 'REGAIN' } }),
    expected: { outcome: 'CHANGE', price: 94.99, eventType: 'regained_control' },
  },
  {
    name: 'promotion started',
    body: previewBody({ offers: one, listing: { promotionStatus: 'started' } }),
    expected: { outcome: 'BLOCKED', code: 'in_promotion' },
  },
];
