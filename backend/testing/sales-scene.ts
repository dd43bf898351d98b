// Companies that sell, and a marketplace in memory whose orders the test makes and changes.
import { connectAccount, type MarketplaceContext } from '../catalog/actions.ts';
import type { CallFailure } from '../integrations/marketplace.ts';
import type {
  OrderPage,
  RemoteOrder,
  RemoteOrderLine,
  RemoteRefund,
  SalesTotal,
} from '../integrations/orders.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { fail, ok } from '../kernel/result.ts';
import { dayOf } from '../kernel/time-zone.ts';
import { withinByKeys } from '../platform/db.ts';
import { sumCompany } from '../sales/day-sums.ts';
import { type Recorded, recordOrders } from '../sales/record.ts';
import type { SalesAccount } from '../sales/time-zones.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type MemoryMarketplace, memoryMarketplace } from './memory-marketplace.ts';
import { type SeededCompany, seedCompany, type TestContext, testContext } from './test-context.ts';

const PAGE = 4;
export const ZONE = 'America/Sao_Paulo';

export const line = (
  skuMarketplace: string,
  more: Partial<RemoteOrderLine> = {},
): RemoteOrderLine => ({
  line: skuMarketplace,
  skuMarketplace,
  units: 1,
  price: 10_000,
  shipping: 0,
  fee: null,
  state: 'paid',
  refund: { units: 0, amount: 0 },
  ...more,
});

export const order = (
  orderId: string,
  orderedAt: Date,
  lines: RemoteOrderLine[],
  more: Partial<RemoteOrder> = {},
): RemoteOrder => ({
  orderId,
  orderedAt,
  updatedAt: orderedAt,
  currencyCode: 'BRL',
  lines,
  shipments: null,
  ...more,
});

