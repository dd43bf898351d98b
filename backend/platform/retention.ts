// Growing tables are partitioned by month. A pass creates future months, and drops those that are past their retention: not
// in the first night that finds them expired, since the clock may be years ahead, but if they still are a week later. The
// partition's comment contains since when. The first partition, `<table>_earlier`, has no lower bound and contains what
// outlives its retention; the last, `<table>_later`, has no upper bound and stays empty: a row there means that its month is
// missing, which is logged as an error and repaired by the same pass.
import type postgres from 'postgres';
import type { AppContext } from './app-context.ts';
import type { Retention } from './config.ts';
import { openPool } from './db.ts';
import { scheduledQueue, type Tick, type Worker } from './jobs.ts';
import type { Log } from './log.ts';
import { type OwnerSql, passesPolicies } from './owner.ts';
import {
  deleteLosses,
  deleteNotifications,
  deleteWatchedPrices,
  forgetBuyers,
} from './retention-rows.ts';

interface Growing {
  table: string;
  /** The column by which it is partitioned. */
  time: string;
  days: keyof Retention;
  /** Rows that outlive their retention, as a condition on `r`. */
  keeps: string;
  /** The other table that the condition reads. */
  reads: string | null;
  /** Whether old rows may still change. */
  moves: boolean;
}

const GROWING: readonly Growing[] = [
  {
    table: 'market_snapshot',
    time: 'observed_at',
    days: 'snapshots',
    // The market of a listing may be unchanged for longer than the retention of snapshots.
    keeps:
      'exists (select from market m where m.company_id = r.company_id and m.snapshot_id = r.id)',
    reads: 'market',
    moves: false,
  },
  {
    table: 'price_update',
    time: 'created_at',
    days: 'updates',
    // Waiting updates and those being sent must not be lost.
    keeps: 'price_update_slot_of(r.state) is not null',
    reads: null,
    moves: true,
  },
  { table: 'audit_log', time: 'at', days: 'audit', keeps: 'false', reads: null, moves: false },
  { table: 'order_line', time: 'day', days: 'orders', keeps: 'false', reads: null, moves: true },
  { table: 'listing_day', time: 'day', days: 'daySums', keeps: 'false', reads: null, moves: true },
  {
    table: 'buybox_interval',
    time: 'until',
    days: 'daySums',
    keeps: 'false',
    reads: null,
    moves: false,
  },
];

/** Whole months beyond the present one that have partitions. */
const MONTHS_AHEAD = 3;
const DAY_MS = 24 * 3_600_000;
/** How long rows are kept after they were found past their retention. */
const GRACE_DAYS = 7;
/** The prefix of the comment that contains since when. */
const PAST = 'past its retention since ';
/** One pass at a time. */
const LOCK = 7_463_928_573;
/** Shorter than PostgreSQL's deadlock timeout: in a deadlock this pass gives way. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 60;
const LOCK_PAUSE_MS = 250;

interface Partition {
  name: string;
  /** Null: from the beginning of time. */
  from: Date | null;
  /** The first instant that is not in it; null: to the end of time. */
  until: Date | null;
  /** The pass that first found it past its retention; null: none did. */
  pastSince: Date | null;
}

const monthOf = (time: Date, offset = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset, 1));
const monthName = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_');
const literal = (time: Date) => `'${time.toISOString()}'`;

async function partitionsOf(sql: OwnerSql, table: string): Promise<Partition[]> {
  const rows = await sql<{ name: string; bound: string; comment: string | null }[]>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
      obj_description(c.oid, 'pg_class') as comment
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`;
  const read = (bound: string, word: string) => {
    const text = new RegExp(`${word} \\('([^']+)'\\)`).exec(bound)?.[1];
    // PostgreSQL writes an offset of whole hours with two digits, and a day without a time.
    return text === undefined ? null : new Date(text.replace(/(:.*[+-]\d\d)$/, '$1:00'));
  };
  const partitions = rows.map(({ name, bound, comment }) => ({
    name,
    from: read(bound, 'FROM'),
    until: read(bound, 'TO'),
    pastSince: comment?.startsWith(PAST) ? new Date(comment.slice(PAST.length)) : null,
  }));
  return partitions.sort((a, b) => (a.from?.getTime() ?? 0) - (b.from?.getTime() ?? 0));
}

