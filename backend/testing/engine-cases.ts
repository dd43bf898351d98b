// Arbitrary questions to the engine: mostly in one narrow band of prices, so that ties, limits and wars are met often,
// and now and then with numbers at the ends of what is allowed.
import fc from 'fast-check';
import { BUYBOX_STATUSES, type Market, type Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { RuleBody } from '../pricing/contract.ts';
import { comparableOf } from '../pricing/engine/competitors.ts';
import { minimumToRequest } from '../pricing/engine/minimum-price.ts';
import { toRule } from '../pricing/engine/rule.ts';
import type {
  Circumstances,
  ListingFacts,
  Memory,
  Rule,
  Undercut,
} from '../pricing/engine/types.ts';
import { STRATEGY_KEYS } from '../pricing/strategies/registry.ts';

/** The moment of every question. */
export const REQUESTED_AT = new Date('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const LAST_POLL = new Date(REQUESTED_AT.getTime() - 60_000);

/** Records in the form in which a database returns them, so that they can be compared. */
const plain = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true });

const hoursAgo = (most: number): fc.Arbitrary<Date> =>
  fc.integer({ min: 0, max: most * 60 }).map((n) => new Date(REQUESTED_AT.getTime() - n * 60_000));

const orNull = <T>(some: fc.Arbitrary<T>, nulls = 1, others = 1): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: nulls, arbitrary: fc.constant(null) }, { weight: others, arbitrary: some });

const band = fc.integer({ min: 95_00, max: 105_00 });
const amount: fc.Arbitrary<Minor> = fc.oneof(
  { weight: 12, arbitrary: band },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
  // Short of the highest price: a maximum is a cent above some amount, and a listing may be at it.
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_999_999_999 }) },
);
const percent = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 500 }).map((n) => n / 100) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000) },
);
const dates = fc.constantFrom(LAST_POLL, new Date('2026-11-21T00:00:00Z'));
/** Now and then it is not reported. */
const reported = fc.constantFrom(0, 0, 0, 0, 4_00, 4_00, 9_90, null);

export const offers: fc.Arbitrary<Offer> = plain({
  offerId: fc.constant(null),
  sellerId: fc.constantFrom('A', 'B', 'C', 'D'),
  sellerName: fc.constantFrom('', 'Somebody'),
  marketplaceId: fc.constantFrom(2 as const, 2 as const, 3 as const),
  price: amount,
  shippingPrice: reported,
  shippingTimeHours: fc.constant(null),
  fulfillment: fc.constant(null),
  reputation: fc.constant(null),
  listingTypeId: fc.constant(null),
  condition: fc.constantFrom('new' as const, 'new' as const, 'new' as const, 'used' as const),
  available: fc.constantFrom(true, true, true, false),
  position: fc.integer({ min: 1, max: 20 }),
  isOwn: fc.constantFrom(false, false, false, false, true),
  isSuspect: fc.constantFrom(...Array(11).fill(false), true),
  comparison: fc.constantFrom('IDENTICAL' as const, 'IDENTICAL' as const, 'SIMILAR' as const),
});

const reportedMarkets: fc.Arbitrary<Market> = plain({
  observedAt: fc.constant(LAST_POLL),
  buybox: plain({
    status: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom('WINNING' as const, 'CO_WINNING' as const, 'LOSING' as const),
      },
      { weight: 1, arbitrary: fc.constantFrom(...BUYBOX_STATUSES) },
    ),
    winnerSellerId: fc.constantFrom('A', 'B', 'C', null),
    priceToWin: orNull(amount, 3),
    reason: fc.constantFrom(null, 'manufacturing_time'),
  }),
  offers: fc.array(offers, { maxLength: 6 }),
});

