import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, Order } from '../kernel/filter.ts';
import { Day, Instant } from '../kernel/id.ts';
import {
  type Condition,
  FIELD_CONDITIONS,
  type ListField,
  VALUE_LENGTHS,
} from '../kernel/list-schema.ts';
import { MAX_AMOUNT, toMinor } from '../kernel/money.ts';
import type { Fault } from '../kernel/problem.ts';
import { problem } from './problems.ts';

/** A field by which lists may be filtered and ordered. Fields that are not listed do not exist for a caller. */
export interface Field extends ListField {
  /** A column (`listing.title`), or an expression for what no column holds: money in minor units. */
  column: string | RawBuilder<unknown>;
  /** Every row has a value, so that an index gives it in both directions. */
  notNull?: boolean;
  /**
   * A coarser column, ordered by before: it never contradicts the field's own order, and its index is not written at each change
   * of the field.
   */
  coarse?: string;
  /** Rows have several values of it, as an array: it is equal where one of them is. */
  isMany?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** The fields of a list with the columns that hold them; a column that always has a value ends with `!`. */
export function fieldsOf<Name extends string>(
  fields: Readonly<Record<Name, ListField>>,
  columns: Readonly<Record<Name, string | Pick<Field, 'column' | 'notNull' | 'coarse' | 'isMany'>>>,
): Readonly<Record<Name, Field>> {
  const one = (name: Name): Field => {
    const column = columns[name];
    if (typeof column !== 'string') return { ...fields[name], ...column };
    return column.endsWith('!')
      ? { ...fields[name], column: column.slice(0, -1), notNull: true }
      : { ...fields[name], column };
  };
  return Object.fromEntries(Object.keys(fields).map((name) => [name, one(name as Name)])) as Record<
    Name,
    Field
  >;
}

export interface FilterOptions {
  /** The time zone of days, by the database's name. */
  timeZone?: string;
}

type Sql = RawBuilder<unknown>;

const MAX_CHOSEN = 100;

/** A value as SQL; for a day two: its beginning, and the beginning of the next. */
interface Read {
  from: Sql;
  /** Null: the value is one point. */
  until: Sql | null;
}

const point = (from: Sql): Read => ({ from, until: null });

function readNumber(text: string, pattern: RegExp): number | null {
  return pattern.test(text) ? Number(text) : null;
}

// Wider than any column, so that a value beyond its range finds nothing instead of failing; and an integer where the
// column is one, so that an index can be used.
const numeric = (value: number) => point(sql`${value}::numeric`);
const whole = (value: number) => point(sql`${value}::bigint`);

const choice = ({ options }: Field, text: string): Read | null =>
  options === undefined || options.includes(text) ? point(sql`${text}::text`) : null;

function readWhole(text: string): Read | null {
  const value = readNumber(text, /^-?\d{1,15}$/);
  return value === null ? null : whole(value);
}

function readDecimal(text: string): Read | null {
  const value = readNumber(text, /^-?\d{1,12}(\.\d{1,6})?$/);
  return value === null ? null : numeric(value);
}

function readMoney(text: string): Read | null {
  const value = readNumber(text, /^\d{1,9}(\.\d{1,2})?$/);
  return value === null || value > MAX_AMOUNT ? null : whole(toMinor(value));
}

function readDate(text: string, timeZone: string): Read | null {
  if (Day.safeParse(text).success) {
    return {
      from: sql`(${text}::date::timestamp at time zone ${timeZone})`,
      until: sql`((${text}::date + 1)::timestamp at time zone ${timeZone})`,
    };
  }
  if (!Instant.safeParse(text).success) return null;
  return point(sql`${new Date(text).toISOString()}::timestamptz`);
}

function readValue(field: Field, text: string, timeZone: string): Read | null {
  if (field.values === 'boolean') {
    return choice(field, text) && point(sql`${text === 'true'}::boolean`);
  }
  if (field.values === 'whole') return readWhole(text);
  switch (field.type) {
    case 'text':
    case 'select':
    case 'search':
    case 'multi_search':
      return choice(field, text);
    case 'numeric':
      return readDecimal(text);
    case 'monetary':
      return readMoney(text);
    case 'date':
      return readDate(text, timeZone);
  }
}

/** `%`, `_` and `\` mean themselves in what a person types. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text contains another, ignoring case. */
const like = (column: Sql, text: string): Sql =>
  // ASCII texts need no collation, which makes the comparison twice as fast.
  /^[ -~]*$/.test(text)
    ? sql`lower(${column} collate "C") like ${contains(text.toLowerCase())}`
    : sql`${column} ilike ${contains(text)}`;

/** The SQL of a field's values. */
export const columnOf = ({ column }: Field): Sql =>
  typeof column === 'string' ? sql.ref(column) : column;

const between = (column: Sql, from: Read, to: Read) =>
  to.until === null
    ? sql`(${column} >= ${from.from} and ${column} <= ${to.from})`
    : sql`(${column} >= ${from.from} and ${column} < ${to.until})`;

function compare(column: Sql, condition: Condition, values: Read[]): Sql {
  const [value, other] = values as [Read, Read | undefined];
  switch (condition) {
    case 'BETWEEN':
      return between(column, value, other ?? value);
    case '=':
      return value.until === null ? sql`${column} = ${value.from}` : between(column, value, value);
    case '!=':
      return value.until === null
        ? sql`${column} is distinct from ${value.from}`
        : sql`${between(column, value, value)} is not true`;
    case '>=':
      return sql`${column} >= ${value.from}`;
    case '<=':
      return value.until === null
        ? sql`${column} <= ${value.from}`
        : sql`${column} < ${value.until}`;
    case 'IN':
      return sql`${column} in (${sql.join(values.map(({ from }) => from))})`;
    case 'LIKE':
      throw new Error('LIKE is no comparison of values');
  }
}

/** The same for a column of arrays. */
function compareMany(column: Sql, condition: Condition, values: Read[]): Sql {
  const isOne = sql`${column} && array[${sql.join(values.map(({ from }) => from))}]`;
  return condition === '!=' ? sql`(${isOne}) is not true` : isOne;
}

function valuesOf({ condition, value }: Filter): string[] | null {
  if (condition !== 'BETWEEN' && condition !== 'IN') return [value.trim()];
  const values = value.split('|').map((part) => part.trim());
  const isRight = condition === 'BETWEEN' ? values.length === 2 : values.length <= MAX_CHOSEN;
  return isRight && values.every((part) => part !== '') ? values : null;
}

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

/** The condition of a filter, or its fault. */
function toCondition(filter: Filter, at: string, fields: Fields, timeZone: string): Sql | Fault {
  const field = Object.hasOwn(fields, filter.field) ? fields[filter.field] : undefined;
  if (!field) {
    return fault(`${at}.field`, 'unknown_field', `${filter.field} cannot be filtered by`);
  }
  if (!FIELD_CONDITIONS[field.type].includes(filter.condition)) {
    return fault(
      `${at}.condition`,
      'unknown_condition',
      `${filter.field} does not take ${filter.condition}`,
    );
  }
  if (filter.value.trim() === '') {
    return fault(`${at}.value`, 'required', `${filter.field} is compared with nothing`);
  }
  const texts = valuesOf(filter);
  const longest = VALUE_LENGTHS[field.type];
  if (texts?.some((text) => text.length > longest)) {
    return fault(`${at}.value`, 'too_long', `${filter.field} takes ${longest} characters`);
  }
  if (filter.condition === 'LIKE') return like(columnOf(field), filter.value.trim());
  const values = texts?.map((text) => readValue(field, text, timeZone));
  if (!values || values.includes(null)) {
    return fault(`${at}.value`, 'invalid_value', `not a value of ${filter.field}`);
  }
  const comparing = field.isMany ? compareMany : compare;
  return comparing(columnOf(field), filter.condition, values as Read[]);
}

function refuse(faults: Fault[]): void {
  if (faults.length === 0) return;
  const code = faults.every((one) => one.code === 'unknown_field')
    ? 'unknown_field'
    : 'invalid_request';
  throw problem(code, { detail: faults[0]!.message, faults });
}

const isFault = (value: Sql | Fault): value is Fault => 'path' in value;

/**
 * The condition of a list's filters, for `where`. A filter's `logicalOperator` joins it to the previous ones; as in SQL,
 * AND binds closer than OR. No filters: everything. Throws a 422 `Problem` that names every fault, with paths such as
 * `filters.0.field`.
 */
export function filterCondition(
  filters: readonly Filter[],
  fields: Fields,
  { timeZone = 'UTC' }: FilterOptions = {},
): RawBuilder<SqlBool> {
  const faults: Fault[] = [];
  const alternatives: Sql[][] = [[]];
  filters.forEach((filter, index) => {
    const condition = toCondition(filter, `filters.${index}`, fields, timeZone);
    if (isFault(condition)) {
      faults.push(condition);
      return;
    }
    if (index > 0 && filter.logicalOperator === 'OR') alternatives.push([]);
    alternatives.at(-1)!.push(condition);
  });
  refuse(faults);
  const groups = alternatives
    .filter((group) => group.length > 0)
    .map((group) => sql`(${sql.join(group, sql` and `)})`);
  return groups.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(groups, sql` or `)})`;
}

/** Whether one of some fields contains a text; everything matches where there is none. */
export const searchIn = (
  fields: Fields,
  names: readonly string[],
  search: string | undefined,
): RawBuilder<SqlBool> =>
  filterCondition(
    search
      ? names.map((field) => ({ field, condition: 'LIKE', value: search, logicalOperator: 'OR' }))
      : [],
    fields,
  );

/** The condition of a list that is searched in some fields, and filtered. */
export const listCondition = (
  fields: Fields,
  searched: readonly string[],
  { search }: { search?: string | undefined },
  { filters, ...options }: { filters: readonly Filter[] } & FilterOptions,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${searchIn(fields, searched, search)} and ${filterCondition(filters, fields, options)}`;

