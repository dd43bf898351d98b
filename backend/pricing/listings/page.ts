// The ids of a page of listings, in order. For some orders an index gives the listings one after the other, so that a scan soon
// finds the first of many that match. How soon is not known before: what matches may depend on the order (of
// large stocks few are sold out). So a scan ends after a while, and all that match are found and sorted instead.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '../../kernel/filter.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { columnOf, type Fields, listOrder } from '../../platform/filter-sql.ts';
import {
  type Anchor,
  type AnchorRow,
  anchorColumns,
  anchorOf,
  behind,
  storeAnchor,
  toAnchor,
} from './anchors.ts';
import { INDEXED_ORDERS, joinsOf, ORDER_FIELDS, type Source, sourcesOf } from './fields.ts';

/** What listings are ordered by, and which of them are the page. */
export interface Slice {
  companyId: number;
  page: PageQuery;
  orders: readonly Order[];
}

/** Which listings match, and the tables that the condition needs. */
export interface Wish {
  condition: RawBuilder<SqlBool>;
  sources: Set<Source>;
}

/** The listings that match, written so that they are checked in order. */
export interface Scan extends Wish {
  /** The filter of the column by which it scans: where it begins and ends; null: there is none. */
  range: RawBuilder<SqlBool> | null;
  /** So many listings are passed at most. */
  most: number;
}

const OTHERWISE: readonly Order[] = [{ field: 'title', direction: 'asc' }];

const orderedBy = (orders: readonly Order[], fields: Fields = ORDER_FIELDS, last = 'l.id') =>
  listOrder(orders, fields, last, OTHERWISE);

/** @throws Problem 422 for fields that listings cannot be ordered by */
export const checkOrders = (orders: readonly Order[]): unknown => orderedBy(orders);

const sourcesOfOrders = (orders: readonly Order[]) => sourcesOf(orders.map(({ field }) => field));

/** The fields that are ordered by, where each is a column of `l` already, and those columns. */
function keysOf(
  orders: readonly Order[],
  fields: Fields = ORDER_FIELDS,
): { fields: Fields; columns: RawBuilder<unknown> } {
  const named = orders.length > 0 ? orders : OTHERWISE;
  const keys = named.map(({ field }, n) => ({ field, of: fields[field]!, name: `key${n}` }));
  return {
    fields: Object.fromEntries(
      keys.map(({ field, of, name }) => [
        field,
        { ...of, column: `l.${name}`, ...(of.coarse && { coarse: `l.${name}_coarse` }) },
      ]),
    ),
    columns: sql.join(
      keys.flatMap(({ of, name }) => [
        sql`${columnOf(of)} as ${sql.ref(name)}`,
        ...(of.coarse ? [sql`${sql.ref(of.coarse)} as ${sql.ref(`${name}_coarse`)}`] : []),
      ]),
    ),
  };
}

/** Orders by the first field as if no listing lacked it: those that lack it are last, which no index has. */
function withValuesFirst(orders: readonly Order[]): {
  fields: Fields;
  hasValue: RawBuilder<SqlBool>;
  /** What is checked of each listing besides. */
  isHeld: RawBuilder<SqlBool> | null;
} {
  const name = orders[0]?.field;
  const field = name === undefined ? undefined : ORDER_FIELDS[name];
  if (name === undefined || field === undefined || field.notNull === true)
    return { fields: ORDER_FIELDS, hasValue: sql`true`, isHeld: null };
  const { column, isHeld } = INDEXED_ORDERS.get(name) ?? {};
  const indexed = { ...field, ...(column && { column }), notNull: true };
  return {
    fields: { ...ORDER_FIELDS, [name]: indexed },
    hasValue: sql`${columnOf(indexed)} is not null`,
    isHeld: isHeld === undefined ? null : hidden(isHeld),
  };
}

