// Which ads a page shows, and how many each tab holds. Over a million ads the joins of a row cost a second, so the
// page's ids and the numbers are found from the tables that know them, and the way there depends on how many there are.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, ListBody } from '../kernel/filter.ts';
import type { PageQuery } from '../kernel/page.ts';
import { planEach, type Trx } from '../platform/db.ts';
import { columnOf, type Fields, filterCondition, listOrder } from '../platform/filter-sql.ts';
import type { House } from '../platform/house.ts';
import type { ListingQuery } from './contract.ts';
import {
  type Counted,
  type Counts,
  countAll,
  countFound,
  countLater,
  expectedOf,
  expectedRows,
  keepCounts,
  keptCounts,
  LARGE_COMPANY,
  shareOf,
} from './listing-counts.ts';
import { FIELDS, joinsOf, ORDER_FIELDS, type Source, sourcesOf } from './listing-fields.ts';
import { tabCondition, wholeTab } from './listing-tabs.ts';
import { isIndexed, pageByText, searchCondition, seen, seeOnly } from './search.ts';

/** Which ads are asked for, without an order or a page. */
export interface Question extends ListingQuery {
  filters: readonly Filter[];
  timeZone: string;
}

export interface Wanted {
  page: PageQuery & ListingQuery;
  body: ListBody;
}

/** Of so many ads that filters or a search find, the ids are taken along; of more they are looked for once more. */
const FEW = 20_000;
/** Up to so many ads of a tab are sorted, where an index gives all ads of the company in order. */
const MANY = 2_000;

/** Orders in which an index gives the ads one after the other. */
const WALKED = new Set(['title', 'price', 'stock', 'marketObservedAt']);

const isOrdered = ([first]: ListBody['orders']): boolean =>
  first === undefined || WALKED.has(first.field);

/**
 * Whether the ads of a tab are found by walking all ads in order until a page is full, and not by sorting the tab's:
 * the first takes the longer the rarer they are, the second the more they are.
 */
const isWalk = (counts: Counts, { page, body }: Wanted): boolean =>
  isOrdered(body.orders) && counts[page.tab] ** 2 > counts.all * (page.page + 1) * page.limit;

/** The condition of the filters, and the tables that it asks. */
function filtered({ filters, timeZone }: Pick<Question, 'filters' | 'timeZone'>): {
  condition: RawBuilder<SqlBool>;
  sources: Set<Source>;
} {
  return {
    condition: filterCondition(filters, FIELDS, { timeZone }),
    sources: sourcesOf(filters.map(({ field }) => field)),
  };
}

/** Whether an ad has the text that is searched for; one that the index knows was said to `seeOnly` before. */
const searched = (companyId: number, search: string | undefined): RawBuilder<SqlBool> =>
  isIndexed(search) ? sql`l.id in (${seen(companyId)})` : searchCondition(search);

/** The same for a page, put so that the ads with the text are read, and not all ads in order asked whether they have it. */
const soughtBy = (companyId: number, search: string | undefined): RawBuilder<SqlBool> =>
  isIndexed(search) ? sql`l.id = any(array(${seen(companyId)}))` : searchCondition(search);

/** The ids of the ads that match, whatever the tab, from no more tables than the filters ask of. */
function foundBy(companyId: number, question: Question): RawBuilder<unknown> {
  const { filters, search } = question;
  const { condition, sources } = filtered(question);
  // An ad without a market is only found where something may differ from nothing, or something else is enough.
  const isSaid = filters.every(
    ({ condition: how, logicalOperator }, index) =>
      how !== '!=' && (index === 0 || logicalOperator === 'AND'),
  );
  if (isSaid && !search && sources.size === 1 && sources.has('market')) {
    return sql`select m.listing_id as id from market m where m.company_id = ${companyId} and ${condition}`;
  }
  if (isIndexed(search) && filters.length === 0) {
    return sql`select found.listing_id as id from (${seen(companyId)}) found`;
  }
  return sql`select l.id from listing l ${joinsOf(sources)}
    where l.company_id = ${companyId} and ${condition} and ${searched(companyId, search)}`;
}

