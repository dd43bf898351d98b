// The decisions about campaigns, searches, ROAS targets and listings as they travel: bodies to facts, and back.
import { moneyFormat } from '../../kernel/explanation.ts';
import type { Locale } from '../../kernel/id.ts';
import {
  type Minor,
  toAmount,
  toAmountOrNull,
  toMinor,
  toMinorOrNull,
} from '../../kernel/money.ts';
import type {
  CampaignPreviewAnswer,
  CampaignPreviewBody,
  PriceOrAdsAnswer,
  PriceOrAdsBody,
  RoasPreviewAnswer,
  RoasPreviewBody,
  SearchTermPreviewAnswer,
  SearchTermPreviewBody,
} from '../contract.ts';
import { exploredKeywords, proposeBudget } from './budgets.ts';
import { sentenceOf } from './explain.ts';
import { fineAmount } from './lines.ts';
import {
  dayBudgetOf,
  demandOf,
  nextBudget,
  nextRos,
  presentMultiplier,
  settledAcos,
  startMultiplier,
} from './multipliers.ts';
import { placementBids } from './placements.ts';
import { toLimits, toUnitCosts } from './preview-input.ts';
import { decidePriceOrAds } from './price-or-ads.ts';
import { decideRoasTarget } from './roas-target.ts';
import { decideSearchTerm } from './search-terms.ts';

const percent = (share: number): number => Math.floor(share * 100);
const fine = (value: number): number => Math.round(value * 1e6) / 1e6;

/** How amounts in a sentence are written. */
const moneyOf = (locale: Locale, currencyCode: string) => (minor: Minor) =>
  moneyFormat(locale, currencyCode).format(toAmount(Math.round(minor)));

/** The multipliers of today: those of yesterday, steered by the known figures; a new campaign has its first ones. */
function multipliersOf(body: CampaignPreviewBody, dayBudget: number | null, demand: number | null) {
  const { settled, multipliers } = body;
  const acos =
    settled &&
    settledAcos(
      toMinor(settled.cost),
      toMinor(settled.expectedRevenue),
      toMinor(settled.maturedRevenue),
    );
  if (multipliers === null) return { acos, ros: startMultiplier(body.keywords), budget: 1 };
  const target = body.targetAcos / 100;
  const valued = body.keywords.flatMap(({ clicks, bid, value }) =>
    value === null ? [] : [{ clicks, bid, value }],
  );
  const present = presentMultiplier(valued, target);
  const { ros, budget } = multipliers;
  return {
    acos,
    ros: nextRos(ros, target, acos, present),
    budget:
      dayBudget === null || demand === null
        ? budget
        : nextBudget(budget, dayBudget, demand, present),
  };
}

/** What the engine would do with a campaign. */
export function campaignPreview(body: CampaignPreviewBody, locale: Locale): CampaignPreviewAnswer {
  const { month, lastDay, placements, budget } = body;
  const dayBudget =
    month && dayBudgetOf(toMinor(month.budgetLeft), month.daysLeft, month.weekdayFactor);
  const spend = toMinor(lastDay?.spend ?? 0);
  const timeInBudget = lastDay?.timeInBudget ?? null;
  const demand = timeInBudget === null ? null : demandOf(spend, timeInBudget);
  const { acos, ...multipliers } = multipliersOf(body, dayBudget, demand);
  const proposal = proposeBudget({
    budget: toMinor(budget.amount),
    minimum: toMinor(budget.minimum),
    maximum: toMinor(budget.maximum),
    spend,
    timeInBudget,
    multiplier: Math.min(multipliers.ros, multipliers.budget),
    daysOfCover: body.daysOfCover,
  });
  const list = placements?.list.map((one) => ({ ...one, sales: toMinor(one.sales) })) ?? [];
  const bids =
    placements &&
    placementBids(
      list,
      toMinor(placements.bid),
      toMinor(placements.breakEvenCpc),
      placements.daysSinceChange,
    );
  const explorable = body.explorable.map(({ id, low, high, costOfDay }) => ({
    id,
    conversion: { low, high },
    costOfDay: toMinor(costOfDay),
  }));
  const money = moneyOf(locale, body.currencyCode);
  return {
    acos: acos === null ? null : fine(acos * 100),
    multipliers: { ros: fine(multipliers.ros), budget: fine(multipliers.budget) },
    dayBudget: dayBudget === null ? null : fineAmount(dayBudget),
    demand: demand === null ? null : fineAmount(demand),
    budget: {
      kind: proposal.kind,
      code: proposal.code,
      amount: toAmount(proposal.budget),
      text: sentenceOf(`budget.${proposal.code}`, { budget: money(proposal.budget) }, locale),
    },
    placements: bids && { ...bids, baseFactor: fine(bids.baseFactor) },
    explored: exploredKeywords(explorable, toMinor(budget.amount)),
  };
}

