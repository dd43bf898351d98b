import { type Db, within } from './db.ts';

/** Every company's id, for work that goes over all of them: each is then worked on in its own scope. */
export const companyIds = (db: Db): Promise<number[]> =>
  within(db, { system: true }, async (trx) => {
    const rows = await trx.selectFrom('company').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  });
