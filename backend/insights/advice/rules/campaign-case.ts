// What the rules of campaigns have in common. Pure.
import type { AdviceAct, AdviceKind } from '../../contract.ts';
import {
  type Advice,
  type AdviceChange,
  bucketOf,
  type Facts,
  INCREMENTALITY,
  roundSpread,
  type Setting,
  seedOf,
} from './advice.ts';
import type {
  AccountRates,
  AdSums,
  CampaignFacts,
  Estimate,
  TargetFacts,
} from './campaign-facts.ts';
import { randomBy, type Spread, spreadOf } from './draws.ts';
import { drawOf, isBelow, meanOf } from './rates.ts';

/** A campaign, or one of its targets, with what is known of its figures. */
export interface Case {
  campaign: CampaignFacts;
  /** Null: it is about the whole campaign. */
  target: TargetFacts | null;
  sums: AdSums;
  estimate: Estimate;
  rates: AccountRates;
}

/** Bids go down by a quarter at once, at the most. */
export const LOWEST_STEP = 0.75;
const DRAWS = 400;

/** How probable it is that the cost is above a share of the revenue. */
export const isAbove = ({ conversion, cpc, orderValue }: Estimate, share: number): number =>
  isBelow(conversion, cpc / (share * orderValue));

/** By which factor bids come down to a goal. */
export const factorTo = ({ acos }: Estimate, goal: number): number =>
  Math.min(1, Math.max(LOWEST_STEP, goal / acos));

/**
 * The effect of an act in 30 days, over the range of the conversion.
 * @param gain what the act brings, by the contribution that advertising causes with a click
 * @returns null where no costs are known
 */
export function effectOf(
  { campaign, target, estimate }: Case,
  { realized, now }: Setting,
  gain: (perClick: number, conversion: number) => number,
): Spread | null {
  const { conversion, orderMargin } = estimate;
  if (orderMargin === null) return null;
  const random = randomBy(seedOf(target?.targetId ?? campaign.campaignId, now));
  return roundSpread(
    spreadOf(DRAWS, () => {
      const drawn = drawOf(conversion, random);
      return realized * gain(INCREMENTALITY * drawn * orderMargin, drawn);
    }),
  );
}

/** The gain of clicks that cost less, and are fewer in proportion. */
export const gainOfFactor =
  (factor: number, { clicks }: AdSums, { cpc }: Estimate) =>
  (perClick: number): number =>
    clicks * factor * (perClick - factor * cpc) - clicks * (perClick - cpc);

/** Bids times a factor, in whole cents and not below what the marketplace takes. */
export function bidsTimes({ campaign, target }: Case, factor: number): AdviceChange | null {
  const { campaignId, writes, leastBid } = campaign;
  const targets = target === null ? campaign.targets : [target];
  const bids = targets.flatMap(({ targetId, bid }) => {
    if (bid === null) return [];
    const after = Math.max(leastBid, Math.round(bid * factor));
    return after === bid ? [] : [{ targetId, before: bid, after }];
  });
  return writes && bids.length > 0 ? { act: 'set_bids', campaignId, bids } : null;
}

/** The daily budget times a factor. */
export function budgetTimes({ campaign }: Case, factor: number): AdviceChange | null {
  const { campaignId, writes, dailyBudget: before, leastBudget } = campaign;
  const after = Math.max(leastBudget, Math.round(before * factor));
  return writes && after !== before ? { act: 'set_budget', campaignId, before, after } : null;
}

/** The numbers of every campaign. */
const factsOf = ({ campaign, sums, estimate }: Case): Facts => ({
  impressions: sums.impressions,
  clicks: sums.clicks,
  orders: sums.orders,
  spend: sums.cost,
  adSales: sums.sales,
  cpc: estimate.cpc,
  conversion: meanOf(estimate.conversion) * 100,
  acos: estimate.acos * 100,
  ...(estimate.goal !== null && { goal: estimate.goal * 100 }),
  ...(campaign.breakEven !== null && { breakEven: campaign.breakEven * 100 }),
});

interface AdviceParts {
  kind: AdviceKind;
  reason: string;
  change: AdviceChange | null;
  /** What it is where nothing is changed here; by default the campaign is opened. */
  act?: AdviceAct;
  effect: Spread | null;
  /** The order of advice without a figure. */
  score?: number;
  facts?: Facts;
  assumed?: Advice['assumed'];
}

const ASSUMED: Advice['assumed'] = ['incrementality', 'click_response', 'even_sales', 'kept_share'];
/** Steps of the ACOS in a fingerprint, in percent: a smaller change may be chance. */
const ACOS_STEPS = 20;

/** Advice about a campaign or one of its targets; null where its effect is not positive. */
export function adviceOf(
  one: Case,
  { kind, reason, change, act, effect, score, facts, assumed }: AdviceParts,
): Advice | null {
  if (effect !== null && effect.mean <= 0) return null;
  const { campaign, target, estimate, sums } = one;
  return {
    kind,
    reason,
    subject: {
      listingId: null,
      campaignId: campaign.campaignId,
      targetId: target?.targetId ?? null,
    },
    act: change?.act ?? act ?? 'open_campaign',
    change,
    effect,
    score: effect?.mean ?? score ?? 0,
    assumed: effect === null ? [] : (assumed ?? ASSUMED),
    confidence: sums.orders >= 5 ? 'high' : 'low',
    facts: { ...factsOf(one), ...facts },
    fingerprint: [
      reason,
      Math.round(Math.min(estimate.acos, 5) * ACOS_STEPS),
      campaign.strategy,
      bucketOf(campaign.dailyBudget, 10),
      change?.act,
    ].join(' · '),
  };
}
