// Keyset pagination: where the pages of a scan ended, so that the next page begins there and does not pass all listings of
// the pages before again. An anchor is older than the page that it leads to by a minute at most.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '../../kernel/filter.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { columnOf, type Fields } from '../../platform/filter-sql.ts';

/** The last listing of a page: by what it is ordered, in the order of the orders, and its id. */
export interface Anchor {
  keys: readonly Key[];
  id: number;
}

interface Key {
  /** As PostgreSQL writes the value, so that nothing of it is lost on the way. */
  text: string;
  type: string;
}

/** Types whose values survive the conversion to text and back. */
const TYPES: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'double precision',
  'integer',
  'numeric',
  'real',
  'smallint',
  'text',
  'timestamp with time zone',
]);

/** How long an anchor is used; after that a page is counted from the first listing. */
const TTL_MS = 60_000;
const MAX_CACHED = 5_000;

type Anchors = Map<string, { anchor: Anchor; at: number }>;
const allAnchors = new WeakMap<AppContext['db'], Anchors>();

function anchorsOf(ctx: AppContext): Anchors {
  const known = allAnchors.get(ctx.db) ?? new Map();
  allAnchors.set(ctx.db, known);
  return known;
}

/** Where a page of a question begins; null: it is not known, or the page is the first. */
export function anchorOf(ctx: AppContext, question: string, page: number): Anchor | null {
  const known = anchorsOf(ctx).get(`${page} ${question}`);
  if (known === undefined || ctx.clock().getTime() - known.at >= TTL_MS) return null;
  return known.anchor;
}

/** Keeps where a page of a question ended, for the page after it. */
export function storeAnchor(
  ctx: AppContext,
  question: string,
  page: number,
  anchor: Anchor | null,
): void {
  if (anchor === null) return;
  const anchors = anchorsOf(ctx);
  if (anchors.size >= MAX_CACHED) anchors.clear();
  anchors.set(`${page + 1} ${question}`, { anchor, at: ctx.clock().getTime() });
}

/** The terms that listings are ordered by: a coarse column comes before the field's own. */
const termsOf = (orders: readonly Order[], fields: Fields) =>
  orders.flatMap(({ field: name, direction }) => {
    const field = fields[name]!;
    const isAsc = direction === 'asc';
    const own = { column: columnOf(field), isAsc, notNull: field.notNull === true };
    return field.coarse ? [{ ...own, column: sql.ref(field.coarse) }, own] : [own];
  });

/** What an anchor is made of, as columns of a statement over a table whose columns the fields are. */
export const anchorColumns = (orders: readonly Order[], fields: Fields): RawBuilder<unknown> => {
  const columns = termsOf(orders, fields).map(({ column }) => column);
  return sql`array[${sql.join(columns.map((column) => sql`${column}::text`))}] as keys,
    array[${sql.join(columns.map((column) => sql`pg_typeof(${column})::text`))}] as types`;
};

export interface AnchorRow {
  id: number;
  keys: (string | null)[];
  types: string[];
}

/** The anchor that a row is; null: it lacks a value that is ordered by, or has one that does not come back as it was. */
export function toAnchor({ id, keys, types }: AnchorRow): Anchor | null {
  const known = keys.flatMap((text, index) => {
    const type = types[index]!;
    return text === null || !TYPES.has(type) ? [] : [{ text, type }];
  });
  return known.length === keys.length ? { keys: known, id } : null;
}

/**
 * The listings behind an anchor, by the order that `listOrder` makes; the first term says where an index begins.
 * @param isIdAsc how those are ordered that are equal in all else
 */
export function behind(
  { keys, id }: Anchor,
  orders: readonly Order[],
  fields: Fields,
  isIdAsc: boolean,
): RawBuilder<SqlBool> {
  const terms = termsOf(orders, fields);
  const castOf = ({ text, type }: Key) => sql`cast(${text}::text as ${sql.raw(type)})`;
  const last = isIdAsc ? sql<SqlBool>`l.id > ${id}` : sql<SqlBool>`l.id < ${id}`;
  const all = terms.reduceRight<RawBuilder<SqlBool>>((then, { column, isAsc, notNull }, index) => {
    const value = castOf(keys[index]!);
    const isBehind = isAsc ? sql`${column} > ${value}` : sql`${column} < ${value}`;
    // Those without a value are last in both directions.
    const isMissing = notNull ? sql`` : sql` or ${column} is null`;
    return sql`(${isBehind}${isMissing} or (${column} = ${value} and ${then}))`;
  }, last);
  const [first] = terms;
  const [key] = keys;
  if (first === undefined || key === undefined || !first.notNull) return all;
  const value = castOf(key);
  const from = first.isAsc ? sql`${first.column} >= ${value}` : sql`${first.column} <= ${value}`;
  return sql`(${from} and ${all})`;
}
