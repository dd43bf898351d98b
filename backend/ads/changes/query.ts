// The history of all campaigns: pages, tabs and its export.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import type { Locale } from '../../kernel/id.ts';
import { type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type ExtraColumn, exportCsv, type Reader } from '../../platform/csv-export.ts';
import { planEach, within } from '../../platform/db.ts';
import { fieldsOf, filterCondition, listOrder, tabCounts } from '../../platform/filter-sql.ts';
import {
  CampaignChange,
  CHANGE_FIELDS,
  type ChangeField,
  type ChangeListQuery,
  type ChangeTab,
} from '../contract.ts';
import { NO_END, OBJECT_NAME, SHOWN, type ShownRow, toChange } from './store.ts';

const FIELDS = fieldsOf<ChangeField>(CHANGE_FIELDS, {
  createdAt: 'c.created_at!',
  campaignId: 'c.campaign_id!',
  campaignName: 'g.name!',
  object: 'c.object!',
  objectName: { column: OBJECT_NAME },
  field: 'c.field!',
  state: 'c.state!',
  // A person who has left is still identified by id.
  origin: {
    column: sql`(case when c.created_by is null then 'engine' else 'person' end)`,
    notNull: true,
  },
  createdBy: { column: sql`(select name from person where id = c.created_by)` },
  settledAt: 'c.settled_at',
  currencyCode: 'v.currency_code!',
  marketplaceId: { column: sql`(a.marketplace_id::bigint)`, notNull: true },
  accountId: 'c.account_id!',
  accountName: 'a.name!',
});

const TABS: Readonly<Record<ChangeTab, RawBuilder<SqlBool>>> = {
  all: sql`true`,
  pending: sql`c.state = 'pending'`,
  applied: sql`c.state = 'applied'`,
  failed: sql`c.state in ('canceled', 'rejected')`,
};

const from = (companyId: number, where: RawBuilder<SqlBool>) => sql`
  from ads_change c
  join ads_campaign g on g.company_id = c.company_id and g.id = c.campaign_id
  join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
  join account a on a.company_id = c.company_id and a.id = c.account_id
  where c.company_id = ${companyId} and ${where}`;

const matching = ({ filters, timeZone }: Pick<ListBody, 'filters' | 'timeZone'>) =>
  filterCondition(filters, FIELDS, { timeZone });

const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 'c.id', [{ field: 'createdAt', direction: 'desc' }]);

interface Row extends ShownRow {
  campaign_name: string;
  marketplace_id: number;
  account_name: string;
}

const toRow = (row: Row): CampaignChange =>
  CampaignChange.parse({
    ...toChange(row),
    campaignName: row.campaign_name,
    marketplaceId: row.marketplace_id,
    accountId: row.account_id,
    accountName: row.account_name,
  });

/** A page of the changes of all campaigns, the latest first. @throws Problem 422 for fields that they do not have */
export const queryChanges = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  query: PageQuery & ChangeListQuery,
  body: ListBody,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await planEach(trx);
    const found = matching(body);
    const { rows } = await sql<Row>`
      select ${SHOWN}, g.name as campaign_name, a.marketplace_id, a.name as account_name
      ${from(companyId, sql`${found} and ${TABS[query.tab]}`)}
      order by ${orderOf(body.orders)} limit ${query.limit} offset ${query.page * query.limit}`.execute(
      trx,
    );
    const { rows: counted } = await sql<Record<ChangeTab, number>>`
      select ${tabCounts(TABS)} ${from(companyId, found)}`.execute(trx);
    const counts = counted[0]!;
    return { ...toPage(rows.map(toRow), counts[query.tab], query), counts };
  });

/** An amount as a spreadsheet reads it, a day, or a text, by the page's word for it where it has one. */
const valueColumn = (name: 'before_value' | 'after_value', locale: Locale): ExtraColumn => ({
  column: sql`(case when c.field in ('status', 'name', 'biddingStrategy', 'placements') then c.${sql.ref(name)}
    when c.field in ('startDate', 'endDate') then to_char(nullif(c.${sql.ref(name)}, ${NO_END})::date, ${locale === 'en' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'})
    else c.${sql.ref(name)} || ' ' end)`,
  write(value, { words }) {
    const text = String(value);
    if (!text.endsWith(' ')) return Object.hasOwn(words, text) ? words[text]! : text;
    const amount = (Number(text) / 100).toFixed(2);
    return locale === 'en' ? amount : amount.replace('.', ',');
  },
});

const NAME = {
  pt: 'alteracoes-de-campanhas',
  en: 'campaign-changes',
  es: 'cambios-de-campanas',
} as const;

/** The changes that match. @throws as `exportCsv` */
export const exportChanges = (
  ctx: AppContext,
  actor: Actor,
  { tab }: ChangeListQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: FIELDS,
    extras: {
      before: valueColumn('before_value', reader.locale),
      after: valueColumn('after_value', reader.locale),
    },
    body,
    orderBy: orderOf(body.orders),
    from: () =>
      Promise.resolve(from(actor.companyId, sql<SqlBool>`${matching(body)} and ${TABS[tab]}`)),
  });
