// The stored facts of bids: evidence by day, listings with costs, buybox and stock.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { type FigureRow, SUMS } from './figures.ts';

export interface GroupRow {
  id: number;
  name: string;
  status: string;
  default_bid: number | null;
}

export const groupsOf = (trx: Trx, companyId: number, campaignId: number): Promise<GroupRow[]> =>
  trx
    .selectFrom('ads_group')
    .select(['id', 'name', 'status', 'default_bid'])
    .where('company_id', '=', companyId)
    .where('campaign_id', '=', campaignId)
    .where('is_listed', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** An ad with its listing, where that is known. */
export interface AdRow {
  id: number;
  group_id: number;
  sku_marketplace: string;
  status: string;
  serving: string | null;
  listing_id: number | null;
  title: string | null;
  image_url: string | null;
  link: string | null;
  price: number | null;
  stock: number | null;
  cost: number | null;
  tax_percent: number | null;
  fee_percent: number | null;
  fee_fixed: number | null;
  buybox_status: string | null;
  buybox_since: Date | null;
}

export async function adsOf(trx: Trx, companyId: number, campaignId: number): Promise<AdRow[]> {
  const { rows } = await sql<AdRow>`
    select p.id, p.group_id, p.sku_marketplace, p.status, p.serving, l.id as listing_id, l.title, l.image_url, l.link,
      l.price, l.stock, k.cost, k.tax_percent, k.fee_percent, k.fee_fixed, m.buybox_status, b.since as buybox_since
    from ads_ad p
    join ads_campaign c on c.company_id = p.company_id and c.id = p.campaign_id
    left join listing l on l.company_id = p.company_id and l.account_id = c.account_id
      and l.sku_marketplace = p.sku_marketplace
    left join listing_cost k on k.company_id = l.company_id and k.listing_id = l.id
    left join market m on m.company_id = l.company_id and m.listing_id = l.id
    left join listing_buybox b on b.company_id = l.company_id and b.listing_id = l.id
    where p.company_id = ${companyId} and p.campaign_id = ${campaignId} and p.is_listed
    order by l.title nulls last, p.id`.execute(trx);
  return rows;
}

export interface TargetRow extends FigureRow {
  id: number;
  group_id: number | null;
  kind: string;
  is_negative: boolean;
  match_type: string;
  text: string;
  status: string;
  bid: number | null;
}

/** The targets of a campaign with their figures of some days, those that cost most first. */
export async function targetsOf(
  trx: Trx,
  {
    companyId,
    campaignId,
    from,
    to,
  }: { companyId: number; campaignId: number; from: string; to: string },
  limit: number,
  targetId: number | null = null,
): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select t.id, t.group_id, t.kind, t.is_negative, t.match_type, t.text, t.status, t.bid, f.*
    from ads_target t
    left join lateral (select ${SUMS} from ads_target_day d where d.company_id = t.company_id and d.target_id = t.id
      and d.day between ${from}::date and ${to}::date) f on true
    where t.company_id = ${companyId} and t.campaign_id = ${campaignId} and t.is_listed
      and (${targetId}::bigint is null or t.id = ${targetId})
    order by f.cost desc nulls last, t.text, t.id limit ${limit}`.execute(trx);
  return rows;
}

export interface DayRow {
  target_id: number;
  day: string;
  impressions: number;
  clicks: number;
  cost: number;
  orders: number;
  units: number;
  sales: number;
}

/** The days of some targets since a day. */
export async function daysOf(
  trx: Trx,
  companyId: number,
  targetIds: readonly number[],
  from: string,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select target_id, day::text as day, impressions, clicks, cost, orders, units, sales from ads_target_day
    where company_id = ${companyId} and target_id = any(${targetIds}::bigint[]) and day >= ${from}::date
    order by target_id, day`.execute(trx);
  return rows;
}

/**
 * Matured clicks and orders of an account's targets, as the engine weighs them, for those with most clicks.
 * @param weights the weights of clicks and of orders by age, from today on
 */
export async function accountEvidence(
  trx: Trx,
  { companyId, accountId, today }: { companyId: number; accountId: number; today: string },
  weights: { clicks: readonly number[]; orders: readonly number[] },
  limit: number,
): Promise<{ clicks: number; orders: number }[]> {
  const { rows } = await sql<{ clicks: number; orders: number }>`
    select sum(d.clicks * w.clicks)::float8 as clicks, sum(d.orders * w.orders)::float8 as orders
    from ads_campaign c
    join ads_target t on t.company_id = c.company_id and t.campaign_id = c.id and not t.is_negative
    join ads_target_day d on d.company_id = t.company_id and d.target_id = t.id
    join unnest(${weights.clicks}::float8[], ${weights.orders}::float8[]) with ordinality
      as w (clicks, orders, place) on w.place = ${today}::date - d.day + 1
    where c.company_id = ${companyId} and c.account_id = ${accountId} and d.clicks > 0
    group by t.id order by 1 desc limit ${limit}`.execute(trx);
  return rows;
}

/** The latest change of each target's bid that the marketplace shows. */
export async function lastBidChanges(
  trx: Trx,
  companyId: number,
  targetIds: readonly number[],
): Promise<Map<number, { at: Date; before: number | null }>> {
  const { rows } = await sql<{ object_id: number; settled_at: Date; before_value: string | null }>`
    select distinct on (object_id) object_id, settled_at, before_value from ads_change
    where company_id = ${companyId} and object = 'target' and field = 'bid' and state in ('applied', 'undone')
      and object_id = any(${targetIds}::bigint[])
    order by object_id, settled_at desc`.execute(trx);
  return new Map(
    rows.map((row) => [
      row.object_id,
      { at: row.settled_at, before: row.before_value === null ? null : Number(row.before_value) },
    ]),
  );
}
