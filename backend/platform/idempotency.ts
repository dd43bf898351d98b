// A write that is sent twice with one `Idempotency-Key` is done once.
//
// A call claims its key in a separate transaction before the work begins. During the work, every transaction that changes
// something marks the claim as done before it commits, and only if the call still holds the claim: so two calls can never
// both change something, whatever crashes, pauses or delays, in any number of processes. The answer is stored encrypted
// for a day, and returned again.
//
// - A call during the first one: 409 `idempotency_key_in_use`.
// - A process that crashes before anything is committed: the claim expires after a minute, and the next call does the work.
// - One that crashes after that: the next call gets a 409 `idempotency_answer_lost`, and never a second effect.
// - What a route does outside the database (a call to a marketplace) is not covered: it has to be recorded first.
//
// Stored are answers and problems that a second attempt would not change. A server error, 401 and 429 are not: the key is
// free again, unless something was committed.

import { createHmac, hkdfSync } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { Problem, ProblemBody, type ProblemEntry, type ProblemStatus } from '../kernel/problem.ts';
import type { AppContext } from './app-context.ts';
import type { Secrets } from './config.ts';
import { beforeCommit, type Scope, type Trx, within } from './db.ts';
import { scheduledQueue, type Tick, type Worker } from './jobs.ts';
import { problem } from './problems.ts';
import { SealBroken } from './vault.ts';

/** The owner of a key: a person in a company, or a person who has chosen none. */
export type KeyOwner = { company: number; person: number } | { person: number };

export interface KeyedCall {
  owner: KeyOwner;
  key: string;
  /** The hash of everything that makes two calls the same. */
  requestHash: Uint8Array;
}

/** Longer than a request may take. */
const LEASE_MS = 60_000;
const RETENTION_MS = 24 * 3_600_000;
/** A larger answer is not stored, in bytes; a repeated call gets `idempotency_answer_lost`. */
const MAX_STORED_BYTES = 256 * 1024;
const NOT_FINAL: ReadonlySet<number> = new Set([401, 408, 429, 503, 504]);
const RETRY_SECONDS = 1;

const StoredAnswer = z.union([
  z.object({ json: z.string() }),
  z.object({
    problem: ProblemBody.pick({ status: true, code: true, faults: true, values: true }).extend({
      message: z.string(),
      entry: z.custom<ProblemEntry>((entry) => entry !== undefined),
    }),
  }),
]);
type StoredAnswer = z.infer<typeof StoredAnswer>;

interface Row {
  request_hash: Uint8Array;
  claimed_until: Date;
  sealed: Uint8Array | null;
}

/** The key of a request; null if it has none. Throws a 400 if the header is malformed. */
export function readKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw problem('idempotency_key_invalid', {
    detail: 'An Idempotency-Key has 1 to 100 visible ASCII characters',
  });
}

/** The derivation purpose of the fingerprints' key: its base secret also encrypts other things. */
const FINGERPRINT = 'fingerprint of a request';

/**
 * The identity of a call: method, address with its query, and the bytes of the body. It is keyed, since bodies contain
 * passwords: with the database alone guesses cannot be tested.
 */
export function hashRequest(
  { vaultKey }: Pick<Secrets, 'vaultKey'>,
  { method, pathAndQuery, body }: { method: string; pathAndQuery: string; body: Uint8Array },
): Uint8Array {
  const key = hkdfSync('sha256', vaultKey, '', FINGERPRINT, 32);
  return new Uint8Array(
    createHmac('sha256', new Uint8Array(key))
      .update(`${method} ${pathAndQuery}\n`)
      .update(body)
      .digest(),
  );
}

interface Place {
  scope: Scope;
  table: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  values: RawBuilder<unknown>;
  /** The subject that the encrypted answer is bound to. */
  about: string;
}

