// When everything has settled.
import type postgres from 'postgres';
import { isUnreachable } from '../platform/db.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { SHOPS } from '../sandbox/world.ts';
import { pause, until } from './wait.ts';

/** What is under way, by name: jobs, prices, notifications, and what Amazon and Magalu ponder. */
async function underWay(owner: postgres.Sql, sandbox: Sandbox): Promise<Record<string, number>> {
  const rows = await owner<{ name: string; count: number }[]>`
    select 'update ' || state as name, count(*) from price_update
    where state in ('sent', 'retry') group by 1
    union all
    select 'job ' || name || ' ' || state, count(*) from pgboss.job
    where state <= 'active' and (name like 'pricing.%' or name in ('monitoring.look', 'monitoring.notices',
      'sales.orders-notified', 'sales.read-orders', 'sales.sum-days') or name like 'catalog.refresh%')
      and name <> 'pricing.reconcile' group by 1
    union all
    select 'days that are not summed', count(*) from dirty_day having count(*) > 0`;
  const open: Record<string, number> = Object.fromEntries(
    rows.map(({ name, count }) => [name, count]),
  );
  for (const shop of SHOPS) {
    const { pending } = sandbox.control.notifications(shop);
    if (pending > 0) open[`notifications of ${shop}`] = pending;
  }
  const { submissions } = sandbox.world();
  if (submissions.length > 0) open.submissions = submissions.length;
  const writes = sandbox.control.writes().filter(({ settled }) => settled === null);
  if (writes.length > 0) open.writes = writes.length;
  return open;
}

/** Waits until nothing is under way; throws with what still is after so long, and which worker holds it. */
export async function settled(owner: postgres.Sql, sandbox: Sandbox, ms: number): Promise<void> {
  let open: Record<string, number> = {};
  const isOver = async () => {
    open = await underWay(owner, sandbox);
    if (Object.keys(open).length > 0) return false;
    // Read again after a moment: a price that arrived in between is then recorded.
    await pause(300);
    open = await underWay(owner, sandbox);
    return Object.keys(open).length === 0;
  };
  try {
    await until(
      () => `all is settled; there is ${JSON.stringify(open)}`,
      ms,
      async () => {
        try {
          return await isOver();
        } catch (error) {
          // The database may have been restarted, and our connections with it.
          if (isUnreachable(error)) return false;
          throw error;
        }
      },
    );
  } catch (error) {
    const prices = await owner`
      select id, state, attempts, calling_since, next_attempt_at, failure, old_price, new_price
      from price_update where state in ('sent', 'retry')`;
    const jobs = await owner`
      select name, state, retry_count, started_on, start_after, heartbeat_on, data, output, now() as now
      from pgboss.job where state = 'active'`;
    const sessions = await owner`
      select pid, state, wait_event, xact_start, state_change, left(query, 200) as query
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    const found = JSON.stringify({ prices, jobs, sessions }, null, 1);
    throw new Error(`Not all updates are settled: ${found}`, { cause: error });
  }
}
