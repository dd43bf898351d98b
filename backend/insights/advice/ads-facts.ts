// The facts of running campaigns by which advice is given.
import { sql } from 'kysely';
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Trx } from '../../platform/db.ts';
import type { AdSums, CampaignFacts, TargetFacts } from './rules/campaign-facts.ts';

/** Figures of fewer days ago may still change. */
const SETTLED_AFTER_DAYS = 8;
const MONTH_DAYS = 30;
/** The share of a day's budget from which it counts as spent. */
const FULL = 0.95;
/** Targets of one campaign at most: those that cost most. */
const MOST_TARGETS = 100;
/** The lowest bid where a marketplace reports none, in minor units. */
const LEAST_BID = 7;

interface CampaignRow extends AdSums {
  id: number;
  account_id: number;
  currency_code: string;
  capabilities: unknown;
  strategy: string;
  goal_acos: number | null;
  daily_budget: number;
  spend_week: number;
  usual_week: number;
  full_days: number;
  break_even: number | null;
  price: number | null;
  changed_days_ago: number | null;
}

const SUMS = sql`coalesce(sum(d.impressions), 0)::bigint as impressions, coalesce(sum(d.clicks), 0)::bigint as clicks,
  coalesce(sum(d.cost), 0)::bigint as cost, coalesce(sum(d.orders), 0)::bigint as orders,
  coalesce(sum(d.sales), 0)::bigint as sales`;
/** The last day whose figures are settled, in the zone of the account's advertising. */
const lastDay = (now: Date) =>
  sql`((${now.toISOString()}::timestamptz at time zone v.time_zone)::date - ${SETTLED_AFTER_DAYS}::integer)`;

const campaignRows = async (trx: Trx, companyId: number, now: Date): Promise<CampaignRow[]> => {
  const last = lastDay(now);
  const { rows } = await sql<CampaignRow>`
    select c.id, c.account_id, v.currency_code, v.capabilities, c.strategy, c.goal_acos::float8 as goal_acos, c.daily_budget,
      f.impressions, f.clicks, f.cost, f.orders, f.sales, f.spend_week, f.usual_week, f.full_days,
      k.break_even, k.price, (${now.toISOString()}::timestamptz::date - h.at::date) as changed_days_ago
    from ads_campaign c
    join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
    cross join lateral (
      select coalesce(sum(d.impressions) filter (where d.day > ${last} - ${MONTH_DAYS}::integer), 0)::bigint as impressions,
        coalesce(sum(d.clicks) filter (where d.day > ${last} - ${MONTH_DAYS}::integer), 0)::bigint as clicks,
        coalesce(sum(d.cost) filter (where d.day > ${last} - ${MONTH_DAYS}::integer), 0)::bigint as cost,
        coalesce(sum(d.orders) filter (where d.day > ${last} - ${MONTH_DAYS}::integer), 0)::bigint as orders,
        coalesce(sum(d.sales) filter (where d.day > ${last} - ${MONTH_DAYS}::integer), 0)::bigint as sales,
        coalesce(sum(d.cost) filter (where d.day > ${last} - 7), 0)::bigint as spend_week,
        round(coalesce(sum(d.cost) filter (where d.day <= ${last} - 7), 0) / 4)::bigint as usual_week,
        (count(*) filter (where d.day > ${last} - 7 and d.cost >= c.daily_budget * ${FULL}::float8))::integer as full_days
      from ads_campaign_day d
      where d.company_id = c.company_id and d.campaign_id = c.id and d.day > ${last} - 35 and d.day <= ${last}
    ) f
    left join lateral (
      select avg((l.price - m.unit_fixed - l.price * m.unit_percent / 100) / l.price)
          filter (where m.unit_fixed is not null)::float8 as break_even,
        avg(l.price)::float8 as price
      from (select distinct sku_marketplace from ads_ad p
        where p.company_id = c.company_id and p.campaign_id = c.id and p.is_listed and p.status = 'ENABLED') p
      join listing l on l.company_id = c.company_id and l.account_id = c.account_id
        and l.sku_marketplace = p.sku_marketplace and l.price > 0
      left join market m on m.company_id = l.company_id and m.listing_id = l.id
    ) k on true
    left join lateral (
      select max(settled_at) as at from ads_change x
      where x.company_id = c.company_id and x.campaign_id = c.id and x.state = 'applied'
    ) h on true
    where c.company_id = ${companyId} and c.is_listed and c.status = 'ENABLED' and v.status = 'active'
      and v.figures_at is not null
    order by c.id`.execute(trx);
  return rows;
};

async function targetsOf(
  trx: Trx,
  companyId: number,
  now: Date,
): Promise<Map<number, TargetFacts[]>> {
  const last = lastDay(now);
  const { rows } = await sql<
    AdSums & { target_id: number; campaign_id: number; text: string; bid: number | null }
  >`
    select * from (
      select t.id as target_id, t.campaign_id, t.text, t.bid, f.*,
        row_number() over (partition by t.campaign_id order by f.cost desc, t.id) as place
      from ads_target t
      join ads_campaign c on c.company_id = t.company_id and c.id = t.campaign_id and c.is_listed and c.status = 'ENABLED'
      join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
        and v.status = 'active' and v.figures_at is not null
      cross join lateral (select ${SUMS} from ads_target_day d where d.company_id = t.company_id and d.target_id = t.id
        and d.day > ${last} - ${MONTH_DAYS}::integer and d.day <= ${last}) f
      where t.company_id = ${companyId} and t.is_listed and not t.is_negative and t.status = 'ENABLED'
    ) ranked where place <= ${MOST_TARGETS} order by target_id`.execute(trx);
  return Map.groupBy(
    rows.map((row) => ({ ...row, targetId: row.target_id })),
    ({ campaign_id }) => campaign_id,
  );
}

/** The running campaigns of a company whose account's figures were read. */
export async function campaignFacts(
  trx: Trx,
  companyId: number,
  now: Date,
): Promise<CampaignFacts[]> {
  const rows = await campaignRows(trx, companyId, now);
  if (rows.length === 0) return [];
  const targets = await targetsOf(trx, companyId, now);
  return rows.map((row): CampaignFacts => {
    const { writes, bid, dailyBudget } = AdsCapabilities.parse(row.capabilities);
    const { impressions, clicks, cost, orders, sales } = row;
    return {
      campaignId: row.id,
      accountId: row.account_id,
      currencyCode: row.currency_code,
      strategy: row.strategy,
      goal: row.goal_acos === null ? null : row.goal_acos / 100,
      dailyBudget: row.daily_budget,
      writes,
      leastBid: bid?.minimum ?? LEAST_BID,
      leastBudget: dailyBudget?.minimum ?? 1,
      month: { impressions, clicks, cost, orders, sales },
      spendWeek: row.spend_week,
      usualWeek: row.usual_week,
      fullDays: row.full_days,
      breakEven: row.break_even,
      price: row.price,
      changedDaysAgo: row.changed_days_ago,
      targets: targets.get(row.id) ?? [],
    };
  });
}
