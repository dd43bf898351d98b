// Batches: bulk acts and uploaded sheets, how far they are, and in whose hands.
import { type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';

export type BatchRow = Selectable<Tables['rule_batch']>;
export type BatchKind = 'bulk' | 'sheet';
/** A batch in the hands of one worker. */
export interface Claim {
  id: number;
  claim: string;
}

export const OPEN = ['queued', 'reading', 'writing', 'undoing'];

/** Takes turns with whoever else begins or takes up a batch of the company, until the transaction ends. */
export const holdCompany = async (trx: Trx, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('rule_batch', ${companyId}::bigint))`.execute(
    trx,
  );
};

const all = (trx: Trx, companyId: number) =>
  trx.selectFrom('rule_batch').selectAll().where('company_id', '=', companyId);

export const batchById = (trx: Trx, companyId: number, id: number): Promise<BatchRow | undefined> =>
  all(trx, companyId).where('id', '=', id).executeTakeFirst();

/** A batch, held for this transaction: whoever works it waits. */
export const holdBatch = (trx: Trx, companyId: number, id: number): Promise<BatchRow | undefined> =>
  all(trx, companyId).where('id', '=', id).forUpdate().executeTakeFirst();

/** Without a beat for so long a worker counts as dead. */
const LEASE_SECONDS = 20;
/** By the clock of the database: those of two processes may differ by more than a lease. */
const NOW = sql<Date>`clock_timestamp()`;

/** The batches of a company that wait or are worked, the oldest first. */
export const openBatches = (
  trx: Trx,
  companyId: number,
): Promise<(BatchRow & { isAlive: boolean })[]> =>
  all(trx, companyId)
    .select(
      sql<boolean>`claim is not null and beat_at is not null
        and beat_at > ${NOW} - make_interval(secs => ${LEASE_SECONDS})`.as('isAlive'),
    )
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute();

export const insertBatch = (
  trx: Trx,
  companyId: number,
  batch: { personId: number; kind: BatchKind; content: object; locale: string; total: number },
  now: Date,
): Promise<BatchRow> =>
  trx
    .insertInto('rule_batch')
    .values({
      company_id: companyId,
      person_id: batch.personId,
      kind: batch.kind,
      state: 'queued',
      content: batch.content,
      locale: batch.locale,
      total: batch.total,
      report: null,
      claim: null,
      beat_at: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const update = (trx: Trx, companyId: number, id: number) =>
  trx.updateTable('rule_batch').where('company_id', '=', companyId).where('id', '=', id);

/** Moves a batch that the caller holds; whoever worked it works it no more. */
export const moveBatch = async (
  trx: Trx,
  companyId: number,
  id: number,
  to: { state: string; done?: number; total?: number; report?: object; content?: object },
): Promise<void> => {
  await update(trx, companyId, id)
    .set({ ...to, claim: null, beat_at: null, attempts: 0 })
    .execute();
};

export async function takeUp(
  trx: Trx,
  companyId: number,
  { id, attempts }: Pick<BatchRow, 'id' | 'attempts'>,
  state: string,
  claim: string,
): Promise<void> {
  await update(trx, companyId, id)
    .set({ state, claim, beat_at: NOW, attempts: attempts + 1 })
    .execute();
}

/**
 * Holds a batch that is in these hands, says that it is still worked, and tells how far it is; null: it was cancelled,
 * or another worker has it.
 */
export const beat = async (
  trx: Trx,
  companyId: number,
  { id, claim }: Claim,
  progress: { done?: number; total?: number; attempts?: number } = {},
): Promise<BatchRow | null> =>
  (await update(trx, companyId, id)
    .where('claim', '=', claim)
    .set({ ...progress, beat_at: NOW })
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Lays a batch down, so that the next worker need not wait until this one counts as dead. */
export const layDown = async (trx: Trx, companyId: number, { id, claim }: Claim): Promise<void> => {
  await update(trx, companyId, id).where('claim', '=', claim).set({ beat_at: null }).execute();
};

/** Takes away batches that are over: those from before a moment, and all but the newest `keep`. */
export async function forgetBatches(
  trx: Trx,
  companyId: number,
  { before, keep }: { before: Date; keep: number },
): Promise<void> {
  await trx
    .deleteFrom('rule_batch')
    .where('company_id', '=', companyId)
    .where('state', 'not in', OPEN)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        eb(
          'id',
          'not in',
          eb
            .selectFrom('rule_batch as newer')
            .select('newer.id')
            .where('newer.company_id', '=', companyId)
            .orderBy('newer.id', 'desc')
            .limit(keep),
        ),
      ]),
    )
    .execute();
}

/** How many batches of a kind there are, and a page of them, the latest first. */
export async function batchesPage(
  trx: Trx,
  companyId: number,
  kind: BatchKind,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    all(trx, companyId)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    trx
      .selectFrom('rule_batch')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

export const keepFile = async (
  trx: Trx,
  companyId: number,
  id: number,
  bytes: Uint8Array,
): Promise<void> => {
  await trx
    .insertInto('rule_batch_file')
    .values({ company_id: companyId, batch_id: id, bytes })
    .execute();
};

export const fileOf = async (
  trx: Trx,
  companyId: number,
  id: number,
): Promise<Uint8Array | undefined> => {
  const row = await trx
    .selectFrom('rule_batch_file')
    .select('bytes')
    .where('company_id', '=', companyId)
    .where('batch_id', '=', id)
    .executeTakeFirst();
  return row?.bytes;
};

export const dropFile = async (trx: Trx, companyId: number, id: number): Promise<void> => {
  await trx
    .deleteFrom('rule_batch_file')
    .where('company_id', '=', companyId)
    .where('batch_id', '=', id)
    .execute();
};
