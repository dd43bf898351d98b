// A company's running campaigns, with what is usual in their accounts, and the advice about them.
import { CAMPAIGN_STRATEGIES } from '../../ads/contract.ts';
import type { Trx } from '../../platform/db.ts';
import { campaignFacts } from './ads-facts.ts';
import type { Judged } from './judged.ts';
import { campaignAdvice, targetAdvice } from './rules/campaign-advice.ts';
import { type AccountRates, accountRates, type CampaignFacts } from './rules/campaign-facts.ts';
import type { Band } from './rules/change-strategy.ts';
import type { Known, Ruled } from './rules/choose.ts';
import type { AccountAds } from './rules/listing-facts.ts';
import { subjectOf } from './store.ts';

export interface Campaigns {
  facts: readonly CampaignFacts[];
  /** By account. */
  rates: ReadonlyMap<number, AccountRates>;
}

export async function campaignsOf(trx: Trx, companyId: number, now: Date): Promise<Campaigns> {
  const facts = await campaignFacts(trx, companyId, now);
  const byAccount = Map.groupBy(facts, ({ accountId }) => accountId);
  return {
    facts,
    rates: new Map([...byAccount].map(([accountId, its]) => [accountId, accountRates(its)])),
  };
}

/** What advertising of each account does, for listings that are not advertised. */
export const accountAds = ({ rates }: Campaigns): Map<number, AccountAds> =>
  new Map(
    [...rates].map(([accountId, { conversion, usualCpc, clicksPerDay }]) => [
      accountId,
      { conversion, cpc: usualCpc, clicksPerDay },
    ]),
  );

/** The ACOS that each strategy of the product is meant for. */
const BANDS: readonly Band[] = Object.entries(CAMPAIGN_STRATEGIES).flatMap(
  ([strategy, { goal }]) =>
    strategy === 'none'
      ? []
      : [{ strategy, from: goal.initialValue / 100, upTo: goal.finalValue / 100 }],
);

const ofCampaign = (campaignId: number) =>
  subjectOf({ listingId: null, campaignId, targetId: null });
const ofTarget = (campaignId: number, targetId: number) =>
  subjectOf({ listingId: null, campaignId, targetId });

/** The subjects of advice about some campaigns: each campaign, and its targets. */
export const subjectsOf = (facts: readonly CampaignFacts[]): string[] =>
  facts.flatMap(({ campaignId, targets }) => [
    ofCampaign(campaignId),
    ...targets.map(({ targetId }) => ofTarget(campaignId, targetId)),
  ]);

const gainOf = (rulings: readonly Ruled[]): number => rulings[0]?.advice?.score ?? 0;

/**
 * The advice about a campaign and its targets. Where both are advised, what brings more counts: the campaign, or its
 * targets together.
 */
export function judgeCampaign(
  campaign: CampaignFacts,
  rates: AccountRates,
  knownOf: (subject: string) => Known,
): Judged[] {
  const { campaignId, accountId, currencyCode, targets } = campaign;
  const judged = (subject: string, rulings: Ruled[]): Judged => ({
    subject,
    accountId,
    currencyCode,
    rulings,
    isFolded: false,
  });
  const subject = ofCampaign(campaignId);
  const whole = judged(subject, campaignAdvice(campaign, rates, BANDS, knownOf(subject)));
  const parts = targets.flatMap((target) => {
    const its = ofTarget(campaignId, target.targetId);
    const rulings = targetAdvice(campaign, target, rates, knownOf(its));
    return rulings.length === 0 ? [] : [judged(its, rulings)];
  });
  const ofParts = parts.reduce((sum, { rulings }) => sum + gainOf(rulings), 0);
  const isWhole = whole.rulings.length > 0 && gainOf(whole.rulings) >= ofParts;
  return [
    { ...whole, isFolded: !isWhole && parts.length > 0 },
    ...parts.map((part) => ({ ...part, isFolded: isWhole })),
  ];
}
