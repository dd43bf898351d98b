import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type postgres from 'postgres';
import { marketplacesOf } from '../integrations/registry.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { BOSS_SCHEMA, bossOver } from '../platform/boss.ts';
import type { Config } from '../platform/config.ts';
import type { Db, Trx } from '../platform/db.ts';
import { createJobs, isConsumer, type Jobs, type Queue, type Worker } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import { spareOf } from './database.ts';
import { WORKING_TREE_MODULES } from './modules.ts';
import { testQueue } from './queue.ts';

/** An installation whose time the test sets, and whose events wait until the test has them consumed. */
export interface TestContext extends AppContext {
  setTime(time: Date): void;
  /** Moves the clock on. */
  advance(milliseconds: number): void;
  /** Lines that were logged as warnings or errors. */
  complaints: string[];
}

export const TEST_TIME = new Date('2026-05-04T12:00:00.000Z');

export const testConfig: Config = {
  port: 8080,
  dataFolder: '/nowhere',
  databaseUrl: null,
  role: 'all',
  sandbox: true,
  publicUrl: 'http://localhost:8080',
  environment: 'stage',
  helpUrl: 'https://help.primazia.test',
  moduleOrigins: [],
  shellFolder: '/nowhere/shell',
  modulesFolder: '/nowhere/modules',
  deployKey: null,
  signIn: { providers: [], linksByEmail: 'invited' },
  trustedProxies: [],
  mail: { smtpUrl: null, from: 'Primazia <prices@primazia.test>' },
  pageLook: { hosts: [], contact: null },
  retention: {
    snapshots: 90,
    updates: 730,
    notifications: 180,
    audit: 730,
    orders: 730,
    recipients: 90,
    daySums: 400,
  },
  metrics: { token: null, port: null },
  logLevel: 'warn',
  maintenance: false,
  secrets: {
    jwtSecret: 'a secret that signs tokens in tests only',
    vaultKey: btoa('k'.repeat(32)),
    databaseAppPassword: 'only-for-tests-app',
    postgresPassword: 'only-for-tests',
    demoPassword: 'only-for-tests-demo',
  },
  earlierVaultKeys: [],
};

/** Version-4 UUIDs, the same in the same order for the same seed. */
export function seededUuids(seed: number): () => string {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return () => {
    const digits = Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('');
    const variant = '89ab'[Number.parseInt(digits[16]!, 16) % 4]!;
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  };
}

function testVault(): Vault {
  const opened = openVault(new TextEncoder().encode('k'.repeat(32)));
  return {
    seal: async (text, about) => (await opened).seal(text, about),
    unseal: async (sealed, about) => (await opened).unseal(sealed, about),
  };
}

/** The queue of events in tests: a test sees published events without their consumers. */
const eventQueue = <T>(event: DomainEvent<T>) => testQueue(`event.${event.name}`, event.schema);

function testJobs(db: Db): Jobs {
  const jobs = createJobs(spareOf(db));
  return {
    send: jobs.send,
    emit: (trx, event, data) => jobs.send(trx, eventQueue(event), [data]),
  };
}

/** An installation over a test database: real jobs, a real vault, and a clock that the test advances. */
export function testContext(db: Db, overrides: Partial<AppContext> = {}): TestContext {
  let time = TEST_TIME;
  const complaints: string[] = [];
  return {
    config: testConfig,
    db,
    clock: () => time,
    uuid: seededUuids(1),
    jobs: testJobs(db),
    vault: testVault(),
    log: createLog({ write: (line) => complaints.push(line), clock: () => time, level: 'warn' }),
    metrics: createMetrics(),
    modules: () => Promise.resolve(WORKING_TREE_MODULES),
    marketplaces: marketplacesOf([]),
    ...overrides,
    setTime: (to) => {
      time = to;
    },
    advance: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds);
    },
    complaints,
  };
}

interface TakenJob {
  id: string;
  data: unknown;
  retry_count: number;
}

/** A delayed job is due by the product's clock; a failed one is due immediately, whatever its delay. */
const isDue = (now: Date) =>
  sql`state < 'active' and not blocked
    and (state = 'retry' or start_after = created_on or start_after <= ${now})`;

