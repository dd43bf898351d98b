// The simple entrants: what sellers and most tools do.
import type { Minor } from '../../kernel/money.ts';
import { BIDS } from './assumptions.ts';
import type { Bids, DayFigures, Entrant, KeywordView, View } from './view.ts';

const WEEK = 7;
const isWeekly = ({ day }: View) => day > 0 && day % WEEK === 0;

const NOTHING = { clicks: 0, cost: 0, orders: 0, sales: 0 };

/** The sums of the days of an age: 1 is yesterday. */
function sumsOf(days: readonly DayFigures[], youngest: number, oldest: number) {
  return days
    .slice(Math.max(days.length - oldest, 0), Math.max(days.length - youngest + 1, 0))
    .reduce(
      (sum, { clicks, cost, orders, sales }) => ({
        clicks: sum.clicks + clicks,
        cost: sum.cost + cost,
        orders: sum.orders + orders,
        sales: sum.sales + sales,
      }),
      NOTHING,
    );
}

const isFirst = ({ day }: View) => day === 0;

/** Each keyword by a rule of its own; by `startsAt` on the first day. */
const byKeyword = (
  rule: (keyword: KeywordView, bid: Minor, view: View) => number,
): (() => Entrant) => {
  return () => ({
    decide: (view): Bids =>
      view.keywords.map((keyword) => {
        const bid = keyword.bid ?? BIDS.minimum;
        return isFirst(view) ? bid : rule(keyword, bid, view);
      }),
  });
};

/** The marketplace's suggestion, and never another bid. */
const suggested = (): Entrant => ({
  decide: ({ keywords }) => keywords.map((keyword) => keyword.suggested.middle),
});

/** No bid above this multiple of the suggestion. */
const HIGHEST_OF_SUGGESTION = 5;
const limited = (bid: number, { suggested: { middle } }: KeywordView) =>
  Math.min(bid, middle * HIGHEST_OF_SUGGESTION);

/** Each week up or down by a percentage, by the ACOS of 30 days, of which the latest 5 are left out. */
const percent = byKeyword((keyword, bid, view) => {
  if (!isWeekly(view)) return bid;
  const { clicks, cost, orders, sales } = sumsOf(keyword.days, 6, 35);
  if (clicks === 0) return bid;
  const { price } = view.products[keyword.product]!;
  if (orders === 0) return cost > view.goal * price ? bid * 0.8 : bid;
  const acos = cost / sales;
  if (acos > 1.1 * view.goal) return bid * 0.85;
  return acos < 0.9 * view.goal ? limited(bid * 1.15, keyword) : bid;
});

/** Each week the goal's share of the revenue of a click in 30 days, of which the latest 3 are left out. */
const revenuePerClick = byKeyword((keyword, bid, view) => {
  if (!isWeekly(view)) return bid;
  const { clicks, orders, sales } = sumsOf(keyword.days, 4, 33);
  if (orders > 0 && clicks >= 10) return (view.goal * sales) / clicks;
  return clicks >= 15 ? bid * 0.7 : limited(bid * 1.05, keyword);
});

/** Each day the goal's share of the revenue of a click so far. */
const dailyRevenue = byKeyword((keyword, bid, view) => {
  const { clicks, sales } = sumsOf(keyword.days, 1, view.day);
  return clicks >= 10 ? (view.goal * sales) / clicks : bid;
});

/** The largest error of a day, on a scale of ratios, and the gains of the controller. */
const LARGEST_ERROR = 0.5;
const GAIN = { error: 0.1, change: 0.1 } as const;
const SCALE = { low: 0.1, high: 10 } as const;

/** One scale of all first bids, by a controller of the ACOS of 14 days. */
function scale(): Entrant {
  let starts: readonly Minor[] = [];
  let now = 1;
  let before: number | null = null;
  return {
    decide: (view) => {
      if (isFirst(view)) starts = view.keywords.map(({ bid }) => bid ?? BIDS.minimum);
      const sums = view.keywords.map(({ days }) => sumsOf(days, 1, 14));
      const cost = sums.reduce((sum, one) => sum + one.cost, 0);
      const sales = sums.reduce((sum, one) => sum + one.sales, 0);
      if (cost > 0 && sales > 0) {
        const ratio = Math.log((view.goal * sales) / cost);
        const error = Math.min(Math.max(ratio, -LARGEST_ERROR), LARGEST_ERROR);
        now *= Math.exp(GAIN.error * error + GAIN.change * (error - (before ?? error)));
        now = Math.min(Math.max(now, SCALE.low), SCALE.high);
        before = error;
      }
      return starts.map((bid) => bid * now);
    },
  };
}

/** Each made again for each world. */
export const RULES = {
  suggested,
  percent,
  'revenue-per-click': revenuePerClick,
  'daily-revenue': dailyRevenue,
  scale,
} as const;
export type Rule = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as Rule[];
