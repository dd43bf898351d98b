// Which listings a page shows, and how many each tab holds. Over a million listings the joins of a row cost a second, so the
// page's ids and the numbers are found from the tables that know them, and the way there depends on how many there are.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, ListBody } from '../../kernel/filter.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { planEach, type Trx } from '../../platform/db.ts';
import { filterCondition } from '../../platform/filter-sql.ts';
import type { ListingQuery } from '../contract.ts';
import { searchCondition } from '../updates/listing-search.ts';
import {
  type Counted,
  type Counts,
  cacheCounts,
  cachedCounts,
  countAll,
  countFound,
  countLater,
  expectedOf,
  expectedOfPlan,
  LARGE_COMPANY,
  shareOf,
} from './counts.ts';
import {
  FIELDS,
  INDEXED_LOSING_ORDERS,
  INDEXED_ORDERS,
  IS_HELD_LOSING,
  joinsOf,
  OF_LOST,
  type Source,
  sourcesOf,
} from './fields.ts';
import {
  checkOrders,
  hidden,
  isAnchored,
  isMuchShared,
  type OrderedScan,
  pageOf,
  pageOfFound,
  pageOnScan,
  type Scan,
  type Slice,
  scannable,
  scannedPage,
  scanOfShared,
  type Wish,
} from './page.ts';
import { isIndexed, pageByText, seen, seeOnly } from './search.ts';
import { tabCondition, wholeTab } from './tabs.ts';

/** Which listings are asked for, without an order or a page. */
export interface Question extends ListingQuery {
  filters: readonly Filter[];
  timeZone: string;
}

export interface Wanted {
  page: PageQuery & ListingQuery;
  body: ListBody;
}

/** Of up to so many found listings the ids are kept for the page; more are searched once more. */
const FEW = 20_000;
/** The planner's cost of reading a fifth of a million listings, which takes longer than a page may. */
const COSTLY = 10_000;
/** Up to so many listings of a tab are sorted, where an index gives all listings of the company in order. */
const MANY = 2_000;

const isOrdered = ([first]: ListBody['orders']): boolean =>
  first === undefined || INDEXED_ORDERS.has(first.field);

/** How a question and its order are named, whatever its page. */
const nameOf = (companyId: number, { page: { tab, limit }, body }: Wanted): string =>
  JSON.stringify([companyId, body, tab, limit]);

/**
 * Whether the listings of a tab are found by scanning all listings in order until a page is full, and not by sorting the tab's:
 * the first takes the longer the rarer they are and the more pages it passes, the second the more they are.
 */
const isScan = (counts: Counts, { page, body }: Wanted, passes: number): boolean =>
  isOrdered(body.orders) && counts[page.tab] ** 2 > counts.all * passes * page.limit;

/** The condition of the filters, and the tables that it needs. */
function filtered({ filters, timeZone }: Pick<Question, 'filters' | 'timeZone'>): {
  condition: RawBuilder<SqlBool>;
  sources: Set<Source>;
} {
  return {
    condition: filterCondition(filters, FIELDS, { timeZone }),
    sources: sourcesOf(filters.map(({ field }) => field)),
  };
}

/** Whether a listing has the text that is searched for; a text that the index covers was passed to `seeOnly` before. */
const searched = (companyId: number, search: string | undefined): RawBuilder<SqlBool> =>
  isIndexed(search) ? sql`l.id in (${seen(companyId)})` : searchCondition(search);

/** The same for a page, written so that the database reads the listings with the text instead of checking all in order. */
const soughtBy = (companyId: number, search: string | undefined): RawBuilder<SqlBool> =>
  isIndexed(search) ? sql`l.id = any(array(${seen(companyId)}))` : searchCondition(search);

/**
 * The condition that follows from filters that only listings without their buybox match. The planner does not derive it from
 * their expressions, and would join all listings.
 */
const implied = (filters: readonly Filter[]): RawBuilder<SqlBool> =>
  isEachOne(filters) && filters.some((one) => OF_LOST.has(one.field) && one.condition !== '!=')
    ? sql`m.buybox_status = 'LOSING'`
    : sql`true`;

