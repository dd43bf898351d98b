// Two entrants with facts that no seller has: one knows the true value of each click, the other in hindsight also all rivals' bids.
import { nextBudget, nextRos, settledAcos, startMultiplier } from '../../ads/engine/multipliers.ts';
import { BIDS } from './assumptions.ts';
import { outcomeOf } from './auction.ts';
import { add, NONE, type Score, type Sums, scoredDays, scoreOf } from './score.ts';
import type { Entrant } from './view.ts';
import { marginOn, valueOn, type World } from './world.ts';

/** The bids that the oracle chooses from: each so much above the one before. */
const STEP = 1.04;
const LADDER = Array.from({ length: 170 }, (_, n) => BIDS.minimum * STEP ** n);
/** The step of the ladder that is the highest up to a bid; −1: none is. */
const stepUpTo = (bid: number): number =>
  Math.min(Math.floor(Math.log(bid / BIDS.minimum) / Math.log(STEP)), LADDER.length - 1);
/** No bid below this share of what a click is worth is the best one in a second-price auction: then the top would be worth its price. */
const LOWEST_SHARE = 0.7;

/** What each bid of the ladder brings a keyword on a day; computed when it is asked for the first time. */
interface Offers {
  gain(step: number, price: number): number;
  revenue: Float64Array;
  cost: Float64Array;
  value: number;
  margin: number;
}

function offersOf(world: World, day: number): Offers[] {
  return world.keywords.flatMap((keyword): Offers[] => {
    const volume = keyword.volume[day]!;
    const value = valueOn(world, keyword, day);
    if (volume === 0 || value === 0) return [];
    const revenue = new Float64Array(LADDER.length).fill(Number.NaN);
    const cost = new Float64Array(LADDER.length);
    const rival = keyword.rival[day]!;
    const gain = (step: number, price: number) => {
      if (Number.isNaN(revenue[step]!)) {
        const outcome = outcomeOf(LADDER[step]!, rival, world.scenario.isFirstPrice);
        revenue[step] = volume * outcome.clicks * value;
        cost[step] = volume * outcome.cost;
      }
      return revenue[step]! - price * cost[step]!;
    };
    const margin = marginOn(world.products[keyword.product]!, day);
    return [{ gain, revenue, cost, value, margin }];
  });
}

/**
 * The sums of a day where each keyword's bid maximises `revenue − price · cost`.
 * @param price what a unit of cost has to bring at the margin
 */
function bestDay(offers: readonly Offers[], price: number, isFirstPrice: boolean): Sums {
  let revenue = 0;
  let cost = 0;
  let margin = 0;
  for (const offer of offers) {
    const worth = offer.value / price;
    const highest = stepUpTo(worth);
    const lowest = isFirstPrice ? 0 : Math.max(stepUpTo(worth * LOWEST_SHARE), 0);
    let best = -1;
    let most = 0;
    for (let n = lowest; n <= highest; n++) {
      const gain = offer.gain(n, price);
      if (gain > most) {
        most = gain;
        best = n;
      }
    }
    if (best < 0) continue;
    revenue += offer.revenue[best]!;
    cost += offer.cost[best]!;
    margin += offer.revenue[best]! * offer.margin;
  }
  return { revenue, cost, profit: margin - cost };
}

/** How exactly a day's spend is brought to its budget: halvings of the price of money. */
const HALVINGS = 14;
const HIGHEST_PRICE = 1e3;

/** The best day within the budget, where money costs at least `price`. */
function bestWithin(
  offers: readonly Offers[],
  price: number,
  { budget, scenario: { isFirstPrice } }: World,
): Sums {
  const free = bestDay(offers, price, isFirstPrice);
  if (free.cost <= budget) return free;
  let [low, high] = [price, HIGHEST_PRICE];
  let best = NONE;
  for (let n = 0; n < HALVINGS; n++) {
    const middle = Math.sqrt(low * high);
    const sums = bestDay(offers, middle, isFirstPrice);
    if (sums.cost <= budget) {
      best = sums;
      high = middle;
    } else low = middle;
  }
  return best;
}

/** Prices of money that are tried, times the goal; then finer ones around the best. */
const PRICES = { low: 0.1, high: 1.5, tried: 12, refined: 3 } as const;

/**
 * The best score in hindsight: on each day each keyword has the bid that maximises revenue less a price of money times its cost, with
 * the price for all days that gives the best score, and a higher one on days whose budget would not last.
 */
export function oracleScore(world: World): Score {
  const { goal } = world.scenario;
  const days = scoredDays(world).map((day) => offersOf(world, day));
  const at = (part: number): Score => {
    const sums = days.map((offers) => bestWithin(offers, part / goal, world));
    return scoreOf(sums.reduce(add, NONE), goal);
  };
  let best = scoreOf(NONE, goal);
  let around: { low: number; high: number } = PRICES;
  for (let round = 0; round <= PRICES.refined; round++) {
    const step = (around.high / around.low) ** (1 / (PRICES.tried - 1));
    const parts = Array.from({ length: PRICES.tried }, (_, n) => around.low * step ** n);
    const scores = parts.map(at);
    const top = scores.reduce((n, { score }, m) => (score > scores[n]!.score ? m : n), 0);
    if (scores[top]!.score > best.score) best = scores[top]!;
    around = {
      low: parts[Math.max(top - 1, 0)]!,
      high: parts[Math.min(top + 1, parts.length - 1)]!,
    };
  }
  return best;
}

/** Bids by the true value of each click, steered as the engine steers: what a better knowledge of the conversion could bring. */
export function knowing(world: World): Entrant {
  let ros: number | null = null;
  let budget = 1;
  const value = (n: number, day: number) => valueOn(world, world.keywords[n]!, day);
  return {
    decide: ({ day, goal, keywords, spent, budget: dayBudget }) => {
      const latest = keywords.flatMap(({ days, bid }, n) =>
        days.slice(-14).map(({ clicks, cost }) => ({ clicks, cost, bid: bid ?? 0, n })),
      );
      const cost = latest.reduce((sum, one) => sum + one.cost, 0);
      const worth = latest.reduce((sum, { clicks, n }) => sum + clicks * value(n, day), 0);
      if (ros !== null) ros = nextRos(ros, goal, settledAcos(cost, worth, worth));
      else if (cost > 0) ros = startMultiplier(latest);
      const last = spent.at(-1);
      if (last) budget = nextBudget(budget, dayBudget, last.spend / last.timeInBudget);
      const used = Math.min(ros ?? 1, budget);
      return keywords.map((_, n) => used * goal * value(n, day));
    },
  };
}
