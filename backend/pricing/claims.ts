// Long pieces of work and the hands they are in. A worker that takes one up claims it and says again and again that it
// lives; one that is not heard of loses the piece to the next. What a piece does beside that, its own store knows.
import { type RawBuilder, sql } from 'kysely';
import type { Tables, Trx } from '../platform/db.ts';

/** A piece in the hands of one worker. */
export interface Claim {
  id: number;
  claim: string;
}

/** How far a piece is, and how often it was taken up; what is left out stays as it is. */
interface Progress {
  done?: number;
  total?: number;
  attempts?: number;
}

interface Claimed {
  id: number;
  attempts: number;
}

/** The tables that keep pieces of work: `claim` and `beat_at` say whose they are, and since when nothing was heard. */
type Table = keyof Pick<Tables, 'rule_batch' | 'price_undo' | 'backtest'>;

interface Kind {
  /** The states of a piece that is not over. */
  open: readonly string[];
  /** Without a beat for so long a worker counts as dead. */
  leaseSeconds: number;
}

/** By the clock of the database: those of two processes may differ by more than a lease. */
const NOW = sql`clock_timestamp()`;

/** What all kinds of claimed work have in common, over the table that keeps one kind. */
export function claimsOf<Row extends Claimed>(name: Table, { open, leaseSeconds }: Kind) {
  const table = sql.table(name);
  const ask = async <Found>(trx: Trx, statement: RawBuilder<Found>) =>
    (await statement.execute(trx)).rows;
  const one = (companyId: number, id: number) =>
    sql`select * from ${table} where company_id = ${companyId} and id = ${id}`;
  const isOpen = sql`state = any(${open}::text[])`;

  return {
    /** Takes turns with whoever else begins or takes up a piece of the company, until the transaction ends. */
    async holdCompany(trx: Trx, companyId: number): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${companyId}::bigint))`.execute(
        trx,
      );
    },

    byId: async (trx: Trx, companyId: number, id: number): Promise<Row | undefined> =>
      (await ask(trx, sql<Row>`${one(companyId, id)}`))[0],

    /** A piece, held for this transaction: whoever works it waits. */
    hold: async (trx: Trx, companyId: number, id: number): Promise<Row | undefined> =>
      (await ask(trx, sql<Row>`${one(companyId, id)} for update`))[0],

    /** The pieces of a company that wait or are worked, the oldest first. `isAlive`: somebody works it, and was heard of. */
    open: (trx: Trx, companyId: number): Promise<(Row & { isAlive: boolean })[]> =>
      ask(
        trx,
        sql<Row & { isAlive: boolean }>`
          select *, claim is not null and beat_at is not null
            and beat_at > ${NOW} - make_interval(secs => ${leaseSeconds}) as "isAlive"
          from ${table} where company_id = ${companyId} and ${isOpen} order by id`,
      ),

    async takeUp(
      trx: Trx,
      companyId: number,
      { id, attempts }: Claimed,
      state: string,
      claim: string,
    ): Promise<void> {
      await sql`
        update ${table} set state = ${state}, claim = ${claim}, beat_at = ${NOW}, attempts = ${attempts + 1}
        where company_id = ${companyId} and id = ${id}`.execute(trx);
    },

    /**
     * Holds a piece that is in these hands, says that it is still worked, and tells how far it is; null: it was
     * cancelled, or another worker has it.
     */
    async beat(
      trx: Trx,
      companyId: number,
      { id, claim }: Claim,
      { done, total, attempts }: Progress = {},
    ): Promise<Row | null> {
      const rows = await ask(
        trx,
        sql<Row>`
          update ${table} set beat_at = ${NOW}, done = coalesce(${done ?? null}, done),
            total = coalesce(${total ?? null}, total), attempts = coalesce(${attempts ?? null}, attempts)
          where company_id = ${companyId} and id = ${id} and claim = ${claim} returning *`,
      );
      return rows[0] ?? null;
    },

    /** Lays a piece down, so that the next worker need not wait until this one counts as dead. */
    async layDown(trx: Trx, companyId: number, { id, claim }: Claim): Promise<void> {
      await sql`
        update ${table} set beat_at = null
        where company_id = ${companyId} and id = ${id} and claim = ${claim}`.execute(trx);
    },

    /** Takes away pieces that are over: those from before a moment, and all but the newest `keep`. */
    async forget(
      trx: Trx,
      companyId: number,
      { before, keep }: { before: Date; keep: number },
    ): Promise<void> {
      await sql`
        delete from ${table} where company_id = ${companyId} and not (${isOpen})
          and (created_at < ${before} or id not in (
            select newer.id from ${table} newer where newer.company_id = ${companyId}
            order by newer.id desc limit ${keep}))`.execute(trx);
    },
  };
}
