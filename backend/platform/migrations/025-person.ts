import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Sessions of one window, and a user's language. Only adds: the previous version starts persistent sessions, and does not
// know languages.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdTables(db, ['session', 'person']);
  const statements = [
    'alter table session add column is_temporary boolean not null default false',
    // Null: the person has not chosen one yet.
    `alter table person add column locale text check (locale in ('pt', 'en', 'es'))`,
    `grant update (locale) on person to ${rows[0]!.role}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['session', 'person']);
  for (const statement of [
    'alter table person drop column locale',
    'alter table session drop column is_temporary',
  ])
    await sql.raw(statement).execute(db);
}