/** A condition that the planner cannot look into, and checks listing by listing. */
export const hidden = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select where ${condition} offset 0)`;

/** Fields of which very many listings have the same value. */
const MUCH_SHARED: ReadonlySet<string> = new Set([
  'shareDay',
  'shareWeek',
  'shareMonth',
  'stock',
  'rivals',
  'watched',
]);
/** So many listings are passed at most before those with the first value are sorted by it like all others. */
const SHARED_MOST = 5_000;

/** A scan, and the order in which it goes. */
export interface OrderedScan {
  slice: Slice;
  scan: Scan;
}

/** Whether very many listings may have the first value of an order, and an index gives listings in the next one. */
export function isMuchShared([first, second]: readonly Order[]): boolean {
  if (first === undefined || second === undefined) return false;
  // An index holds equal stocks by their titles.
  const isHeld = first.field === 'stock' && second.field === 'title';
  return MUCH_SHARED.has(first.field) && INDEXED_ORDERS.has(second.field) && !isHeld;
}

/**
 * A scan for orders whose first value very many listings share: it goes in the second order, only past those that have that
 * value. Sorting all of them would read each. A page that they do not fill is not used.
 */
export function scanOfShared(slice: Slice, scan: Scan): OrderedScan | null {
  const { companyId, orders } = slice;
  const [first] = orders;
  if (first === undefined || !isMuchShared(orders)) return null;
  const { fields, hasValue } = withValuesFirst([first]);
  const column = columnOf(fields[first.field]!);
  const sources = sourcesOfOrders([first]);
  const value = sql`(select ${column} from listing l ${joinsOf(sources)}
    where l.company_id = ${companyId} and ${scan.range ?? sql`true`} and ${hasValue}
    order by ${listOrder([first], fields, 'l.id', [])} limit 1)`;
  return {
    slice: { ...slice, orders: orders.slice(1) },
    scan: {
      range: null,
      condition: sql`(${column} = ${value} and ${scan.condition})`,
      sources: scan.sources.union(sources),
      most: Math.min(scan.most, SHARED_MOST),
    },
  };
}

const limited = ({ page, limit }: PageQuery) => sql`limit ${limit} offset ${page * limit}`;

async function idsOf(trx: Trx, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (statement as RawBuilder<{ id: number }>).execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The page of the listings whose ids a table `found` holds, as a statement: for few of them. The `offset 0` keeps the database
 * from scanning all listings in order and looking through the whole of `found` for each.
 */
export function pageOfFound(
  { companyId, page, orders }: Slice,
  condition: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const { fields, columns } = keysOf(orders);
  return sql`select l.id from (
      select l.id, ${columns} from found join listing l on l.company_id = ${companyId} and l.id = found.id
      ${joinsOf(sourcesOfOrders(orders))} where ${condition} offset 0
    ) l order by ${orderedBy(orders, fields)} ${limited(page)}`;
}

/**
 * For a scan: other tables are read by key. The planner would read them whole, since it does not know that the page is full
 * long before the scan ends.
 */
const BY_KEY = ['enable_hashjoin', 'enable_mergejoin'];
/** Makes several processes scan an index together: starting them takes longer than a scan that ends soon. */
const TOGETHER = ['enable_gathermerge'];

const turn = (trx: Trx, names: readonly string[], isOn: boolean): Promise<unknown> =>
  sql`select ${sql.join(
    names.map((name) => sql`set_config(${name}, ${isOn ? 'on' : 'off'}, true)`),
  )}`.execute(trx);

/** The page, found in whatever way the database thinks best. */
export async function pageOf(trx: Trx, slice: Slice, wish: Wish): Promise<number[]> {
  const { companyId, page, orders } = slice;
  const joins = joinsOf(wish.sources.union(sourcesOfOrders(orders)));
  const by = (fields: Fields, hasValue: RawBuilder<SqlBool>) =>
    idsOf(
      trx,
      sql`select l.id from listing l ${joins}
        where l.company_id = ${companyId} and ${wish.condition} and ${hasValue}
        order by ${orderedBy(orders, fields)} ${limited(page)}`,
    );
  // A page that is full without the listings that lack the field is the page.
  const { fields, hasValue, isHeld } = withValuesFirst(orders);
  if (fields !== ORDER_FIELDS) {
    const [, ids] = await Promise.all([
      turn(trx, TOGETHER, false),
      by(fields, isHeld === null ? hasValue : sql`${hasValue} and ${isHeld}`),
      turn(trx, TOGETHER, true),
    ]);
    if (ids.length === page.limit) return ids;
  }
  return await by(ORDER_FIELDS, sql`true`);
}

/** The page of all that match, found first and then sorted: an `offset 0` keeps the database from scanning. */
export function sortedPage(
  trx: Trx,
  { companyId, page, orders }: Slice,
  wish: Wish,
): Promise<number[]> {
  const { fields, columns } = keysOf(orders);
  return idsOf(
    trx,
    sql`select l.id from (
        select l.id, ${columns} from listing l ${joinsOf(wish.sources.union(sourcesOfOrders(orders)))}
        where l.company_id = ${companyId} and ${wish.condition} offset 0
      ) l order by ${orderedBy(orders, fields)} ${limited(page)}`,
  );
}

/** All listings that a scan would pass, whatever it checks of them, as a statement. */
export function scannable(
  { companyId, orders }: Slice,
  { range }: Pick<Scan, 'range'>,
): RawBuilder<unknown> {
  const { hasValue } = withValuesFirst(orders);
  return sql`select l.id from listing l ${joinsOf(sourcesOfOrders(orders))}
    where l.company_id = ${companyId} and ${range ?? sql`true`} and ${hasValue}`;
}

/** The page as far as it is met among the first listings, or those behind an anchor, and where it ends. */
async function scanned(
  trx: Trx,
  { companyId, page, orders }: Slice,
  scan: Scan,
  anchor: Anchor | null,
): Promise<{ ids: number[]; end: Anchor | null }> {
  const { fields: ordered, hasValue, isHeld } = withValuesFirst(orders);
  const { fields: keys, columns } = keysOf(orders, ordered);
  const orderSources = sourcesOfOrders(orders);
  const named = orders.length > 0 ? orders : OTHERWISE;
  const isIdAsc = orders.at(-1)?.direction === 'asc';
  const from = anchor === null ? sql`true` : behind(anchor, named, ordered, isIdAsc);
  const [, { rows }] = await Promise.all([
    turn(trx, [...BY_KEY, ...TOGETHER], false),
    sql<AnchorRow>`
      select l.id, ${anchorColumns(named, keys)} from (
        select l.*, ${columns} from listing l ${joinsOf(orderSources)}
        where l.company_id = ${companyId} and ${scan.range ?? sql`true`} and ${hasValue} and ${from}
        order by ${orderedBy(orders, ordered)} limit ${scan.most}
      ) l ${joinsOf(isHeld === null ? scan.sources : scan.sources.union(orderSources))}
      where l.company_id = ${companyId} and ${scan.condition} and ${isHeld ?? sql`true`}
      order by ${orderedBy(orders, keys)} ${limited(anchor === null ? page : { ...page, page: 0 })}`.execute(
      trx,
    ),
    turn(trx, [...BY_KEY, ...TOGETHER], true),
  ]);
  const last = rows.at(-1);
  return {
    ids: rows.map(({ id }) => id),
    end: last === undefined || rows.length < page.limit ? null : toAnchor(last),
  };
}

/** Names a scan of a question among those that are tried for it. */
const nameOf = (question: string, { slice }: OrderedScan) => `${question} ${slice.orders.length}`;

/** Whether the anchor of a page is known: the scan to the page then takes as long as one to the first page. */
export const isAnchored = (ctx: AppContext, question: string, orderedScan: OrderedScan): boolean =>
  anchorOf(ctx, nameOf(question, orderedScan), orderedScan.slice.page.page) !== null;

/** The page as far as it is met on a scan, from where the page before ended if that is known. */
export async function scannedPage(
  ctx: AppContext,
  trx: Trx,
  question: string,
  orderedScan: OrderedScan,
): Promise<number[]> {
  const name = nameOf(question, orderedScan);
  const { page } = orderedScan.slice.page;
  const { ids, end } = await scanned(
    trx,
    orderedScan.slice,
    orderedScan.scan,
    anchorOf(ctx, name, page),
  );
  storeAnchor(ctx, name, page, end);
  return ids;
}

/** For so long a scan that found no page is not tried again. */
const VAIN_MS = 5 * 60_000;
const MOST_VAIN = 1_000;

/** From which page on a scan failed, and when; one from the first listing may fail where one from an anchor does not. */
type Vain = Map<string, { page: number; at: number; wasAnchored: boolean }>;
const vainScans = new WeakMap<AppContext['db'], Vain>();

function vainOf(ctx: AppContext): Vain {
  const known = vainScans.get(ctx.db) ?? new Map();
  vainScans.set(ctx.db, known);
  return known;
}

/**
 * The page, found by one of some scans if that is soon, else by sorting all that match. `question` identifies the filters and
 * the order.
 */
export async function pageOnScan(
  ctx: AppContext,
  trx: Trx,
  slice: Slice,
  {
    orderedScans,
    wish,
    question,
  }: { orderedScans: readonly OrderedScan[]; wish: Wish; question: string },
): Promise<number[]> {
  const vain = vainOf(ctx);
  const at = ctx.clock().getTime();
  const { page, limit } = slice.page;
  for (const orderedScan of orderedScans) {
    const name = nameOf(question, orderedScan);
    const known = vain.get(name);
    const wasAnchored = isAnchored(ctx, question, orderedScan);
    const isVain = known !== undefined && at - known.at < VAIN_MS && page >= known.page;
    if (isVain && (known.wasAnchored || !wasAnchored)) continue;
    const ids = await scannedPage(ctx, trx, question, orderedScan);
    if (ids.length === limit) return ids;
    if (vain.size >= MOST_VAIN) vain.clear();
    vain.set(name, { page, at, wasAnchored });
  }
  return await sortedPage(trx, slice, wish);
}
