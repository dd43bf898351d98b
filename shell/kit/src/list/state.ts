import { CONDITIONS, type Filter, MAX_ORDERS, type Order } from '@primazia/backend/kernel/filter';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@primazia/backend/kernel/page';
import { isValidFilter, type ValidatedField } from './filter-validation.ts';
import type { Tab } from './types.ts';
import { fits, wireFilters } from './where.ts';

/** The state of a list. It is kept in the URL and nowhere else. */
export interface ListState {
  /** Counts from 1, as people do. */
  page: number;
  limit: number;
  /** The most important first. */
  orders: Order[];
  /** Filters that every row has to match. */
  filters: Filter[];
  /** The rows of the filter builder, joined by AND or OR, where AND binds closer; they narrow what `filters` leave. */
  where: Filter[];
  tab: string | null;
  search: string;
}

/** The values that a list allows; others in a URL are invalid. */
export interface ListOptions {
  /** Fields that may be ordered by. */
  orderable?: readonly string[];
  tabs?: readonly Pick<Tab, 'id'>[];
  /** `required`: where the URL has none, the default's applies. */
  filters?: readonly (ValidatedField & { required?: boolean })[];
  defaults?: Partial<Pick<ListState, 'limit' | 'orders' | 'filters'>>;
}

export type Search = Readonly<Record<string, unknown>>;

/** The parameters of the address that a list keeps its state in. */
export const LIST_KEYS = ['page', 'limit', 'orders', 'filters', 'where', 'tab', 'search'] as const;
export type ListKey = (typeof LIST_KEYS)[number];

const MAX_PAGE = 1_000_000;
const MAX_SEARCH = 200;

/** The state where the URL has none. */
export function defaultState(options: ListOptions): ListState {
  return {
    page: 1,
    limit: options.defaults?.limit ?? DEFAULT_PAGE_SIZE,
    orders: options.defaults?.orders ?? [],
    filters: options.defaults?.filters ?? [],
    where: [],
    tab: options.tabs?.[0]?.id ?? null,
    search: '',
  };
}

/** The router parses `search=12` as a number: this restores the text. */
const text = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

function readPage(value: unknown): number | null {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : null;
}

function readLimit(value: unknown): number | null {
  const limit = PAGE_SIZES.find((size) => size === Number(value));
  return limit ?? null;
}

/** The part of a value that could be parsed, and the parts that could not. */
interface Read<T> {
  value: T;
  lost: readonly string[];
}

function readOrder(written: string, options: ListOptions): Order | null {
  const [field, direction] = written.split(':');
  if (field === undefined || !options.orderable?.includes(field)) return null;
  return direction === 'asc' || direction === 'desc' ? { field, direction } : null;
}

