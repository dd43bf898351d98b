// npm run bench -- decisions [--seconds N]
// How many decisions a second one core makes, of 20 offers each and with the explanation, compared with the floor of the
// same run: finding the lowest of the same 20 offers and building one object. One JSON line for each; never fails
// because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { byTotalPrice, type Market, type Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { RuleBody } from '../pricing/contract.ts';
import { comparablePrice } from '../pricing/engine/competitors.ts';
import { decide } from '../pricing/engine/decide.ts';
import { toRule } from '../pricing/engine/rule.ts';
import type { ListingFacts, Memory, Rule } from '../pricing/engine/types.ts';
import { type Rate, rateOf } from './rate.ts';

const OFFERS = 20;
const MARKETS = 1_000;

const { values } = parseArgs({ args: Deno.args, options: { seconds: { type: 'string' } } });
const seconds = z.coerce.number().positive().default(2).parse(values.seconds);

/** A number from 0 up to 1 that is the same in every run. */
let seed = 20_261_120;
function chance(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
const between = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1));

const offer = (n: number): Offer => ({
  offerId: `MLB${n}`,
  sellerId: `S${n}`,
  sellerName: `Seller ${n}`,
  marketplaceId: 2,
  price: between(95_00, 115_00),
  shippingPrice: between(0, 10_00),
  shippingTimeHours: 48,
  fulfillment: true,
  reputation: '5_green',
  listingTypeId: 'gold_pro',
  condition: 'new',
  available: true,
  position: n + 1,
  isOwn: n === 7,
  comparison: 'IDENTICAL',
});

const now = new Date('2026-11-20T12:00:00Z');
const market = (n: number): Market => ({
  observedAt: new Date(now.getTime() - 60_000 - n),
  buybox: {
    status: chance() < 0.5 ? 'WINNING' : 'LOSING',
    winnerSellerId: `S${between(0, OFFERS - 1)}`,
    priceToWin: null,
    reason: null,
  },
  offers: Array.from({ length: OFFERS }, (_, rank) => offer(rank)),
});
const markets = Array.from({ length: MARKETS }, (_, n) => market(n));
const listings = markets.map(
  (): ListingFacts => ({
    price: between(95_00, 115_00),
    shippingPrice: 5_00,
    currencyCode: 'BRL',
    marketplaceId: 2,
    status: 'ENABLED',
    stock: 5,
    promotionStatus: 'none',
    condition: 'new',
    lastSetPrice: null,
    costs: { cost: 60_00, taxPercent: 4, feePercent: 16.5, feeFixed: 6_00 },
    acos: null,
    roas: null,
  }),
);
const rule = (more: z.input<typeof RuleBody>): Rule =>
  toRule(RuleBody.parse({ minPrice: 80, maxPrice: 140, considerShippingPrice: true, ...more }));

function lowest(n: number): { price: Minor; sellerId: string } {
  let best = markets[n]!.offers[0]!;
  for (const each of markets[n]!.offers) {
    if (byTotalPrice(each, best) < 0) best = each;
  }
  return { price: comparablePrice({ considerShippingPrice: true }, best), sellerId: best.sellerId };
}

const report = (what: string, rate: Rate, more: object = {}) =>
  console.log(JSON.stringify({ bench: 'decisions', what, offers: OFFERS, ...rate, ...more }));

const floor = rateOf(seconds, MARKETS, lowest);
report('floor: the lowest of the offers, and an object', floor);

function measure(what: string, terms: Rule): void {
  // As in the product: the memory of one decision is an input of the next.
  const memories: (Memory | null)[] = markets.map((seen, n) => {
    const earlier = { ...seen, observedAt: new Date(seen.observedAt.getTime() - 300_000) };
    return decide(listings[n]!, terms, earlier, null, now).memory;
  });
  let lines = 0;
  const rate = rateOf(seconds, MARKETS, (n) => {
    const decision = decide(listings[n]!, terms, markets[n]!, memories[n]!, now);
    lines = decision.explanation.length;
    return decision;
  });
  const ofFloor = Number((rate.perSecond / floor.perSecond).toFixed(3));
  report(what, rate, { ofFloor, linesOfTheLast: lines });
}

measure('WIN', rule({ strategy: 'WIN', safeMargin: 2 }));
measure('MATCH', rule({ strategy: 'MATCH' }));
measure('PRIMAZIA', rule({ strategy: 'PRIMAZIA', safeMargin: 2 }));
measure('WIN with war guard', rule({ strategy: 'WIN', warGuard: {} }));
measure(
  'WIN with a minimum by margin',
  rule({ strategy: 'WIN', minPrice: null, minimumBy: 'MARGIN', minimumPercent: 12.5 }),
);
