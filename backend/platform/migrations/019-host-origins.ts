import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The origins of a host's pages. Only adds: the previous version writes hosts without origins, as all of its are.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['host']);
  const statements = [
    // The origin that a request names.
    `create function current_origin() returns text language sql stable parallel safe
      return nullif(current_setting('app.origin', true), '')`,
    `alter table host add column origins text[] not null default '{}'`,
    'create index host_origins on host using gin (origins) where revoked_at is null',
    `grant update (origins, modules) on host to ${app}`,
    // A browser sends a preflight before the token is known: its origin makes the hosts with that origin visible, which answers
    // whether the call is allowed.
    `create policy host_origin on host for select to ${app}
      using (revoked_at is null and origins @> array[(select current_origin())])`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdTables(db, ['host']);
  const statements = [
    'drop policy host_origin on host',
    `revoke update (modules) on host from ${rows[0]!.role}`,
    'alter table host drop column origins',
    'drop function current_origin()',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
