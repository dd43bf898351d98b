import { competitor, previewBody, type WorkedCase } from './bodies.ts';

const unknown = { shippingReported: false };
const withShipping = { considerShippingPrice: true };
const closed = { reportsOffers: false, offers: [], winnerSellerId: null };

/** What a marketplace does not report is unknown: no zero, no competitor, and no reason to go to the maximum. */
export const REPORTED_CASES: WorkedCase[] = [
  {
    name: 'shipping considered: a competitor whose shipping is not reported is left out',
    body: previewBody({
      rule: withShipping,
      offers: [competitor('R1', 90, unknown), competitor('R2', 94, { shippingPrice: 3 })],
    }),
    expected: { outcome: 'CHANGE', price: 96.99 },
  },
  {
    name: 'shipping not considered: it counts',
    body: previewBody({ offers: [competitor('R1', 90, unknown), competitor('R2', 94)] }),
    expected: { outcome: 'CHANGE', price: 89.99 },
  },
  {
    name: 'shipping considered and reported of no competitor: the price waits',
    body: previewBody({ rule: withShipping, offers: [competitor('R1', 90, unknown)] }),
    expected: { outcome: 'KEEP', code: 'shipping_not_reported' },
  },
  {
    name: 'shipping considered and not reported of the listing: the price waits',
    body: previewBody({ rule: withShipping, listing: unknown, offers: [competitor('R1', 90)] }),
    expected: { outcome: 'KEEP', code: 'own_shipping_not_reported' },
  },
  {
    name: 'shipping not considered and not reported of the listing: it does not matter',
    body: previewBody({ listing: unknown, offers: [competitor('R1', 90)] }),
    expected: { outcome: 'CHANGE', price: 89.99 },
  },
  {
    name: 'a suspect price is left out',
    body: previewBody({
      winnerSellerId: 'R2',
      offers: [competitor('R1', 50, { isSuspect: true }), competitor('R2', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
  {
    name: 'a suspect price holds the buybox: the price waits',
    body: previewBody({
      winnerSellerId: 'R1',
      priceToWin: 49.9,
      offers: [competitor('R1', 50, { isSuspect: true }), competitor('R2', 95)],
    }),
    expected: { outcome: 'KEEP', code: 'suspect_winner' },
  },
  {
    name: 'nothing but a suspect price: the price does not go to the maximum',
    body: previewBody({
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 50, { isSuspect: true })],
    }),
    expected: { outcome: 'KEEP', code: 'suspect_prices' },
  },
  {
    name: 'EXTERNAL, a suspect price is left out',
    body: previewBody({
      rule: { competition: 'EXTERNAL' },
      offers: [competitor('R1', 50, { isSuspect: true }), competitor('R2', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
  {
    name: 'offers not reported, losing: WIN goes to the price to win',
    body: previewBody({ ...closed, priceToWin: 93.5 }),
    expected: { outcome: 'CHANGE', price: 93.5, eventType: 'to_win' },
  },
  {
    name: 'offers not reported, losing: PRIMAZIA goes to the price to win',
    body: previewBody({ ...closed, priceToWin: 93.5, rule: { strategy: 'PRIMAZIA' } }),
    expected: { outcome: 'CHANGE', price: 93.5, eventType: 'to_win' },
  },
  {
    name: 'offers not reported, the price to win is below the minimum',
    body: previewBody({ ...closed, priceToWin: 70 }),
    expected: { outcome: 'CHANGE', price: 80, priceTag: 'min_margin' },
  },
  {
    name: 'offers not reported, winning: the price stays',
    body: previewBody({ ...closed, status: 'WINNING', priceToWin: 100 }),
    expected: { outcome: 'KEEP', code: 'winning' },
  },
  {
    name: 'offers not reported, sharing the first place: it goes to the price to win',
    body: previewBody({ ...closed, status: 'CO_WINNING', priceToWin: 99.5 }),
    expected: { outcome: 'CHANGE', price: 99.5 },
  },
  {
    name: 'offers not reported, and no price to win: no other price is guessed',
    body: previewBody({ ...closed, priceToWin: null }),
    expected: { outcome: 'KEEP', code: 'no_price_to_win' },
  },
  {
    name: 'offers not reported: MATCH has no price to match',
    body: previewBody({ ...closed, priceToWin: 93.5, rule: { strategy: 'MATCH' } }),
    expected: { outcome: 'KEEP', code: 'offers_not_reported' },
  },
  {
    name: 'offers not reported: whether an exception holds the buybox is not known',
    body: previewBody({ ...closed, priceToWin: 93.5, rule: { buyboxExceptions: ['R1'] } }),
    expected: { outcome: 'KEEP', code: 'winner_not_reported' },
  },
  {
    name: 'offers not reported: EXTERNAL waits',
    body: previewBody({ ...closed, rule: { competition: 'EXTERNAL' } }),
    expected: { outcome: 'KEEP', code: 'offers_not_reported' },
  },
];