/** The ids of the listings that match, whatever the tab, from no more tables than the filters need. */
export function foundBy(companyId: number, question: Question): RawBuilder<unknown> {
  const { filters, search } = question;
  const { condition, sources } = filtered(question);
  // A listing without a market is only found where something may differ from nothing, or something else is enough.
  const needsMarket = isEachOne(filters) && filters.every(({ condition: how }) => how !== '!=');
  if (needsMarket && !search && sources.size === 1 && sources.has('market')) {
    return sql`select m.listing_id as id from market m where m.company_id = ${companyId} and ${condition}`;
  }
  if (isIndexed(search) && filters.length === 0) {
    return sql`select found.listing_id as id from (${seen(companyId)}) found`;
  }
  return sql`select l.id from listing l ${joinsOf(sources)}
    where l.company_id = ${companyId} and ${condition} and ${searched(companyId, search)}
      and ${implied(filters)}`;
}

/** All listings that match, as a condition on `l`, and the tables that it needs. For callers that need them all. */
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

/** The counts of a question, and the ids of the page where there are few. */
interface Found extends Counted {
  ids: number[] | null;
}

/** How many listings a question finds, and of few the page. Only of a very large company many are estimated at first. */
async function find(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
  { all, found }: { all: Counts; found: RawBuilder<unknown> },
): Promise<Found> {
  const { page, body } = wanted;
  const { search } = page;
  const name = JSON.stringify([companyId, body.filters, body.timeZone, search]);
  const slice = sliceOf(companyId, wanted);
  const isLarge = all.all > LARGE_COMPANY;
  const pageOfFew = (expected: number) =>
    pageOfFound(slice, tabCondition(companyId, page.tab, expected <= MANY));
  const areLosing = isEachOne(body.filters) && body.filters.some(saysLosing);
  const count = async (within: Trx) => {
    if (isIndexed(search)) await seeOnly(within, search);
    return (await countFound(within, companyId, { found, areLosing })).counts;
  };
  const cached = cachedCounts(ctx, companyId, name);
  // The counts came with the first page.
  if (cached?.isFew === true && !cached.isOld && page.page > 0) {
    // The page of more than these is found by a scan.
    if (cached.counts.all > MANY) return { counts: cached.counts, isEstimate: false, ids: null };
    const { rows } = await sql<{ id: number }>`
      with found as materialized (${found}) ${pageOfFew(cached.counts.all)}`.execute(trx);
    return { counts: cached.counts, isEstimate: false, ids: rows.map(({ id }) => id) };
  }
  if (cached?.isFew === false && (isLarge || !cached.isOld)) {
    if (cached.isOld) countLater(ctx, name, companyId, cached.counts.all, count);
    return { counts: cached.counts, isEstimate: false, ids: null };
  }
  // The planner cannot estimate a text search: only the index knows how many listings have the text.
  const waiting = expectedOf(ctx, name);
  const usesPlan = waiting === null && isLarge && !isIndexed(search);
  const { rows: expected, cost } = usesPlan
    ? await expectedOfPlan(trx, found)
    : { rows: waiting ?? 0, cost: 0 };
  const began = ctx.clock();
  const estimate = (least: number, ids: number[] | null): Found => {
    const many = Math.min(all.all, Math.max(expected, FEW + 1, least));
    countLater(ctx, name, companyId, many, count);
    return { counts: shareOf(all, many), isEstimate: true, ids };
  };
  if (expected <= FEW) {
    const met = cost > COSTLY ? await firstMet(ctx, trx, companyId, wanted) : null;
    if (met !== null) return estimate(met.rate, met.ids);
    const some = sql`select one.id from (${found}) one limit ${FEW + 1}`;
    const { counts, ids } = await countFound(trx, companyId, {
      found: some,
      areLosing,
      page: pageOfFew(expected),
    });
    if (counts.all <= FEW) {
      cacheCounts(ctx, companyId, name, counts, { began, isFew: true });
      return { counts, isEstimate: false, ids };
    }
  }
  if (isLarge) return estimate(0, null);
  const counts = await count(trx);
  cacheCounts(ctx, companyId, name, counts, { began });
  return { counts, isEstimate: false, ids: null };
}

/** The direction of titles, where a search has no filter or tab and is ordered by title alone; null: it is another question. */
function onlyTextOf({ page, body }: Wanted): 'asc' | 'desc' | null {
  const [first = { field: 'title', direction: 'asc' as const }, ...others] = body.orders;
  const isOnly = page.tab === 'all' && body.filters.length === 0 && others.length === 0;
  return isOnly && isIndexed(page.search) && first.field === 'title' ? first.direction : null;
}

