// What is tried too often has to wait. Three counters, because each alone can be got around or turned against people:
//
// - by account and address together: 5 failures are free, then the wait doubles from 1 s to 15 minutes. A person who
//   mistypes hardly meets it; one address gets some 100 guesses a day at one account.
// - by address: 30 are free, then up to 15 minutes: one address cannot try many accounts. 30, because an office of
//   many people has one address.
// - by account: 20 are free, then up to 1 minute: many addresses together get some 1,500 guesses a day at an account.
//
// The last two could be used to lock a person out for as long as the attack goes on. Therefore an address from which
// a person has signed in is known for that account for 90 days, and judged by the first counter alone; and anyone who
// sets a password by a mailed link becomes known by that. No person is locked out beyond the wait that the answer names.
//
// A try is counted before the password is checked, and taken back where it was right, so that many tries at the
// same moment do not slip through together. Unknown and known e-mails are counted alike.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AppContext } from '../platform/app-context.ts';
import { neighbourhoodOf } from '../platform/client-address.ts';
import { type Trx, within } from '../platform/db.ts';
import { problem } from '../platform/problems.ts';

interface Limit {
  /** So many failures are without a wait. */
  free: number;
  /** The longest wait, in seconds; the first one is 1 s, each further one twice the one before. */
  longest: number;
}

export const LIMITS = {
  'login.pair': { free: 5, longest: 900 },
  'login.address': { free: 30, longest: 900 },
  'login.account': { free: 20, longest: 60 },
  // Every mail counts here. Requested links still arrive: a person who requests them for others does not lock those out, and
  // fills no mailbox, with some 40 mails a day.
  'forgot.account': { free: 3, longest: 3_600 },
  'forgot.address': { free: 20, longest: 900 },
  // Every person who is added counts: a company may not mail the world in our name, nor ask it who is known here.
  'add.company': { free: 30, longest: 3_600 },
  'change.person': { free: 5, longest: 900 },
  // A host may ask for all its people from one address; only what is refused counts.
  'host.address': { free: 50, longest: 300 },
  // Each time that a person is sent to a provider counts until it has come in: what is left are those who gave up, and
  // those who are unknown here.
  'social.address': { free: 30, longest: 900 },
} as const satisfies Record<string, Limit>;
type LimitName = keyof typeof LIMITS;

const HOUR = 60 * 60 * 1000;
/** Failures are forgotten this long after the last one. */
const MEMORY_MILLISECONDS = 24 * HOUR;
/** An address from which a person signed in is known for that account this long. */
const KNOWN_MILLISECONDS = 90 * 24 * HOUR;

/** What is counted: under a hash, since people type passwords where their e-mail should stand. */
export interface Counter {
  key: string;
  limit: Limit;
}

const counter = (name: LimitName, ...of: string[]): Counter => ({
  key: `${name}:${createHash('sha256').update(of.join('\n')).digest('base64url')}`,
  limit: LIMITS[name],
});

/** Counters of one try; a `pair` that is known to be good is judged alone. */
export interface Counters {
  pair?: Counter;
  others: Counter[];
}

export const loginCounters = (email: string, address: string) => ({
  pair: counter('login.pair', email, neighbourhoodOf(address)),
  others: [counter('login.address', neighbourhoodOf(address)), counter('login.account', email)],
});
export const forgotCounters = (email: string, address: string): Counters => ({
  others: [counter('forgot.account', email), counter('forgot.address', neighbourhoodOf(address))],
});
export const changeCounters = (personId: number): Counters => ({
  others: [counter('change.person', String(personId))],
});
export const addCounters = (companyId: number): Counters => ({
  others: [counter('add.company', String(companyId))],
});
export const hostCounters = (address: string): Counters => ({
  others: [counter('host.address', neighbourhoodOf(address))],
});

export const socialCounters = (address: string): Counters => ({
  others: [counter('social.address', neighbourhoodOf(address))],
});

/** How long to wait after so many failures, in milliseconds. */
export const waitAfter = (failures: number, { free, longest }: Limit): number =>
  failures < free ? 0 : Math.min(longest, 2 ** (failures - free)) * 1000;

interface Attempts {
  key: string;
  failures: number;
  last_at: Date;
  succeeded_at: Date | null;
}

