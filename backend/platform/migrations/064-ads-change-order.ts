import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The history of all campaigns is read by time. Only adds an index.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['ads_change']);
  await sql`create index ads_change_time on ads_change (company_id, created_at desc, id desc)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['ads_change']);
  await sql`drop index ads_change_time`.execute(db);
}
