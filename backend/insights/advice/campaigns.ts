// A company's running campaigns, with what is usual in their accounts.
import type { Trx } from '../../platform/db.ts';
import { campaignFacts } from './ads-facts.ts';
import { type AccountRates, accountRates, type CampaignFacts } from './rules/campaign-facts.ts';
import type { AccountAds } from './rules/listing-facts.ts';

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