const isLockFault = (error: unknown) =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code));

/** Runs a transaction of the owner that gives way to the holder of what it needs, and tries again. */
async function patiently<T>(
  owner: postgres.Sql,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await owner.begin(async (sql) => {
        await sql.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await sql.unsafe(`set local timezone = 'UTC'`);
        await sql`select pg_advisory_xact_lock(${LOCK})`;
        return { value: await work(sql) };
      });
      return done.value;
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockFault(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
}

/** Copies the statistics targets of a table to a new partition, which does not inherit them. */
async function leaveOut(sql: OwnerSql, table: string, partition: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attstattarget = 0 and attnum > 0`;
  for (const { name } of columns)
    await sql.unsafe(`alter table ${partition} alter column ${name} set statistics 0`);
}

/** Gives a partition the policies of its table, for the role in the table's own policy. */
async function protect(sql: OwnerSql, table: string, partition: string): Promise<void> {
  const [policy] = await sql<{ app: string }[]>`
    select quote_ident(roles[1]) as app from pg_policies
    where schemaname = 'public' and tablename = ${table} and policyname = ${`${table}_company`}`;
  const { app } = policy!;
  for (const statement of [
    `revoke all on ${partition} from public, ${app}`,
    `alter table ${partition} enable row level security`,
    `alter table ${partition} force row level security`,
    `create policy ${partition}_company on ${partition} to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
  ]) {
    await sql.unsafe(statement);
  }
}

/** Locks what a change of partitions needs, in the order in which the product does: the referenced tables, and then the table. */
async function hold(sql: OwnerSql, table: string): Promise<void> {
  const targets = await sql<{ name: string }[]>`
    select distinct confrelid::regclass::text as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' order by 1`;
  for (const { name } of targets)
    await sql.unsafe(`lock table ${name} in share row exclusive mode`);
  await sql.unsafe(`lock table ${table} in access exclusive mode`);
}

/** Ends the partition without an end at `until` and makes the months up to there; rows in it are moved to their months. */
async function splitLater(
  sql: OwnerSql,
  { table, time }: Growing,
  later: Partition,
  until: Date,
): Promise<void> {
  const strayed = `${table}_strayed`;
  await hold(sql, table);
  await sql.unsafe(`alter table ${later.name} no force row level security`);
  await sql.unsafe(
    `create temporary table ${strayed} on commit drop as select * from ${later.name}`,
  );
  await sql.unsafe(`drop table ${later.name}`);
  const make = async (name: string, from: Date, to: Date | null) => {
    const end = to === null ? 'maxvalue' : literal(to);
    await sql.unsafe(
      `create table ${name} partition of ${table} for values from (${literal(from)}) to (${end})`,
    );
    const before = to === null ? '' : `and ${time} < ${literal(to)}`;
    // Into the partition and not through the table, whose triggers have seen these rows.
    await sql.unsafe(
      `insert into ${name} overriding system value
        select * from ${strayed} where ${time} >= ${literal(from)} ${before}`,
    );
    await protect(sql, table, name);
    await leaveOut(sql, table, name);
  };
  let from = later.from!;
  while (from < until) {
    const next = monthOf(from, 1);
    await make(`${table}_${monthName(from)}`, from, next);
    from = next;
  }
  await make(`${table}_later`, from, null);
}

/** Whether nothing was ever written to a partition. */
async function isUntouched(sql: OwnerSql, name: string): Promise<boolean> {
  const [row] = await sql<{ bytes: number }[]>`select pg_relation_size(${name}::regclass) as bytes`;
  return row!.bytes === 0;
}

