import { knownOf } from '@primazia/backend/kernel/open-enum';
import type { MarketBody } from '@primazia/backend/monitoring/contract';
import {
  type MemoryBody,
  type PreviewBody,
  type PricedListing,
  STRATEGIES,
} from '@primazia/backend/pricing/contract';

const COMPETITORS = ['competitor_below_minimum', 'winning_already', 'nobody_else'] as const;
const PRIMAZIA = ['told_price', 'cheapest_but_losing'] as const;
const WAR = ['price_war'] as const;
const ADS = ['above_limit', 'inside_limit', 'no_ad_data'] as const;
const ALWAYS = ['promotion_starts', 'changed_elsewhere'] as const;

export type Scenario = (
  | typeof COMPETITORS
  | typeof PRIMAZIA
  | typeof WAR
  | typeof ADS
  | typeof ALWAYS
)[number];

type Rule = PreviewBody['rule'];

const isAds = ({ competition }: Rule) => competition === 'ACOS' || competition === 'ROAS';

/** The scenarios that make sense for a kind of rule. */
export function scenariosOf(rule: Rule): Scenario[] {
  if (isAds(rule)) return [...ADS, ...ALWAYS];
  const own = knownOf(STRATEGIES, rule.strategy ?? '')?.learns ? PRIMAZIA : [];
  // Outside of the buybox no marketplace reports a price to win, and the cheapest is first.
  const apt = own.filter(() => rule.competition === 'BUYBOX');
  return [...COMPETITORS, ...apt, ...(rule.warGuard === null ? [] : WAR), ...ALWAYS];
}

const twoPlaces = (amount: number) => Math.max(0.01, Math.round(amount * 100) / 100);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const before = (now: string, ms: number) => new Date(Date.parse(now) - ms).toISOString();

type Facts = NonNullable<PreviewBody['listing']>;

const factsOf = (listing: PricedListing): Facts => ({
  price: listing.price,
  shippingPrice: listing.shippingPrice,
  shippingReported: listing.shippingReported,
  currencyCode: listing.currencyCode,
  marketplaceId: listing.marketplaceId,
  status: 'ENABLED',
  stock: Math.max(listing.stock, 1),
  promotionStatus: 'none',
  condition: listing.condition,
  lastSetPrice: null,
  acos: null,
  roas: null,
  costs: listing.costs,
});

const COMPETITOR_ID = 'competitor';

/** The market of the listing as of now, losing; without a snapshot there is one competitor, at the listing's own price. */
function marketOf(listing: PricedListing, market: MarketBody | null, now: string): MarketBody {
  const competitor = {
    sellerId: COMPETITOR_ID,
    sellerName: '',
    marketplaceId: listing.marketplaceId,
    price: listing.price,
    shippingPrice: 0,
    shippingReported: true,
    shippingTimeHours: null,
    fulfillment: null,
    reputation: null,
    listingTypeId: null,
    condition: listing.condition,
    available: true,
    position: 1,
    isOwn: false,
    isSuspect: false,
    comparison: 'IDENTICAL' as const,
  };
  const offers = market?.offers.some(({ isOwn, available }) => !isOwn && available)
    ? market.offers
    : [competitor];
  const winner = offers.find(({ isOwn }) => !isOwn)?.sellerId ?? null;
  return {
    observedAt: now,
    buybox: {
      status: 'LOSING',
      winnerSellerId: winner,
      priceToWin: null,
      reason: null,
      winnerPrice: null,
    },
    offers,
    reportsOffers: true,
  };
}

/** The share of the price that is the price to win, in the scenario in which the marketplace reports one. */
const REPORTED_SHARE = 0.97;

/** The undercuts of a price war that has just come to the point at which the rule steps out of it. */
function warMemory(
  war: NonNullable<Rule['warGuard']>,
  { listing, competitorId, now }: { listing: PricedListing; competitorId: string; now: string },
): MemoryBody {
  const rounds = war.rounds * 2;
  const begin = twoPlaces(listing.price / (1 - (war.dropPercent + 1) / 100));
  const step = (begin - listing.price) / rounds;
  const apart = (war.hours * HOUR_MS) / (rounds + 1);
  const undercuts = Array.from({ length: rounds }, (_, place) => ({
    at: before(now, (rounds - place) * apart),
    by: place % 2 === 0 ? competitorId : 'us',
    price: twoPlaces(begin - step * (place + 1)),
  }));
  return { undercuts, priceBeforeWar: begin, ownPrice: listing.price };
}

