// The facts of a preview, for the engine: amounts in minor units, days by their age.

import { type Minor, toMinor, toMinorOrNull } from '../../kernel/money.ts';
import type { BidPreviewBody } from '../contract.ts';
import type { BidLimits } from './bid.ts';
import { elasticityOf, type PriceChange } from './elasticity.ts';
import { USUAL_KNOWN_SHARES } from './evidence.ts';
import { fitPrior } from './fit.ts';
import { type Margin, marginByPercent, marginOf, type UnitCosts } from './margin.ts';
import type { BidFacts } from './types.ts';

const DAY = 86_400_000;

/** Days between two calendar days (YYYY-MM-DD). */
const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / DAY);

/** The costs of a unit, as they travel. */
export const toUnitCosts = (costs: NonNullable<BidPreviewBody['costs']>): UnitCosts => ({
  cost: toMinor(costs.cost),
  shipping: toMinor(costs.shipping),
  feeFixed: toMinor(costs.feeFixed),
  feePercent: costs.feePercent,
  taxPercent: costs.taxPercent,
});

/** The limits of bids, as they travel. */
export const toLimits = (limits: BidPreviewBody['limits']): BidLimits => ({
  minimum: toMinor(limits.minimum),
  maximum: toMinor(limits.maximum),
  campaignBudget: toMinorOrNull(limits.campaignBudget),
  cap: toMinorOrNull(limits.companyMaximum),
});

type PriceChangeBody = BidPreviewBody['priceChanges'][number];
const toPriceChange = ({ before, after }: PriceChangeBody): PriceChange => ({
  before: { ...before, price: toMinor(before.price) },
  after: { ...after, price: toMinor(after.price) },
});

function marginOfBody({ costs, marginPercent }: BidPreviewBody, price: Minor): Margin | null {
  if (costs !== null) return marginOf(price, toUnitCosts(costs));
  return marginPercent === null ? null : marginByPercent(price, marginPercent);
}

/** The facts of a preview. */
export function toBidFacts(body: BidPreviewBody): BidFacts {
  const price = toMinor(body.price);
  const fitted = fitPrior(body.priors.keywords);
  const { today, priors, limits, lastChange, suggestedBids, buybox, stock, loss } = body;
  return {
    strategy: body.strategy,
    goal: body.goalAcos === null ? null : body.goalAcos / 100,
    matchType: body.matchType,
    price,
    margin: marginOfBody(body, price),
    unitsPerOrder: body.unitsPerOrder,
    elasticity: body.elasticity ?? elasticityOf(body.priceChanges.map(toPriceChange)),
    days: body.days.map((day) => ({
      age: daysBetween(day.day, today),
      clicks: day.clicks,
      orders: day.orders,
      sales: toMinorOrNull(day.sales),
      cost: toMinor(day.cost),
      isFeatured: day.featured,
      isInStock: day.inStock,
      price: toMinorOrNull(day.price),
    })),
    knownShares: body.knownShares ?? USUAL_KNOWN_SHARES,
    accountConversion: fitted?.conversion ?? priors.account.conversion,
    levels: [priors.adGroup, priors.matchType].filter((level) => level !== null),
    strength: fitted?.strength ?? priors.keyword.strength,
    multipliers: body.multipliers,
    limits: toLimits(limits),
    bid: toMinorOrNull(body.bid),
    lastChange: lastChange && {
      age: lastChange.daysAgo,
      bidBefore: toMinorOrNull(lastChange.bidBefore),
      price: toMinorOrNull(lastChange.price),
    },
    pace: body.pace,
    suggested: suggestedBids && {
      low: toMinor(suggestedBids.low),
      middle: toMinor(suggestedBids.middle),
    },
    daysWithoutImpressions: body.daysWithoutImpressions,
    isExplored: body.explore,
    listing: {
      buybox: buybox && {
        isHeld: buybox.isHeld,
        sinceHours: buybox.sinceHours,
        isPriceAtMinimum: buybox.isPriceAtMinimum,
      },
      chargesWithoutBuybox: buybox?.chargesWithout ?? false,
      isInStock: stock?.isAvailable ?? null,
      daysOfCover: stock?.daysOfCover ?? null,
    },
    hasSpendingAlarm: body.spendingAlarm,
    loss: loss && { limit: toMinor(loss.limit), lost: toMinor(loss.lost) },
  };
}
