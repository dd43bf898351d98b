// A listing in no campaign, of an account that advertises: ready for one, or what is missing. Pure.

import { NEEDS_IMPROVEMENT_BELOW } from '../../../kernel/listing.ts';
import type { Assumed } from '../../contract.ts';
import {
  bucketOf,
  INCREMENTALITY,
  isLikely,
  type Ruling,
  roundSpread,
  type Setting,
  seedOf,
} from './advice.ts';
import { randomBy, spreadOf } from './draws.ts';
import { contributionAt, type ListingFacts } from './listing-facts.ts';
import { drawOf, isBelow, meanOf } from './rates.ts';

/** The share of the contribution that advertising may use, so that something is left. */
const SHARE_OF_MARGIN = 0.7;
const HELD_PERCENT = 70;
/** Days that the stock has to last, with the sales that advertising adds. */
const STOCK_DAYS = 14;
const MORE_SALES = 1.3;
const SALES_DAYS = 60;
const LIKELY = 0.8;
const DRAWS = 400;
const DAYS = 30;

const ASSUMED: readonly Assumed[] = ['account_rates', 'incrementality', 'kept_share'];

/** Which gate keeps it from being advertised; null: none. */
function gateOf(listing: ListingFacts): string | null {
  const { healthScore, market, stock, sales, costs, price } = listing;
  if (healthScore !== null && healthScore < NEEDS_IMPROVEMENT_BELOW) return 'health';
  if (market.status === 'LOSING' || market.status === 'NOT_COMPETING') return 'buybox';
  if (market.shareWeek !== null && market.shareWeek < HELD_PERCENT) return 'buybox';
  if (stock < (sales.units / SALES_DAYS) * STOCK_DAYS * MORE_SALES) return 'stock';
  if (costs === null) return 'cost_missing';
  if (contributionAt(costs, price) <= 0) return 'no_margin';
  return null;
}

/** Advertising it, or why not yet. */
export function notAdvertised(listing: ListingFacts, setting: Setting): Ruling {
  const { listingId, price, stock, sales, costs, advertising, isAdvertised } = listing;
  if (advertising === null || isAdvertised || sales.units === 0) return null;
  const subject = { listingId, campaignId: null, targetId: null };
  const common = { subject, change: null, facts: { price, stock, units: sales.units } } as const;
  const without = (reason: string): Ruling => ({
    ...common,
    kind: 'ads_without_ads',
    reason,
    act: reason === 'cost_missing' ? 'enter_cost' : 'advertise',
    effect: null,
    score: 0,
    assumed: [],
    confidence: 'low',
    fingerprint: reason,
  });
  const gate = gateOf(listing);
  if (gate !== null || costs === null) return without(gate ?? 'cost_missing');
  const { conversion, cpc, clicksPerDay } = advertising;
  if (cpc === null || clicksPerDay === null) return without('no_rates');
  const contribution = contributionAt(costs, price);
  const probability = 1 - isBelow(conversion, cpc / (SHARE_OF_MARGIN * contribution));
  if (!isLikely(probability, setting, LIKELY)) return without('clicks_too_dear');
  const random = randomBy(seedOf(listingId, setting.now));
  const effect = roundSpread(
    spreadOf(DRAWS, () => {
      const perClick = INCREMENTALITY * drawOf(conversion, random) * contribution - cpc;
      return setting.realized * DAYS * clicksPerDay * perClick;
    }),
  );
  if (effect.mean <= 0) return without('clicks_too_dear');
  return {
    ...common,
    kind: 'ready_to_invest',
    reason: 'not_advertised',
    act: 'advertise',
    effect,
    score: effect.mean,
    assumed: ASSUMED,
    confidence: 'low',
    facts: {
      ...common.facts,
      contribution,
      cpc,
      clicks: Math.round(clicksPerDay * DAYS),
      conversion: meanOf(conversion) * 100,
      probability: probability * 100,
    },
    fingerprint: `advertise ${bucketOf(price, 5)} ${bucketOf(cpc, 20)}`,
  };
}