/** What the advertising rule has done so far, where the figure has been fine for more than a day. */
const calmMemory = (price: number, now: string): MemoryBody => ({
  priceBeforeAds: twoPlaces(price * 0.9),
  adsMove: { at: before(now, 3 * DAY_MS), from: twoPlaces(price * 0.95), to: price },
  insideSince: before(now, 2 * DAY_MS),
});

/** How far above its limit the advertising figure is assumed to be, and how far below. */
const BEYOND = 1.5;

export interface ScenarioFacts {
  rule: Rule;
  /** The minimum in force for the listing; null: none, or not known. */
  minimum: number | null;
  listing: PricedListing;
  market: MarketBody | null;
  /** ISO. */
  now: string;
}

/** A minimum that follows from costs, as an amount for the listing, by all that is known of its fees. */
const minimumInForce = ({ minimumBy, maxPrice }: Rule, minimum: number | null): Partial<Rule> =>
  minimumBy === 'AMOUNT' || minimum === null || minimum >= (maxPrice ?? Infinity)
    ? {}
    : { minimumBy: 'AMOUNT', minimumPercent: null, minPrice: minimum };

/**
 * 'What happens to my price if…' for the listing at hand, with its own numbers, as a question to the preview. Null: the
 * scenario means nothing under this rule (there is no minimum, for example).
 */
export function scenarioBody(scenario: Scenario, facts: ScenarioFacts): PreviewBody | null {
  const { rule, minimum, listing, now } = facts;
  const base = marketOf(listing, facts.market, now);
  const own = factsOf(listing);
  const asActive: Rule = {
    ...rule,
    ...minimumInForce(rule, minimum),
    status: 'enabled',
    startDate: null,
    endDate: null,
  };
  const body: PreviewBody = { now, rule: asActive, listing: own, market: base };
  const priced = (price: number): MarketBody['offers'] =>
    base.offers.map((offer) => (offer.isOwn ? offer : { ...offer, price: twoPlaces(price) }));
  const won = { ...base.buybox, status: 'WINNING' as const, winnerSellerId: null };
  const figures = (share: number): Facts =>
    rule.competition === 'ACOS'
      ? { ...own, acos: (rule.acosLimit ?? 0) * share }
      : { ...own, roas: (rule.roasLimit ?? 0) / share };
  switch (scenario) {
    case 'competitor_below_minimum':
      if (minimum === null) return null;
      return { ...body, market: { ...base, offers: priced(minimum * 0.97) } };
    case 'winning_already':
      return { ...body, market: { ...base, buybox: won, offers: priced(listing.price * 1.05) } };
    case 'nobody_else':
      return { ...body, market: { ...base, buybox: won, offers: [] } };
    case 'told_price': {
      const priceToWin = twoPlaces(listing.price * REPORTED_SHARE);
      return { ...body, market: { ...base, buybox: { ...base.buybox, priceToWin } } };
    }
    case 'cheapest_but_losing':
      return { ...body, market: { ...base, offers: priced(listing.price * 1.05) } };
    case 'price_war': {
      if (rule.warGuard === null) return null;
      const competitorId = base.offers.find(({ isOwn }) => !isOwn)?.sellerId ?? COMPETITOR_ID;
      return {
        ...body,
        market: { ...base, offers: priced(listing.price * 0.995) },
        memory: warMemory(rule.warGuard, { listing, competitorId, now }),
      };
    }
    case 'above_limit':
      return { ...body, listing: figures(BEYOND) };
    case 'inside_limit':
      return { ...body, listing: figures(1 / BEYOND), memory: calmMemory(listing.price, now) };
    case 'no_ad_data':
      return body;
    case 'promotion_starts':
      return { ...body, listing: { ...own, promotionStatus: 'started' } };
    case 'changed_elsewhere':
      return {
        ...body,
        // An advertising rule would else say that it has no figures.
        listing: {
          ...(isAds(rule) ? figures(1) : own),
          lastSetPrice: twoPlaces(listing.price * 1.02),
        },
      };
  }
}
