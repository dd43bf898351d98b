import { type Kysely, sql } from 'kysely';

// The buffer of notifications that arrive faster than they are processed, by company: written for many companies at once,
// and deleted by the transaction that processes them.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    // Rows are short-lived: they are stored inline, and vacuumed early.
    `create table waiting_notice (
      company_id bigint not null,
      id bigint generated always as identity,
      account_id bigint not null,
      body text not null,
      primary key (company_id, id)
    ) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = -1)`,
    'alter table waiting_notice enable row level security',
    'alter table waiting_notice force row level security',
    `create policy waiting_notice_company on waiting_notice to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    // One statement writes the notifications of many companies. Its scope can read none of them.
    `create policy waiting_notice_added on waiting_notice for insert to ${app}
      with check ((select is_system()))`,
    `grant select, insert, update, delete on waiting_notice to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table waiting_notice').execute(db);
}
