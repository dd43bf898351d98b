import type * as z from 'zod';
import { PreviewBody } from '../../pricing/contract.ts';
import { decide } from '../../pricing/engine/decide.ts';
import { toMemory } from '../../pricing/engine/memory.ts';
import { toFacts, toMarket } from '../../pricing/engine/preview-input.ts';
import { toRule } from '../../pricing/engine/rule.ts';
import { type Circumstances, type Decision, USUAL } from '../../pricing/engine/types.ts';

type Body = z.input<typeof PreviewBody>;
type OfferBody = NonNullable<NonNullable<Body['market']>['offers']>[number];

/** One row of the table of worked cases: the request on the wire and the expected answer. */
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
  priceToWin?: number | null;
  offers?: OfferBody[];
  reportsOffers?: boolean;
  memory?: Body['memory'];
  settings?: Body['settings'];
}

/** A competitor's offer at a price, by default in the first place. */
export const competitor = (
  sellerId: string,
  price: number,
  more: Partial<OfferBody> = {},
): OfferBody => ({
  sellerId,
  sellerName: `Competitor ${sellerId}`,
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
      priceToWin: changes.priceToWin ?? null,
    },
    offers: changes.offers ?? [],
    reportsOffers: changes.reportsOffers ?? true,
  },
  memory: changes.memory ?? null,
  ...(changes.settings && { settings: changes.settings }),
});

/** The engine's decision on a preview's body. */
export function decideBody(body: Body, circumstances: Circumstances = USUAL): Decision {
  const { now, rule, listing, market, memory, settings } = PreviewBody.parse(body);
  if (listing === undefined) throw new Error('The body has no listing');
  const seen = market ? toMarket(market) : null;
  const known = memory ? toMemory(memory, seen) : null;
  const moment = new Date(now ?? CASE_TIME);
  const smallestRisePercent = settings?.smallestRisePercent ?? circumstances.smallestRisePercent;
  const unlimited = { ...circumstances, smallestRisePercent };
  return decide(toFacts(listing), toRule(rule), seen, known, moment, unlimited);
}