/**
 * Makes the partitions of the present month and of the three after it, where they are missing. `owner` owns the tables.
 * @returns how many rows of each table were in no monthly partition
 */
export async function makeMonths(
  owner: postgres.Sql,
  now: Date,
): Promise<{ table: string; rows: number }[]> {
  const until = monthOf(now, MONTHS_AHEAD + 1);
  const strays: { table: string; rows: number }[] = [];
  for (const growing of GROWING) {
    const rows = await patiently(owner, async (sql) => {
      const later = (await partitionsOf(sql, growing.table)).at(-1)!;
      const isBehind = later.from! < until;
      // The usual case, which is detected without locks.
      if (!isBehind && (await isUntouched(sql, later.name))) return 0;
      const passes = await passesPolicies(sql);
      if (!passes) await sql.unsafe(`alter table ${later.name} no force row level security`);
      const [found] = await sql.unsafe<{ rows: number }[]>(
        `select count(*) as rows from ${later.name}`,
      );
      if (isBehind) await splitLater(sql, growing, later, until);
      else if (!passes) await sql.unsafe(`alter table ${later.name} force row level security`);
      return found!.rows;
    });
    if (rows > 0) strays.push({ table: growing.table, rows });
  }
  return strays;
}

/** Lifts the force of a table's policies for this transaction; false if another process has lifted it and still needs that. */
async function liftForce(sql: OwnerSql, table: string): Promise<boolean> {
  await sql.unsafe(`lock table ${table} in access exclusive mode`);
  const [row] = await sql<{ forced: boolean }[]>`
    select relforcerowsecurity as forced from pg_class where oid = ${table}::regclass`;
  if (row!.forced) await sql.unsafe(`alter table ${table} no force row level security`);
  return row!.forced;
}

/** Copies the rows to keep into a table like the partitions, and replaces the partitions with it. */
async function replaceEarliest(
  sql: OwnerSql,
  growing: Growing,
  old: readonly Partition[],
): Promise<void> {
  const { table, keeps, reads, moves } = growing;
  const retained = `${table}_kept`;
  const passes = await passesPolicies(sql);
  if (moves) await hold(sql, table);
  if (!passes) {
    for (const { name } of old) await sql.unsafe(`alter table ${name} no force row level security`);
  }
  const isLifted = !passes && reads !== null && (await liftForce(sql, reads));
  await sql.unsafe(
    `create table ${retained} (like ${table} including defaults including constraints including indexes)`,
  );
  for (const { name } of old)
    await sql.unsafe(`insert into ${retained} select * from ${name} as r where ${keeps}`);
  if (isLifted) await sql.unsafe(`alter table ${reads} force row level security`);
  await hold(sql, table);
  for (const { name } of old) await sql.unsafe(`drop table ${name}`);
  await sql.unsafe(`alter table ${retained} rename to ${table}_earlier`);
  await sql.unsafe(
    `alter table ${table} attach partition ${table}_earlier
      for values from (minvalue) to (${literal(old.at(-1)!.until!)})`,
  );
  await protect(sql, table, `${table}_earlier`);
  await leaveOut(sql, table, `${table}_earlier`);
}

/** Whether a partition has a row that may be deleted. */
async function hasSpent(sql: OwnerSql, name: string, keeps: string): Promise<boolean> {
  const [row] = await sql.unsafe<{ spent: boolean }[]>(
    `select exists (select from ${name} as r where not (${keeps})) as spent`,
  );
  return row!.spent;
}

/**
 * Records which months are newly past their retention, and removes records that a clock that was ahead has made.
 * @returns the months that are past it since now
 */
