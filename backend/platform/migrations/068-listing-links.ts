import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The link to a watched listing whose product is looked for. Only adds a column.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor']);
  await sql`alter table watched_competitor add column search_link text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor']);
  await sql`alter table watched_competitor drop column search_link`.execute(db);
}
