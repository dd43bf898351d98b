// Campaigns with their groups, ads and targets, as the marketplace lists them: written by its ids, page by page.
import { sql } from 'kysely';
import type {
  AdsPart,
  RemoteAd,
  RemoteAdGroup,
  RemoteCampaign,
  RemoteTarget,
} from '../../integrations/marketplace.ts';
import type { Trx } from '../../platform/db.ts';
import type { AdsAccountKey } from './access.ts';

const json = (items: readonly object[]) => sql`${JSON.stringify(items)}::text::jsonb`;

interface Where extends AdsAccountKey {
  now: Date;
}

async function saveCampaigns(
  trx: Trx,
  { companyId, accountId, now }: Where,
  items: readonly RemoteCampaign[],
): Promise<void> {
  await sql`
    insert into ads_campaign (company_id, account_id, remote_id, name, status, serving, type, bidding_strategy,
      placements, daily_budget, roas_target, shares, start_date, end_date, strategy, is_listed, read_at)
    select ${companyId}::bigint, ${accountId}::bigint, n."campaignId", n.name, n.status, n.serving, n.type,
      n."biddingStrategy", n.placements, n."dailyBudget", n."roasTarget", n.shares, n."startDate", n."endDate", 'none', true, ${now}::timestamptz
    from jsonb_to_recordset(${json(items)}) as n ("campaignId" text, name text, status text, serving text, type text,
      "biddingStrategy" text, placements jsonb, "dailyBudget" bigint, "roasTarget" bigint, shares jsonb,
      "startDate" date, "endDate" date)
    on conflict (company_id, account_id, remote_id) do update set name = excluded.name, status = excluded.status,
      serving = excluded.serving, type = excluded.type, bidding_strategy = excluded.bidding_strategy,
      placements = excluded.placements, daily_budget = excluded.daily_budget,
      roas_target = excluded.roas_target, shares = excluded.shares, start_date = excluded.start_date,
      end_date = excluded.end_date, is_listed = true, read_at = excluded.read_at`.execute(trx);
}

async function saveGroups(
  trx: Trx,
  { companyId, accountId, now }: Where,
  items: readonly RemoteAdGroup[],
): Promise<void> {
  await sql`
    insert into ads_group (company_id, campaign_id, remote_id, name, status, default_bid, is_listed, read_at)
    select c.company_id, c.id, n."adGroupId", n.name, n.status, n."defaultBid", true, ${now}::timestamptz
    from jsonb_to_recordset(${json(items)})
      as n ("adGroupId" text, "campaignId" text, name text, status text, "defaultBid" bigint)
    join ads_campaign c on c.company_id = ${companyId} and c.account_id = ${accountId} and c.remote_id = n."campaignId"
    on conflict (company_id, campaign_id, remote_id) do update set name = excluded.name, status = excluded.status,
      default_bid = excluded.default_bid, is_listed = true, read_at = excluded.read_at`.execute(
    trx,
  );
}

async function saveAds(
  trx: Trx,
  { companyId, accountId, now }: Where,
  items: readonly RemoteAd[],
): Promise<void> {
  await sql`
    insert into ads_ad (company_id, campaign_id, group_id, remote_id, sku_marketplace, status, serving, is_listed, read_at)
    select c.company_id, c.id, g.id, n."adId", n."skuMarketplace", n.status, n.serving, true, ${now}::timestamptz
    from jsonb_to_recordset(${json(items)}) as n ("adId" text, "campaignId" text, "adGroupId" text,
      "skuMarketplace" text, status text, serving text)
    join ads_campaign c on c.company_id = ${companyId} and c.account_id = ${accountId} and c.remote_id = n."campaignId"
    join ads_group g on g.company_id = c.company_id and g.campaign_id = c.id and g.remote_id = n."adGroupId"
    on conflict (company_id, campaign_id, remote_id) do update set group_id = excluded.group_id,
      sku_marketplace = excluded.sku_marketplace, status = excluded.status, serving = excluded.serving,
      is_listed = true, read_at = excluded.read_at`.execute(trx);
}

