// The facts of a campaign by which advice is given. Pure; amounts are minor units of its account's currency.
import { after, meanOf, priorOf, quantileOf, type Rate, type Trials } from './rates.ts';

/** Sums of days that are settled. */
export interface AdSums {
  impressions: number;
  clicks: number;
  cost: number;
  orders: number;
  sales: number;
}

export interface TargetFacts extends AdSums {
  targetId: number;
  text: string;
  /** Null: the default bid of its group. */
  bid: number | null;
}

/** A running campaign; the figures of `month` are of 30 settled days. */
export interface CampaignFacts {
  campaignId: number;
  accountId: number;
  currencyCode: string;
  strategy: string;
  /** As a share; null: none is given. */
  goal: number | null;
  dailyBudget: number;
  /** Whether the product may change it, and the least that the marketplace takes. */
  writes: boolean;
  leastBid: number;
  leastBudget: number;
  month: AdSums;
  /** Spend of the latest 7 settled days, and of 7 days as it was in the 28 before. */
  spendWeek: number;
  usualWeek: number;
  /** On how many of the latest 7 settled days the budget was spent. */
  fullDays: number;
  /** Contribution as a share of the price, of those listings that it shows whose costs are known; null: of none. */
  breakEven: number | null;
  /** The mean price of those listings; null: none is known. */
  price: number | null;
  /** Days since the product last changed it; null: it did not. */
  changedDaysAgo: number | null;
  targets: readonly TargetFacts[];
}

/** What is usual in an account, by its campaigns. */
export interface AccountRates {
  conversion: Rate;
  ctr: Rate;
  /** The median, and the lower quartile; null: too little is known. */
  usualConversion: number | null;
  lowerConversion: number | null;
  usualCtr: number | null;
  lowerCtr: number | null;
  usualCpc: number | null;
  clicksPerDay: number | null;
}

/** The fewest targets, campaigns, clicks and impressions that show what is usual. */
const LEAST_TARGETS = 20;
const LEAST_CAMPAIGNS = 10;
const LEAST_CLICKS = 30;
const LEAST_IMPRESSIONS = 2_000;
/** Fewest clicks and impressions of all campaigns together that show what is usual. */
const POOLED_CLICKS = 100;
const POOLED_IMPRESSIONS = 10_000;
/** The lower quartile as a share of the mean, where only the mean is known. */
const LOWER = 0.75;
const UNKNOWN_CONVERSION: Rate = { a: 1, b: 19 };
const CONVERSION_STRENGTH = [20, 200] as const;
const CTR_STRENGTH = [500, 5_000] as const;
const DAYS = 30;

const conversions = ({ clicks, orders }: AdSums): Trials => ({ hits: orders, trials: clicks });
const clickRates = ({ impressions, clicks }: AdSums): Trials => ({
  hits: clicks,
  trials: impressions,
});

const totalOf = (sums: readonly AdSums[]): AdSums => {
  const total = { impressions: 0, clicks: 0, cost: 0, orders: 0, sales: 0 };
  for (const one of sums)
    for (const name of ['impressions', 'clicks', 'cost', 'orders', 'sales'] as const)
      total[name] += one[name];
  return total;
};

/** The median and the lower quartile of some campaigns' rates; where these are few, from all of them together. */
function usualOf(
  known: readonly Trials[],
  pooled: Trials,
  least: number,
): { usual: number | null; lower: number | null } {
  const rates = known.map(({ hits, trials }) => hits / trials);
  if (rates.length >= LEAST_CAMPAIGNS)
    return { usual: quantileOf(rates, 0.5), lower: quantileOf(rates, 0.25) };
  if (pooled.trials < least || pooled.hits === 0) return { usual: null, lower: null };
  const mean = pooled.hits / pooled.trials;
  return { usual: mean, lower: mean * LOWER };
}

/** What is usual in an account. */
export function accountRates(campaigns: readonly CampaignFacts[]): AccountRates {
  const months = campaigns.map(({ month }) => month);
  const total = totalOf(months);
  const clicked = months.filter(({ clicks }) => clicks >= LEAST_CLICKS);
  const seen = months.filter(({ impressions }) => impressions >= LEAST_IMPRESSIONS);
  const targets = campaigns.flatMap((campaign) => campaign.targets);
  const pooled = conversions(total);
  const mean = pooled.trials >= POOLED_CLICKS ? pooled.hits / pooled.trials : 0;
  const conversion = priorOf(
    targets.filter(({ clicks }) => clicks >= LEAST_CLICKS).map(conversions),
    {
      least: LEAST_TARGETS,
      strength: CONVERSION_STRENGTH,
      fallback:
        mean > 0 && mean < 1
          ? { a: mean * CONVERSION_STRENGTH[0], b: (1 - mean) * CONVERSION_STRENGTH[0] }
          : UNKNOWN_CONVERSION,
    },
  );
  const ofClicks = usualOf(clicked.map(conversions), pooled, POOLED_CLICKS);
  const ofViews = usualOf(seen.map(clickRates), clickRates(total), POOLED_IMPRESSIONS);
  const usualCtr = ofViews.usual ?? 0.005;
  return {
    conversion,
    ctr: priorOf(seen.map(clickRates), {
      least: LEAST_CAMPAIGNS,
      strength: CTR_STRENGTH,
      fallback: { a: usualCtr * CTR_STRENGTH[0], b: (1 - usualCtr) * CTR_STRENGTH[0] },
    }),
    usualConversion: ofClicks.usual,
    lowerConversion: ofClicks.lower,
    usualCtr: ofViews.usual,
    lowerCtr: ofViews.lower,
    usualCpc:
      clicked.length >= LEAST_CAMPAIGNS
        ? quantileOf(
            clicked.map(({ cost, clicks }) => cost / clicks),
            0.5,
          )
        : pooled.trials >= POOLED_CLICKS
          ? total.cost / total.clicks
          : null,
    clicksPerDay: quantileOf(
      months.filter(({ clicks }) => clicks > 0).map(({ clicks }) => clicks / DAYS),
      0.5,
    ),
  };
}

/** What is known of a campaign's figures with those of its account. */
export interface Estimate {
  conversion: Rate;
  /** Of a click. */
  cpc: number;
  /** What an order brings in revenue. */
  orderValue: number;
  /** What an order leaves before advertising; null: no costs are known. */
  orderMargin: number | null;
  /** As a share of revenue; null: none is given, and none follows from the costs. */
  goal: number | null;
  /** Cost for each unit of revenue that is expected. */
  acos: number;
}

/** The fewest orders whose mean value is used. */
const ORDERS_OF_VALUE = 5;
/** Where no goal is given, the share of the contribution that advertising may use. */
const GOAL_OF_MARGIN = 0.7;

export function estimateOf(
  campaign: Pick<CampaignFacts, 'breakEven' | 'price' | 'goal'>,
  { clicks, cost, orders, sales }: AdSums,
  rates: AccountRates,
): Estimate | null {
  const orderValue = orders >= ORDERS_OF_VALUE ? sales / orders : campaign.price;
  if (clicks === 0 || cost === 0 || orderValue === null || orderValue <= 0) return null;
  const conversion = after(rates.conversion, { hits: orders, trials: clicks });
  const cpc = cost / clicks;
  const { breakEven } = campaign;
  return {
    conversion,
    cpc,
    orderValue,
    orderMargin: breakEven === null ? null : breakEven * orderValue,
    goal:
      campaign.goal ?? (breakEven !== null && breakEven > 0 ? GOAL_OF_MARGIN * breakEven : null),
    acos: cpc / (meanOf(conversion) * orderValue),
  };
}