/** Now and then the marketplace does not report who else sells. */
export const markets: fc.Arbitrary<Market> = fc
  .tuple(reportedMarkets, fc.integer({ min: 0, max: 29 }), fc.boolean())
  .map(([market, chance, isOwnWinner]) =>
    chance > 0
      ? market
      : {
          ...market,
          buybox: { ...market.buybox, winnerSellerId: null, ...(isOwnWinner && { isOwnWinner }) },
          offers: [],
          reportsOffers: false,
        },
  );

const limits = fc
  .tuple(orNull(amount), orNull(amount))
  .map(([a, b]) =>
    a !== null && b !== null
      ? { minPrice: Math.min(a, b), maxPrice: Math.max(a, b) + 1 }
      : { minPrice: a, maxPrice: b },
  );
const minimum = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ minimumBy: 'AMOUNT' as const, minimumPercent: null }) },
  {
    weight: 1,
    arbitrary: plain({
      minimumBy: fc.constantFrom('MARGIN' as const, 'RETURN' as const),
      minimumPercent: fc.integer({ min: 0, max: 9_999 }).map((n) => n / 100),
    }),
  },
);

const USUAL = toRule(RuleBody.parse({}));

export const rules: fc.Arbitrary<Rule> = fc
  .record({
    competition: fc.constantFrom(
      ...(['BUYBOX', 'BUYBOX', 'BUYBOX', 'EXTERNAL', 'EXTERNAL', 'ACOS', 'ROAS'] as const),
    ),
    strategy: fc.constantFrom('PRIMAZIA' as const, ...STRATEGY_KEYS),
    baseOn: fc.constantFrom('WINNER' as const, 'LOWEST_PRICE' as const),
    adjustment: fc.oneof(
      plain({
        type: fc.constant('VALUE' as const),
        amount: fc.integer({ min: 0, max: 3_00 }),
      }),
      plain({ type: fc.constant('PERCENTAGE' as const), percent }),
    ),
    comparison: fc.constantFrom('IDENTICAL' as const, 'SIMILAR' as const),
    limits,
    minimum,
    safeMargin: fc.oneof(fc.constant(0), percent),
    acosLimit: fc.constantFrom(8, 10, 12.5),
    roasLimit: fc.constantFrom(4, 5, 6.25),
    requiresApproval: fc.boolean(),
    control: fc.constantFrom('REGAIN' as const, 'REGAIN' as const, 'LOSE' as const),
    applyMinPriceWhenLosing: fc.boolean(),
    considerShippingPrice: fc.boolean(),
    allMarketplaces: fc.boolean(),
    marketplaceId: fc.constant(2 as const),
    buyboxExceptions: fc.subarray(['A', 'B'], { maxLength: 1 }),
    outsideBuyboxExceptions: fc.subarray(['A', 'B'], { maxLength: 1 }),
    startDate: orNull(dates, 6),
    endDate: orNull(dates, 6),
    status: fc.constantFrom(...Array(9).fill('enabled' as const), 'paused' as const),
    warGuard: orNull(
      plain({
        rounds: fc.constantFrom(2, 4),
        hours: fc.constantFrom(3, 6),
        dropPercent: fc.constantFrom(0, 1, 3),
        restHours: fc.constantFrom(0.5, 2),
      }),
    ),
  })
  .map(({ limits, minimum, ...rest }): Rule => {
    const { maxPrice } = limits;
    const minPrice = minimum.minimumBy === 'AMOUNT' ? limits.minPrice : null;
    return { ...USUAL, ...rest, ...minimum, minPrice, maxPrice };
  });

