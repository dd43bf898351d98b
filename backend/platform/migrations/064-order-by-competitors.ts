import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Lists of monitoring are ordered by how many compete for a listing's product. Only adds an index.

const HELD = ['market'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await sql`create index market_rivals on market (company_id, rivals, listing_id) where rivals is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await sql`drop index market_rivals`.execute(db);
}
