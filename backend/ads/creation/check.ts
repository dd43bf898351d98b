// Checks a draft with the facts of its account.
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Fault } from '../../kernel/problem.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import * as advertisers from '../advertisers/store.ts';
import type { CampaignDraft } from '../contract.ts';
import * as store from './store.ts';
import { validateDraft } from './validate.ts';

export interface CheckedDraft {
  faults: Fault[];
  today: string;
  /** The marketplace's SKUs of the draft's listings. */
  skus: ReadonlyMap<number, string>;
}

/** The account's advertising; undefined: it is not open. */
export async function openAdvertiser(trx: Trx, companyId: number, accountId: number | null) {
  if (accountId === null) return undefined;
  const advertiser = await advertisers.advertiserOf(trx, companyId, accountId);
  return advertiser?.status === 'active' ? advertiser : undefined;
}

/** Checks a draft against what the account has now. */
export async function checkDraft(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  draft: CampaignDraft,
): Promise<CheckedDraft> {
  const { accountId, name, groups } = draft;
  const advertiser = await openAdvertiser(trx, companyId, accountId);
  const today = dayOf(ctx.clock(), advertiser?.time_zone ?? 'UTC');
  const ids = [...new Set(groups.flatMap(({ listingIds }) => listingIds))];
  const listings = accountId === null ? [] : await store.listingsOf(trx, companyId, accountId, ids);
  const isNameTaken =
    accountId !== null && name !== '' && (await store.isNameTaken(trx, companyId, accountId, name));
  const faults = validateDraft(draft, {
    capabilities: advertiser === undefined ? null : AdsCapabilities.parse(advertiser.capabilities),
    today,
    isNameTaken,
    listings: new Map(listings.map((one) => [one.id, { isAdvertised: one.is_advertised }])),
  });
  return { faults, today, skus: new Map(listings.map((one) => [one.id, one.sku_marketplace])) };
}
