import type { Filter, Order } from '@primazia/backend/kernel/filter';
import { CONDITIONS } from '@primazia/backend/kernel/filter';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@primazia/backend/kernel/page';
import type { FilterField, Tab } from './types.ts';

/** What a person has asked of a list. It lives in the URL and nowhere else. */
export interface ListState {
  /** Counts from 1, as people do. */
  page: number;
  limit: number;
  orders: Order[];
  filters: Filter[];
  tab: string | null;
  search: string;
}

/** What a list allows, which decides what in a URL is broken. */
export interface ListOptions {
  /** Fields that may be ordered by. */
  orderable?: readonly string[];
  tabs?: readonly Pick<Tab, 'id'>[];
  /** `required`: where the URL has none, the default's stands. */
  filters?: readonly {
    field: string;
    kind: FilterField['kind'];
    required?: boolean;
    options?: readonly { value: string }[];
  }[];
  defaults?: Partial<Pick<ListState, 'limit' | 'orders' | 'filters'>>;
}

export type Search = Readonly<Record<string, unknown>>;

export const LIST_KEYS = ['page', 'limit', 'orders', 'filters', 'tab', 'search'] as const;
export type ListKey = (typeof LIST_KEYS)[number];

const MAX_PAGE = 1_000_000;
const MAX_SEARCH = 200;

/** What the list shows where the URL says nothing. */
export function defaultState(options: ListOptions): ListState {
  return {
    page: 1,
    limit: options.defaults?.limit ?? DEFAULT_PAGE_SIZE,
    orders: options.defaults?.orders ?? [],
    filters: options.defaults?.filters ?? [],
    tab: options.tabs?.[0]?.id ?? null,
    search: '',
  };
}

/** The router reads `search=12` as a number: here it is the text that stood there. */
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

function readOrders(value: unknown, options: ListOptions): Order[] | null {
  const orders: Order[] = [];
  for (const part of (text(value) ?? '').split(';')) {
    const [field, direction] = part.split(':');
    if (field === undefined || !options.orderable?.includes(field)) return null;
    if (direction !== 'asc' && direction !== 'desc') return null;
    orders.push({ field, direction });
  }
  return orders;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

type Condition = Filter['condition'];

const FILTERED_BY: Readonly<Record<FilterField['kind'], readonly Condition[]>> = {
  select: ['IN', '=', '!='],
  text: ['LIKE', '=', '!='],
  number: ['BETWEEN', '=', '>=', '<=', '!='],
  days: ['BETWEEN'],
};

const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value);

/** Whether the calendar has such a day: 2026-02-30 is none. */
function isDay(value: string): boolean {
  const day = new Date(value);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(value)
  );
}

/** Whether a filter says something that its field can be asked. */
function isSound(
  { kind, options }: NonNullable<ListOptions['filters']>[number],
  condition: Condition,
  value: string,
): boolean {
  if (value === '' || !FILTERED_BY[kind].includes(condition)) return false;
  const parts = value.split('|');
  const ends = condition === 'BETWEEN' ? 2 : 1;
  switch (kind) {
    case 'text':
      return true;
    case 'select':
      return parts.every((part) => options?.some((option) => option.value === part) ?? true);
    case 'number':
      return parts.length === ends && parts.every(isNumber);
    case 'days': {
      const [first = '', last = ''] = parts;
      return parts.length === ends && parts.every(isDay) && first <= last;
    }
  }
}

function readFilter(written: string, options: ListOptions): Filter | null {
  const [field, sign, coded = ''] = written.split(':');
  const known = options.filters?.find((filter) => filter.field === field);
  const condition = CONDITIONS.find((one) => one === sign);
  const value = decode(coded);
  if (known === undefined || condition === undefined || value === null) return null;
  if (!isSound(known, condition, value)) return null;
  return { field: known.field, condition, value, logicalOperator: 'AND' };
}

function readFilters(value: unknown, options: ListOptions): Filter[] | null {
  const written = text(value);
  if (written === null) return null;
  const filters: Filter[] = [];
  for (const part of written === '' ? [] : written.split(';')) {
    const filter = readFilter(part, options);
    if (filter === null) return null;
    filters.push(filter);
  }
  const missing = (options.defaults?.filters ?? []).filter(
    ({ field }) =>
      options.filters?.some((one) => one.field === field && one.required) &&
      !filters.some((filter) => filter.field === field),
  );
  return [...filters, ...missing];
}

function readTab(value: unknown, options: ListOptions): string | null {
  return options.tabs?.find((tab) => tab.id === text(value))?.id ?? null;
}

function readSearch(value: unknown): string | null {
  const written = text(value);
  return written !== null && written.length <= MAX_SEARCH ? written : null;
}

/** Reads a list's state from the parsed search of a URL. What is broken falls back to the default and is named. */
export function readListState(
  search: Search,
  options: ListOptions,
): { state: ListState; dropped: ListKey[] } {
  const defaults = defaultState(options);
  const dropped: ListKey[] = [];
  const take = <T>(key: ListKey, read: (value: unknown) => T | null, fallback: T): T => {
    const value = search[key];
    if (value === undefined) return fallback;
    const taken = read(value);
    if (taken !== null) return taken;
    dropped.push(key);
    return fallback;
  };
  return {
    state: {
      page: take('page', readPage, defaults.page),
      limit: take('limit', readLimit, defaults.limit),
      orders: take('orders', (value) => readOrders(value, options), defaults.orders),
      filters: take('filters', (value) => readFilters(value, options), defaults.filters),
      tab: take('tab', (value) => readTab(value, options), defaults.tab),
      search: take('search', readSearch, defaults.search),
    },
    dropped,
  };
}

const writeOrders = (orders: readonly Order[]) =>
  orders.map((order) => `${order.field}:${order.direction}`).join(';');

const writeFilters = (filters: readonly Filter[]) =>
  filters
    .map((filter) => `${filter.field}:${filter.condition}:${encodeURIComponent(filter.value)}`)
    .join(';');

/** The search of a URL that says this state; defaults are left out, what belongs to others stays. */
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

/** The query and body of a list call: pages count from 0 on the wire. */
export const toListCall = (state: ListState) => ({
  query: { page: state.page - 1, limit: state.limit },
  body: { filters: state.filters, orders: state.orders },
});