function placeOf({ owner, key }: KeyedCall): Place {
  const { person } = owner;
  if (!('company' in owner)) {
    return {
      scope: { person },
      table: sql.table('person_answer'),
      columns: sql`person_id, key`,
      values: sql`${person}::bigint, ${key}::text`,
      about: `answer:${person}:${key}`,
    };
  }
  const { company } = owner;
  return {
    scope: { company, person },
    table: sql.table('company_answer'),
    columns: sql`company_id, person_id, key`,
    values: sql`${company}::bigint, ${person}::bigint, ${key}::text`,
    about: `answer:${company}:${person}:${key}`,
  };
}

const inUse = () =>
  problem('idempotency_key_in_use', {
    detail: 'The first request with this key is still being processed',
    values: { retryAfterSeconds: RETRY_SECONDS },
  });

const lost = () =>
  problem('idempotency_answer_lost', {
    detail:
      'The first request with this key was processed and its answer is lost: check the result before you retry with another key',
  });

/** Claims the key, or returns the state of the earlier call with it. */
async function leaseOrRead(ctx: AppContext, call: KeyedCall, lease: string): Promise<Row | null> {
  const { scope, table, columns, values } = placeOf(call);
  const now = ctx.clock();
  const until = new Date(now.getTime() + LEASE_MS);
  const expiry = new Date(now.getTime() + RETENTION_MS);
  return await within(ctx.db, scope, async (trx) => {
    const claimed = await sql`
      insert into ${table} as held (${columns}, request_hash, claim, claimed_until, expires_at)
      values (${values}, ${call.requestHash}, ${lease}, ${until}, ${expiry})
      on conflict (${columns}) do update set request_hash = excluded.request_hash, claim = excluded.claim,
        claimed_until = excluded.claimed_until, expires_at = excluded.expires_at, is_done = false, sealed = null
      where held.expires_at <= ${now}
        or (not held.is_done and held.claimed_until <= ${now} and held.request_hash = excluded.request_hash)
      returning true`.execute(trx);
    if (claimed.rows.length > 0) return null;
    const { rows } = await sql<Row>`
      select request_hash, claimed_until, sealed from ${table} where (${columns}) = (${values})`.execute(
      trx,
    );
    const [row] = rows;
    // Released between the two statements: the next call finds it so.
    if (row === undefined) throw inUse();
    return row;
  });
}

const sameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

async function answerOf(ctx: AppContext, call: KeyedCall, row: Row): Promise<StoredAnswer> {
  if (!sameBytes(row.request_hash, call.requestHash)) {
    throw problem('idempotency_key_reused', { detail: 'This key was used for another request' });
  }
  if (row.sealed === null) throw row.claimed_until > ctx.clock() ? inUse() : lost();
  try {
    const stored = JSON.parse(await ctx.vault.unseal(row.sealed, placeOf(call).about));
    const read = StoredAnswer.safeParse(stored);
    // Another release may have stored it in another format.
    if (!read.success) throw lost();
    return read.data;
  } catch (error) {
    if (error instanceof SealBroken) throw lost();
    throw error;
  }
}

/** Marks the claim in a transaction of the work that changed something; without the claim the transaction is rolled back. */
function fence(call: KeyedCall, lease: string): (trx: Trx) => Promise<void> {
  const { table, columns, values } = placeOf(call);
  const { owner } = call;
  const company = 'company' in owner ? String(owner.company) : '';
  return async (trx) => {
    const { rows } = await sql<{ wrote: boolean }>`
      select pg_current_xact_id_if_assigned() is not null as wrote,
        set_config('app.company', ${company}, true), set_config('app.person', ${String(owner.person)}, true)`.execute(
      trx,
    );
    if (!rows[0]!.wrote) return;
    const marked = await sql`
      update ${table} set is_done = true where (${columns}) = (${values}) and claim = ${lease} returning true`.execute(
      trx,
    );
    if (marked.rows.length === 0) throw inUse();
  };
}

