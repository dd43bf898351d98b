import { type Kysely, sql } from 'kysely';

// The guards of outgoing prices: who stopped a company's prices and why, and the automatic breaker. Only adds: a process
// of the previous version reads stops_price_changes as before.

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;

  await run(`
    alter table company
      add column stopped_at timestamptz,
      -- The person who threw the switch; null where the breaker did.
      add column stopped_by bigint,
      add column stop_reason text check (stop_reason in ('person', 'breaker')),
      add column stop_detail jsonb,
      -- The breaker: more than so many drops of more than so many percent within so many minutes stop all prices.
      add column breaker_percent numeric(5, 2) not null default 30
        check (breaker_percent > 0 and breaker_percent < 100),
      add column breaker_drops integer not null default 20 check (breaker_drops between 0 and 100000),
      add column breaker_minutes integer not null default 60 check (breaker_minutes between 1 and 1440)`);
  await run(`
    update company set stopped_at = now(), stop_reason = 'person' where stops_price_changes`);

  // A large drop that was sent, once for each update however often it was tried. No foreign key: the row is short-lived and
  // deleted after the breaker's window.
  await run(`
    create table price_drop (
      company_id bigint not null,
      update_id bigint not null,
      left_at timestamptz not null,
      primary key (company_id, update_id)
    )`);
  await run('create index price_drop_window on price_drop (company_id, left_at)');
  await run('alter table price_drop enable row level security');
  await run('alter table price_drop force row level security');
  await run(`
    create policy price_drop_company on price_drop to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`);
  await run(`grant select, insert, update, delete on price_drop to ${app}`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table price_drop`.execute(db);
  await sql`
    alter table company drop column stopped_at, drop column stopped_by, drop column stop_reason,
      drop column stop_detail, drop column breaker_percent, drop column breaker_drops,
      drop column breaker_minutes`.execute(db);
}