async function saveTargets(
  trx: Trx,
  { companyId, accountId, now }: Where,
  items: readonly RemoteTarget[],
): Promise<void> {
  await sql`
    insert into ads_target (company_id, campaign_id, group_id, remote_id, kind, is_negative, match_type, text, status,
      bid, is_listed, read_at)
    select c.company_id, c.id, g.id, n."targetId", n.kind, n."isNegative", n."matchType", n.text, n.status, n.bid, true,
      ${now}::timestamptz
    from jsonb_to_recordset(${json(items)}) as n ("targetId" text, "campaignId" text, "adGroupId" text, kind text,
      "isNegative" boolean, "matchType" text, text text, status text, bid bigint)
    join ads_campaign c on c.company_id = ${companyId} and c.account_id = ${accountId} and c.remote_id = n."campaignId"
    left join ads_group g on g.company_id = c.company_id and g.campaign_id = c.id and g.remote_id = n."adGroupId"
    where n."adGroupId" is null or g.id is not null
    on conflict (company_id, campaign_id, remote_id) do update set group_id = excluded.group_id, kind = excluded.kind,
      is_negative = excluded.is_negative, match_type = excluded.match_type, text = excluded.text,
      status = excluded.status, bid = excluded.bid, is_listed = true, read_at = excluded.read_at,
      -- A reading may have begun before a change of ours was made.
      changed_elsewhere_at = case when ads_target.bid is distinct from excluded.bid and not exists (
          select from ads_change h where h.company_id = ads_target.company_id and h.object = 'target'
            and h.object_id = ads_target.id and h.field = 'bid'
            and (h.state = 'sending' or h.state in ('applied', 'undone')
              and h.settled_at > excluded.read_at - interval '1 hour'))
        then excluded.read_at else ads_target.changed_elsewhere_at end`.execute(trx);
}

/** Writes a page of what an advertiser has. What belongs to an unknown campaign is left out. */
export function savePart(trx: Trx, where: Where, part: AdsPart): Promise<void> {
  switch (part.kind) {
    case 'campaigns':
      return saveCampaigns(trx, where, part.items);
    case 'adGroups':
      return saveGroups(trx, where, part.items);
    case 'ads':
      return saveAds(trx, where, part.items);
    case 'targets':
      return saveTargets(trx, where, part.items);
  }
}

/** Marks what the marketplace did not list in a complete reading that began at an instant. */
export async function markUnlisted(
  trx: Trx,
  { companyId, accountId, now: began }: Where,
): Promise<void> {
  await sql`update ads_campaign set is_listed = false
    where company_id = ${companyId} and account_id = ${accountId} and is_listed and read_at < ${began}`.execute(
    trx,
  );
  for (const table of ['ads_group', 'ads_ad', 'ads_target'])
    await sql`update ${sql.table(table)} t set is_listed = false from ads_campaign c
      where t.company_id = ${companyId} and c.company_id = t.company_id and c.id = t.campaign_id
        and c.account_id = ${accountId} and t.is_listed and t.read_at < ${began}`.execute(trx);
}

/** The campaigns of an account, by our ids. */
export async function campaignIds(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('ads_campaign')
    .select('id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Our id of a campaign that is stored. */
export async function campaignIdOf(
  trx: Trx,
  { companyId, accountId }: AdsAccountKey,
  remoteId: string,
): Promise<number> {
  const { id } = await trx
    .selectFrom('ads_campaign')
    .select('id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('remote_id', '=', remoteId)
    .executeTakeFirstOrThrow();
  return id;
}

export const setCampaignStatus = (
  trx: Trx,
  { companyId, now }: Where,
  id: number,
  status: 'ENABLED' | 'PAUSED',
) =>
  trx
    .updateTable('ads_campaign')
    .set({ status, read_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