/** Where a listing's own row is enough. */
const OWN: ReadonlySet<Source> = new Set(['listing']);

/**
 * Filters written so that the database scans the listings in order instead of sorting all that match: it checks each hidden
 * condition listing by listing. A filter of the column by which it scans tells it where to begin; filters of the listing's
 * own row are checked before other tables are read.
 */
function scannedBy(
  companyId: number,
  { page: { tab }, body }: Wanted,
): Pick<Scan, 'range' | 'condition' | 'sources'> {
  const { filters, orders, timeZone } = body;
  const of = (some: readonly Filter[]) => filtered({ filters: some, timeZone });
  if (!isEachOne(filters)) {
    const { condition, sources } = of(filters);
    return { range: null, condition: hidden(condition), sources };
  }
  const order = orders[0]?.field ?? 'title';
  const isOwn = ({ field }: Filter) => sourcesOf([field]).isSubsetOf(OWN);
  const range = filters.filter(({ field }) => field === order);
  const others = filters.filter(({ field }) => field !== order);
  const own = others.filter(isOwn);
  const joined = others.filter((filter) => !isOwn(filter));
  const isOfLosing = tab === 'losing' || others.some(saysLosing);
  const ranges = [
    ...(range.length === 0 ? [] : [of(range).condition]),
    ...(isOfLosing && INDEXED_LOSING_ORDERS.has(order) ? [IS_HELD_LOSING] : []),
  ];
  const areLost =
    joined.some(saysLosing) ||
    joined.some((one) => OF_LOST.has(one.field) && one.condition !== '!=');
  return {
    range: ranges.length === 0 ? null : sql`(${sql.join(ranges, sql` and `)})`,
    // A condition of its own, with an index for it, saves reading further tables for most listings.
    condition: sql`(${hidden(of(own).condition)} and ${tabCondition(companyId, areLost ? 'losing' : 'all', true)}
      and ${hidden(of(joined).condition)})`,
    sources: of(others).sources,
  };
}

/** Whether a listing has to match each of the filters. */
const isEachOne = (filters: readonly Filter[]): boolean =>
  filters.every(({ logicalOperator }, index) => index === 0 || logicalOperator === 'AND');

/** Whether a filter leaves only listings that lose their buybox. */
const saysLosing = ({ field, condition, value }: Filter): boolean =>
  field === 'buyboxStatus' && (condition === '=' || condition === 'IN') && value === 'LOSING';

/** A scan passes at least so many listings. */
const SCAN_LEAST = 2_000;
/** How many are passed by the first scan, and by the second, before all are read because few are expected. */
const FIRST = [SCAN_LEAST, 20_000] as const;

/**
 * How many listings a scan passes in the time in which all that match are found and sorted: checking one listing costs ten
 * times as much as sorting one, and twenty times as much as reading one with all others.
 */
const scanMost = (all: number, wanted: number): number =>
  Math.max(SCAN_LEAST, Math.round(all / 20 + wanted / 10));

/** The scan that checks the listings in order until the page is full, or so many were passed. */
function scanOf(companyId: number, wanted: Wanted, most: number): Scan {
  const { page } = wanted;
  const { range, condition, sources } = scannedBy(companyId, wanted);
  return {
    range,
    condition: sql`(${condition} and ${tabCondition(companyId, page.tab, true)})`,
    sources,
    most,
  };
}

/** The scans that may find a page, the likelier first; none: sorting all that match is quicker. */
function orderedScansOf(
  ctx: AppContext,
  slice: Slice,
  wanted: Wanted,
  { counts, all }: { counts: Counts; all: number },
): OrderedScan[] {
  const { page } = wanted;
  const most = scanMost(all, counts[page.tab]);
  const scan = scanOf(slice.companyId, wanted, most);
  const plain = { slice, scan };
  const isKnown = isAnchored(ctx, nameOf(slice.companyId, wanted), plain);
  const passes = isKnown ? 1 : page.page + 1;
  if (!isScan(counts, wanted, passes)) return [];
  const passed = (passes * page.limit * all) / counts[page.tab];
  // The number of listings in a range is not known; a scan ends in any case.
  if (scan.range === null && passed > most) return [];
  const shared = scanOfShared(slice, scan);
  return shared === null ? [plain] : [shared, plain];
}

