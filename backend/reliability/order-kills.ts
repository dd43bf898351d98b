// Orders and their sums, while their reader is killed at each point that they pass.
import { join } from 'node:path';
import { connectAccount } from '../catalog/actions.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { testDatabase } from '../testing/database.ts';
import { memoryMarketplace } from '../testing/memory-marketplace.ts';
import { totalsOf } from '../testing/sales-scene.ts';
import { seedCompany, testContext } from '../testing/test-context.ts';
import { type OrderPoint, orderOf, skusOf, ZONE } from './order-scenario.ts';

export interface OrderReport {
  seed: number;
  orders: number;
  kills: Partial<Record<OrderPoint, number>>;
  faults: string[];
}

const FILE = join(import.meta.dirname!, 'order-process.ts');
/** Points that a process passes often: they are passed so often at most before the kill. */
const MOST_BEFORE: Partial<Record<OrderPoint | '', number>> = {
  'page read': 3,
  'taken in': 6,
  'order read': 6,
  'refunds read': 2,
};

/** Has so many orders and their changes notified and read, with one killed process for each of the points. */
export async function orderKills(options: {
  seed: number;
  orders: number;
  points: readonly OrderPoint[];
}): Promise<OrderReport> {
  const { seed, orders } = options;
  const dice = diceAt(seed);
  const base = Date.now();
  const database = await testDatabase();
  const { owner, url, db } = database;
  try {
    const company = await seedCompany(owner);
    const { companyId, sellerId } = company;
    const plain = { ...testContext(db), clock: () => new Date() };
    const memory = memoryMarketplace(plain.clock, { sellerId, lifeSeconds: 24 * 3_600 });
    memory.codes.add('code');
    const ctx = { ...plain, marketplaces: marketplacesOf([memory]) };
    const accountId = await connectAccount(ctx, companyId, memory.slug, {
      code: 'code',
      params: {},
    });
    await owner`delete from pgboss.job`;
    await owner`create table test_acknowledged (n integer primary key)`;
    await owner`grant select, insert on test_acknowledged to ${owner(new URL(url).username)}`;
    await owner`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${companyId}, ${accountId}, 2, sku, sku, 1000, 0, 'BRL', 'BR', 5, 'ENABLED', 'new', false, 'none', now(),
        now()
      from unnest(${[...skusOf()]}::text[]) as sku`;
    /** Each process gets a share of the notifications, and those that an earlier one did not complete. */
    const live = async (point: OrderPoint | '', share: number) => {
      const child = new Deno.Command(Deno.execPath(), {
        args: ['run', '-A', '--no-lock', '--no-check', '--unstable-no-legacy-abort', FILE],
        env: {
          ORDERS_URL: url,
          ORDERS_SELLER: sellerId,
          ORDERS_COMPANY: String(companyId),
          ORDERS_ACCOUNT: String(accountId),
          ORDERS_COUNT: String(orders),
          ORDERS_BASE: String(base),
          ORDERS_TO: String(Math.ceil(2 * orders * share)),
          ORDERS_POINT: point,
          ORDERS_AFTER: String(Math.floor(dice.roll() * (MOST_BEFORE[point] ?? 1))),
        },
        stdin: 'null',
        stdout: 'null',
        stderr: 'inherit',
      }).spawn();
      const { success, signal, code } = await child.status;
      if (!success && signal !== 'SIGKILL')
        throw new Error(`The process ended with ${code}; seed ${seed}`);
      return !success;
    };
    const kills: OrderReport['kills'] = {};
    for (const [n, point] of options.points.entries())
      if (await live(point, (n + 1) / (options.points.length + 1)))
        kills[point] = (kills[point] ?? 0) + 1;
    await live('', 1);
    const expected = Array.from({ length: orders }, (_, n) => orderOf(n, base, true));
    return { seed, orders, kills, faults: await faultsOf(owner, expected) };
  } finally {
    await database.close();
  }
}

/** What is recorded and summed, held against the orders as they changed last. */
async function faultsOf(
  owner: Awaited<ReturnType<typeof testDatabase>>['owner'],
  expected: readonly ReturnType<typeof orderOf>[],
): Promise<string[]> {
  const faults: string[] = [];
  const lines = await owner<{ key: string; state: string; units: number; refunded: number }[]>`
    select order_id || ' ' || line as key, state, units, refunded from order_line order by 1`;
  const known = new Map(lines.map((row) => [row.key, row]));
  const all = expected.flatMap((order) => order.lines.map((line) => ({ order, line })));
  for (const { order, line } of all) {
    const row = known.get(`${order.orderId} ${line.line}`);
    const isSame =
      row?.state === line.state && row.units === line.units && row.refunded === line.refund?.amount;
    if (!isSame) faults.push(`${order.orderId} ${line.line} is ${JSON.stringify(row ?? null)}`);
  }
  if (lines.length !== all.length)
    faults.push(`There are ${lines.length} lines, not ${all.length}`);
  const days = await owner`
    select day::text as day, orders, units, revenue as sales, currency_code as "currencyCode"
    from account_day where orders > 0 order by day, currency_code`;
  const sorted = totalsOf(expected, ZONE).sort((a, b) =>
    `${a.day}${a.currencyCode}` < `${b.day}${b.currencyCode}` ? -1 : 1,
  );
  if (JSON.stringify(days) !== JSON.stringify(sorted))
    faults.push(`The days are ${JSON.stringify(days)}, not ${JSON.stringify(sorted)}`);
  const [listings] = await owner<{ differing: number }[]>`
    select count(*) as differing from (
      select account_id, day, currency_code, sum(units) as units, sum(revenue) as revenue, sum(refunds) as refunds
      from listing_day group by 1, 2, 3
    ) l full join account_day a using (account_id, day, currency_code)
    where (coalesce(l.units, 0), coalesce(l.revenue, 0), coalesce(l.refunds, 0))
      is distinct from (a.units::bigint, a.revenue, a.refunds)`;
  if (listings!.differing > 0)
    faults.push(`${listings!.differing} days differ from their listings`);
  const [dirty] = await owner<{ days: number }[]>`select count(*) as days from dirty_day`;
  if (dirty!.days > 0) faults.push(`${dirty!.days} days are not summed`);
  return faults;
}
