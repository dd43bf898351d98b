import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Product pages of hosts that the installation allows: the next call of a host, its pause after refusals, and its robots.txt.
// A host is shared by all companies, so these are not rows of a company, like those of rate limits. The previous version
// writes no price of a page.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdTables(db, ['watched_competitor']);
  for (const statement of [
    `create table pace.page_host (
      host text primary key,
      -- The first moment for which no poll is planned yet.
      free_at timestamptz not null,
      called_at timestamptz,
      -- It refused: nothing is read of it until then.
      rests_until timestamptz,
      -- Null: not read yet. Empty: everything may be read.
      robots text,
      robots_at timestamptz
    )`,
    `grant select, insert, update, delete on pace.page_host to ${rows[0]!.role}`,
    `alter table watched_competitor drop constraint watched_competitor_source_check,
      add constraint watched_competitor_source_check check (source in ('api', 'page', 'typed'))`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor']);
  for (const statement of [
    'alter table watched_competitor no force row level security',
    `update watched_competitor set source = null, offer = null, state = 'unavailable', reason = 'no_reader',
      next_look_at = null where source = 'page'`,
    'alter table watched_competitor force row level security',
    `alter table watched_competitor drop constraint watched_competitor_source_check,
      add constraint watched_competitor_source_check check (source in ('api', 'typed'))`,
    'drop table pace.page_host',
  ])
    await sql.raw(statement).execute(db);
}
