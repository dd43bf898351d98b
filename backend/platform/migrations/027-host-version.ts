import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The version of a host, for optimistic locking. Only adds: the previous version changes hosts without counting.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdTables(db, ['host']);
  for (const statement of [
    'alter table host add column version integer not null default 1',
    `grant update (version) on host to ${rows[0]!.role}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['host']);
  await sql`alter table host drop column version`.execute(db);
}