export const listings: fc.Arbitrary<ListingFacts> = fc
  .record({
    price: amount,
    shippingPrice: fc.constantFrom(0, 0, 0, 0, 0, 0, 4_00, 4_00, 9_90, 9_90, null),
    currencyCode: fc.constant('BRL'),
    marketplaceId: fc.constant(2 as const),
    status: fc.constantFrom(...Array(19).fill('ENABLED' as const), 'PAUSED' as const),
    stock: fc.constantFrom(...Array(19).fill(3), 0),
    promotionStatus: fc.constantFrom(
      ...Array(18).fill('none' as const),
      'pending' as const,
      'started' as const,
    ),
    condition: fc.constant('new' as const),
    isAutomated: fc.constantFrom(...Array(19).fill(false), true),
    isPricedAsPair: fc.constantFrom(...Array(39).fill(false), true),
    lastSetPrice: fc.constantFrom<'never' | 'this' | 'another'>('never', 'this', 'this', 'another'),
    costs: orNull(
      plain({
        cost: fc.integer({ min: 0, max: 90_00 }),
        taxPercent: fc.constantFrom(0, 7.25),
        feePercent: fc.constantFrom(0, 11.5, 16),
        feeFixed: fc.constantFrom(0, 6_00),
        floor: fc.oneof(
          fc.constant('not_requested' as const),
          plain({
            base: fc.constant(1),
            price: fc.constant(1),
            fees: fc
              .array(
                plain({
                  price: fc.integer({ min: 1, max: 120_00 }),
                  feePercent: fc.constantFrom(0, 11.5, 16),
                  feeFixed: fc.constantFrom(0, 6_75),
                }),
                { maxLength: 3 },
              )
              .map((points) => points.sort((a, b) => a.price - b.price)),
            requestedAt: fc.constantFrom(null, LAST_POLL, LAST_POLL, LAST_POLL),
          }),
        ),
      }),
      1,
      6,
    ),
    acos: orNull(fc.integer({ min: 0, max: 200 }).map((n) => n / 10)),
    roas: orNull(fc.integer({ min: 0, max: 100 }).map((n) => n / 10)),
  })
  .map(({ lastSetPrice, ...rest }) => ({
    ...rest,
    lastSetPrice:
      lastSetPrice === 'never' ? null : lastSetPrice === 'this' ? rest.price : rest.price + 1,
  }));

/** Undercuts in turns, ours and a competitor's, each a little lower than the one before. */
const undercuts: fc.Arbitrary<Undercut[]> = fc
  .record({
    length: fc.integer({ min: 0, max: 7 }),
    by: fc.constantFrom('A', 'B'),
    isOursFirst: fc.boolean(),
    from: band,
    step: fc.integer({ min: 1, max: 2_00 }),
    hoursAgo: fc.integer({ min: 0, max: 7 }),
    everyMinutes: fc.integer({ min: 1, max: 90 }),
  })
  .map(({ length, by, isOursFirst, from, step, hoursAgo, everyMinutes }) =>
    Array.from({ length }, (_, n) => ({
      at: new Date(
        REQUESTED_AT.getTime() - hoursAgo * HOUR - (length - 1 - n) * everyMinutes * 60_000,
      ),
      by: (n % 2 === 0) === isOursFirst ? 'us' : by,
      price: Math.max(from - n * step, 1),
    })),
  );