/** What the engine would do with a search. */
export function searchTermPreview(
  body: SearchTermPreviewBody,
  locale: Locale,
): SearchTermPreviewAnswer {
  const decision = decideSearchTerm({
    prior: body.prior,
    level: { strength: body.strength, orders: body.orders, clicks: body.clicks },
    cpc: toMinor(body.cpc),
    lowestBid: toMinor(body.lowestBid),
    revenuePerOrder: toMinor(body.price) * body.unitsPerOrder,
    target: body.targetAcos / 100,
    limits: toLimits(body.limits),
    keywordShownDays: body.keywordShownDays,
  });
  const { action, code, bid, probabilityNotViable, probabilityWithinTarget } = decision;
  const values = {
    percent: percent(probabilityNotViable),
    within: percent(probabilityWithinTarget),
    bid: moneyOf(locale, body.currencyCode)(bid ?? 0),
  };
  return {
    action,
    code,
    bid: toAmountOrNull(bid),
    probabilityNotViable: fine(probabilityNotViable),
    probabilityWithinTarget: fine(probabilityWithinTarget),
    text: sentenceOf(`search.${code}`, values, locale),
  };
}

/** What the engine would do with a campaign of a marketplace without bids. */
export function roasPreview(body: RoasPreviewBody, locale: Locale): RoasPreviewAnswer {
  const { action, code, target, budget } = decideRoasTarget({
    target: body.target,
    acos: body.targetAcos / 100,
    limits: { minimum: body.minimum, maximum: body.maximum },
    budget: toMinor(body.budget),
    maximumBudget: toMinor(body.maximumBudget),
    roas: body.roas,
    orders: body.orders,
    cost: toMinor(body.cost),
    costPerOrder: toMinorOrNull(body.costPerOrder),
    lostByBudget: body.lostByBudget,
    lostByRank: body.lostByRank,
    daysSinceTarget: body.daysSinceTarget,
    daysSinceBudget: body.daysSinceBudget,
  });
  const money = moneyOf(locale, body.currencyCode);
  const values = { target: target ?? 0, budget: money(budget) };
  return {
    action,
    code,
    target,
    budget: toAmount(budget),
    text: sentenceOf(`roas.${code}`, values, locale),
  };
}

/** Whether another price or other bids would bring more contribution. */
export function priceOrAdsPreview(body: PriceOrAdsBody, locale: Locale): PriceOrAdsAnswer {
  const { ways, best, isClear } = decidePriceOrAds({
    ...body,
    price: toMinor(body.price),
    costs: toUnitCosts(body.costs),
    adCost: toMinor(body.adCost),
    prices: body.prices.map((at) => ({ ...at, price: toMinor(at.price) })),
    otherBids: body.otherBids && { ...body.otherBids, cost: toMinor(body.otherBids.cost) },
  });
  const money = moneyOf(locale, body.currencyCode);
  const { price, total, low, high } = ways.find(({ way }) => way === best)!;
  const values = { price: money(price), total: money(total), low: money(low), high: money(high) };
  return {
    best,
    isClear,
    text: sentenceOf(`way.${best}`, values, locale),
    ways: ways.map((way) => ({
      ...way,
      price: toAmount(way.price),
      organic: fineAmount(way.organic),
      ads: fineAmount(way.ads),
      total: fineAmount(way.total),
      low: fineAmount(way.low),
      high: fineAmount(way.high),
    })),
  };
}