/** How many rows each tab of a list has, as columns by the names of the tabs. */
export const tabCounts = (tabs: Readonly<Record<string, RawBuilder<unknown>>>): Sql =>
  sql.join(
    Object.entries(tabs).map(
      ([tab, condition]) => sql`(count(*) filter (where ${condition}))::integer as ${sql.ref(tab)}`,
    ),
  );

/**
 * The order of a list, for `orderBy`. `last` is a unique column that breaks ties, so that no row is on two pages or on
 * none; `otherwise` is the default order. Throws a 422 `Problem` for unknown fields.
 */
export function listOrder(
  orders: readonly Order[],
  fields: Fields,
  last: string,
  otherwise: readonly Order[] = [],
): RawBuilder<unknown> {
  const faults: Fault[] = [];
  const terms: Sql[] = [];
  (orders.length > 0 ? orders : otherwise).forEach(({ field: name, direction }, index) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || field.isUnordered) {
      faults.push(fault(`orders.${index}.field`, 'unknown_field', `${name} cannot be ordered by`));
      return;
    }
    const word = direction === 'asc' ? sql`asc` : sql`desc`;
    const nulls = field.notNull === true ? sql`` : sql` nulls last`;
    if (field.coarse !== undefined) terms.push(sql`${sql.ref(field.coarse)} ${word}${nulls}`);
    terms.push(sql`${columnOf(field)} ${word}${nulls}`);
  });
  refuse(faults);
  const lastWord = orders.at(-1)?.direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`${sql.join([...terms, sql`${sql.ref(last)} ${lastWord}`])}`;
}
