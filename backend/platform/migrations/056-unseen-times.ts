import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Charts show when no one observed a market: a snapshot names the observation before it, where that was long ago. What the version
// before writes names none. Only adds a column, for observations from now on.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['market_snapshot']);
  await sql`alter table market_snapshot add column unseen_since timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['market_snapshot']);
  await sql`alter table market_snapshot drop column unseen_since`.execute(db);
}
