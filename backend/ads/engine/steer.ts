// How a campaign is steered to its target, from the facts of its keywords. Pure.
import { knownShareAt } from './evidence.ts';
import { nextRos, presentMultiplier, settledAcos, startMultiplier } from './multipliers.ts';
import type { BidFacts, Figures } from './types.ts';

/** The days that the ACOS and the present bids are judged by. */
export const SETTLED_DAYS = 14;

/** A keyword with its figures. */
export interface Steered {
  facts: BidFacts;
  figures: Figures;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** What the clicks of the latest days brought, late orders added; null: the revenue of a day is not known. */
function maturedSales({
  days,
  knownShares,
}: Pick<BidFacts, 'days' | 'knownShares'>): number | null {
  let all = 0;
  for (const { age, sales } of days) {
    if (sales === null) return null;
    all += sales / knownShareAt(age, knownShares);
  }
  return all;
}

/**
 * The multiplier towards the target, a day later. Each keyword counts with its own target, as margins differ; without a known target it
 * does not count.
 * @param multiplier of the day before; null: the campaign was not steered yet
 * @returns null as long as nothing was spent
 */
export function steerRos(multiplier: number | null, keywords: readonly Steered[]): number | null {
  const settled = keywords.flatMap(({ facts, figures: { target, value } }) => {
    if (target === null) return [];
    const days = facts.days.filter(({ age }) => age <= SETTLED_DAYS);
    const clicks = sum(days.map((day) => day.clicks));
    const expected = clicks * value;
    const matured = maturedSales({ days, knownShares: facts.knownShares }) ?? expected;
    const cost = sum(days.map((day) => day.cost));
    return [{ bid: facts.bid ?? 0, clicks, cost, expected, matured, aimed: target.acos * value }];
  });
  const cost = sum(settled.map((one) => one.cost));
  if (multiplier === null) return cost === 0 ? null : startMultiplier(settled);
  const expected = sum(settled.map((one) => one.expected));
  const aimed = sum(settled.map(({ clicks, aimed: of }) => clicks * of));
  if (expected <= 0 || aimed <= 0) return multiplier;
  const acos = settledAcos(cost, expected, sum(settled.map((one) => one.matured)));
  const present = presentMultiplier(
    settled.map(({ bid, clicks, aimed: value }) => ({ bid, clicks, value })),
    1,
  );
  return nextRos(multiplier, aimed / expected, acos, present);
}