/** All ads that match, as a condition on `l`, and the tables that it asks. For those who want them all. */
export async function matchingAll(
  trx: Trx,
  companyId: number,
  question: Question,
): Promise<{ condition: RawBuilder<SqlBool>; sources: Set<Source> }> {
  const { condition, sources } = filtered(question);
  if (isIndexed(question.search)) await seeOnly(trx, question.search);
  return {
    condition: sql`(l.company_id = ${companyId} and ${condition}
      and ${searched(companyId, question.search)} and ${wholeTab(companyId, question.tab)})`,
    sources,
  };
}

/** What was found of a question: numbers, and the ids where there are few. */
interface Found extends Counted {
  ids: number[] | null;
}

/** How many ads a question finds. Only of a very large company many are estimated at first. */
async function find(
  house: House,
  trx: Trx,
  companyId: number,
  question: Question,
  found: RawBuilder<unknown>,
): Promise<Found> {
  const { filters, search, timeZone } = question;
  const name = JSON.stringify([companyId, filters, timeZone, search]);
  const all = await countAll(house, trx, companyId);
  const isLarge = all.all > LARGE_COMPANY;
  const count = async (within: Trx) => {
    if (isIndexed(search)) await seeOnly(within, search);
    return await countFound(within, companyId, found);
  };
  const kept = keptCounts(house, name);
  if (kept !== null && (isLarge || !kept.isOld)) {
    if (kept.isOld) countLater(house, name, companyId, kept.counts.all, count);
    return { counts: kept.counts, isEstimate: false, ids: null };
  }
  // Of a text nothing is expected: how many ads have it, only the index knows.
  const waiting = expectedOf(house, name);
  const expected = waiting ?? (isLarge && !isIndexed(search) ? await expectedRows(trx, found) : 0);
  if (expected <= FEW) {
    const { rows } = await sql<{ id: number }>`${found} limit ${FEW + 1}`.execute(trx);
    if (rows.length <= FEW) {
      const ids = rows.map(({ id }) => id);
      const given = sql`select unnest(${ids}::bigint[]) as id`;
      return { counts: await countFound(trx, companyId, given), isEstimate: false, ids };
    }
  }
  if (isLarge) {
    const many = Math.min(all.all, Math.max(expected, FEW + 1));
    countLater(house, name, companyId, many, count);
    const counts = shareOf(all, many);
    return { counts, isEstimate: true, ids: null };
  }
  const counts = await countFound(trx, companyId, found);
  keepCounts(house, name, counts);
  return { counts, isEstimate: false, ids: null };
}

/** In which direction titles are ordered, where nothing is asked for but ads with a text by their titles. */
function onlyTextOf({ page, body }: Wanted): 'asc' | 'desc' | null {
  const [first = { field: 'title', direction: 'asc' as const }, ...others] = body.orders;
  const isOnly = page.tab === 'all' && body.filters.length === 0 && others.length === 0;
  return isOnly && isIndexed(page.search) && first.field === 'title' ? first.direction : null;
}

