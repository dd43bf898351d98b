// Takes in notifications of orders, each twice, and reads, records and sums them and those of the past, until all is done
// or the process is killed at a point that its settings name.
import process from 'node:process';
import type postgres from 'postgres';
import * as z from 'zod';
import { marketplacesOf } from '../integrations/registry.ts';
import { ok } from '../kernel/result.ts';
import { createIntake } from '../monitoring/notification-intake.ts';
import { openPool, toDb, within } from '../platform/db.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { startWorkers } from '../platform/workers.ts';
import { requestReading, requestRefunds } from '../sales/catch-up.ts';
import { workers as salesWorkers } from '../sales/jobs.ts';
import { memoryMarketplace } from '../testing/memory-marketplace.ts';
import { testContext } from '../testing/test-context.ts';
import {
  ORDER_POINTS,
  type OrderPoint,
  refundsOf,
  reportedOrderOf,
  ZONE,
} from './order-scenario.ts';
import { pause } from './wait.ts';

const settings = z
  .object({
    ORDERS_URL: z.string(),
    ORDERS_SELLER: z.string(),
    ORDERS_COMPANY: z.coerce.number(),
    ORDERS_ACCOUNT: z.coerce.number(),
    ORDERS_COUNT: z.coerce.number(),
    ORDERS_BASE: z.coerce.number(),
    /** Notifications up to this one are sent. */
    ORDERS_TO: z.coerce.number(),
    /** Empty: it is not killed. */
    ORDERS_POINT: z.union([z.enum(ORDER_POINTS), z.literal('')]),
    /** How often the point is passed before. */
    ORDERS_AFTER: z.coerce.number(),
  })
  .parse(Deno.env.toObject());

const PAGE = 25;
const REFUNDS_PAGE = 3;
const AT_ONCE = 20;
const count = settings.ORDERS_COUNT;

let left = settings.ORDERS_AFTER;
function pass(point: OrderPoint): void {
  if (point !== settings.ORDERS_POINT || left-- > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // What kills the process takes effect before anything else is done in it.
  for (;;);
}

const pool = openPool(settings.ORDERS_URL, 8);
const plain = testContext(toDb(pool));
const clock = () => new Date();

/** Acknowledged notifications: of the orders as they were, and then of the changed ones. */
const acknowledged = async (): Promise<Set<number>> => {
  const rows = await pool<{ n: number }[]>`select n from test_acknowledged`;
  return new Set(rows.map(({ n }) => n));
};
let isChanged = (await acknowledged()).size >= count;

const memory = memoryMarketplace(clock, { sellerId: settings.ORDERS_SELLER });
const marketplaces = marketplacesOf([
  {
    ...memory,
    getOrder: (_session, orderId) => {
      const answer = reportedOrderOf(Number(orderId), settings.ORDERS_BASE, isChanged);
      pass('order read');
      return Promise.resolve(ok(answer));
    },
    getOrders: (_session, { updatedFrom, updatedTo, cursor }) => {
      const all = Array.from({ length: count }, (_, n) =>
        reportedOrderOf(n, settings.ORDERS_BASE, isChanged),
      )
        .filter(({ updatedAt }) => updatedAt >= updatedFrom && updatedAt <= updatedTo)
        .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
      const from = Number(cursor ?? 0);
      const orders = all.slice(from, from + PAGE);
      if (orders.length > 0) pass('page read');
      const next = from + PAGE < all.length ? String(from + PAGE) : null;
      return Promise.resolve(ok({ orders, unreadable: 0, next }));
    },
    getRefunds: (_session, { from, to, cursor }) => {
      const all = isChanged ? refundsOf(count, settings.ORDERS_BASE) : [];
      const posted = all.filter(({ updatedAt }) => updatedAt >= from && updatedAt <= to);
      const start = Number(cursor ?? 0);
      const refunds = posted.slice(start, start + REFUNDS_PAGE);
      if (refunds.length > 0) pass('refunds read');
      const end = start + REFUNDS_PAGE;
      const next = end < posted.length ? String(end) : null;
      return Promise.resolve(ok({ refunds, unreadable: 0, next }));
    },
  },
]);

// The sums are requested by the last statement of a transaction that records orders.
const book = createJobs(toDb(openPool(settings.ORDERS_URL, 1)));
const jobs: Jobs = {
  emit: book.emit,
  send: async (trx, queue, data, options) => {
    await book.send(trx, queue, data, options);
    if (queue.name === 'sales.sum-days') pass('recording');
  },
};
const log = createLog({ write: (text) => console.error(text), clock, level: 'error' });
const ctx = { ...plain, clock, log, jobs, marketplaces };

/** The statement that sums days, seen on its way to the database. */
const summing = (sql: postgres.Sql): postgres.Sql =>
  new Proxy(sql, {
    get: (target, name) =>
      name === 'reserve'
        ? async () => {
            const reserved = await target.reserve();
            return new Proxy(reserved, {
              get: (connection, key) =>
                key === 'unsafe'
                  ? (text: string, ...more: [never]) => {
                      if (/insert into account_day/.test(text)) pass('summing');
                      return connection.unsafe(text, ...more);
                    }
                  : Reflect.get(connection, key),
            });
          }
        : Reflect.get(target, name),
  });
const DONE = new Map<string, OrderPoint>([
  ['sales.sum-days', 'summed'],
  ['sales.read-refunds', 'refunds recorded'],
]);
const sales = salesWorkers({ ...ctx, db: toDb(summing(pool)) })
  .filter(({ schedule }) => schedule === undefined)
  .map((worker) => ({
    ...worker,
    handle: async (...given: Parameters<typeof worker.handle>) => {
      await worker.handle(...given);
      pass(DONE.get(worker.queue.name) ?? 'recorded');
    },
  }));
book.register(sales);
const running = await startWorkers(sales, { databaseUrl: settings.ORDERS_URL, clock, log });

const account = {
  companyId: settings.ORDERS_COMPANY,
  accountId: settings.ORDERS_ACCOUNT,
  marketplaceId: 2,
  timeZone: ZONE,
};
const company = { company: account.companyId };
await within(ctx.db, company, async (trx) => {
  await requestReading(ctx, trx, account);
  await requestRefunds(ctx, trx, account);
});

const intake = createIntake(ctx);
const notify = async (n: number) => {
  const orderId = String(n % count);
  const one = { sellerId: settings.ORDERS_SELLER, about: 'order', subject: { orderId } } as const;
  // Marketplaces deliver twice now and then, at the same time too.
  await Promise.all([intake(2, one), intake(2, one)]);
  pass('taken in');
  await pool`insert into test_acknowledged (n) values (${n})`;
};
for (const round of [0, 1]) {
  const done = await acknowledged();
  const numbers = Array.from({ length: count }, (_, n) => round * count + n);
  const due = numbers.filter((n) => n < settings.ORDERS_TO && !done.has(n));
  for (let from = 0; from < due.length; from += AT_ONCE)
    await Promise.all(due.slice(from, from + AT_ONCE).map(notify));
  isChanged = settings.ORDERS_TO >= count;
}

const waiting = async (): Promise<number> => {
  const [row] = await pool<{ waiting: number }[]>`
    select count(*) as waiting from pgboss.job
    where name like 'sales.%' and state in ('created', 'retry', 'active')`;
  return row!.waiting;
};
while ((await waiting()) > 0) await pause(100);
await running.stop();
Deno.exit(0);