/** The rows of these counters, created where missing, locked for this transaction. */
async function hold(trx: Trx, counters: Counter[], now: Date): Promise<Map<string, Attempts>> {
  // In one order, so that two tries cannot wait for each other.
  const keys = counters.map(({ key }) => key).sort();
  const { rows } = await sql<Attempts>`
    insert into attempt (key, failures, last_at) select key, 0, ${now} from unnest(${keys}::text[]) key
    on conflict (key) do update set key = excluded.key
    returning key, failures, last_at, succeeded_at`.execute(trx);
  return new Map(rows.map((row) => [row.key, row]));
}

const failuresOf = (row: Attempts, now: Date) =>
  now.getTime() - row.last_at.getTime() < MEMORY_MILLISECONDS ? row.failures : 0;

const tooMany = (milliseconds: number) =>
  problem('too_many_attempts', { values: { retryAfterSeconds: Math.ceil(milliseconds / 1000) } });

/** A try that was let through and counts as a failure until it is taken back. */
export interface Try {
  /** It was right: the failures of the pair are forgotten, it is known from now on, and the others lose this one. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt, in a separate transaction.
 * @throws Problem 429 `too_many_attempts` with `retryAfterSeconds`; refused attempts do not count
 */
export async function begin(ctx: AppContext, { pair, others }: Counters): Promise<Try> {
  const counted = await within(ctx.db, { system: true }, async (trx) => {
    const now = ctx.clock();
    const all = pair === undefined ? others : [pair, ...others];
    const rows = await hold(trx, all, now);
    const knownSince = pair && rows.get(pair.key)!.succeeded_at;
    const isKnown = knownSince && now.getTime() - knownSince.getTime() < KNOWN_MILLISECONDS;
    const judged = pair && isKnown ? [pair] : all;
    const waits = judged.map(({ key, limit }) => {
      const row = rows.get(key)!;
      const wait = waitAfter(failuresOf(row, now), limit);
      // Clocks of two processes differ a little: what is free stays free.
      return wait === 0 ? 0 : row.last_at.getTime() + wait - now.getTime();
    });
    const wait = Math.max(...waits);
    // Rolls back what `hold` made: a stranger's tries that are refused leave no rows.
    if (wait > 0) throw tooMany(wait);
    for (const { key } of judged) {
      await trx
        .updateTable('attempt')
        .set({ failures: failuresOf(rows.get(key)!, now) + 1, last_at: now })
        .where('key', '=', key)
        .execute();
    }
    return judged.map(({ key }) => key);
  });
  return {
    succeeded: () =>
      within(ctx.db, { system: true }, async (trx) => {
        const forgiven = counted.filter((key) => key !== pair?.key).sort();
        if (forgiven.length > 0) await forgive(trx, forgiven);
        if (pair !== undefined) await know(trx, pair, ctx.clock());
      }),
  };
}

/** Takes one failure of each back, which was counted by another call. */
export const forgiven = (ctx: AppContext, { others }: Counters): Promise<void> =>
  within(ctx.db, { system: true }, (trx) =>
    forgive(
      trx,
      others.map(({ key }) => key),
    ),
  );

async function forgive(trx: Trx, keys: string[]): Promise<void> {
  await sql`
    update attempt set failures = greatest(failures - 1, 0)
    from (select key from attempt where key = any(${keys}::text[]) order by key for update) held
    where attempt.key = held.key`.execute(trx);
}

async function know(trx: Trx, { key }: Counter, now: Date): Promise<void> {
  await trx
    .insertInto('attempt')
    .values({ key, failures: 0, last_at: now, succeeded_at: now })
    .onConflict((row) =>
      row.column('key').doUpdateSet({ failures: 0, last_at: now, succeeded_at: now }),
    )
    .execute();
}

/** Makes an address known for an account whose person proved their identity otherwise, by a mailed link. */
export const welcome = (ctx: AppContext, email: string, address: string): Promise<void> =>
  within(ctx.db, { system: true }, (trx) =>
    know(trx, loginCounters(email, address).pair, ctx.clock()),
  );

/** Deletes expired attempts; gives the number of deleted rows. Scope: `system`. */
export async function sweepAttempts(trx: Trx, now: Date): Promise<number> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const gone = await trx
    .deleteFrom('attempt')
    .where('last_at', '<', before(MEMORY_MILLISECONDS))
    .where((where) =>
      where.or([
        where('succeeded_at', 'is', null),
        where('succeeded_at', '<', before(KNOWN_MILLISECONDS)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}
