// The rows of bulk actions and imports, and the files of imports.
import type { Selectable } from 'kysely';
import type { Tables, Trx } from '../../../platform/db.ts';

export type MassEditRow = Selectable<Tables['rule_batch']>;
export type MassEditKind = 'bulk' | 'sheet';

/** How many there are of a kind, and a page of them, the newest first. */
export async function massEditsPage(
  trx: Trx,
  companyId: number,
  kind: MassEditKind,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: MassEditRow[]; total: number }> {
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

export const saveFile = async (
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

export const deleteFile = async (trx: Trx, companyId: number, id: number): Promise<void> => {
  await trx
    .deleteFrom('rule_batch_file')
    .where('company_id', '=', companyId)
    .where('batch_id', '=', id)
    .execute();
};
