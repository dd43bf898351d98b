import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The marketplace's id of an accepted price that it has not set yet, by which its result can be read. Only adds: the previous
// version reads the price only.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['price_update']);
  await sql`alter table price_update add column trace text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['price_update']);
  await sql`alter table price_update drop column trace`.execute(db);
}