/**
 * The page, if the first listings in order fill it, and how many of all would be found at that rate. The planner expects too
 * few where two filters correlate: so the first listings are checked before all are read.
 */
async function firstMet(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<{ ids: number[]; rate: number } | null> {
  const { page, body } = wanted;
  if (page.search || !isOrdered(body.orders)) return null;
  const question = nameOf(companyId, wanted);
  const slice = sliceOf(companyId, wanted);
  for (const most of FIRST) {
    const scan = scanOf(companyId, wanted, most);
    const orderedScan = scanOfShared(slice, scan) ?? { slice, scan };
    const pages = isAnchored(ctx, question, orderedScan) ? 1 : page.page + 1;
    const ids = await scannedPage(ctx, trx, question, orderedScan);
    if (ids.length < page.limit) continue;
    const { rows } = await expectedOfPlan(trx, scannable(orderedScan.slice, orderedScan.scan));
    return { ids, rate: Math.round((rows * pages * page.limit) / most) };
  }
  return null;
}

const sliceOf = (companyId: number, { page, body }: Wanted): Slice => ({
  companyId,
  page,
  orders: settled(body.orders),
});

/** Very many listings have the same stock: those go by title, as the index listing_stock holds them. */
function settled(orders: ListBody['orders']): ListBody['orders'] {
  const [first, second] = orders;
  return first?.field === 'stock' && second === undefined
    ? [first, { field: 'title', direction: first.direction }]
    : orders;
}

/** The page of very many listings, or of a whole tab. */
async function pageOfMany(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
  { counts, all }: { counts: Counts; all: number },
): Promise<number[]> {
  const { page, body } = wanted;
  const { tab, search } = page;
  const slice = sliceOf(companyId, wanted);
  const { condition, sources } = filtered(body);
  const wish = (ofTab: RawBuilder<SqlBool>): Wish => ({
    condition: sql`(${condition} and ${soughtBy(companyId, search)} and ${ofTab})`,
    sources,
  });
  const isWhole = tab === 'all' && body.filters.length === 0 && !isMuchShared(slice.orders);
  // Not for a search: titles with one word are together, and may be far from the first.
  if (search || isWhole || !isOrdered(body.orders)) {
    const ofTab = tabCondition(companyId, tab, isScan(counts, wanted, page.page + 1));
    return await pageOf(trx, slice, wish(ofTab));
  }
  // Few listings of a tab are read by their ids; of many each would be looked for in a long list.
  const sorted = wish(
    counts[tab] > MANY ? wholeTab(companyId, tab) : tabCondition(companyId, tab, false),
  );
  const orderedScans = orderedScansOf(ctx, slice, wanted, { counts, all });
  const question = nameOf(companyId, wanted);
  return await pageOnScan(ctx, trx, slice, { orderedScans, wish: sorted, question });
}

/** The ids of the listings of a page, in order, and how many each tab holds under the same filters and search. */
export interface FoundPage extends Counted {
  ids: number[];
}

/**
 * Finds the listings of a page. The numbers are exact; those of a question that very many listings answer may be older, and are
 * estimated where it is asked for the first time.
 * @throws Problem 422 for fields that listings do not have
 */
export async function findListings(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  wanted: Wanted,
): Promise<FoundPage> {
  const { page, body } = wanted;
  const { tab, search } = page;
  const { filters, timeZone } = body;
  // An order that is not offered is refused before anything is searched.
  checkOrders(body.orders);
  const [, all] = await Promise.all([planEach(trx), countAll(ctx, trx, companyId)]);
  const many = (counts: Counts) =>
    pageOfMany(ctx, trx, companyId, wanted, { counts, all: all.all });
  if (filters.length === 0 && !search) {
    return { ids: await many(all), counts: all, isEstimate: false };
  }
  const found = foundBy(companyId, { tab, search, filters, timeZone });
  if (isIndexed(search)) await seeOnly(trx, search);
  const { ids, ...counted } = await find(ctx, trx, companyId, wanted, { all, found });
  if (ids !== null) return { ...counted, ids };
  const { counts, isEstimate } = counted;
  const onlyText = onlyTextOf(wanted);
  if (onlyText === null) return { ...counted, ids: await many(counts) };
  const { ids: some, total } = await pageByText(trx, companyId, page, onlyText);
  const isShare = isEstimate && total !== null;
  return { ids: some, counts: isShare ? shareOf(counts, total) : counts, isEstimate };
}
