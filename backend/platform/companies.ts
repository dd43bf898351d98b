import { type Db, type Trx, within } from './db.ts';

/** Every company's id, for jobs over all companies: each is then processed in its own scope. */
export const companyIds = (db: Db): Promise<number[]> =>
  within(db, { system: true }, async (trx) => {
    const rows = await trx.selectFrom('company').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  });

/**
 * Processes the companies one after the other, each in its scope and in a separate transaction. Stops between two companies
 * if the signal aborts.
 */
export async function inEachCompany(
  db: Db,
  signal: AbortSignal,
  work: (trx: Trx, companyId: number) => Promise<unknown>,
): Promise<void> {
  for (const companyId of await companyIds(db)) {
    signal.throwIfAborted();
    await within(db, { company: companyId }, (trx) => work(trx, companyId));
  }
}
