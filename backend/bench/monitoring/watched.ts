// A hundred thousand watched competitors, all due: an hour of planner rounds, each within the marketplace's limit, and the
// writes of its polls. The marketplace answers immediately. For comparison, the same rows by plain SQL.
import type postgres from 'postgres';
import { connectAccount } from '../../catalog/actions.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { ok } from '../../kernel/result.ts';
import { POLL_WATCHED, pollWatched } from '../../monitoring/watch/poll.ts';
import { scheduleWatched, WATCH_SHARE } from '../../monitoring/watch/schedule.ts';
import { toDb } from '../../platform/db.ts';
import { memoryMarketplace } from '../../testing/memory-marketplace.ts';
import { offer } from '../../testing/monitoring-scene.ts';
import { quantile, rounded } from '../../testing/statistics.ts';
import { type SeededCompany, testContext, waiting } from '../../testing/test-context.ts';
import { benchLog } from '../databases.ts';

export interface WatchedMeasurement {
  bench: 'monitoring';
  name: string;
  watched: number;
  /** Polls that the share of the limit allows in the hour, and those that were planned. */
  allowed: number;
  planned: number;
  /** Milliseconds of a round of the planner, and of the same statement as hand-written SQL. */
  planMs: number;
  planFloorMs: number;
  /** Competitors a second that were polled and stored, the same rows by hand-written SQL, and their ratio in time. */
  perSecond: number;
  floorPerSecond: number;
  floorRatio: number;
  cores: number;
}

/** Calls a second that the marketplace allows an account. */
const PER_SECOND = 10;
const ROUNDS = 60;
const ROUND_MS = 60_000;
/** One of so many polls finds a changed price. */
const CHANGED_EVERY = 10;
const IN_JOB = 40;

interface Watched {
  id: number;
  product_id: string;
  price: number;
}

/** The offers of the pages that are watched: mostly as they were. */
function sells(watched: readonly Watched[]) {
  const prices = new Map(
    watched.map(({ product_id, price }, n) => [
      product_id,
      n % CHANGED_EVERY === 0 ? Math.round(price * 0.99) : price,
    ]),
  );
  return (productId: string) =>
    ok({ offers: [offer('R1', prices.get(productId) ?? 10_000)], total: 1 });
}

/** The hour by plain SQL: what is due is taken, and written as it was, in the same portions. */
async function byHand(pool: postgres.Sql, companyId: number, perRound: number) {
  const plans: number[] = [];
  let [stored, ms] = [0, 0];
  const inCompany = async <T>(
    work: (sql: postgres.TransactionSql) => Promise<T>,
  ): Promise<[T, number]> => {
    const started = performance.now();
    const done = await pool.begin(async (sql) => {
      await sql`select set_config('app.company', ${String(companyId)}, true)`;
      return await work(sql);
    });
    return [done as T, performance.now() - started];
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [ids, took] = await inCompany(
      async (sql) =>
        await sql<{ id: number }[]>`
          update watched_competitor set next_look_at = now() + interval '1 day'
          where company_id = ${companyId} and id = any(array(
            select id from watched_competitor where company_id = ${companyId} and next_look_at <= now()
            order by next_look_at limit ${perRound} for update skip locked))
          returning id`,
    );
    plans.push(took);
    for (let from = 0; from < ids.length; from += IN_JOB) {
      const some = ids.slice(from, from + IN_JOB).map(({ id }) => id);
      const [, wrote] = await inCompany(
        (sql) => sql`
          update watched_competitor set offer = offer, state = 'ready', seen_at = now(), updated_at = now()
          where company_id = ${companyId} and id = any(${some}::bigint[])`,
      );
      ms += wrote;
      stored += some.length;
    }
  }
  return { planMs: quantile(plans, 0.5)!, perSecond: (stored / ms) * 1_000 };
}

const makeDue = (owner: postgres.Sql, companyId: number) => owner`
  update watched_competitor set next_look_at = now() - interval '1 second' * (id % 3600)
  where company_id = ${companyId}`;

/** Plans and runs an hour of polls. */
export async function runWatched(
  { owner, app: pool }: { owner: postgres.Sql; app: postgres.Sql },
  company: SeededCompany,
): Promise<WatchedMeasurement> {
  const { companyId, sellerId } = company;
  await makeDue(owner, companyId);
  await owner`vacuum analyze watched_competitor`;
  const watched = await owner<Watched[]>`
    select id, product_id, (offer ->> 'price')::bigint as price from watched_competitor
    where company_id = ${companyId} order by id`;
  const ctx = testContext(toDb(pool), { log: benchLog });
  ctx.setTime(new Date());
  const memory = memoryMarketplace(ctx.clock, { sellerId });
  const answer = sells(watched);
  const marketplaces = marketplacesOf([
    {
      ...memory,
      polls: { perSecond: PER_SECOND, batch: 1 },
      getProductOffers: (_session, targets) =>
        Promise.resolve(ok(new Map(targets.map((one) => [one.productId, answer(one.productId)])))),
    },
  ]);
  Object.assign(ctx, { marketplaces });
  memory.codes.add('code');
  await connectAccount({ ...ctx, marketplaces }, companyId, memory.slug, {
    code: 'code',
    params: {},
  });
  const plans: number[] = [];
  let [planned, ms] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    ctx.advance(ROUND_MS);
    const started = performance.now();
    await scheduleWatched({ ...ctx, marketplaces }, companyId);
    plans.push(performance.now() - started);
    const jobs = await waiting(ctx, POLL_WATCHED);
    const begun = performance.now();
    for (const job of jobs) {
      planned += job.ids.length;
      await pollWatched({ ...ctx, marketplaces }, job, new AbortController().signal);
    }
    ms += performance.now() - begun;
    await owner`delete from pgboss.job where name = ${POLL_WATCHED.name}`;
  }
  const allowed = Math.floor((PER_SECOND * WATCH_SHARE * ROUNDS * ROUND_MS) / 1_000);
  const perSecond = (planned / ms) * 1_000;
  await makeDue(owner, companyId);
  const floor = await byHand(pool, companyId, Math.ceil(allowed / ROUNDS));
  return {
    bench: 'monitoring',
    name: 'an hour of looks at watched competitors',
    watched: watched.length,
    allowed,
    planned,
    planMs: rounded(quantile(plans, 0.5)!),
    planFloorMs: rounded(floor.planMs),
    perSecond: rounded(perSecond),
    floorPerSecond: rounded(floor.perSecond),
    floorRatio: rounded(floor.perSecond / perSecond),
    cores: navigator.hardwareConcurrency,
  };
}
