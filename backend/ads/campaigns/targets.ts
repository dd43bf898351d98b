// The keywords, products and categories of all campaigns: pages, tabs and their export.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TargetKind } from '../../kernel/ads.ts';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { toAmountOrNull } from '../../kernel/money.ts';
import { type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { exportCsv, type Reader } from '../../platform/csv-export.ts';
import { planEach, within } from '../../platform/db.ts';
import { fieldsOf, listCondition, listOrder, tabCounts } from '../../platform/filter-sql.ts';
import {
  type FigureDays,
  LinkedTarget,
  TARGET_FIELDS,
  type TargetField,
  type TargetListQuery,
  type TargetTab,
} from '../contract.ts';
import { type FigureRow, figureDays, SUMS, toFigures, zoneOf } from './figures.ts';

const BID = sql`(case when not t.is_negative then coalesce(t.bid, g.default_bid) end)`;
const count = (name: string) => ({
  column: sql`coalesce(${sql.ref(`f.${name}`)}, 0)`,
  notNull: true,
});

const FIELDS = fieldsOf<TargetField>(TARGET_FIELDS, {
  text: 't.text!',
  campaignId: 't.campaign_id!',
  campaignName: 'c.name!',
  groupName: 'g.name',
  sign: {
    column: sql`(case when t.is_negative then 'negative' else 'positive' end)`,
    notNull: true,
  },
  matchType: 't.match_type!',
  status: 't.status!',
  bid: { column: BID },
  investment: count('cost'),
  revenue: count('sales'),
  acos: { column: sql`(f.cost * 100.0 / nullif(f.sales, 0))` },
  sales: count('orders'),
  clicks: count('clicks'),
  impressions: count('impressions'),
  currencyCode: 'v.currency_code!',
  marketplaceId: { column: sql`(a.marketplace_id::bigint)`, notNull: true },
  accountId: 'c.account_id!',
  accountName: 'a.name!',
});

const isOf = (kind: TargetKind) => sql<SqlBool>`t.kind = ${kind}`;
const TABS: Readonly<Record<TargetTab, RawBuilder<SqlBool>>> = {
  keywords: isOf('KEYWORD'),
  products: isOf('PRODUCT'),
  categories: isOf('CATEGORY'),
};

interface Scope {
  companyId: number;
  days: Pick<FigureDays, 'from' | 'to'>;
}

/** Targets that the marketplaces still list, each with its campaign and its figures. */
const from = ({ companyId, days }: Scope, where: RawBuilder<unknown>) => sql`
  from ads_target t
  join ads_campaign c on c.company_id = t.company_id and c.id = t.campaign_id and c.is_listed
  join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
  join account a on a.company_id = c.company_id and a.id = c.account_id
  left join ads_group g on g.company_id = t.company_id and g.id = t.group_id
  left join lateral (select ${SUMS} from ads_target_day d
    where d.company_id = t.company_id and d.target_id = t.id
      and d.day between ${days.from}::date and ${days.to}::date) f on true
  where t.company_id = ${companyId} and t.is_listed and ${where}`;

interface Row extends FigureRow {
  id: number;
  campaign_id: number;
  campaign_name: string;
  group_name: string | null;
  marketplace_id: number;
  account_id: number;
  account_name: string;
  currency_code: string;
  kind: string;
  is_negative: boolean;
  match_type: string;
  text: string;
  status: string;
  bid: number | null;
  shown_bid: number | null;
  figures_at: Date | null;
  can_write: boolean;
}

const toTarget = (row: Row): LinkedTarget =>
  LinkedTarget.parse({
    id: row.id,
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    groupName: row.group_name,
    marketplaceId: row.marketplace_id,
    accountId: row.account_id,
    accountName: row.account_name,
    currencyCode: row.currency_code,
    kind: row.kind,
    isNegative: row.is_negative,
    matchType: row.match_type,
    text: row.text,
    status: row.status,
    bid: toAmountOrNull(row.shown_bid),
    hasOwnBid: row.bid !== null,
    canWrite: row.can_write,
    figures: toFigures(row, row.figures_at),
  });

const matching = (
  query: Pick<TargetListQuery, 'search'>,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<SqlBool> => listCondition(FIELDS, ['text'], query, body);

const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 't.id', [{ field: 'text', direction: 'asc' }]);

/** A page of keywords, products or categories. @throws Problem 422 for fields that they do not have */
export const queryTargets = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  query: PageQuery & TargetListQuery,
  body: ListBody,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const days = figureDays(query, ctx.clock(), await zoneOf(trx, companyId));
    const scope = { companyId, days };
    const found = matching(query, body);
    await planEach(trx);
    const { rows } = await sql<Row>`
      select t.*, c.name as campaign_name, c.account_id, g.name as group_name, a.marketplace_id, a.name as account_name,
        v.currency_code, v.figures_at, ${BID} as shown_bid,
        coalesce((v.capabilities ->> 'writes')::boolean, false) as can_write,
        f.impressions, f.clicks, f.cost, f.orders, f.units, f.sales
      ${from(scope, sql`${found} and ${TABS[query.tab]}`)}
      order by ${orderOf(body.orders)} limit ${query.limit} offset ${query.page * query.limit}`.execute(
      trx,
    );
    const { rows: counted } = await sql<Record<TargetTab, number>>`
      select ${tabCounts(TABS)} ${from(scope, found)}`.execute(trx);
    const counts = counted[0]!;
    return { ...toPage(rows.map(toTarget), counts[query.tab], query), counts, days };
  });

const NAME = {
  pt: 'vinculos-de-campanhas',
  en: 'campaign-targets',
  es: 'vinculos-de-campanas',
} as const;

/** The keywords, products or categories that match. @throws as `exportCsv` */
export const exportTargets = (
  ctx: AppContext,
  actor: Actor,
  query: TargetListQuery,
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
      const days = figureDays(query, ctx.clock(), await zoneOf(trx, actor.companyId));
      const where = sql`${matching(query, body)} and ${TABS[query.tab]}`;
      return from({ companyId: actor.companyId, days }, where);
    },
  });