/** What the marketplace itself counts of orders: all but those that are cancelled or not paid. */
export function totalsOf(orders: Iterable<RemoteOrder>, timeZone: string): SalesTotal[] {
  const totals = new Map<string, SalesTotal>();
  for (const { orderedAt, currencyCode, lines } of orders) {
    const sold = lines.filter(({ state }) => state === 'paid' || state === 'refunded');
    if (sold.length === 0) continue;
    const day = dayOf(orderedAt, timeZone);
    const key = `${day} ${currencyCode}`;
    const of = totals.get(key) ?? { day, orders: 0, units: 0, sales: 0, currencyCode };
    of.orders += 1;
    for (const { units, price } of sold) {
      of.units += units;
      of.sales += units * (price ?? 0);
    }
    totals.set(key, of);
  }
  return [...totals.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

export interface SalesScene {
  ctx: TestContext & MarketplaceContext;
  database: TestDatabase;
  company: SeededCompany;
  account: SalesAccount;
  memory: MemoryMarketplace;
  /** What the marketplace has, by id. */
  orders: Map<string, RemoteOrder>;
  /** What it paid back, where it reports that apart from orders. */
  refunds: RemoteRefund[];
  /** Run before the next answer about refunds, once. */
  beforeRefunds: { run: (() => Promise<unknown>) | null };
  /** Failures of the next calls for orders, in order. */
  failures: CallFailure[];
  /** Pages and single orders that were requested. */
  requested: string[];
  addListing(sku: string, costs?: Costs): Promise<number>;
  /** Records orders as a job does. */
  record(orders: readonly RemoteOrder[]): Promise<Recorded>;
  sum(): Promise<number>;
  close(): Promise<void>;
}

export interface Costs {
  cost: number;
  taxPercent: number;
  feePercent: number;
  feeFixed: number;
}

/** A fresh database with one company, whose account is connected to a marketplace that reports orders. */
export async function salesScene({ reportsRefundsApart = false } = {}): Promise<SalesScene> {
  const database = await testDatabase();
  const company = await seedCompany(database.owner);
  const { companyId, accountId, sellerId } = company;
  const orders = new Map<string, RemoteOrder>();
  const refunds: RemoteRefund[] = [];
  const beforeRefunds: SalesScene['beforeRefunds'] = { run: null };
  const failures: CallFailure[] = [];
  const requested: string[] = [];
  const plain = testContext(database.db);
  const memory = memoryMarketplace(plain.clock, { sellerId, lifeSeconds: 40 * 24 * 3600 });
  const marketplaces = marketplacesOf([
    {
      ...memory,
      getOrders: (_session, { updatedFrom, updatedTo, cursor }) => {
        requested.push(`page ${cursor ?? 0}`);
        const failure = failures.shift();
        if (failure) return Promise.resolve(fail(failure));
        const from = Number(cursor ?? 0);
        const found = [...orders.values()]
          .filter(({ updatedAt }) => updatedAt >= updatedFrom && updatedAt <= updatedTo)
          .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
        const next = from + PAGE < found.length ? String(from + PAGE) : null;
        const page: OrderPage = { orders: found.slice(from, from + PAGE), unreadable: 0, next };
        return Promise.resolve(ok(page));
      },
      getOrder: (_session, orderId) => {
        requested.push(orderId);
        const failure = failures.shift();
        const found = orders.get(orderId);
        if (failure) return Promise.resolve(fail(failure));
        return Promise.resolve(
          found
            ? ok(found)
            : fail({ kind: 'not_found', code: '404', message: 'none', retryAfterMs: null }),
        );
      },
      ...(reportsRefundsApart && {
        getRefunds: async (_session, { from, to, cursor }) => {
          const { run } = beforeRefunds;
          beforeRefunds.run = null;
          await run?.();
          const failure = failures.shift();
          if (failure) return fail(failure);
          const found = refunds.filter(({ updatedAt: at }) => at >= from && at <= to);
          const at = Number(cursor ?? 0);
          const next = at + 1 < found.length ? String(at + 1) : null;
          return ok({ refunds: found.slice(at, at + 1), unreadable: 0, next });
        },
      }),
      getSalesTotals: (_session, { from, to, timeZone }) => {
        const failure = failures.shift();
        if (failure) return Promise.resolve(fail(failure));
        const totals = totalsOf(orders.values(), timeZone);
        return Promise.resolve(ok(totals.filter(({ day }) => day >= from && day <= to)));
      },
      decodeNotification: ({ body }) =>
        ok([{ sellerId, about: 'order', subject: { orderId: String(body) } }]),
    },
  ]);
  const ctx = Object.assign(plain, { marketplaces });
  memory.codes.add('code');
  await connectAccount(ctx, companyId, 'memory', { code: 'code', params: {} });
  // A test starts the reading itself.
  await database.owner`delete from pgboss.job`;
  const account = { companyId, accountId, marketplaceId: 2, timeZone: ZONE };
  return {
    ctx,
    database,
    company,
    account,
    memory,
    orders,
    refunds,
    beforeRefunds,
    failures,
    requested,
    addListing: async (sku, costs) => {
      const [row] = await database.owner<{ id: number }[]>`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
          currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
        values (${companyId}, ${accountId}, 2, ${sku}, ${`Ad ${sku}`}, 10000, 0, 'BRL', 'BR', 5, 'ENABLED', 'new',
          false, 'none', ${ctx.clock()}, ${ctx.clock()})
        returning id`;
      if (costs)
        await database.owner`
          insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
          values (${companyId}, ${row!.id}, ${costs.cost}, ${costs.taxPercent}, ${costs.feePercent}, ${costs.feeFixed},
            'person', ${ctx.clock()}, ${ctx.clock()})`;
      return row!.id;
    },
    record: (some) =>
      withinByKeys(ctx.db, { company: companyId }, (trx) => recordOrders(ctx, trx, account, some)),
    sum: () => sumCompany(ctx, companyId, new AbortController().signal),
    close: () => database.close(),
  };
}
