import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import { guardReserve } from './reserve.ts';
import type { Tables } from './tables/tables.ts';

export type { Tables } from './tables/tables.ts';

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/**
 * The application name of our connections: by it a process detects whether a process of an earlier version, which has no
 * such name, is connected (see migration 018). The number is that of the last migration for which that matters.
 */
const APPLICATION = 'primazia-18';

/**
 * Opens a pool. bigint and numeric are parsed as numbers (all values are safe integers or small decimals); a string for a
 * json parameter is taken as serialized JSON, as pg-boss passes it.
 */
export function openPool(url: string, max: number): postgres.Sql {
  const pool = postgres(url, {
    max,
    onnotice: () => {},
    // No other startup setting: poolers such as pgbouncer refuse unknown ones.
    connection: { application_name: APPLICATION },
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (x: number) => String(x),
        parse: (x: string) => Number(x),
      },
      numeric: {
        to: 1700,
        from: [1700],
        serialize: (x: number) => String(x),
        parse: (x: string) => Number(x),
      },
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (x: unknown) => (typeof x === 'string' ? x : JSON.stringify(x)),
        parse: (x: string) => JSON.parse(x),
      },
    },
  });
  return guardReserve(pool, isUnreachable);
}

/** Kysely over a pool. The pool's owner closes it. */
export const toDb = (pool: postgres.Sql): Db =>
  new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: pool }) });

/**
 * The scope of a transaction: it decides which rows the database shows. `refresh` is the id of a refresh token's session,
 * `seller` is `<marketplaceId>:<sellerId>`, `host` is the kid of a host's key, `identity` is a provider's user:
 * `<issuer> <subject>`.
 */
export type Scope =
  | { company: number; person?: number; email?: string; seller?: string }
  | { person: number }
  | { email: string }
  | { refresh: string }
  | { seller: string }
  | { host: string }
  | { origin: string }
  | { identity: string; person?: number }
  | { system: true };

const SETTINGS = [
  'company',
  'person',
  'email',
  'refresh',
  'seller',
  'host',
  'origin',
  'identity',
  'system',
] as const;

/** Runs at the end of each transaction of the current request, within it; a throw rolls it back. */
export const beforeCommit = new AsyncLocalStorage<(trx: Trx) => Promise<void>>();

/**
 * Runs `work` in one transaction that sees only the rows of `scope`. The settings end with the transaction, so a connection
 * that returns to the pool keeps none of them.
 */
export const within = <T>(db: Db, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> =>
  transact(db, scope, [], work);

/**
 * The planner's settings where every statement finds its rows by their keys: its plan is made once for each connection
 * and kept, which costs less than to plan it each time, and it is no plan that suited a table while it was small.
 */
const BY_KEYS = [
  sql`set_config('plan_cache_mode', 'force_generic_plan', true)`,
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map(
    (name) => sql`set_config(${sql.lit(name)}, 'off', true)`,
  ),
];

/** The same for work whose statements all find their rows by their keys, such as that of each event. */
export const withinByKeys = <T>(db: Db, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> =>
  transact(db, scope, BY_KEYS, work);

/**
 * For statements that match between three rows and a million: each execution is planned with its parameters. A generic plan
 * takes ten times as long for some of them.
 */
export const planEach = (trx: Trx): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx);

/** From here on plans are kept again. */
export const planOnce = (trx: Trx): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'auto', true)`.execute(trx);

function transact<T>(
  db: Db,
  scope: Scope,
  more: readonly RawBuilder<unknown>[],
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return pipelined(db, async (trx) => {
    const given = scope as Partial<Record<(typeof SETTINGS)[number], string | number | true>>;
    const calls = SETTINGS.filter((name) => given[name] !== undefined).map((name) => {
      const value = given[name] === true ? 'on' : String(given[name]);
      return sql`set_config(${sql.lit(`app.${name}`)}, ${value}, true)`;
    });
    // Sent before the work's first statement, and not awaited: if it fails, all later statements fail too.
    const set = sql`select ${sql.join([...calls, ...more])}`.execute(trx);
    set.catch(() => undefined);
    const result = await work(trx);
    await set;
    await beforeCommit.getStore()?.(trx);
    return result;
  });
}

/**
 * A transaction with pipelined statements, executed in order: those that are issued together cost one round trip. Kysely
 * alone sends each after the previous answer. Statements after the end are refused: the connection may be used by another
 * transaction by then.
 */
const pipelined = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute((trx) => {
    const executor = trx.getExecutor();
    return executor.provideConnection(async (connection) => {
      let isOver = false;
      executor.provideConnection = async (consumer) => {
        if (isOver) throw new Error('The transaction is over');
        return await consumer(connection);
      };
      try {
        return await work(trx);
      } finally {
        isOver = true;
      }
    });
  });

/** Error codes of a connection that cannot be made, or was lost: of the network, the driver and the server. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A standby answers, as after a failover: nothing can be written there.
  '25006',
]);

/**
 * Whether an error, also a serialized one, means that the database is unavailable, and not that a statement is wrong.
 */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && UNREACHABLE.has(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return 'cause' in error && isUnreachable(error.cause);
}
