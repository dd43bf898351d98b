import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// What listings that lose the buybox did not earn, by currency, as the latest pass found it. Only adds a column.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['recommendation_pass']);
  await sql`alter table recommendation_pass add column not_earned jsonb not null default '{}'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['recommendation_pass']);
  await sql`alter table recommendation_pass drop column not_earned`.execute(db);
}