/** Takes jobs as a worker does. */
async function take(db: Db, queue: string, limit: number, now: Date): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    with due as (
      select id from pgboss.job
      where name = ${queue} and ${isDue(now)}
      order by priority desc, created_on limit ${limit} for update skip locked
    )
    update pgboss.job set state = 'active', started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from due where job.name = ${queue} and job.id = due.id
    returning job.id, job.data, job.retry_count`.execute(db);
  return rows;
}

const bosses = new WeakMap<Db, PgBoss>();

function bossOf(db: Db): PgBoss {
  const boss = bosses.get(db) ?? new PgBoss({ db: bossOver(db), schema: BOSS_SCHEMA });
  bosses.set(db, boss);
  return boss;
}

/** The queues with a due job. Read once for all queues, and again after jobs ran. */
function dueQueues(ctx: AppContext) {
  let known: Set<string> | null = null;
  return {
    async holds(queue: string): Promise<boolean> {
      if (known === null) {
        const { rows } = await sql<{ name: string }>`
          select distinct name from pgboss.job where ${isDue(ctx.clock())}`.execute(ctx.db);
        known = new Set(rows.map(({ name }) => name));
      }
      return known.has(queue);
    },
    forget() {
      known = null;
    },
  };
}

type DueQueues = ReturnType<typeof dueQueues>;

async function settle(db: Db, queue: string, taken: TakenJob[], error?: unknown): Promise<void> {
  const attempts = taken.map((job) => ({ id: job.id, retryCount: job.retry_count }));
  if (error === undefined) await bossOf(db).complete(queue, attempts);
  else await bossOf(db).fail(queue, attempts, { message: String(error) });
}

/** Delivers waiting events to the queues of their consumers. Gives whether there were any. */
async function forward(
  ctx: AppContext,
  workers: readonly Worker[],
  due: DueQueues,
): Promise<boolean> {
  let any = false;
  const all = workers.filter(isConsumer);
  const events = new Map(all.map(({ event }) => [event.name, event]));
  for (const event of events.values()) {
    const queue = eventQueue(event).name;
    const consumers = all.filter((one) => one.event.name === event.name);
    while (await due.holds(queue)) {
      due.forget();
      const taken = await take(ctx.db, queue, 100, ctx.clock());
      if (taken.length === 0) break;
      any = true;
      await ctx.db.transaction().execute(async (trx: Trx) => {
        for (const worker of consumers)
          await ctx.jobs.send(
            trx,
            worker.queue,
            taken.map(({ data }) => data),
          );
      });
      await settle(ctx.db, queue, taken);
    }
  }
  return any;
}

async function workOnce(ctx: AppContext, worker: Worker, due: DueQueues): Promise<boolean> {
  const { queue } = worker;
  if (!(await due.holds(queue.name))) return false;
  due.forget();
  const taken = await take(ctx.db, queue.name, queue.batch, ctx.clock());
  if (taken.length === 0) return false;
  const jobs = taken.map((job) => ({
    id: job.id,
    data: queue.schema.parse(job.data),
    attempt: job.retry_count + 1,
  }));
  try {
    await worker.handle(jobs, new AbortController().signal);
  } catch (error) {
    await settle(ctx.db, queue.name, taken, error);
    throw error;
  }
  await settle(ctx.db, queue.name, taken);
  return true;
}

/**
 * Runs the workers until none of their queues holds a job that is due by the product's clock. What a handler throws
 * is thrown on, after its jobs were given back: the next call retries them.
 */
export async function drain(ctx: AppContext, workers: readonly Worker[]): Promise<void> {
  const due = dueQueues(ctx);
  for (let busy = true; busy; ) {
    busy = await forward(ctx, workers, due);
    for (const worker of workers) busy = (await workOnce(ctx, worker, due)) || busy;
  }
}

/** The data of a queue's jobs that wait, in the order in which they were written. */
export async function waiting<T>(ctx: AppContext, queue: Queue<T>): Promise<T[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = ${queue.name} and state < 'active' order by created_on`.execute(
    ctx.db,
  );
  return rows.map(({ data }) => queue.schema.parse(data));
}

/** What was emitted, committed and not yet drained, in the order in which it was. */
export const emitted = <T>(ctx: AppContext, event: DomainEvent<T>): Promise<T[]> =>
  waiting(ctx, eventQueue(event));

export interface SeededCompany {
  companyId: number;
  personId: number;
  accountId: number;
  sellerId: string;
  actor: Actor;
}

export interface CompanySeed {
  name?: string;
  email?: string;
  personName?: string;
  /** As identity stores it; by default one that no password matches. */
  passwordHash?: string;
  role?: Actor['role'];
  marketplaceId?: number;
  sellerId?: string;
  accountStatus?: string;
}

let companies = 0;

/** Inserts a company with one person in it and one connected account. `owner` is the test database's superuser. */
export async function seedCompany(
  owner: postgres.Sql,
  seed: CompanySeed = {},
): Promise<SeededCompany> {
  companies += 1;
  const role = seed.role ?? 'owner';
  const sellerId = seed.sellerId ?? String(700_000_000 + companies);
  const name = seed.name ?? `Company ${companies}`;
  return await owner.begin(async (trx) => {
    const [company] = await trx<{ id: number }[]>`
      insert into company (name, created_at) values (${name}, ${TEST_TIME}) returning id`;
    const companyId = company!.id;
    const [person] = await trx<{ id: number }[]>`
      insert into person (email, name, password_hash, created_at)
      values (${seed.email ?? `person-${companies}@example.test`}, ${seed.personName ?? `Person ${companies}`},
        ${seed.passwordHash ?? 'nobody'}, ${TEST_TIME})
      returning id`;
    const personId = person!.id;
    await trx`insert into membership (company_id, person_id, role) values (${companyId}, ${personId}, ${role})`;
    const [account] = await trx<{ id: number }[]>`
      insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
      values (${companyId}, ${seed.marketplaceId ?? 2}, ${sellerId}, ${name},
        ${seed.accountStatus ?? 'active'}, ${TEST_TIME})
      returning id`;
    return {
      companyId,
      personId,
      accountId: account!.id,
      sellerId,
      actor: { personId, companyId, role },
    };
  });
}
