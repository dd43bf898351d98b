// npm run bench -- bids [--seconds N]
// How many bids a second one core decides, each of a keyword with 60 days of figures and with its explanation, compared
// with the floor of the same run: adding up the clicks and orders of the same days. One JSON line for each; never fails
// because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { decideBid } from '../ads/engine/decide.ts';
import { USUAL_KNOWN_SHARES } from '../ads/engine/evidence.ts';
import { marginOf } from '../ads/engine/margin.ts';
import type { BidFacts } from '../ads/engine/types.ts';
import type { Minor } from '../kernel/money.ts';
import { rateOf } from './rate.ts';

const DAYS = 60;
const KEYWORDS = 1_000;
const NIGHTLY = 1_000_000;

const { values } = parseArgs({ args: Deno.args, options: { seconds: { type: 'string' } } });
const seconds = z.coerce.number().positive().default(2).parse(values.seconds);

/** A number from 0 up to 1 that is the same in every run. */
let seed = 20_261_127;
function chance(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
const between = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1));

function keyword(): BidFacts {
  const price: Minor = between(30_00, 300_00);
  const costs = { cost: price * 0.4, shipping: 5_00, feeFixed: 0, feePercent: 16, taxPercent: 8 };
  return {
    strategy: chance() < 0.5 ? 'profitability' : 'growth',
    goal: null,
    matchType: 'EXACT',
    price,
    margin: marginOf(price, costs),
    unitsPerOrder: 1.1,
    elasticity: null,
    days: Array.from({ length: DAYS }, (_, age) => {
      const clicks = between(0, 6);
      const orders = clicks > 0 && chance() < 0.2 ? 1 : 0;
      const known = { isFeatured: chance() < 0.95, isInStock: true, price, sales: null };
      return { age, clicks, orders, cost: clicks * 60, ...known };
    }),
    knownShares: USUAL_KNOWN_SHARES,
    accountConversion: 0.08,
    levels: [{ strength: 2.5, orders: 40, clicks: 600 }],
    strength: 1,
    multipliers: { ros: 1.3, budget: 0.9 },
    limits: { minimum: 7, maximum: 3_700_00, campaignBudget: 60_00, cap: 5_00 },
    bid: between(20, 2_00),
    lastChange: chance() < 0.5 ? null : { age: between(0, 9), bidBefore: 50, price },
    pace: 'cautious',
    suggested: null,
    daysWithoutImpressions: 0,
    isExplored: false,
    listing: { buybox: null, chargesWithoutBuybox: false, isInStock: true, daysOfCover: 30 },
    hasSpendingAlarm: false,
    loss: null,
  };
}
const keywords = Array.from({ length: KEYWORDS }, keyword);

const floor = rateOf(seconds, KEYWORDS, (n) => {
  const { days } = keywords[n]!;
  let clicks = 0;
  let orders = 0;
  for (const day of days) {
    clicks += day.clicks;
    orders += day.orders;
  }
  return { clicks, orders };
});
const report = (what: string, rate: object) =>
  console.log(JSON.stringify({ bench: 'bids', what, days: DAYS, ...rate }));
report('floor: the sums of the days', floor);
const rate = rateOf(seconds, KEYWORDS, (n) => decideBid(keywords[n]!));
const nightlySecondsOnTwoCores = Math.round(NIGHTLY / rate.perSecond / 2);
report('a bid decided, with its explanation', { ...rate, nightlySecondsOnTwoCores });
