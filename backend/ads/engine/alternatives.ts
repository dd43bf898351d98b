// The bids that were not chosen, each inside the same limits. Pure.
import { CampaignStrategy } from '../contract/words.ts';
import { bidByValue, effectiveMultiplier } from './bid.ts';
import { allowedBid, valueAt } from './figures.ts';
import { targetOf } from './target.ts';
import type { Alternative, BidFacts, Figures } from './types.ts';

/** What another way of computing would have bid, before steps and waits. */
export function alternativesOf(facts: BidFacts, figures: Figures, target: number): Alternative[] {
  const { evidence, conversion, multiplier, priceFactor } = figures;
  const at = (rate: number) =>
    bidByValue(multiplier.used, target, valueAt(facts, priceFactor, rate));
  const byEvidence: [string, number | null][] = [
    ['own_figures_alone', evidence.clicks > 0 ? at(evidence.orders / evidence.clicks) : null],
    ['orders_so_far', evidence.agedClicks > 0 ? at(evidence.orders / evidence.agedClicks) : null],
    ['prior', at(conversion.prior)],
    ['lower_end', at(conversion.low)],
    ['upper_end', at(conversion.high)],
    ['without_multiplier', bidByValue(1, target, figures.value)],
    ['break_even', figures.breakEvenCpc],
  ];
  const byStrategy = CampaignStrategy.options
    .filter((strategy) => strategy !== 'none' && strategy !== facts.strategy)
    .map((strategy): [string, number | null] => {
      const other = targetOf(strategy, facts.margin, null, facts.loss);
      const { used } = effectiveMultiplier(strategy, facts.multipliers);
      return [strategy, other && bidByValue(used, other.acos, figures.value)];
    });
  return [...byEvidence, ...byStrategy].flatMap(([code, amount]) =>
    amount === null ? [] : [{ code, bid: allowedBid(amount, facts).bid }],
  );
}
