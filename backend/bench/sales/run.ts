// Orders from notification to day sum, compared with plain SQL of the same rows; the first read of an account's past; the
// sums of 30 days. The marketplace is a generator in this process without a rate limit, so that only the product is
// measured.
import type postgres from 'postgres';
import { connectAccount } from '../../catalog/actions.ts';
import type { Marketplace } from '../../integrations/marketplace.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { ok } from '../../kernel/result.ts';
import { createIntake } from '../../monitoring/notification-intake.ts';
import { openPool, toDb, within } from '../../platform/db.ts';
import { createJobs } from '../../platform/jobs.ts';
import { startWorkers } from '../../platform/workers.ts';
import { SEARCH_LAG_MS } from '../../sales/accounts.ts';
import { requestReading } from '../../sales/catch-up.ts';
import { sumCompany } from '../../sales/day-sums.ts';
import { salesDays } from '../../sales/days.ts';
import { workers as salesWorkers } from '../../sales/jobs.ts';
import { readPast } from '../../sales/read.ts';
import { memoryMarketplace } from '../../testing/memory-marketplace.ts';
import { rounded } from '../../testing/statistics.ts';
import { seedCompany, testContext } from '../../testing/test-context.ts';
import { type BenchDatabase, benchLog, withDatabases } from '../databases.ts';
import { LISTINGS, orderOf, skuOf, totalOf } from './orders.ts';

export interface SalesSizes {
  /** Orders that are notified. */
  orders: number;
  /** Lines of the past. */
  past: number;
  /** Listings with sums of 30 days. */
  listings: number;
}

export interface SalesMeasurement {
  bench: 'sales';
  name: string;
  value: number;
  unit: string;
  cores: number;
}

const DAY_MS = 24 * 3_600_000;
const PAGE = 100;
/** Concurrent notifications of a marketplace. */
const AT_ONCE = 400;
/** Orders before the first that is measured, so that connections have their plans. */
const WARM = 4_000;
const FLOOR_BATCH = 5_000;
const POLL_MS = 20;
const MEGABYTE = 1024 * 1024;
const DAYS = 30;
const READINGS = 50;
/** Of the listings so many sell something in 30 days, each on every day: the most that there can be to read. */
const SELLING = 0.1;

async function open({ app, owner, appUrl }: BenchDatabase, more: Partial<Marketplace>) {
  const memory = memoryMarketplace(() => new Date(), { lifeSeconds: 24 * 3_600 });
  memory.codes.add('code');
  const { companyId } = await seedCompany(owner, { sellerId: memory.sellerId });
  const spare = openPool(appUrl, 1);
  const jobs = createJobs(toDb(spare));
  const ctx = {
    ...testContext(toDb(app)),
    clock: () => new Date(),
    jobs,
    marketplaces: marketplacesOf([{ ...memory, ...more }]),
  };
  // The event of the first connection is not delivered: a measurement starts the reading itself.
  jobs.register([]);
  const accountId = await connectAccount(ctx, companyId, memory.slug, {
    code: 'code',
    params: {},
  });
  await owner`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
      currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
    select ${companyId}, ${accountId}, 2, sku, sku, 1000, 0, 'BRL', 'BR', 5, 'ENABLED', 'new', false, 'none', now(),
      now()
    from unnest(${Array.from({ length: LISTINGS }, (_, n) => skuOf(n))}::text[]) as sku`;
  await owner`
    insert into listing_cost (company_id, listing_id, cost, tax_percent, updated_at)
    select company_id, id, 500, 10, now() from listing where company_id = ${companyId}`;
  return { ctx, spare, companyId, accountId, sellerId: memory.sellerId };
}

const sumsOf = async (owner: postgres.Sql, companyId: number) => {
  const [row] = await owner<{ orders: number; units: number; revenue: number }[]>`
    select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(units), 0)::bigint as units,
      coalesce(sum(revenue), 0)::bigint as revenue
    from account_day where company_id = ${companyId}`;
  return { ...row! };
};

