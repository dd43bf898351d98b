// The ads of automatic pricing: each with its market, its rule and its updates, in pages and tabs.
//
// The page's ids are found first, by the joins that its filters and order need, and all that is shown of them is read
// for those ids alone. No company-wide step looks for the newest update of every ad: the failed ones are found
// from the failed updates.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toListing } from '../catalog/actions.ts';
import type { ListBody } from '../kernel/filter.ts';
import { BuyboxStatus, Condition, ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { type Minor, toAmount, toAmountOrNull } from '../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { type Trx, within } from '../platform/db.ts';
import { type Fields, filterCondition, listOrder } from '../platform/filter-sql.ts';
import type { Actor, House } from '../platform/house.ts';
import {
  Competition,
  type ListingTab,
  type PricedListing,
  RuleStatus,
  Strategy,
  UpdateState,
} from './contract.ts';
import { searchCondition } from './search.ts';
import { anyOf } from './store.ts';
import { RuleSettings } from './translate.ts';
import { FAILED_STATES } from './updates.ts';

const marketplaceIds = MarketplaceId.options.map(({ value }) => String(value));

/** What ads may be filtered and ordered by. */
const FIELDS: Fields = {
  id: { column: 'l.id', type: 'integer' },
  title: { column: 'l.title', type: 'text' },
  sku: { column: 'l.sku', type: 'text' },
  skuMarketplace: { column: 'l.sku_marketplace', type: 'text' },
  price: { column: 'l.price', type: 'money' },
  shippingPrice: { column: 'l.shipping_price', type: 'money' },
  stock: { column: 'l.stock', type: 'integer' },
  status: { column: 'l.status', type: 'choice', choices: ListingStatus.options },
  condition: { column: 'l.condition', type: 'choice', choices: Condition.options },
  promotionStatus: {
    column: 'l.promotion_status',
    type: 'choice',
    choices: PromotionStatus.options,
  },
  listingTypeId: { column: 'l.listing_type_id', type: 'text' },
  fulfillment: { column: 'l.fulfillment', type: 'boolean' },
  marketplaceId: {
    column: sql`(l.marketplace_id::text)`,
    type: 'choice',
    choices: marketplaceIds,
  },
  accountId: { column: 'l.account_id', type: 'integer' },
  accountName: { column: 'a.name', type: 'text' },
  countryCode: { column: 'l.country_code', type: 'text' },
  updatedAt: { column: 'l.updated_at', type: 'instant' },
  buyboxStatus: { column: 'm.buybox_status', type: 'choice', choices: BuyboxStatus.options },
  marketObservedAt: { column: 'm.observed_at', type: 'instant' },
  winnerName: { column: 'm.winner_name', type: 'text' },
  winnerPrice: { column: 'm.winner_price', type: 'money' },
  bestRivalPrice: { column: 'm.best_rival_price', type: 'money' },
  rivals: { column: 'm.rivals', type: 'integer' },
  ruleId: { column: 'r.id', type: 'integer' },
  ruleName: { column: 'r.name', type: 'text' },
  ruleStatus: { column: 'r.status', type: 'choice', choices: RuleStatus.options },
  competition: {
    column: sql`(r.settings ->> 'competition')`,
    type: 'choice',
    choices: Competition.options,
  },
  strategy: { column: sql`(r.settings ->> 'strategy')`, type: 'choice', choices: Strategy.options },
  requiresApproval: {
    column: sql`((r.settings ->> 'requiresApproval')::boolean)`,
    type: 'boolean',
  },
  minPrice: { column: 'r.min_price', type: 'money' },
  maxPrice: { column: 'r.max_price', type: 'money' },
};

/** Titles are ordered as people do, without a care for capitals; the index listing_title holds them so. */
const ORDER_FIELDS: Fields = { ...FIELDS, title: { column: sql`lower(l.title)`, type: 'text' } };

const matching = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('listing as l')
    .innerJoin('account as a', (join) =>
      join.onRef('a.company_id', '=', 'l.company_id').onRef('a.id', '=', 'l.account_id'),
    )
    .leftJoin('market as m', (join) =>
      join.onRef('m.company_id', '=', 'l.company_id').onRef('m.listing_id', '=', 'l.id'),
    )
    .leftJoin('rule_listing as rl', (join) =>
      join.onRef('rl.company_id', '=', 'l.company_id').onRef('rl.listing_id', '=', 'l.id'),
    )
    .leftJoin('rule as r', (join) =>
      join.onRef('r.company_id', '=', 'rl.company_id').onRef('r.id', '=', 'rl.rule_id'),
    )
    .where('l.company_id', '=', companyId);

/** The ads whose newest update did not get through. */
const failed = (companyId: number) => sql`
  select u.listing_id from price_update u
  where u.company_id = ${companyId} and u.state in (${sql.join(FAILED_STATES)})
    and not exists (select from price_update n where n.company_id = u.company_id
      and n.listing_id = u.listing_id and n.created_at >= u.created_at
      and (n.created_at, n.id) > (u.created_at, u.id))`;

/** What each tab shows. */
const tabConditions = (companyId: number): Record<ListingTab, RawBuilder<SqlBool>> => ({
  all: sql`true`,
  losing: sql`m.buybox_status = 'LOSING'`,
  at_minimum: sql`l.price = r.min_price`,
  no_rule: sql`rl.rule_id is null`,
  failed: sql`l.id in (${failed(companyId)})`,
});

type Counts = Record<ListingTab, number>;

/** Whether a filter asks for nothing but what stands in the ad's own row. */
const isOfListing = ({ field }: ListBody['filters'][number]): boolean => {
  const column = Object.hasOwn(FIELDS, field) ? FIELDS[field]?.column : undefined;
  return field === 'marketplaceId' || (typeof column === 'string' && column.startsWith('l.'));
};

/**
 * How many ads each tab holds. Over a million ads the joins that a page needs cost a second, so each tab is counted
 * from the smallest table that knows it, where the filters let it.
 */
async function countTabs(
  trx: Trx,
  companyId: number,
  filters: ListBody['filters'],
  search: string | undefined,
): Promise<Counts> {
  const condition = sql<SqlBool>`(${filterCondition(filters, FIELDS)} and ${searchCondition(search)})`;
  if (!filters.every(isOfListing)) {
    const tabs = tabConditions(companyId);
    const count = (tab: ListingTab) => sql<number>`count(*) filter (where ${tabs[tab]})`.as(tab);
    return await matching(trx, companyId)
      .where(condition)
      .select([
        count('all'),
        count('losing'),
        count('at_minimum'),
        count('no_rule'),
        count('failed'),
      ])
      .executeTakeFirstOrThrow();
  }
  // Without filters the tables themselves are counted; with them what was found is looked up in the others.
  const isWhole = filters.length === 0 && !search;
  const wanted = isWhole ? sql`listing` : sql`found`;
  const found = sql`with found as materialized (
    select l.company_id, l.id, l.price from listing l where l.company_id = ${companyId} and ${condition})`;
  const among = (listingId: string) =>
    isWhole ? sql`true` : sql`${sql.ref(listingId)} in (select id from found)`;
  const { rows } = await sql<Omit<Counts, 'no_rule'> & { ruled: number }>`
    ${isWhole ? sql`` : found}
    select
      (select count(*) from ${wanted} l where l.company_id = ${companyId}) as all,
      (select count(*) from market m where m.company_id = ${companyId}
        and m.buybox_status = 'LOSING' and ${among('m.listing_id')}) as losing,
      (select count(*) from rule_listing rl where rl.company_id = ${companyId}
        and ${among('rl.listing_id')}) as ruled,
      (select count(*) from rule_listing rl
        join rule r on r.company_id = rl.company_id and r.id = rl.rule_id
        join ${wanted} l on l.company_id = rl.company_id and l.id = rl.listing_id
        where rl.company_id = ${companyId} and l.price = r.min_price) as at_minimum,
      (select count(distinct f.listing_id) from (${failed(companyId)}) f
        where ${among('f.listing_id')}) as failed`.execute(trx);
  const { ruled, ...counts } = rows[0]!;
  return { ...counts, no_rule: counts.all - ruled };
}

/** A page of ads, by title unless asked otherwise, and how many each tab holds under the same filters and search. */
export const queryListings = (
  house: House,
  actor: Actor,
  page: PageQuery & { tab: ListingTab; search?: string | undefined },
  { filters, orders }: ListBody,
): Promise<Page<PricedListing> & { counts: Counts }> =>
  within(house.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const tabs = tabConditions(companyId);
    const wanted = matching(trx, companyId)
      .where(filterCondition(filters, FIELDS))
      .where(searchCondition(page.search));
    const ids = await wanted
      .where(tabs[page.tab])
      .select('l.id')
      .orderBy(listOrder(orders, ORDER_FIELDS, 'l.id', [{ field: 'title', direction: 'asc' }]))
      .limit(page.limit)
      .offset(page.page * page.limit)
      .execute();
    const counts = await countTabs(trx, companyId, filters, page.search);
    const shown = await details(
      trx,
      companyId,
      ids.map((row) => row.id),
    );
    const content = ids.flatMap(({ id }) => shown.get(id) ?? []);
    return { ...toPage(content, counts[page.tab], page), counts };
  });

