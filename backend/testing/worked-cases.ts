import type * as z from 'zod';
import type { PreviewBody } from '../pricing/contract.ts';

type Body = z.input<typeof PreviewBody>;
type OfferBody = NonNullable<NonNullable<Body['market']>['offers']>[number];

/** One row of the table of worked cases: what the engine is asked over the wire, and what it must answer. */
export interface WorkedCase {
  name: string;
  body: Body;
  expected: {
    outcome: 'CHANGE' | 'KEEP' | 'BLOCKED' | 'PAUSE_RULE';
    code?: string;
    price?: number;
    eventType?: string;
    priceTag?: string;
  };
}

export const CASE_TIME = '2026-11-20T12:00:00Z';

interface Changes {
  rule?: Partial<Body['rule']>;
  listing?: Partial<NonNullable<Body['listing']>>;
  status?: NonNullable<Body['market']>['buybox']['status'];
  winnerSellerId?: string | null;
  offers?: OfferBody[];
}

/** A rival's offer at a price, in the first place unless told otherwise. */
export const rival = (
  sellerId: string,
  price: number,
  more: Partial<OfferBody> = {},
): OfferBody => ({
  sellerId,
  sellerName: `Rival ${sellerId}`,
  price,
  ...more,
});

/** Own price 100.00, no shipping, WIN by 0.01 below the lowest price, limits 80 and 120, losing. */
export const previewBody = (changes: Changes): Body => ({
  now: CASE_TIME,
  rule: {
    strategy: 'WIN',
    baseOn: 'LOWEST_PRICE',
    adjustment: { type: 'VALUE', amount: 0.01 },
    minPrice: 80,
    maxPrice: 120,
    ...changes.rule,
  },
  listing: { price: 100, shippingPrice: 0, ...changes.listing },
  market: {
    observedAt: '2026-11-20T11:59:00Z',
    buybox: {
      status: changes.status ?? 'LOSING',
      winnerSellerId: changes.winnerSellerId ?? changes.offers?.[0]?.sellerId ?? null,
    },
    offers: changes.offers ?? [],
  },
});

const one = [rival('R1', 95)];
const two = [rival('R1', 95), rival('R2', 97, { position: 2 })];

export const WORKED_CASES: WorkedCase[] = [
  {
    name: 'rivals 95.00 and 97.00, losing',
    body: previewBody({ offers: two }),
    expected: { outcome: 'CHANGE', price: 94.99, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'the same, adjustment 5 %',
    body: previewBody({ offers: two, rule: { adjustment: { type: 'PERCENTAGE', amount: 5 } } }),
    expected: { outcome: 'CHANGE', price: 90.25, eventType: 'to_win', priceTag: 'with_margin' },
  },
  {
    name: 'rivals 79.50, applyMin on',
    body: previewBody({ offers: [rival('R1', 79.5)] }),
    expected: { outcome: 'CHANGE', price: 80, priceTag: 'min_margin' },
  },
  {
    name: 'rivals 79.50, applyMin off',
    body: previewBody({ offers: [rival('R1', 79.5)], rule: { applyMinPriceWhenLosing: false } }),
    expected: { outcome: 'KEEP', code: 'below_minimum' },
  },
  {
    name: 'rivals 130.00, winning',
    body: previewBody({ offers: [rival('R1', 130)], status: 'WINNING', winnerSellerId: 'me' }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'rival 110.00, winning, safeMargin 3 %',
    body: previewBody({
      offers: [rival('R1', 110)],
      status: 'WINNING',
      winnerSellerId: 'me',
      rule: { safeMargin: 3 },
    }),
    expected: { outcome: 'CHANGE', price: 106.7, eventType: 'increase_margin' },
  },
  {
    name: 'rival 95.00 + shipping 10.00, own shipping 4.00, shipping considered, losing',
    body: previewBody({
      offers: [rival('R1', 95, { shippingPrice: 10 })],
      listing: { shippingPrice: 4 },
      rule: { considerShippingPrice: true },
    }),
    expected: { outcome: 'CHANGE', price: 100.99 },
  },
  {
    name: 'rival 95.00, winning (the marketplace prefers us)',
    body: previewBody({ offers: one, status: 'WINNING', winnerSellerId: 'me' }),
    expected: { outcome: 'KEEP', code: 'winning' },
  },
  {
    name: 'rivals 95.00 (an exception) and 97.00',
    body: previewBody({ offers: two, rule: { buyboxExceptions: ['R1'] } }),
    expected: { outcome: 'CHANGE', price: 96.99 },
  },
  {
    name: 'MATCH, rival 95.00',
    body: previewBody({ offers: one, rule: { strategy: 'MATCH' } }),
    expected: { outcome: 'CHANGE', price: 95 },
  },
  {
    name: 'LOSE, adjustment 2 %, rival 95.00',
    body: previewBody({
      offers: one,
      rule: { strategy: 'LOSE', adjustment: { type: 'PERCENTAGE', amount: 2 } },
    }),
    expected: { outcome: 'CHANGE', price: 96.9 },
  },
  {
    name: 'no rival',
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
    name: 'last set 98.00, now 100.00, control REGAIN, rival 95.00',
    body: previewBody({ offers: one, listing: { lastSetPrice: 98 }, rule: { control: 'REGAIN' } }),
    expected: { outcome: 'CHANGE', price: 94.99, eventType: 'regained_control' },
  },
  {
    name: 'promotion started',
    body: previewBody({ offers: one, listing: { promotionStatus: 'started' } }),
    expected: { outcome: 'BLOCKED', code: 'in_promotion' },
  },
];
