// Backtests by real workers: one that is cancelled, and one whose worker is killed in the middle of it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type postgres from 'postgres';
import type { AppContext } from '../../platform/app-context.ts';
import { openPool, toDb } from '../../platform/db.ts';
import { createJobs } from '../../platform/jobs.ts';
import { until } from '../../reliability/wait.ts';
import { growListings } from '../../testing/growth.ts';
import { competitor } from '../../testing/pricing-scene.ts';
import { type Installation, startInstallation } from '../../testing/processes.ts';
import { type SeededCompany, seedCompany, testContext } from '../../testing/test-context.ts';
import { cancelBacktest, getBacktest, startBacktest } from '../actions.ts';
import { type Backtest, BacktestBody } from '../contract.ts';

const LISTINGS = 50;
const SNAPSHOTS = 4_000;
const DONE_MS = 300_000;

let installation: Installation;
let pools: postgres.Sql[];
let ctx: AppContext;
let company: SeededCompany;
let body: BacktestBody;

/** Snapshots of every listing over the last month: the one competitor moves with each. */
async function writeSnapshots(listingIds: readonly number[]): Promise<void> {
  const { owner } = installation;
  const offers = Array.from({ length: 9 }, (_, n) => competitor(`R${n}`, 9_000 + n * 100));
  const own = competitor('US', 10_000, { isOwn: true });
  await owner`
    insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, winner_seller_id, offers)
    select ${company.companyId}::bigint, listing_id, now() - n * interval '10 minutes', 10000, 'LOSING', 'R0',
      jsonb_set(${JSON.stringify([...offers, own])}::text::jsonb, '{0,price}', to_jsonb(8500 + (n * 37) % 400))
    from generate_series(1, ${SNAPSHOTS}::integer) n, unnest(${owner.array([...listingIds])}::bigint[]) listing_id`;
}

const get = (id: number): Promise<Backtest> => getBacktest(ctx, company.actor, id);

/** Begins a backtest, and waits until it is in the middle. */
async function begin(): Promise<number> {
  const { id } = await startBacktest(ctx, company.actor, body);
  await until('the replay runs', DONE_MS, async () => (await get(id)).progress.done > 0);
  return id;
}

beforeAll(async () => {
  installation = await startInstallation(['worker']);
  company = await seedCompany(installation.owner);
  const { listingIds } = await growListings(installation.owner, { ...company, count: LISTINGS });
  await writeSnapshots(listingIds);
  pools = [openPool(installation.appUrl, 4), openPool(installation.appUrl, 1)];
  ctx = {
    ...testContext(toDb(pools[0]!)),
    jobs: createJobs(toDb(pools[1]!)),
    clock: () => new Date(),
  };
  body = BacktestBody.parse({
    rule: { strategy: 'WIN', minPrice: 70, maxPrice: 120 },
    listingIds,
    days: 40,
  });
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  await installation.close();
});

describe('backtests by real workers', () => {
  it('stop where they are cancelled', async () => {
    const id = await begin();
    await cancelBacktest(ctx, company.actor, id);
    const from = performance.now();
    await until('the worker lets go', DONE_MS, async () => {
      const [row] = await installation.owner<{ jobs: number }[]>`
        select count(*)::integer as jobs from pgboss.job
        where name = 'pricing.backtest' and state in ('active', 'created', 'retry')`;
      return row!.jobs === 0;
    });
    console.log(`cancelled: released after ${Math.round(performance.now() - from)} ms`);
    const { state, report } = await get(id);
    assert.deepEqual([state, report], ['canceled', null]);
  });

  it('restart after their worker is killed, with the same result', async () => {
    const id = await begin();
    const [worker] = installation.processes;
    Deno.kill(worker!.pid, 'SIGKILL');
    await worker!.ended;
    const from = performance.now();
    await installation.start('worker');
    await until('the replay is done', DONE_MS, async () => (await get(id)).state === 'done');
    const { report } = await get(id);
    const again = await startBacktest(ctx, company.actor, body);
    await until('the next is done', DONE_MS, async () => (await get(again.id)).state === 'done');
    const next = (await get(again.id)).report;
    const [row] = await installation.owner<{ attempts: number; changes: number }[]>`
      select attempts, (select count(*) from backtest_change c where c.backtest_id = b.id)::integer as changes
      from backtest b where id = ${id}`;
    console.log(`killed: done after ${Math.round(performance.now() - from)} ms for both`, row);
    assert.equal(row!.attempts, 2);
    assert.equal(report?.snapshots, LISTINGS * SNAPSHOTS);
    assert.equal(next?.snapshots, LISTINGS * SNAPSHOTS);
    assert.equal(report.draft.changes, next.draft.changes);
    assert.equal(row!.changes, Math.min(report.draft.changes, 100_000));
  });
});
