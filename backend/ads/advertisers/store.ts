import { sql } from 'kysely';
import type { Advertiser } from '../../integrations/marketplace.ts';
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Trx } from '../../platform/db.ts';

export const accountOf = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account')
    .select(['id', 'marketplace_id', 'seller_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirst();

/** The advertiser of an account that is connected. */
export const advertiserOf = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('ads_advertiser as v')
    .innerJoin('account as a', (join) =>
      join.onRef('a.company_id', '=', 'v.company_id').onRef('a.id', '=', 'v.account_id'),
    )
    .selectAll('v')
    .select(['a.marketplace_id', 'a.seller_id'])
    .where('v.company_id', '=', companyId)
    .where('v.account_id', '=', accountId)
    .where('a.status', '!=', 'inactive')
    .executeTakeFirst();

/** The advertiser of a campaign; undefined: the company has no such campaign, or its account is disconnected. */
export async function advertiserOfCampaign(trx: Trx, companyId: number, campaignId: number) {
  const campaign = await trx
    .selectFrom('ads_campaign')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .executeTakeFirst();
  return campaign && (await advertiserOf(trx, companyId, campaign.account_id));
}

/** The advertiser, locked for this transaction. */
export const lockAdvertiser = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('ads_advertiser')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

/** The accounts of a company at some marketplaces that have no advertiser yet. */
export const accountsWithout = (
  trx: Trx,
  companyId: number,
  marketplaceIds: readonly number[],
): Promise<{ id: number }[]> =>
  trx
    .selectFrom('account as a')
    .leftJoin('ads_advertiser as v', (join) =>
      join.onRef('v.company_id', '=', 'a.company_id').onRef('v.account_id', '=', 'a.id'),
    )
    .select('a.id')
    .where('a.company_id', '=', companyId)
    .where('a.status', '=', 'active')
    .where('a.marketplace_id', 'in', [0, ...marketplaceIds])
    .where('v.account_id', 'is', null)
    .orderBy('a.id')
    .execute();

/** The advertisers of a company that are read. */
export const activeAdvertisers = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('ads_advertiser')
    .select(['account_id'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .orderBy('account_id')
    .execute();

export const accountsWithAds = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('account as a')
    .leftJoin('ads_advertiser as v', (join) =>
      join.onRef('v.company_id', '=', 'a.company_id').onRef('v.account_id', '=', 'a.id'),
    )
    .select([
      'a.id',
      'a.name',
      'a.marketplace_id',
      'v.status',
      'v.capabilities',
      'v.read_at',
      'v.figures_at',
    ])
    .where('a.company_id', '=', companyId)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();

const change = (
  trx: Trx,
  companyId: number,
  accountId: number,
  values: {
    sealed?: Uint8Array;
    status?: string;
    message?: string | null;
    read_at?: Date;
    figures_at?: Date;
    probed_at?: Date;
    capabilities?: AdsCapabilities;
  },
) =>
  trx
    .updateTable('ads_advertiser')
    .set(values)
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

export const setSealed = (trx: Trx, companyId: number, accountId: number, sealed: Uint8Array) =>
  change(trx, companyId, accountId, { sealed });

export const setStatus = (
  trx: Trx,
  companyId: number,
  accountId: number,
  status: 'active' | 'inactive',
  message: string | null,
) => change(trx, companyId, accountId, { status, message });

export const setRead = (trx: Trx, companyId: number, accountId: number, at: Date) =>
  change(trx, companyId, accountId, { read_at: at });

export const setFigures = (trx: Trx, companyId: number, accountId: number, at: Date) =>
  change(trx, companyId, accountId, { figures_at: at });

interface SavedAdvertiser {
  companyId: number;
  accountId: number;
  advertiser: Advertiser;
  sealed: Uint8Array | null;
  now: Date;
}

export async function saveAdvertiser(
  trx: Trx,
  { companyId, accountId, advertiser, sealed, now }: SavedAdvertiser,
): Promise<void> {
  const values = {
    advertiser_id: advertiser.advertiserId,
    name: advertiser.name,
    currency_code: advertiser.currencyCode,
    country_code: advertiser.countryCode,
    time_zone: advertiser.timeZone,
    capabilities: advertiser.capabilities,
    status: 'active',
    message: null,
    sealed,
    connected_at: now,
  };
  await trx
    .insertInto('ads_advertiser')
    .values({
      company_id: companyId,
      account_id: accountId,
      ...values,
      read_at: null,
      figures_at: null,
      probed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(values))
    .execute();
}

/** Saves whether the account may write, as a try showed. */
export const setWrites = (
  trx: Trx,
  companyId: number,
  accountId: number,
  { capabilities, writes, at }: { capabilities: unknown; writes: boolean; at: Date },
) =>
  change(trx, companyId, accountId, {
    capabilities: { ...AdsCapabilities.parse(capabilities), writes },
    probed_at: at,
  });

/** Saves what the account may do now; the advertiser it belongs to stays. */
export const saveCapabilities = (
  trx: Trx,
  companyId: number,
  accountId: number,
  { capabilities, name, timeZone }: Advertiser,
) =>
  trx
    .updateTable('ads_advertiser')
    .set({ capabilities, name, time_zone: timeZone })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

/** Today in the time zone of an advertiser, YYYY-MM-DD. */
export const todayOf = (timeZone: string, now: Date) =>
  sql<string>`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date::text`;
