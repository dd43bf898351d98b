// What the bids of an entrant are expected to bring: without the chance of single clicks and orders, which would hide small
// differences. Realised clicks and orders only decide what an entrant learns.
import { outcomeOf } from './auction.ts';
import type { Played } from './play.ts';
import type { Bids } from './view.ts';
import { marginOn, valueOn, type World } from './world.ts';

/** Expected sums in minor units. */
export interface Sums {
  revenue: number;
  cost: number;
  /** The contribution margin, less the cost of the ads. */
  profit: number;
}

export interface Score extends Sums {
  /** `revenue · min(1, (goal/ACOS)²)`, in minor units. */
  score: number;
  /** Cost as a share of revenue; null: nothing is sold. */
  acos: number | null;
}

/** Revenue counts in full up to the goal, and less above it. */
export function scoreOf(sums: Sums, goal: number): Score {
  const { revenue, cost } = sums;
  const acos = revenue > 0 ? cost / revenue : null;
  const kept = acos === null || acos <= goal ? 1 : (goal / acos) ** 2;
  return { ...sums, score: revenue * kept, acos };
}

/** A day's sums. A budget that does not last ends the day's clicks in the same proportion for all keywords. */
export function expectedDay(world: World, bids: Bids, day: number): Sums {
  let revenue = 0;
  let cost = 0;
  let margin = 0;
  world.keywords.forEach((keyword, n) => {
    const volume = keyword.volume[day]!;
    if (volume === 0) return;
    const outcome = outcomeOf(bids[n] ?? 0, keyword.rival[day]!, world.scenario.isFirstPrice);
    const sales = volume * outcome.clicks * valueOn(world, keyword, day);
    revenue += sales;
    cost += volume * outcome.cost;
    margin += sales * marginOn(world.products[keyword.product]!, day);
  });
  const share = cost > world.budget ? world.budget / cost : 1;
  return { revenue: revenue * share, cost: cost * share, profit: (margin - cost) * share };
}

export const add = (one: Sums, other: Sums): Sums => ({
  revenue: one.revenue + other.revenue,
  cost: one.cost + other.cost,
  profit: one.profit + other.profit,
});
export const NONE: Sums = { revenue: 0, cost: 0, profit: 0 };

/** The days that count. */
export const scoredDays = ({ warmUpDays, days }: World): number[] =>
  Array.from({ length: days - warmUpDays }, (_, n) => warmUpDays + n);

export interface EntrantScore extends Score {
  /** Changes of a keyword's bid in a week. */
  changesAWeek: number;
  /** The share of the keywords that were not expected to be shown in the last two weeks, although they bring orders. */
  starved: number;
  /** The largest spend of a day, beside the budget. */
  highestSpend: number;
}

const STARVED_DAYS = 14;

function isStarved(world: World, { bids }: Played, n: number): boolean {
  const keyword = world.keywords[n]!;
  let shown = 0;
  for (let day = world.days - STARVED_DAYS; day < world.days; day++) {
    const { shown: share } = outcomeOf(
      bids[day]![n] ?? 0,
      keyword.rival[day]!,
      world.scenario.isFirstPrice,
    );
    shown += (keyword.volume[day]! / keyword.clicksPerImpression) * share;
  }
  return keyword.conversion > 0 && shown < 1;
}

/** What an entrant that was played is worth, over the days that count. */
export function entrantScoreOf(world: World, played: Played): EntrantScore {
  const days = scoredDays(world);
  const sums = days.map((day) => expectedDay(world, played.bids[day]!, day)).reduce(add, NONE);
  const { length } = world.keywords;
  const keywords = Array.from({ length }, (_, n) => n);
  const changes = days.reduce(
    (sum, day) =>
      sum + keywords.filter((n) => played.bids[day]![n] !== played.bids[day - 1]?.[n]).length,
    0,
  );
  return {
    ...scoreOf(sums, world.scenario.goal),
    changesAWeek: (changes / length / days.length) * 7,
    starved: keywords.filter((n) => isStarved(world, played, n)).length / length,
    highestSpend: Math.max(...played.spend) / world.budget,
  };
}
