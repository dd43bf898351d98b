import { type Db, type Trx, within } from './db.ts';

/** Every company's id, for work that goes over all of them: each is then worked on in its own scope. */
export const companyIds = (db: Db): Promise<number[]> =>
  within(db, { system: true }, async (trx) => {
    const rows = await trx.selectFrom('company').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  });

/**
 * Works on each company in turn, in its scope and in a transaction of its own. Ends between two companies where the
 * signal says so.
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
