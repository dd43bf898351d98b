import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The history folds successive updates of a listing: the index that has them in that order holds what the folding compares,
// so that it reads no rows, whose explanations are large. The statements of the version before use it as they did.

const BY_LISTING = 'price_update_listing on price_update (company_id, listing_id, created_at desc)';

async function replaceIndex(db: Kysely<unknown>, more: string): Promise<void> {
  await holdTables(db, ['price_update']);
  await sql.raw('drop index price_update_listing').execute(db);
  await sql.raw(`create index ${BY_LISTING} ${more}`).execute(db);
}

export const up = (db: Kysely<unknown>): Promise<void> =>
  replaceIndex(db, 'include (id, state, rule_id, old_price, new_price, reverts)');

export const down = (db: Kysely<unknown>): Promise<void> => replaceIndex(db, '');
