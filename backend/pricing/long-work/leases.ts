// The rows of long work and the leases on them. A worker that acquires a piece renews its lease by a heartbeat; without
// one for `leaseSeconds` the lease is lost, and the next worker may acquire the piece. The columns of a lease are `claim`
// (its token) and `beat_at` (the last heartbeat).
import { type RawBuilder, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';

/** What all tables of long work have in common. */
export interface WorkRow {
  id: number;
  company_id: number;
  person_id: number;
  state: string;
  done: number;
  total: number;
  attempts: number;
  created_at: Date;
}

export interface Lease {
  id: number;
  token: string;
}

/** How far a piece is; what is left out stays as it is. */
export interface Progress {
  done?: number;
  total?: number;
}

export type WorkTable = keyof Pick<Tables, 'rule_batch' | 'price_undo' | 'backtest' | 'ads_bulk'>;

/** Values of columns; a bare array of numbers has to be cast to jsonb. */
export type Columns<Row> = {
  [Name in Exclude<keyof Row, 'id' | 'company_id' | 'state' | 'claim' | 'beat_at'>]?:
    | Row[Name]
    | RawBuilder<Row[Name]>;
};

/** By the clock of the database: those of two processes may differ by more than a lease. */
const NOW = sql`clock_timestamp()`;

/** The statements of long work over the table that keeps one kind. */
export function leasesOf<Row extends WorkRow>(
  name: WorkTable,
  { open, leaseSeconds }: { open: readonly string[]; leaseSeconds: number },
) {
  const table = sql.table(name);
  const ask = async <Found>(trx: Trx, statement: RawBuilder<Found>) =>
    (await statement.execute(trx)).rows;
  const one = (companyId: number, id: number) =>
    sql`select * from ${table} where company_id = ${companyId} and id = ${id}`;
  const isOpen = sql`state = any(${open}::text[])`;

  return {
    /** Serializes what begins or acquires a piece of the company, until the transaction ends. */
    async lockCompany(trx: Trx, companyId: number): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${companyId}::bigint))`.execute(
        trx,
      );
    },

    byId: async (trx: Trx, companyId: number, id: number): Promise<Row | undefined> =>
      (await ask(trx, sql<Row>`${one(companyId, id)}`))[0],

    /** A piece, locked for this transaction: its worker waits. */
    lock: async (trx: Trx, companyId: number, id: number): Promise<Row | undefined> =>
      (await ask(trx, sql<Row>`${one(companyId, id)} for update`))[0],

    /** The pieces of a company that wait or are worked on, the oldest first. `isLeased`: a live worker has it. */
    open: (trx: Trx, companyId: number): Promise<(Row & { isLeased: boolean })[]> =>
      ask(
        trx,
        sql<Row & { isLeased: boolean }>`
          select *, claim is not null and beat_at is not null
            and beat_at > ${NOW} - make_interval(secs => ${leaseSeconds}) as "isLeased"
          from ${table} where company_id = ${companyId} and ${isOpen} order by id`,
      ),

    async insert(
      trx: Trx,
      companyId: number,
      columns: Columns<Row> & Pick<Row, 'person_id' | 'created_at'>,
    ): Promise<Row> {
      const entries = Object.entries({ company_id: companyId, state: 'queued', ...columns });
      const [row] = await ask(
        trx,
        sql<Row>`
          insert into ${table} (${sql.join(entries.map(([column]) => sql.ref(column)))})
          values (${sql.join(entries.map(([, value]) => value))}) returning *`,
      );
      return row!;
    },

    /** Moves a piece that the caller has locked to another state; its lease, if any, is over. */
    async move(
      trx: Trx,
      companyId: number,
      id: number,
      state: string,
      columns?: Columns<Row>,
    ): Promise<void> {
      const set = Object.entries({ ...columns, state }).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      await sql`
        update ${table} set ${sql.join(set)}, claim = null, beat_at = null, attempts = 0
        where company_id = ${companyId} and id = ${id}`.execute(trx);
    },

    async acquire(
      trx: Trx,
      { company_id: companyId, id, attempts }: Row,
      state: string,
      token: string,
    ): Promise<void> {
      await sql`
        update ${table} set state = ${state}, claim = ${token}, beat_at = ${NOW}, attempts = ${attempts + 1}
        where company_id = ${companyId} and id = ${id}`.execute(trx);
    },

    /**
     * Locks a piece, renews its lease and writes how far it is; null: the lease is lost, because the piece was cancelled
     * or another worker acquired it.
     */
    async heartbeat(
      trx: Trx,
      companyId: number,
      { id, token }: Lease,
      { done, total }: Progress,
    ): Promise<Row | null> {
      const rows = await ask(
        trx,
        sql<Row>`
          update ${table} set beat_at = ${NOW}, done = coalesce(${done ?? null}, done),
            total = coalesce(${total ?? null}, total)
          where company_id = ${companyId} and id = ${id} and claim = ${token} returning *`,
      );
      return rows[0] ?? null;
    },

    /** Writes how far a piece is that the caller has locked; its attempts begin again. */
    async advance(trx: Trx, companyId: number, id: number, done: number): Promise<void> {
      await sql`
        update ${table} set beat_at = ${NOW}, done = ${done}, attempts = 0
        where company_id = ${companyId} and id = ${id}`.execute(trx);
    },

    /**
     * Releases a lease, so that the next worker need not wait until it expires.
     * @param failed whether it counts as an attempt that failed
     */
    async release(
      trx: Trx,
      companyId: number,
      { id, token }: Lease,
      { failed }: { failed: boolean },
    ): Promise<void> {
      await sql`
        update ${table} set beat_at = null, attempts = greatest(attempts - ${failed ? 0 : 1}, 0)
        where company_id = ${companyId} and id = ${id} and claim = ${token}`.execute(trx);
    },

    /** Deletes pieces that are over: those from before a moment, and all but the newest `keep`. */
    async deleteOld(
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
