import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { sql } from 'kysely';
import { CONDITIONS, type Filter, type Order, TimeZone } from '../kernel/filter.ts';
import { FIELD_CONDITIONS, YES_NO } from '../kernel/list-schema.ts';
import { Problem } from '../kernel/problem.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Fields, filterCondition, listOrder } from './filter-sql.ts';

const FIELDS: Fields = {
  title: { column: 'title', type: 'text' },
  status: { column: 'status', type: 'select', options: ['ENABLED', 'PAUSED'] },
  full: { column: 'full', type: 'select', options: YES_NO, values: 'boolean' },
  stock: { column: 'stock', type: 'numeric', values: 'whole' },
  margin: { column: 'margin', type: 'numeric' },
  price: { column: 'price', type: 'monetary' },
  createdAt: { column: 'created_at', type: 'date' },
  length: { column: sql`length(title)`, type: 'numeric', values: 'whole' },
  seller: { column: 'title', type: 'search', isUnordered: true },
  account: { column: 'id', type: 'multi_search', values: 'whole' },
};

const ROWS = [
  [1, 'Cafeteira 100%', 'ENABLED', true, 5, 1.5, 10_000, '2026-05-01T02:30:00Z'],
  [2, 'cafeteira elétrica', 'PAUSED', false, 0, null, 19_990, '2026-05-01T12:00:00Z'],
  [3, 'Chaleira a_b', 'ENABLED', false, 7, 2.25, 19_990, '2026-05-02T00:00:00Z'],
  [4, "D'água \\ fria", 'ENABLED', true, 5, null, 500, '2026-05-03T00:00:00Z'],
] as const;

/** Filter values: those of the rows, between these and beyond. */
const VALUES = {
  title: ['cafe', 'E', 'a_b', 'Chaleira a_b', "D'água \\ fria", '%'],
  status: ['ENABLED', 'PAUSED'],
  full: ['true', 'false'],
  stock: ['0', '5', '6', '7', '-1'],
  margin: ['1.5', '2', '2.25', '-3.5'],
  price: ['5', '100', '199.90', '0.01', '150'],
  createdAt: ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-01T12:00:00Z'],
} as const;

type Row = Record<keyof typeof VALUES, string | number | boolean | null>;
interface Condition {
  field: keyof typeof VALUES;
  condition: Filter['condition'];
  values: string[];
  logicalOperator: 'AND' | 'OR';
}

const DAY_MS = 24 * 3_600_000;

/** The range of a value in comparable numbers: that of a day has two ends. */
function reach(text: string): [from: number, until: number] {
  const from = /^-?[\d.]+$/.test(text) ? Number(text) : Date.parse(text);
  return [from, text.length === 10 ? from + DAY_MS - 1 : from];
}

/** The same filter on a row in memory, implemented independently of the database. */
function holds(
  { field, condition, values: [first = '', second = ''] }: Condition,
  row: Row,
): boolean {
  const value = row[field];
  if (value === null) return condition === '!=';
  if (condition === 'LIKE') return String(value).toLowerCase().includes(first.toLowerCase());
  const isOrdered = !['title', 'status', 'full'].includes(field);
  const own = field === 'createdAt' ? Date.parse(String(value)) : Number(value);
  const isWithin = (from: string, until: string) => own >= reach(from)[0] && own <= reach(until)[1];
  const is = (text: string) => (isOrdered ? isWithin(text, text) : String(value) === text);
  switch (condition) {
    case '=':
      return is(first);
    case '!=':
      return !is(first);
    case 'IN':
      return is(first) || is(second);
    case 'BETWEEN':
      return isWithin(first, second);
    case '>=':
      return own >= reach(first)[0];
    case '<=':
      return own <= reach(first)[1];
  }
}

