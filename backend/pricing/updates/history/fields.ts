// What price updates are filtered and ordered by, and those that match.
import { type RawBuilder, sql } from 'kysely';
import type { ListBody } from '../../../kernel/filter.ts';
import { fieldsOf, filterCondition, listOrder } from '../../../platform/filter-sql.ts';
import { HISTORY_TABS, UPDATE_FIELDS, type UpdateField, type UpdateQuery } from '../../contract.ts';
import { searchCondition } from '../listing-search.ts';
import { historyRange } from './query.ts';

/** What price updates may be filtered and ordered by. */
export const FIELDS = fieldsOf<UpdateField>(UPDATE_FIELDS, {
  id: 'u.id!',
  state: 'u.state!',
  eventType: 'u.event_type!',
  priceTags: 'u.price_tag!',
  strategy: 'u.strategy!',
  rankingType: 'u.ranking_type!',
  rankingStatus: 'u.ranking_status!',
  oldPrice: 'u.old_price!',
  newPrice: 'u.new_price!',
  minPrice: 'u.min_price',
  maxPrice: 'u.max_price',
  createdAt: 'u.created_at!',
  lastUpdate: 'u.moved_at!',
  ruleId: 'u.rule_id!',
  ruleName: 'r.name!',
  listingId: 'u.listing_id!',
  title: 'l.title!',
  sku: 'l.sku',
  skuMarketplace: 'l.sku_marketplace!',
  catalogProductId: 'l.catalog_product_id',
  marketplaceId: { column: sql`(l.marketplace_id::bigint)`, notNull: true },
  accountId: 'l.account_id!',
  accountName: 'a.name!',
  rivalName: {
    // As `sellerNameOf` has it.
    column: sql`nullif(nullif(u.rival ->> 'sellerName', ''), u.rival ->> 'sellerId')`,
  },
  rivalPrice: { column: sql`((u.rival ->> 'price')::bigint)` },
  decidedBy: 'p.name',
});

/** The tables that fields of updates are in, beside the update's own; `searched`: the listing's texts are needed too. */
function joinsOf(names: readonly string[], searched: boolean): RawBuilder<unknown> {
  const columns = names.map((name) =>
    Object.hasOwn(FIELDS, name) ? FIELDS[name as UpdateField].column : '',
  );
  const needs = (table: string) =>
    columns.some((column) => typeof column === 'string' && column.startsWith(`${table}.`));
  const needsAccount = needs('a');
  const needsListing = searched || needsAccount || needs('l') || names.includes('marketplaceId');
  return sql`${needs('r') ? sql`join rule r on r.company_id = u.company_id and r.id = u.rule_id` : sql``}
    ${needsListing ? sql`join listing l on l.company_id = u.company_id and l.id = u.listing_id` : sql``}
    ${needsAccount ? sql`join account a on a.company_id = l.company_id and a.id = l.account_id` : sql``}
    ${needs('p') ? sql`left join person p on p.id = u.decided_by` : sql``}`;
}

export interface UpdateQuestion {
  query: UpdateQuery;
  body: Pick<ListBody, 'filters' | 'orders' | 'timeZone'>;
}

/** The updates `u` that match, with the tables that the question and some more fields need, as `from … where …`. */
export function updatesFrom(
  companyId: number,
  { query, body }: UpdateQuestion,
  now: Date,
  fields: readonly string[] = [],
): RawBuilder<unknown> {
  const { from, until } = historyRange(query, now);
  const { filters, orders, timeZone } = body;
  const names = [...filters, ...orders].map(({ field }) => field);
  return sql`from price_update u ${joinsOf([...names, ...fields], Boolean(query.search))}
    where u.company_id = ${companyId} and u.created_at >= ${from} and u.created_at < ${until}
      and u.state in (${sql.join(HISTORY_TABS[query.tab])})
      and ${filterCondition(filters, FIELDS, { timeZone })} and ${searchCondition(query.search)}`;
}

export const NEWEST_FIRST: ListBody['orders'] = [{ field: 'createdAt', direction: 'desc' }];

/** An expression keeps the database from going through all updates in order until a page is full. */
const SORTED = {
  ...FIELDS,
  createdAt: { ...FIELDS.createdAt, column: sql`(u.created_at + interval '0')` },
};

/**
 * The order of updates, the newest first unless asked otherwise.
 * @param areFew they are sorted, however few of all there are
 */
export const updateOrder = (orders: ListBody['orders'], areFew = false): RawBuilder<unknown> =>
  listOrder(orders, areFew ? SORTED : FIELDS, 'u.id', NEWEST_FIRST);
