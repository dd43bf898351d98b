// Listings that no running campaign shows, with what the advice about each says.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { exportCsv, type Reader } from '../../platform/csv-export.ts';
import { planEach, within } from '../../platform/db.ts';
import { fieldsOf, listCondition, listOrder } from '../../platform/filter-sql.ts';
import {
  ListingWithoutAds,
  WITHOUT_ADS_FIELDS,
  type WithoutAdsField,
  type WithoutAdsQuery,
} from '../contract.ts';
import { ADVERTISED, daysUntil, MONTH_DAYS, SALES_DAYS } from './facts.ts';
import { passOf } from './store.ts';

/** Advice is given about listings that sold lately, of accounts with running campaigns. */
const WHY_NOT = sql`case
  when r.kind = 'ready_to_invest' then 'ready'
  when r.kind is not null then r.reason
  when coalesce(s.lately, 0) = 0 then 'no_sales'
  when n.account_id is null then 'no_rates'
  else 'not_evaluated' end`;

const FIELDS = fieldsOf<WithoutAdsField>(WITHOUT_ADS_FIELDS, {
  title: 'l.title!',
  sku: 'l.sku',
  skuMarketplace: 'l.sku_marketplace!',
  whyNot: { column: sql`(${WHY_NOT})`, notNull: true },
  effect: 'r.effect',
  units: { column: sql`coalesce(s.units, 0)`, notNull: true },
  price: 'l.price!',
  stock: 'l.stock!',
  healthScore: 'i.health_score',
  listingId: 'l.id!',
  currencyCode: 'l.currency_code!',
  marketplaceId: { column: sql`(l.marketplace_id::bigint)`, notNull: true },
  accountId: 'l.account_id!',
  accountName: 'a.name!',
});

/** Of two pieces of advice that count, the one that was not dismissed says why. */
const from = (companyId: number, now: Date, where: RawBuilder<SqlBool>) => {
  const days = daysUntil(now, SALES_DAYS);
  return sql`
    from listing l
    join ads_advertiser v on v.company_id = l.company_id and v.account_id = l.account_id and v.status = 'active'
    join account a on a.company_id = l.company_id and a.id = l.account_id
    left join listing_particulars i on i.company_id = l.company_id and i.listing_id = l.id
    left join (
      select listing_id, sum(units)::integer as lately,
        (sum(units) filter (where day >= ${days.at(-MONTH_DAYS)!}::text::date))::integer as units
      from listing_day where company_id = ${companyId} and day = any(${days}::text[]::date[]) group by 1
    ) s on s.listing_id = l.id
    left join (
      select distinct on (listing_id) listing_id, kind, reason, effect from recommendation
      where company_id = ${companyId} and listing_id is not null and kind in ('ready_to_invest', 'ads_without_ads')
        and state in ('open', 'snoozed', 'dismissed', 'accepted')
      order by listing_id, (state = 'dismissed'), changed_at desc, id desc
    ) r on r.listing_id = l.id
    left join (
      select distinct account_id from ads_campaign where company_id = ${companyId} and is_listed and status = 'ENABLED'
    ) n on n.account_id = l.account_id
    where l.company_id = ${companyId} and l.status = 'ENABLED' and l.stock > 0
      and (l.account_id, l.sku_marketplace) not in (${ADVERTISED(companyId)}) and ${where}`;
};

interface Row {
  id: number;
  title: string;
  image_url: string | null;
  link: string | null;
  sku: string | null;
  sku_marketplace: string;
  catalog_product_id: string | null;
  marketplace_id: number;
  account_id: number;
  account_name: string;
  currency_code: string;
  price: number;
  stock: number;
  health_score: number | null;
  units: number;
  why_not: string;
  effect: number | null;
  can_create: boolean;
}

const toListing = (row: Row): ListingWithoutAds =>
  ListingWithoutAds.parse({
    listingId: row.id,
    title: row.title,
    imageUrl: row.image_url,
    link: row.link,
    sku: row.sku,
    skuMarketplace: row.sku_marketplace,
    catalogProductId: row.catalog_product_id,
    marketplaceId: row.marketplace_id,
    accountId: row.account_id,
    accountName: row.account_name,
    currencyCode: row.currency_code,
    price: toAmount(row.price),
    stock: row.stock,
    healthScore: row.health_score,
    units: row.units,
    whyNot: row.why_not,
    effect: toAmountOrNull(row.effect),
    canCreate: row.can_create,
  });

const matching = (
  query: WithoutAdsQuery,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<SqlBool> => listCondition(FIELDS, ['title', 'skuMarketplace', 'sku'], query, body);

const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 'l.id', [
    { field: 'effect', direction: 'desc' },
    { field: 'units', direction: 'desc' },
  ]);

/** A page of listings without ads. @throws Problem 422 for fields that they do not have */
export const queryWithoutAds = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  query: PageQuery & WithoutAdsQuery,
  body: ListBody,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await planEach(trx);
    const found = from(companyId, ctx.clock(), matching(query, body));
    const { rows } = await sql<Row>`
      select l.*, a.name as account_name, i.health_score, coalesce(s.units, 0) as units, ${WHY_NOT} as why_not, r.effect,
        coalesce((v.capabilities ->> 'creates')::boolean, false) as can_create
      ${found} order by ${orderOf(body.orders)} limit ${query.limit} offset ${query.page * query.limit}`.execute(
      trx,
    );
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total ${found}`.execute(trx);
    const pass = await passOf(trx, companyId);
    return {
      ...toPage(rows.map(toListing), counted[0]!.total, query),
      evaluatedAt: pass?.evaluatedAt.toISOString() ?? null,
    };
  });

const NAME = {
  pt: 'anuncios-sem-publicidade',
  en: 'listings-without-ads',
  es: 'publicaciones-sin-publicidad',
} as const;

/** The listings without ads that match. @throws as `exportCsv` */
export const exportWithoutAds = (
  ctx: AppContext,
  actor: Actor,
  query: WithoutAdsQuery,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: NAME[reader.locale],
    fields: FIELDS,
    body,
    orderBy: orderOf(body.orders),
    from: () => Promise.resolve(from(actor.companyId, ctx.clock(), matching(query, body))),
  });