/** AND before OR: the filters are split at each OR. */
function holdsAll(filters: readonly Condition[], row: Row): boolean {
  const [first, ...others] = filters;
  const truths = others.map((filter) => `${filter.logicalOperator} ${holds(filter, row)}`);
  return [String(holds(first!, row)), ...truths]
    .join(' ')
    .split(' OR ')
    .some((group) => group.split(' AND ').every((truth) => truth === 'true'));
}

describe('filters and orders of a list', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    await database.owner`create table thing (id bigint, title text, status text, "full" boolean, stock integer,
      margin numeric, price bigint, created_at timestamptz)`;
    await database.owner`grant select on thing to public`;
    for (const row of ROWS)
      await database.owner`insert into thing values ${database.owner([row as never])}`;
  });
  afterAll(() => database.close());

  const ids = async (
    filters: Partial<Filter>[],
    orders: Order[] = [{ field: 'title', direction: 'asc' }],
    timeZone = 'UTC',
  ) => {
    const complete = filters.map((filter) => ({ logicalOperator: 'AND', ...filter }) as Filter);
    const { rows } = await sql<{ id: number }>`
      select id from thing where ${filterCondition(complete, FIELDS, { timeZone })}
      order by ${listOrder(orders, FIELDS, 'id')}`.execute(database.db);
    return rows.map(({ id }) => id);
  };
  const found = async (
    field: string,
    condition: Filter['condition'],
    value: string,
    zone?: string,
  ) => (await ids([{ field, condition, value }], [], zone)).sort();

  it('matches everything without filters', async () => {
    assert.deepEqual((await ids([])).sort(), [1, 2, 3, 4]);
  });

  it('finds texts by a part of them, ignoring case', async () => {
    assert.deepEqual(await found('title', 'LIKE', 'CAFETEIRA'), [1, 2]);
    assert.deepEqual(await found('title', '=', 'Chaleira a_b'), [3]);
    assert.deepEqual(await found('title', 'IN', 'Chaleira a_b|Cafeteira 100%'), [1, 3]);
  });

  it('takes wildcards, quotes and backslashes as they are', async () => {
    assert.deepEqual(await found('title', 'LIKE', '100%'), [1]);
    assert.deepEqual(await found('title', 'LIKE', 'a_b'), [3]);
    assert.deepEqual(await found('title', 'LIKE', '\\'), [4]);
    assert.deepEqual(await found('title', 'LIKE', "d'á"), [4]);
    assert.deepEqual(await found('title', 'LIKE', 'a%a'), []);
  });

  it('takes money as decimals', async () => {
    assert.deepEqual(await found('price', '=', '199.90'), [2, 3]);
    assert.deepEqual(await found('price', 'BETWEEN', '5|100'), [1, 4]);
    assert.deepEqual(await found('price', '>=', '199.9'), [2, 3]);
    assert.deepEqual(await found('price', '<=', '5.00'), [4]);
  });

  it('takes numbers, also those that no column could hold', async () => {
    assert.deepEqual(await found('stock', 'IN', '0|7'), [2, 3]);
    assert.deepEqual(await found('stock', '<=', '999999999999999'), [1, 2, 3, 4]);
    assert.deepEqual(await found('margin', '=', '2.25'), [3]);
    assert.deepEqual(await found('length', '>=', '18'), [2]);
  });

  it('finds what was chosen by searching, one or several', async () => {
    assert.deepEqual(await found('seller', '=', 'Chaleira a_b'), [3]);
    assert.deepEqual(await found('account', 'IN', '4|2|99'), [2, 4]);
    assert.deepEqual(await found('account', '!=', '4'), [1, 2, 3]);
  });

  it('counts what is not known as different', async () => {
    assert.deepEqual(await found('margin', '!=', '2.25'), [1, 2, 4]);
    assert.deepEqual(await found('status', '!=', 'ENABLED'), [2]);
    assert.deepEqual(await found('full', '=', 'true'), [1, 4]);
  });

  it('takes a day as the whole of it, where the company is', async () => {
    assert.deepEqual(await found('createdAt', '=', '2026-05-01'), [1, 2]);
    assert.deepEqual(await found('createdAt', '!=', '2026-05-01'), [3, 4]);
    assert.deepEqual(await found('createdAt', 'BETWEEN', '2026-05-01|2026-05-02'), [1, 2, 3]);
    assert.deepEqual(await found('createdAt', '<=', '2026-05-02'), [1, 2, 3]);
    assert.deepEqual(await found('createdAt', '>=', '2026-05-02'), [3, 4]);
    // 02:30 UTC is still the day before in São Paulo.
    assert.deepEqual(await found('createdAt', '=', '2026-04-30', 'America/Sao_Paulo'), [1]);
    assert.deepEqual(await found('createdAt', '>=', '2026-05-01T12:00:00.000Z'), [2, 3, 4]);
    assert.deepEqual(await found('createdAt', '>=', '2026-05-02T23:00:00+23:00'), [3, 4]);
  });

  it('joins filters as SQL does: AND binds closer than OR', async () => {
    const title = { field: 'title', condition: 'LIKE', value: 'cafeteira' } as const;
    const paused = { field: 'status', condition: '=', value: 'PAUSED' } as const;
    const cheap = { field: 'price', condition: '<=', value: '5' } as const;
    assert.deepEqual((await ids([title, paused])).sort(), [2]);
    assert.deepEqual(
      (await ids([title, paused, { ...cheap, logicalOperator: 'OR' }])).sort(),
      [2, 4],
    );
    assert.deepEqual(
      (await ids([cheap, { ...title, logicalOperator: 'OR' }, paused])).sort(),
      [2, 4],
    );
  });

  it('finds what the same filters find of the rows in memory, however they are joined', async () => {
    const known = ROWS.map(([id, title, status, full, stock, margin, price, createdAt]) => ({
      id,
      values: { title, status, full, stock, margin, price: price / 100, createdAt } as const,
    }));
    const conditions = fc
      .constantFrom(
        ...(['title', 'status', 'full', 'stock', 'margin', 'price', 'createdAt'] as const),
      )
      .chain((field) =>
        fc.record({
          field: fc.constant(field),
          condition: fc.constantFrom(...FIELD_CONDITIONS[FIELDS[field]!.type]),
          values: fc.tuple(...[0, 1].map(() => fc.constantFrom(...VALUES[field]))),
          logicalOperator: fc.constantFrom('AND' as const, 'OR' as const),
        }),
      );
    const written = ({
      condition,
      values,
    }: {
      condition: Filter['condition'];
      values: string[];
    }) => (condition === 'BETWEEN' || condition === 'IN' ? values.join('|') : values[0]!);
    await fc.assert(
      fc.asyncProperty(fc.array(conditions, { minLength: 1, maxLength: 6 }), async (rows) => {
        const filters = rows.map((row) => ({ ...row, value: written(row) }));
        const expected = known
          .filter(({ values }) => holdsAll(filters, values))
          .map(({ id }) => id as number);
        assert.deepEqual((await ids(filters, [])).sort(), expected);
      }),
      { numRuns: 400 },
    );
  });

  it('supports every time zone that a page may send', async () => {
    const zones = Intl.supportedValuesOf('timeZone').filter(
      (zone) => TimeZone.safeParse(zone).success,
    );
    assert.ok(zones.length > 300);
    for (const zone of ['America/Sao_Paulo', 'Asia/Calcutta', 'UTC', ...zones]) {
      await sql`select now() at time zone ${zone}`.execute(database.db);
    }
    for (const zone of ['+03:00', 'Nowhere/City', '', "x'; drop table thing"]) {
      assert.equal(TimeZone.safeParse(zone).success, false, zone);
    }
  });

  it('orders, and settles what is equal by the last column', async () => {
    assert.deepEqual(await ids([], [{ field: 'price', direction: 'desc' }]), [3, 2, 1, 4]);
    assert.deepEqual(await ids([], [{ field: 'price', direction: 'asc' }]), [4, 1, 2, 3]);
    assert.deepEqual(await ids([], [{ field: 'margin', direction: 'desc' }]), [3, 1, 4, 2]);
  });

  const problemOf = (filters: Partial<Filter>[]): Problem => {
    try {
      filterCondition(
        filters.map((filter) => ({ logicalOperator: 'AND', ...filter }) as Filter),
        FIELDS,
      );
    } catch (error) {
      assert.ok(error instanceof Problem);
      return error;
    }
    throw new Error('nothing was refused');
  };

  it('names an unknown field, and what an object has by birth is no field', () => {
    for (const field of ['password', 'constructor', '__proto__', 'title; drop table thing']) {
      const problem = problemOf([{ field, condition: '=', value: '1' }]);
      assert.deepEqual([problem.status, problem.code], [422, 'unknown_field']);
      assert.equal(problem.more.faults?.[0]?.path, 'filters.0.field');
    }
    assert.throws(
      () => listOrder([{ field: 'nope', direction: 'asc' }], FIELDS, 'id'),
      (error: Problem) => error.more.faults?.[0]?.path === 'orders.0.field',
    );
    assert.throws(
      () => listOrder([{ field: 'seller', direction: 'asc' }], FIELDS, 'id'),
      (error: Problem) => error.code === 'unknown_field',
    );
  });

  it('names every fault at once', () => {
    const { code, more } = problemOf([
      { field: 'nope', condition: '=', value: '1' },
      { field: 'title', condition: '>=', value: 'a' },
      { field: 'price', condition: '=', value: '1,99' },
      { field: 'price', condition: 'BETWEEN', value: '1' },
      { field: 'status', condition: 'IN', value: 'ENABLED|GONE' },
      { field: 'createdAt', condition: '=', value: '2026-02-30' },
      { field: 'stock', condition: 'IN', value: '1||2' },
      { field: 'full', condition: '=', value: 'yes' },
      { field: 'price', condition: 'BETWEEN', value: `1|${'1'.repeat(21)}` },
      { field: 'title', condition: 'LIKE', value: 'x'.repeat(201) },
      { field: 'title', condition: 'LIKE', value: '  ' },
      { field: 'seller', condition: 'LIKE', value: 'x' },
      { field: 'account', condition: 'IN', value: '1|x' },
    ]);
    assert.equal(code, 'invalid_request');
    assert.deepEqual(
      more.faults?.map((fault) => `${fault.path} ${fault.code}`),
      [
        'filters.0.field unknown_field',
        'filters.1.condition unknown_condition',
        'filters.2.value invalid_value',
        'filters.3.value invalid_value',
        'filters.4.value invalid_value',
        'filters.5.value invalid_value',
        'filters.6.value invalid_value',
        'filters.7.value invalid_value',
        'filters.8.value too_long',
        'filters.9.value too_long',
        'filters.10.value required',
        'filters.11.condition unknown_condition',
        'filters.12.value invalid_value',
      ],
    );
  });

  it('answers any filter with rows or with a problem, never with an error of the database', async () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '0000-01-01',
        '9999-12-31',
        '1|2',
        '-0',
        '1e5',
        '0.1|0.2',
        '2026-05-01|x',
        'ENABLED|PAUSED',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.tuple(fc.integer(), fc.integer()).map((pair) => pair.join('|')),
    );
    const filter = fc.record({
      field: fc.constantFrom(...Object.keys(FIELDS)),
      condition: fc.constantFrom(...CONDITIONS),
      value: value.filter((text) => text.isWellFormed() && !text.includes('\0')),
      logicalOperator: fc.constantFrom('AND' as const, 'OR' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 2 }), async (filters) => {
        try {
          await ids(filters);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
        }
      }),
      { numRuns: 1_500 },
    );
  });
});
