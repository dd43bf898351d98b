import { type Kysely, sql } from 'kysely';

// One status for all campaigns that match: which matched, and what became of each. Only adds.

/** A row of `table` under its company: the policy that every table of companies has. */
const protect = (table: string, app: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_company on ${table} to ${app}
    using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
  `grant select, insert, update, delete on ${table} to ${app}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  for (const statement of [
    `create table ads_bulk (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      state text not null check (state in
        ('chosen', 'queued', 'writing', 'undoing', 'done', 'undone', 'canceled', 'failed')),
      -- What the campaigns become; null while they are only chosen.
      status text check (status in ('ENABLED', 'PAUSED')),
      done integer not null default 0,
      total integer not null default 0,
      -- Whose work counts while it runs: a worker that was taken for dead writes nothing more.
      claim uuid,
      beat_at timestamptz,
      attempts integer not null default 0,
      created_at timestamptz not null,
      primary key (company_id, id),
      foreign key (company_id) references company (id)
    )`,
    `create index ads_bulk_open on ads_bulk (company_id, id) where state in ('queued', 'writing', 'undoing')`,
    // No foreign key to campaign or change: it is history.
    `create table ads_bulk_item (
      company_id bigint not null,
      bulk_id bigint not null,
      seq integer not null,
      campaign_id bigint not null,
      change_id bigint,
      -- Why the campaign was left as it is.
      code text,
      -- Whether the change was taken back; null: that was not tried.
      undone boolean,
      primary key (company_id, bulk_id, seq),
      foreign key (company_id, bulk_id) references ads_bulk (company_id, id) on delete cascade
    )`,
    ...protect('ads_bulk', app),
    ...protect('ads_bulk_item', app),
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['ads_bulk_item', 'ads_bulk'])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