function readOrders(value: unknown, options: ListOptions): Read<Order[]> | null {
  const written = (text(value) ?? '').split(';');
  const orders = new Map<string, Order>();
  const lost: string[] = [];
  for (const part of written) {
    const order = readOrder(part, options);
    if (order === null || orders.has(order.field) || orders.size === MAX_ORDERS) lost.push(part);
    else orders.set(order.field, order);
  }
  return orders.size === 0 ? null : { value: [...orders.values()], lost };
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The prefix of a row of the builder that is joined by OR. */
const OR = '|';

function readFilter(written: string, options: ListOptions): Filter | null {
  const isOr = written.startsWith(OR);
  const [field, sign, coded = ''] = written.slice(isOr ? 1 : 0).split(':');
  const known = options.filters?.find((filter) => filter.field === field);
  const condition = CONDITIONS.find((one) => one === sign);
  const value = decode(coded);
  if (known === undefined || condition === undefined || value === null) return null;
  if (!isValidFilter(known, condition, value)) return null;
  return { field: known.field, condition, value, logicalOperator: isOr ? 'OR' : 'AND' };
}

function readRows(value: unknown, options: ListOptions): Read<Filter[]> {
  const written = text(value)?.split(';').filter(Boolean);
  if (written === undefined) return { value: [], lost: [String(value)] };
  const rows: Filter[] = [];
  const lost: string[] = [];
  for (const part of written) {
    const filter = readFilter(part, options);
    if (filter === null) lost.push(decode(part) ?? part);
    else rows.push(filter);
  }
  return { value: rows, lost };
}

function readFilters(value: unknown, options: ListOptions): Read<Filter[]> {
  const { value: rows, lost } = readRows(value, options);
  const filters = rows.map((filter) => ({ ...filter, logicalOperator: 'AND' as const }));
  const missing = (options.defaults?.filters ?? []).filter(
    ({ field }) =>
      // Where nothing at all could be read the default applies, as if the URL said nothing.
      ((rows.length === 0 && lost.length > 0) ||
        options.filters?.some((one) => one.field === field && one.required)) &&
      !filters.some((filter) => filter.field === field),
  );
  return { value: [...filters, ...missing], lost };
}

const entire = <T>(value: T | null): Read<T> | null =>
  value === null ? null : { value, lost: [] };

const readTab = (value: unknown, options: ListOptions): string | null =>
  options.tabs?.find((tab) => tab.id === text(value))?.id ?? null;

function readSearch(value: unknown): string | null {
  const written = text(value);
  return written !== null && written.length <= MAX_SEARCH ? written : null;
}

/** Reads a list's state from the parsed search of a URL. Invalid parts are left out and quoted; the rest applies. */
export function readListState(
  search: Search,
  options: ListOptions,
): { state: ListState; dropped: string[] } {
  const defaults = defaultState(options);
  const dropped: string[] = [];
  const take = <T>(key: ListKey, read: (value: unknown) => Read<T> | null, fallback: T): T => {
    const value = search[key];
    if (value === undefined) return fallback;
    const taken = read(value);
    for (const part of taken?.lost ?? [String(value)]) dropped.push(`${key}=${part}`);
    return taken === null ? fallback : taken.value;
  };
  const filters = take('filters', (value) => readFilters(value, options), defaults.filters);
  return {
    state: {
      page: take('page', (value) => entire(readPage(value)), defaults.page),
      limit: take('limit', (value) => entire(readLimit(value)), defaults.limit),
      orders: take('orders', (value) => readOrders(value, options), defaults.orders),
      filters,
      where: take(
        'where',
        (value) => {
          const read = readRows(value, options);
          return fits(filters, read.value) ? read : null;
        },
        defaults.where,
      ),
      tab: take('tab', (value) => entire(readTab(value, options)), defaults.tab),
      search: take('search', (value) => entire(readSearch(value)), defaults.search),
    },
    dropped,
  };
}

const writeOrders = (orders: readonly Order[]) =>
  orders.map((order) => `${order.field}:${order.direction}`).join(';');

const writeFilters = (filters: readonly Filter[]) =>
  filters
    .map(
      ({ field, condition, value, logicalOperator }, place) =>
        `${place > 0 && logicalOperator === 'OR' ? OR : ''}${field}:${condition}:${encodeURIComponent(value)}`,
    )
    .join(';');

/** The search of a URL with this state; defaults are left out, other parameters stay. */
export function writeListState(
  state: ListState,
  options: ListOptions,
  others: Search = {},
): Record<string, unknown> {
  const defaults = defaultState(options);
  const written: Record<ListKey, [value: unknown, isDefault: boolean]> = {
    page: [state.page, state.page === defaults.page],
    limit: [state.limit, state.limit === defaults.limit],
    orders: [writeOrders(state.orders), writeOrders(state.orders) === writeOrders(defaults.orders)],
    filters: [
      writeFilters(state.filters),
      writeFilters(state.filters) === writeFilters(defaults.filters),
    ],
    where: [writeFilters(state.where), state.where.length === 0],
    tab: [state.tab, state.tab === defaults.tab],
    search: [state.search, state.search === defaults.search],
  };
  const search: Record<string, unknown> = { ...others };
  for (const key of LIST_KEYS) {
    const [value, isDefault] = written[key];
    if (isDefault) delete search[key];
    else search[key] = value;
  }
  return search;
}

/** The query and body of a list call: pages count from 0 on the wire, and days are those of the person who asks. */
export const toListCall = ({ page, limit, orders, filters, where }: ListState) => ({
  query: { page: page - 1, limit },
  body: {
    filters: wireFilters(filters, where),
    orders,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
});
