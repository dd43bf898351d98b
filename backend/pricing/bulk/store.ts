// Batches: bulk acts and uploaded sheets, how far they are, and in whose hands.
import type { Selectable } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import { claimsOf } from '../claims.ts';

export type BatchRow = Selectable<Tables['rule_batch']>;
export type BatchKind = 'bulk' | 'sheet';

export const {
  holdCompany,
  byId: batchById,
  hold: holdBatch,
  open: openBatches,
  takeUp,
  beat,
  layDown,
  forget: forgetBatches,
} = claimsOf<BatchRow>('rule_batch', {
  open: ['queued', 'reading', 'writing', 'undoing'],
  leaseSeconds: 20,
});

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

/** Moves a batch that the caller holds; whoever worked it works it no more. */
export const moveBatch = async (
  trx: Trx,
  companyId: number,
  id: number,
  to: { state: string; done?: number; total?: number; report?: object; content?: object },
): Promise<void> => {
  await trx
    .updateTable('rule_batch')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .set({ ...to, claim: null, beat_at: null, attempts: 0 })
    .execute();
};

/** How many batches of a kind there are, and a page of them, the latest first. */
export async function batchesPage(
  trx: Trx,
  companyId: number,
  kind: BatchKind,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    trx
      .selectFrom('rule_batch')
      .selectAll()
      .where('company_id', '=', companyId)
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