interface ShownUpdate {
  listing_id: number;
  id: number;
  state: string;
  new_price: Minor;
  moved_at: Date;
}

/** The newest update of each listing. */
async function newestUpdates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ShownUpdate>> {
  const { rows } = await sql<ShownUpdate>`
    select n.* from unnest(${listingIds}::bigint[]) as wanted(listing_id)
    cross join lateral (
      select u.listing_id, u.id, u.state, u.new_price, u.moved_at from price_update u
      where u.company_id = ${companyId} and u.listing_id = wanted.listing_id
      order by u.created_at desc, u.id desc limit 1
    ) n`.execute(trx);
  return new Map(rows.map((row) => [row.listing_id, row]));
}

/** The update of each listing that waits or is on its way: there is one at most. */
async function openUpdates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ShownUpdate>> {
  const rows = await trx
    .selectFrom('price_update_slot as slot')
    .innerJoin('price_update as u', (join) =>
      join
        .onRef('u.company_id', '=', 'slot.company_id')
        .onRef('u.id', '=', 'slot.update_id')
        .onRef('u.created_at', '=', 'slot.created_at'),
    )
    .select(['u.listing_id', 'u.id', 'u.state', 'u.new_price', 'u.moved_at'])
    .where('slot.company_id', '=', companyId)
    .where(anyOf('slot.listing_id', listingIds))
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row]));
}