async function markPast(
  sql: OwnerSql,
  partitions: readonly Partition[],
  end: Date,
  now: Date,
): Promise<string[]> {
  const past: string[] = [];
  for (const { name, from, until, pastSince } of partitions) {
    if (from === null) continue;
    const isPast = until !== null && until <= end;
    const isMarked = pastSince !== null && pastSince <= now;
    if (isPast && !isMarked) {
      await sql.unsafe(`comment on table ${name} is '${PAST}${now.toISOString()}'`);
      past.push(name);
    } else if (!isPast && pastSince !== null) {
      await sql.unsafe(`comment on table ${name} is null`);
    }
  }
  return past;
}

/**
 * Drops the months that have been past their retention for a week. Rows that must not be lost are kept: updates that wait or
 * are being sent, and the snapshots of present markets. `owner` owns the tables.
 * @returns the dropped partitions, and those that are past their retention since now
 */
export async function dropMonths(
  owner: postgres.Sql,
  retention: Retention,
  now: Date,
): Promise<{ dropped: string[]; past: string[] }> {
  const dropped: string[] = [];
  const past: string[] = [];
  const ripe = new Date(now.getTime() - GRACE_DAYS * DAY_MS);
  for (const growing of GROWING) {
    const end = monthOf(new Date(now.getTime() - retention[growing.days] * DAY_MS));
    const passed = await patiently(owner, async (sql) => {
      const partitions = await partitionsOf(sql, growing.table);
      const since = await markPast(sql, partitions, end, now);
      const old = partitions.filter(
        ({ from, until, pastSince }) =>
          until !== null &&
          until <= end &&
          (from === null || (pastSince !== null && pastSince <= ripe)),
      );
      const [earliest] = old;
      if (!earliest) return { old, since };
      if (old.length === 1 && !(await hasSpent(sql, earliest.name, growing.keeps)))
        return { old: [], since };
      await replaceEarliest(sql, growing, old);
      return { old, since };
    });
    dropped.push(...passed.old.map(({ name }) => name));
    past.push(...passed.since);
  }
  return { dropped, past };
}

const RETENTION = scheduledQueue('platform.retention', {
  expireInSeconds: 3_600,
  retryLimit: 5,
  retryDelay: 60,
});

/** Logs rows without a monthly partition of their own: the pass that should have made the month did not run. */
function reportStrays(log: Log, strays: readonly { table: string; rows: number }[]): void {
  for (const stray of strays) {
    log.error('Monthly partition missing; its rows were written to the default one', undefined, {
      ...stray,
    });
  }
}

/** One pass over all growing tables. */
export async function keepRetention(
  ctx: AppContext,
  ownerUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const now = ctx.clock();
  const { retention } = ctx.config;
  const owner = openPool(ownerUrl, 1);
  try {
    reportStrays(ctx.log, await makeMonths(owner, now));
    signal.throwIfAborted();
    const { dropped, past } = await dropMonths(owner, retention, now);
    if (past.length > 0)
      ctx.log.info('Monthly partitions are past their retention and will be dropped in a week', {
        past,
      });
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const notifications = await deleteNotifications(ctx, ago(retention.notifications), signal);
    const recipients = await forgetBuyers(
      ctx,
      { recipients: ago(retention.recipients), orders: ago(retention.orders) },
      signal,
    );
    const watchedPrices = await deleteWatchedPrices(ctx, ago(retention.snapshots), signal);
    const losses = await deleteLosses(ctx, ago(retention.daySums), signal);
    const deleted = { notifications, recipients, watchedPrices, losses };
    if (dropped.length > 0 || Object.values(deleted).some((rows) => rows > 0))
      ctx.log.info('Data past its retention deleted', { dropped, ...deleted });
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/** Months are made and dropped each night. `ownerUrl` signs in as the owner of the tables. */
export const workers = (ctx: AppContext, ownerUrl: string): Worker[] => {
  const retention: Worker<Tick> = {
    queue: RETENTION,
    schedule: { cron: '10 3 * * *', data: {} },
    handle: (_jobs, signal) => keepRetention(ctx, ownerUrl, signal),
  };
  return [retention];
};
