import { competitor, previewBody, type WorkedCase } from './bodies.ts';

const settings = { smallestRisePercent: 0.3 };
const winning = { status: 'WINNING', winnerSellerId: 'me' } as const;
const own = (price: number, more: object = {}) =>
  competitor('me2', price, { isOwn: true, position: 1, ...more });

/** The smallest rise, and another own listing of the product. */
export const WORTH_CASES: WorkedCase[] = [
  {
    name: 'a rise of less than 0.3 %',
    body: previewBody({ ...winning, settings, offers: [competitor('R1', 100.3)] }),
    expected: { outcome: 'KEEP', code: 'not_worth_it' },
  },
  {
    name: 'a rise of exactly 0.3 %',
    body: previewBody({ ...winning, settings, offers: [competitor('R1', 100.31)] }),
    expected: { outcome: 'CHANGE', price: 100.3, eventType: 'increase_margin' },
  },
  {
    name: 'a rise of less than 0.3 %, and no settings',
    body: previewBody({ ...winning, offers: [competitor('R1', 100.3)] }),
    expected: { outcome: 'CHANGE', price: 100.29 },
  },
  {
    name: 'a smallest rise of 0 %',
    body: previewBody({
      ...winning,
      settings: { smallestRisePercent: 0 },
      offers: [competitor('R1', 100.02)],
    }),
    expected: { outcome: 'CHANGE', price: 100.01 },
  },
  {
    name: 'the smallest rise is two ticks at least',
    body: previewBody({
      ...winning,
      settings,
      rule: { minPrice: 0.01 },
      listing: { price: 1 },
      offers: [competitor('R1', 1.02)],
    }),
    expected: { outcome: 'KEEP', code: 'not_worth_it' },
  },
  {
    name: 'a rise of two ticks of a low price',
    body: previewBody({
      ...winning,
      settings,
      rule: { minPrice: 0.01 },
      listing: { price: 1 },
      offers: [competitor('R1', 1.03)],
    }),
    expected: { outcome: 'CHANGE', price: 1.02 },
  },
  {
    name: 'a small rise back to the minimum',
    body: previewBody({
      settings,
      listing: { price: 79.9 },
      offers: [competitor('R1', 79)],
    }),
    expected: { outcome: 'CHANGE', price: 80, priceTag: 'min_margin' },
  },
  {
    name: 'a small reduction',
    body: previewBody({ settings, offers: [competitor('R1', 100)] }),
    expected: { outcome: 'CHANGE', price: 99.99, eventType: 'to_win' },
  },
  {
    name: 'PRIMAZIA, a search that has narrowed to less than the smallest rise',
    body: previewBody({
      ...winning,
      settings,
      rule: { strategy: 'PRIMAZIA' },
      memory: { lowestLost: 100.5 },
      offers: [competitor('R1', 110)],
    }),
    expected: { outcome: 'KEEP', code: 'not_worth_it' },
  },
  {
    name: 'PRIMAZIA, what lost keeps its ratio to a competitor who moved a little',
    body: previewBody({
      ...winning,
      rule: { strategy: 'PRIMAZIA' },
      memory: { lowestLost: 105, against: [{ sellerId: 'R1', marketplaceId: 2, price: 110 }] },
      offers: [competitor('R1', 110.55)],
    }),
    // 105 by 110.55 / 110 is 105.525, rounded to 105.53: the ceiling is a tick below.
    expected: { outcome: 'CHANGE', price: 102.76 },
  },
  {
    name: 'another own listing holds the buybox above what the rule asks for',
    body: previewBody({
      winnerSellerId: 'me2',
      offers: [own(97), competitor('R1', 95, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 97, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'another own listing holds the buybox below what the rule asks for',
    body: previewBody({
      winnerSellerId: 'me2',
      offers: [own(94), competitor('R1', 95, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
  {
    name: 'another own listing holds the buybox above the maximum',
    body: previewBody({
      winnerSellerId: 'me2',
      rule: { maxPrice: 101 },
      offers: [own(103), competitor('R1', 95, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 101, priceTag: 'max_margin' },
  },
  {
    name: 'another own listing holds the buybox just above the present price',
    body: previewBody({
      settings,
      winnerSellerId: 'me2',
      offers: [own(100.1), competitor('R1', 95, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 100.1 },
  },
  {
    name: 'another own listing that does not hold the buybox',
    body: previewBody({
      winnerSellerId: 'R1',
      offers: [competitor('R1', 95), own(97, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
];
