// The report of a campaign: its figures by day.
import { type RawBuilder, sql } from 'kysely';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { exportCsv, type Reader } from '../../platform/csv-export.ts';
import { type Trx, within } from '../../platform/db.ts';
import { fieldsOf, filterCondition, listOrder } from '../../platform/filter-sql.ts';
import {
  type FigureDays,
  type FigureRange,
  REPORT_FIELDS,
  type ReportDay,
  type ReportField,
  type ReportQuery,
} from '../contract.ts';
import { problem } from '../problems.ts';
import { type FigureRow, figureDays, toFigures } from './figures.ts';
import { findCampaign, toCampaign } from './query.ts';

/** Reports of the account begin at `x.since`; a later day without a row had no impression. */
const KNOWN = sql`v.figures_at is not null and g.day >= x.since`;
const figure = (name: string) =>
  sql`(case when ${KNOWN} then coalesce(${sql.ref(`d.${name}`)}, 0) end)`;

const FIELDS = fieldsOf<ReportField>(REPORT_FIELDS, {
  day: { column: sql`to_char(g.day, 'YYYY-MM-DD')`, notNull: true },
  settling: {
    column: sql`(case when g.day >= x.settling then 'settling' else 'settled' end)`,
    notNull: true,
  },
  investment: { column: figure('cost') },
  revenue: { column: figure('sales') },
  acos: { column: sql`(d.cost * 100.0 / nullif(d.sales, 0))` },
  roas: { column: sql`(d.sales * 1.0 / nullif(d.cost, 0))` },
  sales: { column: figure('orders') },
  units: { column: figure('units') },
  clicks: { column: figure('clicks') },
  impressions: { column: figure('impressions') },
  ctr: { column: sql`(d.clicks * 100.0 / nullif(d.impressions, 0))` },
  cpc: { column: sql`(d.cost * 1.0 / nullif(d.clicks, 0))` },
  conversion: { column: sql`(d.orders * 100.0 / nullif(d.clicks, 0))` },
});

interface Scope {
  companyId: number;
  campaignId: number;
  days: FigureDays;
}

/** The days of a campaign: `g`, `c`, `v`, `x`, and `d` where it was shown. */
const from = ({ companyId, campaignId, days }: Scope, where: RawBuilder<unknown>) => sql`
  from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') as g(day)
  join ads_campaign c on c.company_id = ${companyId} and c.id = ${campaignId} and c.is_listed
  join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
  cross join (
    select min(e.day) as since, ${days.settlingFrom}::date as settling from ads_campaign_day e
    join ads_campaign o on o.company_id = e.company_id and o.id = e.campaign_id
    where e.company_id = ${companyId}
      and o.account_id = (select account_id from ads_campaign where company_id = ${companyId} and id = ${campaignId})
  ) x
  left join ads_campaign_day d on d.company_id = c.company_id and d.campaign_id = c.id and d.day = g.day
  where ${where}`;

const COLUMNS = sql`to_char(g.day, 'YYYY-MM-DD') as day, v.currency_code, ${KNOWN} as is_known, v.figures_at,
  d.impressions, d.clicks, d.cost, d.orders, d.units, d.sales`;

interface Row extends FigureRow {
  day: string;
  currency_code: string;
  is_known: boolean | null;
  figures_at: Date | null;
}

const toDay = (row: Row, { settlingFrom }: FigureDays): ReportDay => ({
  day: row.day,
  isSettling: row.day >= settlingFrom,
  currencyCode: row.currency_code,
  figures: toFigures(row, row.is_known ? row.figures_at : null),
});

/** The days that are requested, in the time zone of the campaign's advertising. @throws Problem 404 `campaign_not_found` */
async function scopeOf(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number,
  range: FigureRange,
): Promise<Scope> {
  const { rows } = await sql<{ time_zone: string }>`
    select v.time_zone from ads_campaign c
    join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
    where c.company_id = ${companyId} and c.id = ${campaignId} and c.is_listed`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw problem('campaign_not_found');
  return { companyId, campaignId, days: figureDays(range, ctx.clock(), found.time_zone) };
}

const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 'g.day', [{ field: 'day', direction: 'desc' }]);

/** A campaign with its figures by day, the earliest first. @throws Problem 404 `campaign_not_found` */
export const campaignReport = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  campaignId: number,
  range: FigureRange,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const scope = await scopeOf(ctx, trx, companyId, campaignId, range);
    const { days } = scope;
    const row = await findCampaign(trx, { companyId, now: ctx.clock(), days }, campaignId);
    if (row === null) throw problem('campaign_not_found');
    const { rows } = await sql<Row>`
      select ${COLUMNS} ${from(scope, sql`true`)} order by g.day`.execute(trx);
    const campaign = toCampaign(row);
    return {
      campaign,
      totals: campaign.figures,
      days,
      content: rows.map((one) => toDay(one, days)),
    };
  });

/** A page of the days of a campaign. @throws Problem 404 `campaign_not_found`, 422 for fields that they do not have */
export const queryReport = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  { campaignId, page, limit, ...range }: PageQuery & ReportQuery,
  { filters, orders, timeZone }: ListBody,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const scope = await scopeOf(ctx, trx, companyId, campaignId, range);
    const found = from(scope, filterCondition(filters, FIELDS, { timeZone }));
    const { rows } = await sql<Row>`
      select ${COLUMNS} ${found} order by ${orderOf(orders)} limit ${limit} offset ${page * limit}`.execute(
      trx,
    );
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total ${found}`.execute(trx);
    const content = rows.map((row) => toDay(row, scope.days));
    return toPage(content, counted[0]!.total, { page, limit });
  });

const NAME = {
  pt: 'relatorio-de-campanha',
  en: 'campaign-report',
  es: 'informe-de-campana',
} as const;

/** The days of a campaign that match. @throws Problem 404 `campaign_not_found`, and as `exportCsv` */
export const exportReport = (
  ctx: AppContext,
  actor: Actor,
  { campaignId, ...range }: ReportQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: FIELDS,
    body,
    orderBy: orderOf(body.orders),
    async from(trx) {
      const scope = await scopeOf(ctx, trx, actor.companyId, campaignId, range);
      return from(scope, filterCondition(body.filters, FIELDS, { timeZone: body.timeZone }));
    },
  });
