// The list of campaigns: pages, tabs and figures of some days.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PlacementPercent } from '../../kernel/ads.ts';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type ExtraColumn, exportCsv, type Reader } from '../../platform/csv-export.ts';
import { planEach, type Trx, within } from '../../platform/db.ts';
import { fieldsOf, listCondition, listOrder, tabCounts } from '../../platform/filter-sql.ts';
import {
  CAMPAIGN_FIELDS,
  Campaign,
  type CampaignField,
  type CampaignQuery,
  type CampaignTab,
  type FigureDays,
} from '../contract.ts';
import { type FigureRow, figureDays, SUMS, toFigures, zoneOf } from './figures.ts';

/** The stage of a campaign; an automatic one chooses its targets itself. */
const STATE = sql`case
  when c.start_date > (x.at at time zone v.time_zone)::date then 'pending_start'
  when c.end_date < (x.at at time zone v.time_zone)::date then 'finished'
  when not exists (select from ads_ad p where p.company_id = c.company_id and p.campaign_id = c.id
      and p.is_listed and p.status <> 'ARCHIVED')
    or c.type = 'manual' and not exists (select from ads_target t where t.company_id = c.company_id
      and t.campaign_id = c.id and t.is_listed and not t.is_negative and t.status <> 'ARCHIVED')
  then 'incomplete'
  else 'active' end`;

const TAGS = sql`(select array_agg(t.tag order by lower(t.tag)) from ads_campaign_tag t
  where t.company_id = c.company_id and t.campaign_id = c.id)`;

const count = (column: RawBuilder<unknown>) => ({
  column: sql`coalesce(${column}, 0)`,
  notNull: true,
});

const FIELDS = fieldsOf<CampaignField>(CAMPAIGN_FIELDS, {
  id: 'c.id!',
  name: 'c.name!',
  status: 'c.status!',
  state: { column: sql`(${STATE})`, notNull: true },
  type: 'c.type!',
  strategy: 'c.strategy!',
  biddingStrategy: 'c.bidding_strategy',
  dailyBudget: 'c.daily_budget!',
  roasTarget: { column: sql`(c.roas_target / 100.0)` },
  startDate: { column: sql`(c.start_date::timestamp at time zone v.time_zone)` },
  endDate: { column: sql`(c.end_date::timestamp at time zone v.time_zone)` },
  impressions: count(sql`f.impressions`),
  clicks: count(sql`f.clicks`),
  investment: count(sql`f.cost`),
  sales: count(sql`f.orders`),
  revenue: count(sql`f.sales`),
  acos: { column: sql`(f.cost * 100.0 / nullif(f.sales, 0))` },
  roas: { column: sql`(f.sales * 1.0 / nullif(f.cost, 0))` },
  ctr: { column: sql`(f.clicks * 100.0 / nullif(f.impressions, 0))` },
  cpc: { column: sql`(f.cost * 1.0 / nullif(f.clicks, 0))` },
  conversion: { column: sql`(f.orders * 100.0 / nullif(f.clicks, 0))` },
  goalAcos: 'c.goal_acos',
  tags: { column: TAGS, isMany: true },
  marketplaceId: { column: sql`(a.marketplace_id::bigint)`, notNull: true },
  accountId: 'c.account_id!',
  accountName: 'a.name!',
});

export interface CampaignRow extends FigureRow {
  id: number;
  remote_id: string;
  name: string;
  marketplace_id: number;
  account_id: number;
  account_name: string;
  currency_code: string;
  status: string;
  state: string;
  serving: string | null;
  type: string;
  bidding_strategy: string | null;
  placements: unknown;
  daily_budget: number;
  roas_target: number | null;
  shares: unknown;
  start: string | null;
  end: string | null;
  strategy: string;
  goal_acos: number | null;
  automation: string;
  decided_at: Date | null;
  ros_multiplier: number | null;
  tags: string[] | null;
  read_at: Date;
  figures_at: Date | null;
}

export const toCampaign = (row: CampaignRow): Campaign =>
  Campaign.parse({
    id: row.id,
    remoteId: row.remote_id,
    name: row.name,
    marketplaceId: row.marketplace_id,
    accountId: row.account_id,
    accountName: row.account_name,
    currencyCode: row.currency_code,
    status: row.status,
    state: row.state,
    serving: row.serving,
    type: row.type,
    biddingStrategy: row.bidding_strategy,
    placements: PlacementPercent.array().parse(row.placements),
    dailyBudget: toAmount(row.daily_budget),
    roasTarget: toAmountOrNull(row.roas_target),
    shares: row.shares,
    startDate: row.start,
    endDate: row.end,
    strategy: row.strategy,
    goalAcos: row.goal_acos,
    automation: row.automation,
    decidedAt: row.decided_at?.toISOString() ?? null,
    figures: toFigures(row, row.figures_at),
    tags: row.tags ?? [],
    readAt: row.read_at.toISOString(),
  });

interface Scope {
  companyId: number;
  now: Date;
  days: Pick<FigureDays, 'from' | 'to'>;
}

/** Campaigns that the marketplaces still list, each with its figures: `c`, `v`, `a`, `f`. */
const from = ({ companyId, now, days }: Scope, where: RawBuilder<unknown>) => sql`
  from ads_campaign c
  join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
  join account a on a.company_id = c.company_id and a.id = c.account_id
  cross join (select ${now.toISOString()}::timestamptz as at) x
  left join lateral (select ${SUMS} from ads_campaign_day d
    where d.company_id = c.company_id and d.campaign_id = c.id
      and d.day between ${days.from}::date and ${days.to}::date) f on true
  where c.company_id = ${companyId} and c.is_listed and ${where}`;