/** Does something for the numbers from one up to another, so many at a time. */
async function forEachNumber(from: number, to: number, work: (n: number) => Promise<unknown>) {
  let next = from;
  const lane = async () => {
    while (next < to) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** From the notifications of orders until all of them are in the sums of their days. @returns milliseconds */
async function fromNotifications(database: BenchDatabase, orders: number, faults: string[]) {
  const now = Date.now();
  const at = (n: number) => new Date(now - (n % DAYS) * DAY_MS - 60_000);
  const { ctx, spare, companyId, sellerId } = await open(database, {
    getOrders: () => Promise.resolve(ok({ orders: [], unreadable: 0, next: null })),
    getOrder: (_session, orderId) => {
      const n = Number(orderId) - 2_000_000_000_000;
      return Promise.resolve(ok(orderOf(n, at(n))));
    },
  });
  // Those that react to notifications, without the schedules.
  const all = salesWorkers(ctx).filter(({ schedule }) => schedule === undefined);
  const jobs = createJobs(toDb(spare));
  jobs.register(all);
  Object.assign(ctx, { jobs });
  const running = await startWorkers(all, {
    databaseUrl: database.appUrl,
    clock: ctx.clock,
    log: benchLog,
    graceMs: 1_000,
  });
  const intake = createIntake(ctx);
  const notify = (n: number) =>
    intake(2, {
      sellerId,
      about: 'order',
      subject: { orderId: String(2_000_000_000_000 + n) },
    });
  const counted = async (expected: { orders: number }) => {
    let sums = await sumsOf(database.owner, companyId);
    while (sums.orders < expected.orders) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      sums = await sumsOf(database.owner, companyId);
    }
    return sums;
  };
  await forEachNumber(0, WARM, notify);
  await counted(totalOf(WARM));
  const expected = totalOf(WARM + orders);
  const started = performance.now();
  await forEachNumber(WARM, WARM + orders, notify);
  const receivedMs = performance.now() - started;
  const sums = await counted(expected);
  const took = performance.now() - started;
  await running.stop();
  await spare.end();
  if (JSON.stringify(sums) !== JSON.stringify(expected))
    faults.push(`The sums are ${JSON.stringify(sums)}, not ${JSON.stringify(expected)}`);
  return { took, receivedMs };
}

/** The same rows and their sums by plain SQL: one insert for each batch, and one aggregation. @returns milliseconds */
async function writeFloor({ owner }: BenchDatabase, orders: number): Promise<number> {
  const { companyId, accountId } = await seedCompany(owner);
  const now = Date.now();
  const write = async (from: number, count: number) => {
    const rows = Array.from({ length: count }, (_, n) => {
      const { orderId, orderedAt, lines } = orderOf(
        from + n,
        new Date(now - ((from + n) % DAYS) * DAY_MS - 60_000),
      );
      const one = lines[0]!;
      return {
        order_id: orderId,
        line: one.line,
        at: orderedAt,
        sku: one.skuMarketplace,
        listing_id: 1 + ((from + n) % LISTINGS),
        state: one.state,
        units: one.units,
        price: one.price,
        fee: one.fee,
      };
    });
    await owner`
      insert into order_line (company_id, account_id, order_id, line, day, ordered_at, updated_at, recorded_at,
        listing_id, sku_marketplace, currency_code, state, units, price, shipping, fee, refunded_units, refunded,
        counts_order, held, cost, tax_percent)
      select ${companyId}, ${accountId}, order_id, line, (at at time zone 'America/Sao_Paulo')::date, at, at, now(),
        listing_id, sku, 'BRL', state, units, price, 0, fee, 0, 0, state = 'paid', 'unknown', 500, 10
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(order_id text, line text,
        at timestamptz, sku text, listing_id bigint, state text, units integer, price bigint, fee bigint)`;
  };
  await write(0, WARM);
  const started = performance.now();
  const end = WARM + orders;
  for (let from = WARM; from < end; from += FLOOR_BATCH)
    await write(from, Math.min(FLOOR_BATCH, end - from));
  await owner`
    insert into account_day
    select company_id, account_id, day, 'BRL', count(*), sum(units), sum(units * price), 0, 0, 0, 0, 0, sum(fee),
      sum(units * price), sum(units * cost), sum(units * price), sum(round(units * price * tax_percent / 100)),
      sum(units * price), 0, 0, 0, 0, 0
    from order_line where company_id = ${companyId} and state = 'paid' group by company_id, account_id, day`;
  return performance.now() - started;
}

/** Samples the memory of this process until it is stopped; gives the maximum of each half, in megabytes. */
function watchMemory() {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(Deno.memoryUsage().rss / MEGABYTE), POLL_MS);
  return () => {
    clearInterval(timer);
    const half = Math.ceil(seen.length / 2);
    return { first: Math.max(...seen.slice(0, half)), second: Math.max(...seen.slice(half - 1)) };
  };
}

/** The past of an account with so many lines. */
async function catchUp(database: BenchDatabase, past: number, faults: string[]) {
  // What is newer is not of the past: it is found by a search for changes.
  const end = Date.now() - SEARCH_LAG_MS - 60_000;
  const begin = end - 395 * DAY_MS;
  const step = (end - begin) / past;
  const { ctx, spare, companyId, accountId } = await open(database, {
    getOrders: (_session, { updatedFrom, updatedTo, cursor }) => {
      // The numbers whose time lies between the two, without making any other.
      const first = Math.max(0, Math.ceil((updatedFrom.getTime() - begin) / step));
      const last = Math.min(past - 1, Math.floor((updatedTo.getTime() + 1 - begin) / step - 1e-9));
      const from = cursor === null ? first : Number(cursor);
      const length = Math.max(0, Math.min(PAGE, last + 1 - from));
      const orders = Array.from({ length }, (_, n) =>
        orderOf(from + n, new Date(begin + (from + n) * step)),
      );
      const next = from + length <= last ? String(from + length) : null;
      return Promise.resolve(ok({ orders, unreadable: 0, next }));
    },
  });
  jobsOf(ctx, spare);
  const account = { companyId, accountId, marketplaceId: 2, timeZone: 'America/Sao_Paulo' };
  await within(ctx.db, { company: companyId }, (trx) => requestReading(ctx, trx, account));
  const { signal } = new AbortController();
  const memory = watchMemory();
  const started = performance.now();
  const outcome = await readPast(ctx, { companyId, accountId }, signal);
  const read = performance.now() - started;
  if (!outcome.ok) faults.push(`The past was not read: ${outcome.error.message}`);
  const before = performance.now();
  await sumCompany(ctx, companyId, signal);
  const summed = performance.now() - before;
  const { first, second } = memory();
  const sums = await sumsOf(database.owner, companyId);
  const expected = totalOf(past);
  if (JSON.stringify(sums) !== JSON.stringify(expected))
    faults.push(`The past sums are ${JSON.stringify(sums)}, not ${JSON.stringify(expected)}`);
  await spare.end();
  return { read, summed, first, second };
}