const hidden = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select where ${condition} offset 0)`;

/**
 * Filters put so that the database walks the ads in order, of which many are wanted, and does not sort all that are:
 * what it does not see into it asks of one ad after the other. It sees what is said of the column by which it walks,
 * which tells it where to begin; and what an ad says by itself is asked before other tables are.
 */
function walkedBy({ filters, orders, timeZone }: ListBody): RawBuilder<SqlBool> {
  const of = (some: readonly Filter[]) => filtered({ filters: some, timeZone }).condition;
  if (filters.some(({ logicalOperator }, index) => index > 0 && logicalOperator === 'OR')) {
    return hidden(of(filters));
  }
  const order = orders[0]?.field ?? 'title';
  const seen = filters.filter(({ field }) => field === order);
  const others = filters.filter(({ field }) => field !== order);
  const isOwn = ({ field }: Filter) => sourcesOf([field]).has('listing');
  const own = others.filter(isOwn);
  const joined = others.filter((filter) => !isOwn(filter));
  return sql`(${of(seen)} and ${hidden(of(own))} and ${hidden(of(joined))})`;
}

/** How the ads of a page are narrowed down, and how many each tab holds. */
interface Narrowed extends Counted {
  condition: RawBuilder<SqlBool>;
  sources: Set<Source>;
  /** The condition names the ads by their ids. */
  isKnown: boolean;
}

async function narrow(
  house: House,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<Narrowed> {
  const { tab, search } = wanted.page;
  const { filters, timeZone, orders } = wanted.body;
  const question = { tab, search, filters, timeZone };
  const none = new Set<Source>();
  if (filters.length === 0 && !search) {
    const counts = await countAll(house, trx, companyId);
    const condition = tabCondition(companyId, tab, isWalk(counts, wanted));
    return { counts, isEstimate: false, condition, sources: none, isKnown: false };
  }
  const found = foundBy(companyId, question);
  if (isIndexed(search)) await seeOnly(trx, search);
  const { counts, isEstimate, ids } = await find(house, trx, companyId, question, found);
  if (ids !== null) {
    const condition = sql<SqlBool>`l.id = any(${ids}::bigint[])
      and ${tabCondition(companyId, tab, ids.length <= MANY)}`;
    return { counts, isEstimate, condition, sources: none, isKnown: true };
  }
  const { condition: asked, sources } = filtered(question);
  const text = soughtBy(companyId, search);
  const ofTab = tabCondition(companyId, tab, isWalk(counts, wanted));
  // Not for a search: titles with one word stand together, and may be far from the first.
  const walked = !search && isOrdered(orders) ? walkedBy(wanted.body) : asked;
  const condition = sql<SqlBool>`(${walked} and ${text} and ${ofTab})`;
  return { counts, isEstimate, condition, sources, isKnown: false };
}

/** Very many ads have the same stock: those go by title, as the index listing_stock holds them. */
function settled(orders: ListBody['orders']): ListBody['orders'] {
  const [first, second] = orders;
  return first?.field === 'stock' && second === undefined
    ? [first, { field: 'title', direction: first.direction }]
    : orders;
}

/** The ids of the ads of a page, in order, and how many each tab holds under the same filters and search. */
export interface FoundPage extends Counted {
  ids: number[];
}

/**
 * Finds the ads of a page. The numbers are exact; those of a question that very many ads answer may be seconds old, and
 * are estimated where it is asked for the first time.
 * @throws Problem 422 for fields that ads do not have
 */
export async function findListings(
  house: House,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<FoundPage> {
  const { page, body } = wanted;
  await planEach(trx);
  const orders = settled(body.orders);
  const order = (fields: Fields) =>
    listOrder(orders, fields, 'l.id', [{ field: 'title', direction: 'asc' }]);
  // What cannot be ordered by is told before anything is looked for.
  const ordered = order(ORDER_FIELDS);
  const { counts, isEstimate, condition, sources, isKnown } = await narrow(
    house,
    trx,
    companyId,
    wanted,
  );
  const onlyText = isKnown ? null : onlyTextOf(wanted);
  if (onlyText !== null) {
    const { ids, total } = await pageByText(trx, companyId, page, onlyText);
    return {
      ids,
      counts: isEstimate && total !== null ? shareOf(counts, total) : counts,
      isEstimate,
    };
  }
  const joins = joinsOf(sources.union(sourcesOf(body.orders.map(({ field }) => field))));
  const idsBy = async (by: RawBuilder<unknown>, isSaid: RawBuilder<SqlBool>) => {
    const { rows } = await sql<{ id: number }>`
      select l.id from listing l ${joins}
      where l.company_id = ${companyId} and ${condition} and ${isSaid}
      order by ${by} limit ${page.limit} offset ${page.page * page.limit}`.execute(trx);
    return rows.map(({ id }) => id);
  };
  // Ads of which nothing is said stand last. So a page that is full without them is the page, and an index may lead to
  // it: of a field that may be unknown none can.
  const [first] = body.orders;
  const field = first === undefined ? undefined : ORDER_FIELDS[first.field];
  if (first !== undefined && field !== undefined && field.notNull !== true && !isKnown) {
    const fields = { ...ORDER_FIELDS, [first.field]: { ...field, notNull: true } };
    const ids = await idsBy(order(fields), sql`${columnOf(field)} is not null`);
    if (ids.length === page.limit) return { ids, counts, isEstimate };
  }
  return { ids: await idsBy(ordered, sql`true`), counts, isEstimate };
}
