// Sums of days by group and period, and which days they are known of.
import { type RawBuilder, sql } from 'kysely';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import type { Trx } from '../platform/db.ts';
import { ORDERS, timeZoneOf } from '../sales/actions.ts';
import type { Fact, Granularity, IndicatorFilters } from './contract.ts';
import type { AdsDays } from './engine/completeness.ts';
import { daysOf, type Range } from './engine/periods.ts';

export interface Account {
  id: number;
  name: string;
  marketplaceId: number;
  timeZone: string;
  /** Every change of its orders until then is read; null: they are not read. */
  readUntil: Date | null;
}

const among = (column: string, ids: readonly number[] | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${ids}::bigint[])`;

/** The accounts that filters leave, by name. */
export async function accountsOf(
  trx: Trx,
  marketplaces: KnownMarketplaces,
  companyId: number,
  { accountIds, marketplaceIds }: IndicatorFilters,
): Promise<Account[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    marketplace_id: number;
    country_code: string | null;
    read_until: Date | null;
  }>`
    select a.id, a.name, a.marketplace_id, a.country_code, f.read_until from account a
    left join order_feed f on f.company_id = a.company_id and f.account_id = a.id
    where a.company_id = ${companyId} ${among('a.id', accountIds)}
      ${among('a.marketplace_id', marketplaceIds)}
    order by a.name, a.id`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    marketplaceId: row.marketplace_id,
    timeZone: timeZoneOf(marketplaces, row.marketplace_id, row.country_code),
    readUntil: row.read_until,
  }));
}

/** A listing or a campaign. */
export interface Listing {
  id: number;
  name: string;
  accountId: number;
  marketplaceId: number;
}

/** Campaigns that the company has in some accounts, all or some of them, first those that cost most in a range. */
export async function campaignsOf(
  trx: Trx,
  companyId: number,
  campaignIds: readonly number[] | undefined,
  accountIds: readonly number[],
  { from, to }: Range,
): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select c.id, c.name, c.account_id as "accountId", a.marketplace_id as "marketplaceId" from ads_campaign c
    join account a on a.company_id = c.company_id and a.id = c.account_id
    where c.company_id = ${companyId} ${among('c.id', campaignIds)}
      and c.account_id = any(${accountIds}::bigint[])
    order by (select sum(d.cost) from ads_campaign_day d
      where d.company_id = c.company_id and d.campaign_id = c.id
        and d.day between ${from}::text::date and ${to}::text::date) desc nulls last, c.name, c.id`.execute(
    trx,
  );
  return rows;
}

