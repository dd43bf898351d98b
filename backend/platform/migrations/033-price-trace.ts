import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// What a marketplace calls a price that it accepted and has not set yet, by which it says what became of it. Only adds: the
// version before reads the price alone.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['price_update']);
  await sql`alter table price_update add column trace text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['price_update']);
  await sql`alter table price_update drop column trace`.execute(db);
}
