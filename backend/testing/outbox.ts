// Checks that a job exists exactly if its transaction was committed. A transaction writes a ledger line and a job;
// whatever happens to the transaction or its process, both exist or neither.

import { sql } from 'kysely';
import type postgres from 'postgres';
import * as z from 'zod';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { testQueue } from './queue.ts';

const OUTBOX = testQueue('test.outbox', z.object({ n: z.int() }));

/** Makes the ledger. `owner` is the test database's superuser, `app` its application's role. */
export async function openLedger(owner: postgres.Sql, app: string): Promise<void> {
  await owner`create table test_ledger (n integer primary key)`;
  await owner`grant select, insert on test_ledger to ${owner(app)}`;
}

/** One transaction of the outbox; with `fails` it throws at its end and reports that. */
export async function writeBoth(ctx: AppContext, n: number, fails: boolean): Promise<boolean> {
  const refused = new Error('rolled back');
  try {
    await within(ctx.db, { company: 1 }, async (trx) => {
      await sql`insert into test_ledger (n) values (${n})`.execute(trx);
      await ctx.jobs.send(trx, OUTBOX, [{ n }]);
      if (fails) throw refused;
    });
    return true;
  } catch (error) {
    if (error !== refused) throw error;
    return false;
  }
}

/** The numbers of lines and jobs, and of unmatched or duplicate ones. */
export async function compareLedger(
  owner: postgres.Sql,
): Promise<{ lines: number; jobs: number; differences: number }> {
  const [row] = await owner<{ lines: number; jobs: number; differences: number }[]>`
    with job as (
      select (data->>'n')::integer as n, count(*) as times from pgboss.job where name = ${OUTBOX.name} group by 1
    )
    select (select count(*) from test_ledger) as lines, (select coalesce(sum(times), 0) from job) as jobs,
      (select count(*) from test_ledger l full join job j on j.n = l.n
        where l.n is null or j.n is null or j.times <> 1) as differences`;
  return row!;
}

/** Runs transactions, some concurrently, and rolls every second one back; gives the resulting counts. */
export async function outbox(
  ctx: AppContext,
  owner: postgres.Sql,
  transactions: number,
): Promise<{ commits: number; lines: number; jobs: number; differences: number }> {
  let next = 0;
  let commits = 0;
  const run = async () => {
    while (next < transactions) {
      const n = next++;
      if (await writeBoth(ctx, n, n % 2 === 1)) commits += 1;
    }
  };
  await Promise.all(Array.from({ length: 6 }, run));
  return { commits, ...(await compareLedger(owner)) };
}
