// Which ads a page shows, and how many each tab holds. Over a million ads the joins of a row cost a second, so the
// page's ids and the numbers are found from the tables that know them, and the way there depends on how many there are.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListBody } from '../kernel/filter.ts';
import { BuyboxStatus, Condition, ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import type { PageQuery } from '../kernel/page.ts';
import type { Trx } from '../platform/db.ts';
import { type Fields, filterCondition, listOrder } from '../platform/filter-sql.ts';
import type { House } from '../platform/house.ts';
import { Competition, type ListingTab, RuleStatus, Strategy } from './contract.ts';
import { tallyOf } from './listing-tally.ts';
import { searchCondition } from './search.ts';
import { FAILED_STATES } from './updates.ts';

const marketplaceIds = MarketplaceId.options.map(({ value }) => String(value));

/** What ads may be filtered and ordered by. */
const FIELDS: Fields = {
  id: { column: 'l.id', type: 'integer', notNull: true },
  title: { column: 'l.title', type: 'text', notNull: true },
  sku: { column: 'l.sku', type: 'text' },
  skuMarketplace: { column: 'l.sku_marketplace', type: 'text', notNull: true },
  price: { column: 'l.price', type: 'money', notNull: true },
  shippingPrice: { column: 'l.shipping_price', type: 'money', notNull: true },
  stock: { column: 'l.stock', type: 'integer', notNull: true },
  status: { column: 'l.status', type: 'choice', choices: ListingStatus.options, notNull: true },
  condition: { column: 'l.condition', type: 'choice', choices: Condition.options, notNull: true },
  promotionStatus: {
    column: 'l.promotion_status',
    type: 'choice',
    choices: PromotionStatus.options,
    notNull: true,
  },
  listingTypeId: { column: 'l.listing_type_id', type: 'text' },
  fulfillment: { column: 'l.fulfillment', type: 'boolean', notNull: true },
  marketplaceId: {
    column: sql`(l.marketplace_id::text)`,
    type: 'choice',
    choices: marketplaceIds,
    notNull: true,
  },
  accountId: { column: 'l.account_id', type: 'integer', notNull: true },
  accountName: { column: 'a.name', type: 'text', notNull: true },
  countryCode: { column: 'l.country_code', type: 'text', notNull: true },
  updatedAt: { column: 'l.updated_at', type: 'instant', notNull: true },
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
const ORDER_FIELDS: Fields = {
  ...FIELDS,
  title: { column: sql`lower(l.title)`, type: 'text', notNull: true },
};

/** From which table a field comes. */
type Source = 'listing' | 'account' | 'market' | 'rule';
const MARKET_FIELDS = new Set([
  'buyboxStatus',
  'marketObservedAt',
  'winnerName',
  'winnerPrice',
  'bestRivalPrice',
  'rivals',
]);
const RULE_FIELDS = new Set([
  'ruleId',
  'ruleName',
  'ruleStatus',
  'competition',
  'strategy',
  'requiresApproval',
  'minPrice',
  'maxPrice',
]);
const sourceOf = (field: string): Source => {
  if (MARKET_FIELDS.has(field)) return 'market';
  if (RULE_FIELDS.has(field)) return 'rule';
  return field === 'accountName' ? 'account' : 'listing';
};

/** The ads of a company with their markets and rules, as far as they have them. */
export const matching = (trx: Trx, companyId: number) =>
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

const losing = (companyId: number) => sql`
  select m2.listing_id from market m2
  where m2.company_id = ${companyId} and m2.buybox_status = 'LOSING'`;

const ruled = (companyId: number) => sql`
  select rl2.listing_id from rule_listing rl2 where rl2.company_id = ${companyId}`;

/** Few ads have a price that is some rule's minimum, and an index leads to them; then it is asked whether it is theirs. */
const atMinimum = (companyId: number) => sql`
  select l2.id from listing l2
  join rule_listing rl2 on rl2.company_id = l2.company_id and rl2.listing_id = l2.id
  join rule r2 on r2.company_id = rl2.company_id and r2.id = rl2.rule_id
  where l2.company_id = ${companyId} and l2.price = r2.min_price
    and l2.price = any(array(select distinct r3.min_price from rule r3
      where r3.company_id = ${companyId} and r3.min_price is not null))`;

export type Counts = Record<ListingTab, number>;

export interface Wanted {
  page: PageQuery & { tab: ListingTab; search?: string | undefined };
  body: ListBody;
}

/** Of so many ads that filters or a search find, the ids are taken along; of more they are looked for once more. */
const FEW = 20_000;

/** Orders in which an index gives the ads one after the other. */
const WALKED = new Set(['title', 'price', 'marketObservedAt']);

/**
 * Whether the ads of a tab are found by walking all ads in order until a page is full, and not by sorting the tab's:
 * the first takes the longer the rarer they are, the second the more they are.
 */
const isWalk = (counts: Counts, tab: ListingTab, { page, body }: Wanted): boolean => {
  const [first] = body.orders;
  const seen = (page.page + 1) * page.limit;
  return (first === undefined || WALKED.has(first.field)) && counts[tab] ** 2 > counts.all * seen;
};

/**
 * What a page of a tab shows, put so that the database does not join a whole company for one page. An `offset 0`
 * keeps it from making a join of what is to be asked of one ad after the other.
 */
function tabCondition(companyId: number, tab: ListingTab, walks: boolean): RawBuilder<SqlBool> {
  const isOne = (set: RawBuilder<unknown>, id: string) =>
    walks
      ? sql<SqlBool>`exists (${set} and ${sql.ref(id)} = l.id offset 0)`
      : sql<SqlBool>`l.id = any(array(${set}))`;
  switch (tab) {
    case 'all':
      return sql`true`;
    case 'losing':
      return isOne(losing(companyId), 'm2.listing_id');
    case 'at_minimum':
      return isOne(atMinimum(companyId), 'l2.id');
    case 'no_rule':
      return walks
        ? sql`not exists (${ruled(companyId)} and rl2.listing_id = l.id offset 0)`
        : sql`l.id = any(array(select l2.id from listing l2 where l2.company_id = ${companyId}
            and not exists (${ruled(companyId)} and rl2.listing_id = l2.id)))`;
    case 'failed':
      // Whether an update is the newest is quicker asked of all that failed than of each ad.
      return sql`l.id = any(array(${failed(companyId)}))`;
  }
}

/** How many ads each tab holds of those in `found`, a statement that gives their ids. */
async function countFound(
  trx: Trx,
  companyId: number,
  found: RawBuilder<unknown>,
): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'no_rule'> & { ruled: number }>`
    with found as materialized (${found})
    select (select count(*) from found) as all,
      (select count(*) from (${losing(companyId)} and m2.listing_id in (select id from found)) n) as losing,
      (select count(*) from (${ruled(companyId)} and rl2.listing_id in (select id from found)) n) as ruled,
      (select count(*) from (${atMinimum(companyId)} and l2.id in (select id from found)) n) as at_minimum,
      (select count(distinct f.listing_id) from (${failed(companyId)}) f
        where f.listing_id in (select id from found)) as failed`.execute(trx);
  const { ruled: withRule, ...counts } = rows[0]!;
  return { ...counts, no_rule: counts.all - withRule };
}

/** The ids of the ads that match, from no more tables than the filters ask of. */
function foundBy(
  companyId: number,
  filters: ListBody['filters'],
  search: string | undefined,
): RawBuilder<unknown> {
  const condition = sql<SqlBool>`${filterCondition(filters, FIELDS)} and ${searchCondition(search)}`;
  const asked = new Set(filters.map(({ field }) => sourceOf(field)));
  // An ad without a market is only found where something may differ from nothing, or something else is enough.
  const isSaid = filters.every(
    ({ condition: how, logicalOperator }, index) =>
      how !== '!=' && (index === 0 || logicalOperator === 'AND'),
  );
  if (isSaid && !search && asked.size === 1 && asked.has('market')) {
    return sql`select m.listing_id as id from market m where m.company_id = ${companyId} and ${condition}`;
  }
  const account = sql`join account a on a.company_id = l.company_id and a.id = l.account_id`;
  const market = sql`left join market m on m.company_id = l.company_id and m.listing_id = l.id`;
  const rule = sql`left join rule_listing rl on rl.company_id = l.company_id and rl.listing_id = l.id
    left join rule r on r.company_id = rl.company_id and r.id = rl.rule_id`;
  const none = sql``;
  return sql`select l.id from listing l ${asked.has('account') ? account : none}
    ${asked.has('market') ? market : none} ${asked.has('rule') ? rule : none}
    where l.company_id = ${companyId} and ${condition}`;
}

/** For so long the numbers of a question with many answers stand. */
const COUNTS_STAND_MS = 15_000;
/** Questions whose numbers are kept at most. */
const MOST_KEPT = 1_000;

interface KeptCounts {
  /** Null: they have to be counted. */
  counts: Counts | null;
  keep(counts: Counts): void;
}

const kept = new WeakMap<House['db'], Map<string, { counts: Counts; until: number }>>();

/**
 * The numbers of a question that more than FEW ads answer: to count them takes as long as to read them, which nobody
 * should wait for who turns pages or changes tabs.
 */
function keptCounts(house: House, question: string): KeptCounts {
  const all = kept.get(house.db) ?? new Map<string, { counts: Counts; until: number }>();
  kept.set(house.db, all);
  const now = house.clock().getTime();
  const one = all.get(question);
  return {
    counts: one !== undefined && one.until > now ? one.counts : null,
    keep(counts: Counts) {
      if (all.size >= MOST_KEPT) all.clear();
      all.set(question, { counts, until: now + COUNTS_STAND_MS });
    },
  };
}

/** Of so many ads at their minimum, or failed, the number takes longer than a page. */
const MANY = 2_000;

/** How many ads each tab holds, all in all. */
async function countAll(trx: Trx, companyId: number, memory: KeptCounts): Promise<Counts> {
  const { listings, losing, ruled } = await tallyOf(trx, companyId);
  const sure = { all: listings, losing, no_rule: listings - ruled };
  if (memory.counts !== null) return { ...memory.counts, ...sure };
  const { rows } = await sql<Pick<Counts, 'at_minimum' | 'failed'>>`
    select (select count(*) from (${atMinimum(companyId)}) n) as at_minimum,
      (select count(distinct f.listing_id) from (${failed(companyId)}) f) as failed`.execute(trx);
  const counts = { ...sure, ...rows[0]! };
  if (Math.max(counts.at_minimum, counts.failed) > MANY) memory.keep(counts);
  return counts;
}

/** How the ads of a page are narrowed down, and how many each tab holds. */
async function narrow(
  house: House,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<{ counts: Counts; condition: RawBuilder<SqlBool>; isKnown: boolean }> {
  const { tab, search } = wanted.page;
  const { filters } = wanted.body;
  const ofTab = (counts: Counts) => tabCondition(companyId, tab, isWalk(counts, tab, wanted));
  const memory = keptCounts(house, JSON.stringify([companyId, filters, search]));
  if (filters.length === 0 && !search) {
    const counts = await countAll(trx, companyId, memory);
    return { counts, condition: ofTab(counts), isKnown: false };
  }
  const found = foundBy(companyId, filters, search);
  let counts = memory.counts;
  if (counts === null) {
    const { rows } = await sql<{ id: number }>`${found} limit ${FEW + 1}`.execute(trx);
    if (rows.length <= FEW) {
      const ids = rows.map(({ id }) => id);
      counts = await countFound(trx, companyId, sql`select unnest(${ids}::bigint[]) as id`);
      const condition = sql<SqlBool>`l.id = any(${ids}::bigint[])
        and ${tabCondition(companyId, tab, ids.length <= MANY)}`;
      return { counts, condition, isKnown: true };
    }
    counts = await countFound(trx, companyId, found);
    memory.keep(counts);
  }
  // Put so that the database walks the ads in order, of which many are wanted, and does not sort all that are. Not for
  // a search: titles with one word stand together, and may be far from the first.
  const asked = sql`(${filterCondition(filters, FIELDS)} and ${searchCondition(search)})`;
  const walked = search ? asked : sql`exists (select where ${asked} offset 0)`;
  const condition = sql<SqlBool>`(${walked} and ${ofTab(counts)})`;
  return { counts, condition, isKnown: false };
}

/**
 * The ids of the ads of a page, in order, and how many each tab holds under the same filters and search. The numbers
 * are exact; those of a question that very many ads answer may be seconds old.
 * @throws Problem 422 for fields that ads do not have
 */
export async function findListings(
  house: House,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<{ ids: number[]; counts: Counts }> {
  const { page, body } = wanted;
  const { counts, condition, isKnown } = await narrow(house, trx, companyId, wanted);
  const otherwise = [{ field: 'title', direction: 'asc' as const }];
  const [first] = body.orders;
  const idsBy = async (fields: Fields, isSaid: RawBuilder<SqlBool>) => {
    const rows = await matching(trx, companyId)
      .where(condition)
      .where(isSaid)
      .select('l.id')
      .orderBy(listOrder(body.orders, fields, 'l.id', otherwise))
      .limit(page.limit)
      .offset(page.page * page.limit)
      .execute();
    return rows.map(({ id }) => id);
  };
  // Ads of which nothing is said stand last. So a page that is full without them is the page, and an index may lead to
  // it: of a field that may be unknown none can.
  const field = first === undefined ? undefined : ORDER_FIELDS[first.field];
  if (first !== undefined && field?.notNull !== true && !isKnown) {
    const ids = await idsBy(...saying(first.field));
    if (ids.length === page.limit) return { ids, counts };
  }
  return { ids: await idsBy(ORDER_FIELDS, sql`true`), counts };
}

/** The fields of an order by one that may be unknown, among the ads where it is not. */
function saying(name: string): [Fields, RawBuilder<SqlBool>] {
  const field = Object.hasOwn(ORDER_FIELDS, name) ? ORDER_FIELDS[name] : undefined;
  if (field === undefined) return [ORDER_FIELDS, sql`true`];
  const column = typeof field.column === 'string' ? sql.ref(field.column) : field.column;
  return [{ ...ORDER_FIELDS, [name]: { ...field, notNull: true } }, sql`${column} is not null`];
}
