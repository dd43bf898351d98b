import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// When the connection of an account ended, and the marketplace's message. Only adds: a process of the previous version ends
// connections without recording it here.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account']);
  await sql`alter table account add column ended_at timestamptz, add column end_message text`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account']);
  await sql`alter table account drop column ended_at, drop column end_message`.execute(db);
}
