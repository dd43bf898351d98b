import { competitor, previewBody, type WorkedCase } from './bodies.ts';

/** What PRIMAZIA does, to the cent. */
export const PRIMAZIA_CASES: WorkedCase[] = [
  {
    name: 'PRIMAZIA, losing, price to win 93.50 reported',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      priceToWin: 93.5,
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 93.5, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'PRIMAZIA, losing, no price to win reported',
    body: previewBody({ rule: { strategy: 'PRIMAZIA' }, offers: [competitor('R1', 95)] }),
    expected: { outcome: 'CHANGE', price: 94.99, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, a reported price to win is the own price of the item',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', considerShippingPrice: true },
      listing: { shippingPrice: 4 },
      priceToWin: 93.5,
      offers: [competitor('R1', 95, { shippingPrice: 10 })],
    }),
    expected: { outcome: 'CHANGE', price: 93.5 },
  },
  {
    name: 'PRIMAZIA, shipping considered, no price to win reported',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', considerShippingPrice: true },
      listing: { price: 110, shippingPrice: 4 },
      offers: [competitor('R1', 95, { shippingPrice: 10 })],
    }),
    expected: { outcome: 'CHANGE', price: 100.99 },
  },
  {
    name: 'PRIMAZIA, a shared first place is not winning',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'CO_WINNING',
      offers: [competitor('R1', 100)],
    }),
    expected: { outcome: 'CHANGE', price: 99.99, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, the cheapest already and losing',
    body: previewBody({ rule: { strategy: 'PRIMAZIA' }, offers: [competitor('R1', 110)] }),
    expected: { outcome: 'CHANGE', price: 99, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, the cheapest by exactly a tick and losing',
    body: previewBody({ rule: { strategy: 'PRIMAZIA' }, offers: [competitor('R1', 100.01)] }),
    expected: { outcome: 'CHANGE', price: 99 },
  },
  {
    name: 'PRIMAZIA, a step down is rounded down',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      listing: { price: 99.99 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 98.99 },
  },
  {
    name: 'PRIMAZIA, a step down is a tick at least',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', minPrice: 0.01 },
      listing: { price: 0.5 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 0.49 },
  },
  {
    name: 'PRIMAZIA, a price to win above the present one while losing',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      priceToWin: 104,
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 104, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, at the price to win already and losing',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      priceToWin: 100,
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'KEEP', code: 'already_there' },
  },
  {
    name: 'PRIMAZIA, winning: half of the way to a tick below the best competitor',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 110)],
    }),
    expected: {
      outcome: 'CHANGE',
      price: 104.99,
      eventType: 'increase_margin',
      priceTag: 'with_margin',
    },
  },
  {
    name: 'PRIMAZIA, winning, a price to win reported above the present one',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      priceToWin: 106,
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 103, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, winning, a price to win reported below the present one',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      priceToWin: 95,
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 104.99 },
  },
  {
    name: 'PRIMAZIA, winning, 105.00 is known to lose',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      memory: { lowestLost: 105 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 102.49 },
  },
  {
    name: 'PRIMAZIA, winning, a reported price to win comes before what is known to lose',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      priceToWin: 106,
      memory: { lowestLost: 105 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 103 },
  },
  {
    name: 'PRIMAZIA, winning, what lost 24 hours ago is tried again',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      memory: { lowestLost: 105, lowestLostAt: '2026-11-19T12:00:00Z' },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 104.99 },
  },
  {
    name: 'PRIMAZIA, winning, what lost a minute later is not',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      memory: { lowestLost: 105, lowestLostAt: '2026-11-19T12:01:00Z' },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 102.49 },
  },
  {
    name: 'PRIMAZIA, winning, safeMargin 3 %',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', safeMargin: 3 },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 103.35 },
  },
  {
    name: 'PRIMAZIA, winning, shipping considered',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', considerShippingPrice: true },
      listing: { shippingPrice: 4 },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 102.99 },
  },
  {
    name: 'PRIMAZIA, winning, one tick of room',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 100.02)],
    }),
    expected: { outcome: 'CHANGE', price: 100.01, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, winning, no room',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 100.01)],
    }),
    expected: { outcome: 'KEEP', code: 'winning' },
  },
  {
    name: 'PRIMAZIA, winning above the best competitor',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'KEEP', code: 'winning' },
  },
  {
    name: 'PRIMAZIA, winning above the maximum',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      winnerSellerId: 'me',
      listing: { price: 130 },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 120, eventType: 'to_win', priceTag: 'max_margin' },
  },
  {
    name: 'PRIMAZIA, a climb stops at the maximum',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', maxPrice: 103 },
      status: 'WINNING',
      winnerSellerId: 'me',
      offers: [competitor('R1', 110)],
    }),
    expected: {
      outcome: 'CHANGE',
      price: 103,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'PRIMAZIA, a raise lost the buybox: back to what is known to win',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      listing: { price: 107 },
      memory: { highestWon: 104 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 104, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, EXTERNAL, below every competitor',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', competition: 'EXTERNAL' },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'CHANGE', price: 104.99, eventType: 'increase_margin' },
  },
  {
    name: 'PRIMAZIA, EXTERNAL, level with the lowest',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', competition: 'EXTERNAL' },
      offers: [competitor('R1', 100)],
    }),
    expected: { outcome: 'CHANGE', price: 99.99, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, nobody to beat',
    body: previewBody({ rule: { strategy: 'PRIMAZIA' }, status: 'WINNING' }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'PRIMAZIA, no verdict on who wins: what is known to win does not raise the price',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WAITING_BUYBOX',
      memory: { highestWon: 104 },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
];
