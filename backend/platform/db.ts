import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
  Kysely,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import { guardReserve } from './reserve.ts';

/** A jsonb column: a value in, the same value out. */
type Json<T> = JSONColumnType<T extends object | null ? T : never, T, T>;

export interface Tables {
  company: {
    id: GeneratedAlways<number>;
    name: string;
    country_code: string;
    stops_price_changes: boolean;
    stale_market_hours: number;
    stopped_at: Date | null;
    stopped_by: number | null;
    stop_reason: string | null;
    stop_detail: Json<object | null>;
    breaker_percent: Generated<number>;
    breaker_drops: Generated<number>;
    breaker_minutes: Generated<number>;
    requires_approval_by_default: Generated<boolean>;
    max_step_percent: Generated<number>;
    max_day_percent: Generated<number>;
    parity: Generated<string>;
    minutes_per_manual_change: Generated<number>;
    created_at: Date;
  };
  person: {
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    password_hash: string;
    created_at: Date;
    must_change_password: Generated<boolean>;
    email_verified_at: Generated<Date | null>;
    is_passwordless: Generated<boolean>;
  };
  person_identity: {
    issuer: string;
    subject: string;
    person_id: number;
    email: string | null;
    linked_at: Date;
    used_at: Date;
  };
  provider_visit: {
    state_hash: string;
    provider: string;
    purpose: string;
    secret_hash: string;
    nonce: string;
    code_verifier: string;
    person_id: number | null;
    session_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  membership: { company_id: number; person_id: number; role: string };
  session: {
    id: string;
    person_id: number;
    company_id: number | null;
    refresh_hash: string;
    previous_hash: string | null;
    created_at: Date;
    rotated_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    host_id: Generated<number | null>;
    module: Generated<string | null>;
  };
  host: {
    company_id: number;
    id: GeneratedAlways<number>;
    issuer: string;
    kid: string;
    public_key: Json<object>;
    modules: Json<string[] | null>;
    origins: Generated<string[]>;
    created_at: Date;
    revoked_at: Date | null;
  };
  host_token: { company_id: number; host_id: number; jti: string; expires_at: Date };
  password_link: { person_id: number; token_hash: string; created_at: Date; expires_at: Date };
  attempt: { key: string; failures: number; last_at: Date; succeeded_at: Date | null };
  audit_log: {
    company_id: number;
    at: Date;
    id: GeneratedAlways<number>;
    person_id: number | null;
    person_name: string | null;
    action: string;
    subject: string | null;
    values: Json<object>;
  };
  account: {
    id: GeneratedAlways<number>;
    company_id: number;
    marketplace_id: number;
    seller_id: string;
    name: string;
    status: string;
    created_at: Date;
    last_synced_at: Date | null;
    /** Null: connected before it was asked for. */
    country_code: string | null;
  };
  /** A person's way to a marketplace's consent and back. */
  account_grant: {
    company_id: number;
    state_hash: string;
    person_id: number;
    marketplace_id: number;
    country_code: string;
    account_id: number | null;
    sealed_verifier: Uint8Array;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** How far the fetching of an account's ads is. */
  account_sync: {
    company_id: number;
    account_id: number;
    state: string;
    at: Date;
    found: number | null;
    taken: number;
    failure: string | null;
    message: string | null;
  };
  account_credentials: {
    account_id: number;
    company_id: number;
    sealed: Uint8Array;
    expires_at: Date;
    updated_at: Date;
  };
  listing: {
    id: GeneratedAlways<number>;
    company_id: number;
    account_id: number;
    marketplace_id: number;
    sku_marketplace: string;
    sku: string | null;
    title: string;
    image_url: string | null;
    link: string | null;
    price: number;
    shipping_price: number;
    currency_code: string;
    country_code: string;
    stock: number;
    status: string;
    condition: string;
    listing_type_id: string | null;
    fulfillment: boolean;
    promotion_status: string;
    catalog_product_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  market_snapshot: {
    id: GeneratedAlways<number>;
    company_id: number;
    listing_id: number;
    observed_at: Date;
    own_price: number;
    buybox_status: string;
    winner_seller_id: string | null;
    price_to_win: number | null;
    reason: string | null;
    /** As the version before wrote them: null, except while one serves. */
    offers: Json<object | null>;
    /** The same as `monitoring/offers.ts` writes them; null: the version before did. */
    packed: Generated<string | null>;
  };
  market: {
    listing_id: number;
    company_id: number;
    snapshot_id: number;
    observed_at: Date;
    buybox_status: string;
    fingerprint: string;
    winner_name: string | null;
    winner_price: number | null;
    best_rival_price: number | null;
    rivals: number;
    /** The snapshot for which the next five hold; the version before leaves them as they were. */
    essence_of: Generated<number | null>;
    own_price: Generated<number | null>;
    winner_seller_id: Generated<string | null>;
    price_to_win: Generated<number | null>;
    reason: Generated<string | null>;
    changed_at: Generated<Date | null>;
  };
  failed_look: {
    company_id: number;
    listing_id: number;
    failures: number;
    code: string;
    failed_at: Date;
    again_at: Date;
  };
  /** A view: the listings on whose market money hangs. */
  listing_at_stake: { company_id: number; listing_id: number };
  rule: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    origin: string;
    version: number;
    status: string;
    min_price: number | null;
    max_price: number | null;
    settings: Json<object>;
    created_by: number | null;
    created_at: Date;
    updated_at: Date;
  };
  rule_listing: { company_id: number; rule_id: number; listing_id: number };
  price_update: {
    id: GeneratedAlways<number>;
    company_id: number;
    rule_id: number;
    rule_version: number;
    listing_id: number;
    snapshot_id: number | null;
    state: string;
    version: Generated<number>;
    operation_key: string;
    event_type: string;
    price_tag: string;
    strategy: string;
    old_price: number;
    new_price: number;
    min_price: number | null;
    max_price: number | null;
    safe_margin: number;
    rival: Json<object | null>;
    ranking_type: string;
    ranking_status: string;
    regained_control: boolean;
    explanation: Json<object>;
    currency_code: string;
    country_code: string;
    reverts: number | null;
    decided_by: number | null;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    calling_since: Date | null;
    failure: Json<{
      code: string;
      message: string;
      mover?: 'automation' | 'promotion' | 'other_tool';
    } | null>;
    created_at: Date;
    moved_at: Date;
  };
  /** Where each update stands that waits or is on its way; written by the database itself. */
  price_update_slot: {
    company_id: number;
    listing_id: number;
    slot: string;
    update_id: number;
    created_at: Date;
  };
  /** Notices that came faster than they could be worked, as JSON. */
  waiting_notice: {
    company_id: number;
    id: GeneratedAlways<number>;
    account_id: number;
    body: string;
  };
  /** How many ads a company has, in parts to be summed; written by the database itself. */
  listing_tally: {
    company_id: number;
    backend: number;
    listings: number;
    losing: number;
    ruled: number;
  };
  listing_pricing: {
    listing_id: number;
    company_id: number;
    last_set_price: number | null;
    dismissed_price: number | null;
    dismissed_fingerprint: string | null;
    /** What the engine remembers, as `pricing/memory.ts` writes it. */
    memory: Json<object | null>;
    /** By hours since 1970 the lowest and highest price: see `pricing/day-prices.ts`. */
    day_prices: Json<Record<string, [number, number]> | null>;
  };
  /** Replays of draft rules; `claim` tells whose work counts while one runs. */
  backtest: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    rule: Json<object>;
    listing_ids: Json<number[]>;
    days: number;
    units_per_day: number;
    state: string;
    done: Generated<number>;
    total: Generated<number>;
    report: Json<object | null>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  backtest_change: {
    company_id: number;
    backtest_id: number;
    seq: number;
    listing_id: number;
    at: Date;
    old_price: number;
    new_price: number;
    event_type: string;
    price_tag: string;
    rival: Json<object | null>;
    explanation: Json<object>;
  };
  /** Changes of many rules that a person asked for at once; `claim` tells whose work counts while one runs. */
  rule_batch: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    kind: string;
    state: string;
    content: Json<object>;
    locale: string;
    done: Generated<number>;
    total: Generated<number>;
    report: Json<object | null>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  rule_batch_file: { company_id: number; batch_id: number; bytes: Uint8Array };
  rule_batch_row: {
    company_id: number;
    batch_id: number;
    seq: number;
    line: number | null;
    cells: Json<string[] | null>;
    listing_id: number | null;
    rule_id: number | null;
    state: string;
    kind: string | null;
    codes: Json<object | null>;
    patch: Json<object | null>;
    before: Json<object | null>;
    after: Json<object | null>;
    version: number | null;
    undo_code: string | null;
  };
  /** Undos of many price updates; `claim` tells whose work counts while one runs. */
  price_undo: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    state: string;
    rule: string;
    content: Json<object>;
    seen_at: Date;
    done: Generated<number>;
    total: Generated<number>;
    claim: string | null;
    beat_at: Date | null;
    attempts: Generated<number>;
    created_at: Date;
  };
  price_undo_ad: {
    company_id: number;
    undo_id: number;
    seq: number;
    listing_id: number | null;
    rule_id: number | null;
    update_ids: Json<number[]>;
    taken: number;
    kept: number;
    price: number | null;
    restore_price: number | null;
    below_minimum: boolean;
    below_cost: boolean;
    large_drop: boolean;
    state: string;
    code: string | null;
    /** The price update that brings the price back; null: none does yet. */
    update_id: number | null;
  };
  price_drop: { company_id: number; update_id: number; left_at: Date };
  /** Amounts in minor units; null: not known. */
  listing_cost: {
    company_id: number;
    listing_id: number;
    cost: number | null;
    tax_percent: number | null;
    fee_percent: number | null;
    fee_fixed: number | null;
    fee_source: string | null;
    fee_at: Date | null;
    fee_asked_at: Date | null;
    fee_failure: string | null;
    updated_at: Date;
  };
  /** What a marketplace tells of an ad beside its content. */
  listing_particulars: {
    company_id: number;
    listing_id: number;
    automated_since: Date | null;
    automation_name: string | null;
    sold: number | null;
    gtin: string | null;
    told_at: Date;
    /** 0 to 100; null: not worked out yet. */
    health_score: number | null;
    group_type: Generated<string>;
    variation: string | null;
    channels: Generated<string[]>;
    tags: Generated<string[]>;
  };
  /** Every change of an ad's price that was seen; written by the database itself. */
  listing_price_change: {
    company_id: number;
    id: GeneratedAlways<number>;
    listing_id: number;
    at: Date;
    old_price: number;
    new_price: number;
  };
  listing_ad_figures: {
    company_id: number;
    listing_id: number;
    spend: number;
    sales: number;
    days: number;
    until: Date;
    updated_at: Date;
  };
  list_view: {
    company_id: number;
    person_id: number;
    list: string;
    kind: string;
    name: string;
    content: Json<object>;
    is_default: boolean;
  };
  /** Which ads matched when a person chose all of them. */
  list_selection: {
    company_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    question: Json<object>;
    count: number;
    at: Date;
  };
  list_selection_part: {
    company_id: number;
    selection_id: number;
    part: number;
    listing_ids: number[];
  };
  /** The texts by which an ad is searched; written by the database itself. */
  listing_search: { company_id: number; listing_id: number; words: string };
  notification: {
    id: GeneratedAlways<number>;
    company_id: number;
    level: string;
    code: string;
    values: Json<Record<string, string | number | null>>;
    subject: string;
    created_at: Date;
    /** Of a failure that waited for a person: when it was dealt with, and by whom; nobody where it passed by itself. */
    settled_at: Generated<Date | null>;
    settled_by: Generated<number | null>;
  };
  notification_read: { company_id: number; person_id: number; up_to: number };
  notification_seen: { company_id: number; person_id: number; notification_id: number };
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** A process that hangs in the middle of a transaction lets go of what it holds after so long. */
const IDLE_TRANSACTION_MS = 120_000;

/**
 * What connections of ours are called: by it a process knows whether one of a version before serves too, which has no
 * such name (see migration 018). The number is that of the last migration with which that matters.
 */
const APPLICATION = 'primazia-18';

/**
 * Opens a pool. bigint and numeric arrive as numbers (every value of ours is a safe integer or a small decimal);
 * a string given for a json parameter is taken as JSON already written, which is how pg-boss hands it over.
 */
export function openPool(url: string, max: number): postgres.Sql {
  const pool = postgres(url, {
    max,
    onnotice: () => {},
    connection: {
      application_name: APPLICATION,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    },
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

export const toDb = (pool: postgres.Sql): Db =>
  new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: pool }) });

/**
 * For whom a transaction runs: it decides which rows the database shows. `refresh` is the id of the session that a
 * refresh token names, `seller` is `<marketplaceId>:<sellerId>`, `host` is the kid of a host's key, `identity` is what a
 * provider means by somebody: `<issuer> <subject>`.
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

/** What the request at hand wants done at the end of each of its transactions, inside it; a throw rolls it back. */
export const beforeCommit = new AsyncLocalStorage<(trx: Trx) => Promise<void>>();

/**
 * Runs `work` in one transaction that sees the rows of `scope` and no others. The settings end with the
 * transaction, so a connection that goes back to the pool carries nothing over.
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

/** The same for work whose statements all find their rows by their keys: what is done for each event. */
export const withinByKeys = <T>(db: Db, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> =>
  transact(db, scope, BY_KEYS, work);

/**
 * For work whose statements find now three rows and now a million: each is planned for what it asks. A plan that is kept
 * for all that may be asked takes ten times as long for some.
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
    // Sent ahead of the work's first statement, and not waited for: where it fails, all that follows does too.
    const set = sql`select ${sql.join([...calls, ...more])}`.execute(trx);
    set.catch(() => undefined);
    const result = await work(trx);
    await set;
    await beforeCommit.getStore()?.(trx);
    return result;
  });
}

/**
 * A transaction whose statements go to the server as they are asked for, and are worked in that order: those that are
 * asked for together cost one way there and back. Kysely by itself sends each when the one before is answered. What is
 * asked for after the end is refused: the connection may be somebody else's by then.
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

/** Codes with which a connection that cannot be had, or was lost, shows: the network's, the driver's, the server's. */
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
]);

/**
 * Whether an error, or what is left of one, says that the database is away, and not that something is wrong with
 * what was asked of it.
 */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && UNREACHABLE.has(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return 'cause' in error && isUnreachable(error.cause);
}