const shownUpdate = ({ id, state, new_price }: ShownUpdate) => ({
  id,
  state: UpdateState.parse(state),
  newPrice: toAmount(new_price),
});

/** All that is shown of some ads. */
async function details(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, PricedListing>> {
  const rows = await matching(trx, companyId)
    .where(anyOf('l.id', ids))
    .selectAll('l')
    .select([
      'a.name as account_name',
      'm.buybox_status',
      'm.observed_at as market_observed_at',
      'm.winner_name',
      'm.winner_price',
      'm.best_rival_price',
      'm.rivals',
      'r.id as rule_id',
      'r.name as rule_name',
      'r.status as rule_status',
      'r.min_price',
      'r.max_price',
      'r.settings',
    ])
    .execute();
  const open = await openUpdates(trx, companyId, ids);
  const newest = await newestUpdates(trx, companyId, ids);
  return new Map(
    rows.map((row): [number, PricedListing] => {
      const waiting = open.get(row.id);
      const last = newest.get(row.id);
      return [
        row.id,
        {
          ...toListing(row),
          buyboxStatus: BuyboxStatus.nullable().parse(row.buybox_status),
          marketObservedAt: row.market_observed_at?.toISOString() ?? null,
          winnerName: row.winner_name,
          winnerPrice: toAmountOrNull(row.winner_price),
          bestRivalPrice: toAmountOrNull(row.best_rival_price),
          rivals: row.rivals ?? 0,
          rule: toRuleOfListing(row),
          waitingUpdate: waiting === undefined ? null : shownUpdate(waiting),
          lastUpdate:
            last === undefined ? null : { ...shownUpdate(last), at: last.moved_at.toISOString() },
        },
      ];
    }),
  );
}

/** What is shown with an ad of the rule that prices it. */
function toRuleOfListing(row: {
  rule_id: number | null;
  rule_name: string | null;
  rule_status: string | null;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: object | null;
}): PricedListing['rule'] {
  if (row.rule_id === null || row.rule_name === null) return null;
  const { competition, strategy, requiresApproval } = RuleSettings.parse(row.settings);
  return {
    id: row.rule_id,
    name: row.rule_name,
    status: RuleStatus.parse(row.rule_status),
    competition,
    strategy,
    minPrice: toAmountOrNull(row.min_price),
    maxPrice: toAmountOrNull(row.max_price),
    requiresApproval,
  };
}