const COLUMNS = sql`c.*, c.start_date::text as start, c.end_date::text as "end", v.currency_code, v.figures_at,
  a.marketplace_id, a.name as account_name, ${STATE} as state, ${TAGS} as tags,
  f.impressions, f.clicks, f.cost, f.orders, f.units, f.sales`;

const TABS: Readonly<Record<CampaignTab, RawBuilder<SqlBool>>> = {
  all: sql`true`,
  active: sql`c.status = 'ENABLED' and (${STATE}) <> 'finished'`,
  paused: sql`c.status = 'PAUSED'`,
  over: sql`(c.status = 'ARCHIVED' or (${STATE}) = 'finished')`,
};

type Question = Pick<CampaignQuery, 'search'>;

const matching = (
  question: Question,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<SqlBool> => listCondition(FIELDS, ['name'], question, body);

const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 'c.id', [
    { field: 'investment', direction: 'desc' },
    { field: 'name', direction: 'asc' },
  ]);

/** A page of campaigns, those that cost most first. @throws Problem 422 for fields that they do not have */
export const queryCampaigns = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  query: PageQuery & CampaignQuery,
  body: ListBody,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const days = figureDays(query, now, await zoneOf(trx, companyId));
    const scope = { companyId, now, days };
    const found = matching(query, body);
    await planEach(trx);
    const { rows } = await sql<CampaignRow>`select ${COLUMNS}
      ${from(scope, sql`${found} and ${TABS[query.tab]}`)}
      order by ${orderOf(body.orders)} limit ${query.limit} offset ${query.page * query.limit}`.execute(
      trx,
    );
    const { rows: sums } = await sql<
      Record<CampaignTab, number> & FigureRow & { currency_code: string; figures_at: Date | null }
    >`
      select v.currency_code, max(v.figures_at) as figures_at, ${tabCounts(TABS)}, ${sql.join(
        ['impressions', 'clicks', 'cost', 'orders', 'units', 'sales'].map(
          (name) =>
            sql`sum(${sql.ref(`f.${name}`)}) filter (where ${TABS[query.tab]})::bigint as ${sql.ref(name)}`,
        ),
      )}
      ${from(scope, found)} group by v.currency_code order by v.currency_code`.execute(trx);
    const counts = { all: 0, active: 0, paused: 0, over: 0 };
    for (const sum of sums)
      for (const tab of Object.keys(counts) as CampaignTab[]) counts[tab] += sum[tab];
    return {
      ...toPage(rows.map(toCampaign), counts[query.tab], query),
      counts,
      days,
      totals: sums.map((sum) => ({
        currencyCode: sum.currency_code,
        figures: toFigures(sum, sum.figures_at),
      })),
    };
  });

/** One campaign with its figures; null: the company has none by this id. */
export async function findCampaign(
  trx: Trx,
  scope: Scope,
  campaignId: number,
): Promise<CampaignRow | null> {
  const { rows } = await sql<CampaignRow>`
    select ${COLUMNS} ${from(scope, sql`c.id = ${campaignId}`)}`.execute(trx);
  return rows[0] ?? null;
}

/** Campaigns of a status by a part of their name, for earlier clients. */
export async function listCampaigns(
  ctx: AppContext,
  actor: Pick<Actor, 'companyId'>,
  { status, name, ...page }: PageQuery & { status?: string | undefined; name?: string | undefined },
): Promise<Page<Campaign>> {
  const and = 'AND' as const;
  const filters =
    status === undefined
      ? []
      : [{ field: 'status', condition: '=' as const, value: status, logicalOperator: and }];
  const query = { ...page, tab: 'all' as const, search: name };
  const orders = [{ field: 'name', direction: 'asc' as const }];
  const found = await queryCampaigns(ctx, actor, query, { filters, orders, timeZone: 'UTC' });
  return toPage(found.content, found.totalElements, page);
}

/** The tags of a campaign in one cell, those of holidays in the reader's language. */
const TAG_NAMES: ExtraColumn = {
  column: sql`array_to_string(${TAGS}, '|')`,
  write: (value, { words }) =>
    String(value)
      .split('|')
      .map((tag) => (Object.hasOwn(words, tag) ? words[tag] : tag))
      .join(', '),
};

const NAME = { pt: 'campanhas', en: 'campaigns', es: 'campanas' } as const;

/** The `from` clause of all campaigns that match. @throws Problem 422 for fields that they do not have */
export async function fromMatching(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  query: CampaignQuery,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): Promise<RawBuilder<unknown>> {
  const now = ctx.clock();
  const days = figureDays(query, now, await zoneOf(trx, companyId));
  return from({ companyId, now, days }, sql`${matching(query, body)} and ${TABS[query.tab]}`);
}

/** The campaigns that match. @throws as `exportCsv` */
export const exportCampaigns = (
  ctx: AppContext,
  actor: Actor,
  query: CampaignQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: FIELDS,
    extras: { tagNames: TAG_NAMES },
    body,
    orderBy: orderOf(body.orders),
    from: (trx) => fromMatching(ctx, trx, actor.companyId, query, body),
  });