async function keep(
  ctx: AppContext,
  call: KeyedCall,
  lease: string,
  stored: StoredAnswer,
): Promise<void> {
  const { scope, table, columns, values, about } = placeOf(call);
  const text = JSON.stringify(stored);
  const isSmall = new TextEncoder().encode(text).length <= MAX_STORED_BYTES;
  const sealed = isSmall ? await ctx.vault.seal(text, about) : null;
  await within(ctx.db, scope, (trx) =>
    sql`update ${table} set is_done = true, sealed = ${sealed}, claimed_until = ${ctx.clock()}
      where (${columns}) = (${values}) and claim = ${lease}`.execute(trx),
  );
}

async function releaseLease(ctx: AppContext, call: KeyedCall, lease: string): Promise<void> {
  const { scope, table, columns, values } = placeOf(call);
  await within(ctx.db, scope, async (trx) => {
    await sql`delete from ${table}
      where (${columns}) = (${values}) and claim = ${lease} and not is_done`.execute(trx);
    await sql`update ${table} set claimed_until = ${ctx.clock()}
      where (${columns}) = (${values}) and claim = ${lease}`.execute(trx);
  });
}

/** The work is committed, whether or not the answer can be stored: the caller gets it in any case. */
async function orReport(ctx: AppContext, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    ctx.log.error('Outcome of an idempotent request could not be stored', error);
  }
}

const storedProblem = ({
  status,
  code,
  message,
  entry,
  more: { faults, values },
}: Problem): StoredAnswer => ({
  problem: { status, code, message, entry, faults, values },
});

/**
 * Does `work` once for a key, however often it is called; `work` returns the JSON of its answer.
 * @returns the JSON, of this call or of the first one
 * @throws Problem what `work` throws, or threw the first time; 409 `idempotency_key_in_use`,
 *   409 `idempotency_answer_lost`, 422 `idempotency_key_reused`
 */
export async function once(
  ctx: AppContext,
  call: KeyedCall,
  work: () => Promise<string>,
  onReplay: () => void,
): Promise<string> {
  const lease = ctx.uuid();
  const row = await leaseOrRead(ctx, call, lease);
  if (row !== null) {
    const stored = await answerOf(ctx, call, row);
    onReplay();
    if ('json' in stored) return stored.json;
    const { status, code, message, entry, faults, values } = stored.problem;
    throw new Problem(code, entry, {
      status: status as ProblemStatus,
      detail: message === code ? undefined : message,
      faults,
      values,
    });
  }
  try {
    const json = await beforeCommit.run(fence(call, lease), work);
    await orReport(ctx, keep(ctx, call, lease, { json }));
    return json;
  } catch (error) {
    const isFinal = error instanceof Problem && !NOT_FINAL.has(error.status);
    const end = isFinal
      ? keep(ctx, call, lease, storedProblem(error))
      : releaseLease(ctx, call, lease);
    await orReport(ctx, end);
    throw error;
  }
}

const PRUNE = scheduledQueue('platform.forget-answers', {
  expireInSeconds: 600,
  retryLimit: 2,
  retryDelay: 60,
  policy: 'short',
});

/** Deletes expired answers, once an hour. */
export const forgetAnswers = (ctx: AppContext): Worker<Tick> => ({
  queue: PRUNE,
  schedule: { cron: '17 * * * *', data: {} },
  async handle(_jobs, signal) {
    const now = ctx.clock();
    const companies = await within(ctx.db, { system: true }, async (trx) => {
      await sql`delete from person_answer where expires_at <= ${now}`.execute(trx);
      return await trx.selectFrom('company').select('id').orderBy('id').execute();
    });
    for (const { id } of companies) {
      signal.throwIfAborted();
      await within(ctx.db, { company: id }, (trx) =>
        sql`delete from company_answer where company_id = ${id} and expires_at <= ${now}`.execute(
          trx,
        ),
      );
    }
  },
});