export const memories: fc.Arbitrary<Memory> = plain({
  highestWon: orNull(band),
  lowestLost: orNull(band),
  lowestLostAt: orNull(hoursAgo(30)),
  toldWrong: fc.boolean(),
  against: orNull(
    fc.array(
      plain({
        sellerId: fc.constantFrom('A', 'B', 'C', 'D'),
        marketplaceId: fc.constant(2 as const),
        price: band,
      }),
      { maxLength: 3 },
    ),
    3,
  ),
  lostTo: fc.constantFrom(null, 'A', 'B'),
  seenAt: orNull(fc.constantFrom(LAST_POLL, new Date(LAST_POLL.getTime() - HOUR))),
  seenPrice: orNull(band),
  toldPrice: orNull(band),
  undercuts,
  priceBeforeWar: orNull(band),
  ownPrice: orNull(band),
  rivalPrice: orNull(band),
  war: orNull(
    plain({
      by: fc.constantFrom('A', 'B'),
      restsFrom: hoursAgo(12),
      wayUp: orNull(plain({ at: hoursAgo(3), rivalPrice: band, isOver: fc.boolean() })),
    }),
  ),
  ratios: orNull(
    fc.uniqueArray(
      plain({
        sellerId: fc.constantFrom('A', 'B', 'C', 'D'),
        won: orNull(plain({ ours: band, theirs: band })),
        lost: orNull(plain({ ours: band, theirs: band, at: hoursAgo(30) })),
      }),
      { maxLength: 4, selector: ({ sellerId }) => sellerId },
    ),
    2,
  ),
  holding: orNull(
    plain({
      held: orNull(band),
      price: band,
      since: orNull(hoursAgo(12)),
      reductions: fc.integer({ min: 0, max: 9 }),
    }),
  ),
  unwinnable: orNull(plain({ since: hoursAgo(60), times: fc.integer({ min: 1, max: 5 }) })),
  nightRise: orNull(
    plain({
      nextAt: hoursAgo(40).map((at) => new Date(at.getTime() + 20 * HOUR)),
      underway: orNull(
        plain({
          until: hoursAgo(12).map((at) => new Date(at.getTime() + 6 * HOUR)),
          price: band,
          rivalPrice: band,
        }),
      ),
      latest: orNull(plain({ from: band, to: band })),
      failures: fc.integer({ min: 0, max: 5 }),
    }),
  ),
  priceBeforeAds: orNull(band),
  adsMove: orNull(plain({ at: hoursAgo(40), from: band, to: band })),
  insideSince: orNull(hoursAgo(40)),
});

const circumstances: fc.Arbitrary<Circumstances> = plain({
  stopsPriceChanges: fc.constantFrom(...Array(19).fill(false), true),
  staleMarketHours: fc.constantFrom(...Array(19).fill(24), 0.01),
  smallestRisePercent: fc.constantFrom(0, 0, 0.3, 5),
  ruleEdited: fc.constantFrom(false, false, false, true),
  traits: fc.constantFrom(
    ...Array(38).fill(new Map()),
    new Map([[2, { hasBuybox: false, reportsCompetitors: true }]]),
    new Map([[2, { hasBuybox: true, reportsCompetitors: false }]]),
  ),
});

/** All inputs of the engine. */
export interface Question {
  listing: ListingFacts;
  rule: Rule;
  market: Market | null;
  memory: Memory | null;
  circumstances: Circumstances;
}

export const questions: fc.Arbitrary<Question> = fc
  .record({
    listing: listings,
    rule: rules,
    market: orNull(markets, 1, 30),
    memory: orNull(memories),
    circumstances,
    isWaiting: fc.constantFrom(...Array(9).fill(false), true),
  })
  .map(({ isWaiting, ...question }) => (isWaiting ? waiting(question) : question))
  .map(withFloor);

/** The fees at the rule's minimum are known, or still to be requested. */
function withFloor(question: Question): Question {
  const { listing, rule } = question;
  const { costs } = listing;
  if (costs?.floor === undefined || costs.floor === 'not_requested') return question;
  const feePoint = minimumToRequest(rule, { ...costs, floor: 'not_requested' });
  if (feePoint === null) return question;
  return {
    ...question,
    listing: { ...listing, costs: { ...costs, floor: { ...costs.floor, ...feePoint } } },
  };
}

/** The price increase was tried, and the competitor's price has not changed since. */
function waiting(question: Question): Question {
  const { listing, rule, market, memory } = question;
  const [competitor] = market?.offers ?? [];
  if (memory === null || competitor === undefined || rule.maxPrice === null) return question;
  const rivalPrice = comparableOf(rule, competitor) ?? competitor.price;
  const wayUp = { at: LAST_POLL, rivalPrice, isOver: false };
  const war = {
    by: competitor.sellerId,
    restsFrom: new Date(REQUESTED_AT.getTime() - 3 * HOUR),
    wayUp,
  };
  return {
    ...question,
    listing: { ...listing, price: rule.maxPrice, lastSetPrice: rule.maxPrice },
    memory: { ...memory, war },
  };
}
