// A campaign as it is now, for an edit of it.
import { sql } from 'kysely';
import { AdsCapabilities, PlacementPercent } from '../../kernel/ads.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import * as advertisers from '../advertisers/store.ts';
import type { CampaignStrategy } from '../contract.ts';

export interface GroupNow {
  id: number;
  remoteId: string;
  name: string;
  status: string;
  defaultBid: Minor | null;
}

export interface AdNow {
  id: number;
  groupId: number;
  sku: string;
  /** Null: its listing is not known here. */
  listingId: number | null;
  title: string | null;
  status: string;
}

export interface TargetNow {
  id: number;
  groupId: number | null;
  kind: string;
  isNegative: boolean;
  matchType: string;
  text: string;
  status: string;
  bid: Minor | null;
}

export interface CampaignNow {
  id: number;
  accountId: number;
  remoteId: string;
  name: string;
  status: string;
  type: string;
  startDate: string | null;
  endDate: string | null;
  dailyBudget: Minor;
  /** Hundredths. */
  roasTarget: number | null;
  strategy: CampaignStrategy;
  goalAcos: number | null;
  biddingStrategy: string | null;
  placements: PlacementPercent[];
  groups: GroupNow[];
  ads: AdNow[];
  targets: TargetNow[];
  capabilities: AdsCapabilities;
  currencyCode: string;
  timeZone: string;
}

/** Null: the company has no such campaign, or the marketplace no longer lists it. */
export async function loadState(
  trx: Trx,
  companyId: number,
  campaignId: number,
): Promise<CampaignNow | null> {
  const advertiser = await advertisers.advertiserOfCampaign(trx, companyId, campaignId);
  if (advertiser === undefined) return null;
  const { rows } = await sql<Omit<CampaignNow, 'groups' | 'ads' | 'targets' | 'capabilities'>>`
    select id, account_id as "accountId", remote_id as "remoteId", name, status, type, start_date::text as "startDate",
      end_date::text as "endDate", daily_budget as "dailyBudget", roas_target as "roasTarget", strategy,
      goal_acos::float8 as "goalAcos", bidding_strategy as "biddingStrategy", placements
    from ads_campaign where company_id = ${companyId} and id = ${campaignId} and is_listed`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { rows: groups } = await sql<GroupNow>`
    select id, remote_id as "remoteId", name, status, default_bid as "defaultBid" from ads_group
    where company_id = ${companyId} and campaign_id = ${campaignId} and is_listed order by id`.execute(
    trx,
  );
  const { rows: ads } = await sql<AdNow>`
    select p.id, p.group_id as "groupId", p.sku_marketplace as sku, l.id as "listingId", l.title, p.status
    from ads_ad p
    left join listing l on l.company_id = p.company_id and l.account_id = ${row.accountId}
      and l.sku_marketplace = p.sku_marketplace
    where p.company_id = ${companyId} and p.campaign_id = ${campaignId} and p.is_listed order by p.id`.execute(
    trx,
  );
  const { rows: targets } = await sql<TargetNow>`
    select id, group_id as "groupId", kind, is_negative as "isNegative", match_type as "matchType", text, status, bid
    from ads_target where company_id = ${companyId} and campaign_id = ${campaignId} and is_listed order by id`.execute(
    trx,
  );
  return {
    ...row,
    placements: PlacementPercent.array().parse(row.placements),
    groups,
    ads,
    targets,
    capabilities: AdsCapabilities.parse(advertiser.capabilities),
    currencyCode: advertiser.currency_code,
    timeZone: advertiser.time_zone,
  };
}