/** Those of some listings that the company has in some accounts, in the order of their titles. */
export async function listingsOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  accountIds: readonly number[],
): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select id, title as name, account_id as "accountId", marketplace_id as "marketplaceId" from listing
    where company_id = ${companyId} and id = any(${listingIds}::bigint[])
      and account_id = any(${accountIds}::bigint[])
    order by title, id`.execute(trx);
  return rows;
}

/** Which group each account, or each listing, belongs to. */
export type Membership = ReadonlyMap<number, number>;

/** Days of a range, put into periods after they were moved to the range that they are compared with. */
export interface Span {
  range: Range;
  granularity: Granularity;
  /** By how many days they are moved; 0: not at all. */
  shift: number;
}

/** The first day of the period of a row's day. */
function periodOf({ range, granularity, shift }: Span): RawBuilder<string> {
  const first = sql`${range.from}::text::date + ${shift}::integer`;
  const day = sql`(d.day + ${shift}::integer)`;
  if (granularity === 'total') return sql<string>`(${first})::text`;
  if (granularity === 'day') return sql<string>`${day}::text`;
  return sql<string>`greatest(date_trunc(${sql.lit(granularity)}, ${day}::timestamp)::date, ${first})::text`;
}

/** The facts that are kept by day, by their columns. */
const COLUMNS = [
  ['orders', 'orders'],
  ['units', 'units'],
  ['revenue', 'revenue'],
  ['shipping', 'shipping'],
  ['cancelledUnits', 'cancelled_units'],
  ['refundedUnits', 'refunded_units'],
  ['refunds', 'refunds'],
  ['refundsOf', 'refunds_of'],
  ['fees', 'fees'],
  ['feesOf', 'fees_of'],
  ['goods', 'goods'],
  ['goodsOf', 'goods_of'],
  ['tax', 'tax'],
  ['taxOf', 'tax_of'],
  ['contribution', 'margin'],
  ['contributionOf', 'margin_of'],
  ['wonUnits', 'won_units'],
  ['sharedUnits', 'shared_units'],
  ['lostUnits', 'lost_units'],
] as const satisfies readonly (readonly [Fact, string])[];
type Columns = readonly (readonly [(typeof COLUMNS)[number][0], string])[];
/** An order with two listings counts at one of them, so that the sums of listings are those of the account. */
const LISTING_COLUMNS: Columns = COLUMNS.map(([fact, column]) =>
  fact === 'orders' ? [fact, 'counted_orders'] : [fact, column],
);

export type SumRow = { group: number; period: string; currencyCode: string } & Record<
  (typeof COLUMNS)[number][0],
  number
>;

/** What was sold on known days, by group, period and currency. */
async function sumsOf(
  trx: Trx,
  companyId: number,
  members: Membership,
  span: Span,
  { table, member, columns }: { table: string; member: string; columns: Columns },
): Promise<SumRow[]> {
  const ids = [...members.keys()];
  const sums = columns.map(
    ([fact, column]) => sql`sum(${sql.ref(`d.${column}`)})::bigint as ${sql.ref(fact)}`,
  );
  const id = sql.ref(`d.${member}`);
  const { rows } = await sql<SumRow>`
    select g.grp as "group", ${periodOf(span)} as period, d.currency_code as "currencyCode", ${sql.join(sums)}
    from ${sql.table(table)} d
    join unnest(${ids}::bigint[], ${[...members.values()]}::bigint[]) as g(id, grp) on g.id = ${id}
    join source_day s on s.company_id = d.company_id and s.account_id = d.account_id and s.source = ${ORDERS}
      and s.day = d.day and s.state <> 'failed'
    where d.company_id = ${companyId} and ${id} = any(${ids}::bigint[])
      and d.day = any(${daysOf(span.range)}::text[]::date[])
    group by 1, 2, 3`.execute(trx);
  return rows;
}

export const sumsOfAccounts = (trx: Trx, companyId: number, members: Membership, span: Span) =>
  sumsOf(trx, companyId, members, span, {
    table: 'account_day',
    member: 'account_id',
    columns: COLUMNS,
  });

export const sumsOfListings = (trx: Trx, companyId: number, members: Membership, span: Span) =>
  sumsOf(trx, companyId, members, span, {
    table: 'listing_day',
    member: 'listing_id',
    columns: LISTING_COLUMNS,
  });

export type AdRow = { group: number; period: string; currencyCode: string } & Record<
  'impressions' | 'clicks' | 'adOrders' | 'investment' | 'adSales',
  number
>;

/** What campaigns showed, cost and sold, by group, period and currency. @param member what the members are */
export async function adSumsOf(
  trx: Trx,
  companyId: number,
  members: Membership,
  span: Span,
  member: 'account' | 'campaign',
): Promise<AdRow[]> {
  const ids = [...members.keys()];
  const id = sql.ref(member === 'account' ? 'c.account_id' : 'c.id');
  const { rows } = await sql<AdRow>`
    select g.grp as "group", ${periodOf(span)} as period, v.currency_code as "currencyCode",
      sum(d.impressions)::bigint as impressions, sum(d.clicks)::bigint as clicks, sum(d.orders)::bigint as "adOrders",
      sum(d.cost)::bigint as investment, sum(d.sales)::bigint as "adSales"
    from ads_campaign c
    join unnest(${ids}::bigint[], ${[...members.values()]}::bigint[]) as g(id, grp) on g.id = ${id}
    join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
    join ads_campaign_day d on d.company_id = c.company_id and d.campaign_id = c.id
    where c.company_id = ${companyId} and ${id} = any(${ids}::bigint[])
      and d.day between ${span.range.from}::text::date and ${span.range.to}::text::date
    group by 1, 2, 3`.execute(trx);
  return rows;
}

/** Days for which marketplaces keep the figures of campaigns; the first reading covers them. */
const ADS_RETAINED_DAYS = 90;

/** The days of accounts whose campaigns' figures are read; accounts without any are left out. */
export async function adsDaysOf(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
): Promise<Map<number, AdsDays>> {
  const { rows } = await sql<AdsDays & { accountId: number }>`
    select v.account_id as "accountId", ((v.figures_at at time zone v.time_zone)::date)::text as until,
      least((v.connected_at at time zone v.time_zone)::date - ${ADS_RETAINED_DAYS - 1}::integer, (
        select min(d.day) from ads_campaign_day d
        join ads_campaign c on c.company_id = d.company_id and c.id = d.campaign_id
        where c.company_id = v.company_id and c.account_id = v.account_id))::text as since
    from ads_advertiser v
    where v.company_id = ${companyId} and v.account_id = any(${accountIds}::bigint[]) and v.figures_at is not null`.execute(
    trx,
  );
  return new Map(rows.map(({ accountId, since, until }) => [accountId, { since, until }]));
}

export interface KnownDays {
  accountId: number;
  period: string;
  settled: number;
  settling: number;
  open: number;
}

/** How many days of each account are known in each period. */
export async function knownDays(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
  span: Span,
): Promise<KnownDays[]> {
  const count = (state: string) =>
    sql`(count(*) filter (where d.state = ${sql.lit(state)}))::integer as ${sql.ref(state)}`;
  const { rows } = await sql<KnownDays>`
    select d.account_id as "accountId", ${periodOf(span)} as period,
      ${sql.join(['settled', 'settling', 'open'].map(count))}
    from source_day d
    where d.company_id = ${companyId} and d.account_id = any(${accountIds}::bigint[]) and d.source = ${ORDERS}
      and d.state <> 'failed'
      and d.day between ${span.range.from}::text::date and ${span.range.to}::text::date
    group by 1, 2`.execute(trx);
  return rows;
}

/** Price changes by rules in the requested spans, by the index of the span. */
interface Changes {
  /** The account or the listing. */
  member: number;
  span: number;
  changes: number;
  /** What a change by hand would take. */
  minutes: number;
}

/**
 * How often rules changed the prices of accounts, or of listings, in spans that follow each other; what was undone does not
 * count.
 */
export async function changesOf(
  trx: Trx,
  companyId: number,
  member: 'account' | 'listing',
  ids: readonly number[],
  spans: readonly { from: Date; to: Date }[],
): Promise<Changes[]> {
  const starts = spans.map(({ from }) => from.toISOString());
  const isByAccount = member === 'account';
  const key = sql.ref(isByAccount ? 'l.account_id' : 'u.listing_id');
  const { rows } = await sql<Changes>`
    select ${key} as member,
      width_bucket(u.created_at, ${starts}::text[]::timestamptz[]) - 1 as span, count(*)::integer as changes,
      c.minutes_per_manual_change as minutes
    from price_update u join company c on c.id = u.company_id
    ${isByAccount ? sql`join listing l on l.company_id = u.company_id and l.id = u.listing_id` : sql``}
    where u.company_id = ${companyId} and ${key} = any(${ids}::bigint[])
      and u.created_at >= ${spans[0]!.from} and u.created_at < ${spans.at(-1)!.to}
      and u.state = 'applied' and u.reverts is null
    group by 1, 2, 4`.execute(trx);
  return rows;
}