/** Jobs are enqueued, and no worker runs. */
function jobsOf(ctx: { jobs: unknown }, spare: postgres.Sql): void {
  const jobs = createJobs(toDb(spare));
  jobs.register([]);
  Object.assign(ctx, { jobs });
}

/** Readings of the sums of 30 days, of all accounts and of one listing, in milliseconds and in order. */
async function readSums(database: BenchDatabase, listings: number) {
  const { ctx, spare, companyId, accountId } = await open(database, {});
  const { owner } = database;
  const selling = Math.max(1, Math.round(listings * SELLING));
  for (let day = 0; day < DAYS; day++)
    await owner`
      insert into listing_day
      select ${companyId}, current_date - ${day}::integer, ${accountId}, n, 'BRL', 1, 1, 2, 20000, 0, 0, 0, 0, 20000,
        2400, 20000, 8000, 20000, 2000, 20000, 7600, 20000, 1, 0, 1
      from generate_series(1, ${selling}) as n`;
  await owner`
    insert into account_day
    select company_id, account_id, day, currency_code, sum(counted_orders), sum(units), sum(revenue), 0, 0, 0, 0,
      sum(refunds_of), sum(fees), sum(fees_of), sum(goods), sum(goods_of), sum(tax), sum(tax_of), sum(margin),
      sum(margin_of), sum(won_units), 0, sum(lost_units)
    from listing_day where company_id = ${companyId} group by company_id, account_id, day, currency_code`;
  await owner`
    insert into source_day
    select ${companyId}, ${accountId}, 'orders', current_date - n, 'settled', now(), now()
    from generate_series(0, ${DAYS}::integer) as n`;
  await owner`analyze listing_day, account_day, source_day`;
  const time = async (read: (n: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (let n = 0; n < READINGS; n++) {
      const started = performance.now();
      await read(n);
      took.push(performance.now() - started);
    }
    return took.sort((a, b) => a - b);
  };
  const accounts = await time(() => salesDays(ctx, companyId, {}));
  const listing = await time((n) =>
    salesDays(ctx, companyId, { listingId: 1 + ((n * 7_919) % selling) }),
  );
  await spare.end();
  return { accounts, listing, rows: selling * DAYS };
}

const p95 = (took: readonly number[]) => took[Math.ceil(took.length * 0.95) - 1]!;

/** Measures orders on their way into the sums of their days. */
export const runSales = (
  sizes: SalesSizes,
): Promise<{ measurements: SalesMeasurement[]; faults: string[] }> =>
  withDatabases(['notified', 'floor', 'past', 'sums'], async ([notified, floor, past, sums]) => {
    const faults: string[] = [];
    const measurements: SalesMeasurement[] = [];
    const cores = navigator.hardwareConcurrency;
    const add = (name: string, value: number, unit: string) =>
      measurements.push({ bench: 'sales', name, value: rounded(value), unit, cores });
    const { orders } = sizes;
    const { took, receivedMs } = await fromNotifications(notified!, orders, faults);
    const floorMs = await writeFloor(floor!, orders);
    add('notified', orders, 'orders');
    add('notified.received', (orders * 1_000) / receivedMs, 'notifications/s');
    add('notified.to-day-sum', (orders * 1_000) / took, 'orders/s');
    add('notified.floor', (orders * 1_000) / floorMs, 'orders/s');
    add('notified.floor-ratio', took / floorMs, 'times');
    const caught = await catchUp(past!, sizes.past, faults);
    add('past', sizes.past, 'lines');
    add('past.read', (sizes.past * 1_000) / caught.read, 'lines/s');
    add('past.summed', (sizes.past * 1_000) / caught.summed, 'lines/s');
    add('past.memory.first-half', caught.first, 'MB');
    add('past.memory.second-half', caught.second, 'MB');
    const read = await readSums(sums!, sizes.listings);
    add('sums.rows', read.rows, 'rows');
    add('sums.accounts.p95', p95(read.accounts), 'ms');
    add('sums.listing.p95', p95(read.listing), 'ms');
    return { measurements, faults };
  });
