import { type Kysely, sql } from 'kysely';

// Changes of many rules at once: bulk actions and uploaded spreadsheets, with the result of each listing or row, so that one
// whose process crashed continues, and a completed one can be undone. Only adds.

/** A row of `table` under its company: the policy that every table of companies has. */
const protect = (table: string, app: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_company on ${table} to ${app}
    using (company_id = (select current_company()))
    with check (company_id = (select current_company()))`,
  `grant select, insert, update, delete on ${table} to ${app}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  const statements = [
    `create table rule_batch (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      kind text not null check (kind in ('bulk', 'sheet')),
      state text not null check (state in
        ('queued', 'reading', 'previewed', 'writing', 'done', 'canceled', 'failed', 'undoing', 'undone')),
      -- The requested action, or the file.
      content jsonb not null,
      locale text not null,
      done integer not null default 0,
      total integer not null default 0,
      report jsonb,
      -- Whose work counts while it runs: a worker that was taken for dead writes nothing more.
      claim uuid,
      beat_at timestamptz,
      attempts integer not null default 0,
      created_at timestamptz not null,
      primary key (company_id, id),
      foreign key (company_id) references company (id)
    )`,
    `create index rule_batch_open on rule_batch (company_id, id)
      where state in ('queued', 'reading', 'writing', 'undoing')`,
    // In a separate table, so that reading a batch's progress does not read the file; deleted when it was parsed.
    `create table rule_batch_file (
      company_id bigint not null,
      batch_id bigint not null,
      bytes bytea not null,
      primary key (company_id, batch_id),
      foreign key (company_id, batch_id) references rule_batch (company_id, id) on delete cascade
    )`,
    // Amounts in minor units. No foreign key to listing or rule: a batch is history. No further index: a table that grows by
    // 50,000 rows at once is planned by outdated statistics, and with one index the planner cannot choose a wrong one.
    `create table rule_batch_row (
      company_id bigint not null,
      batch_id bigint not null,
      seq integer not null,
      line integer,
      cells jsonb,
      listing_id bigint,
      rule_id bigint,
      state text not null check (state in ('open', 'idle', 'written', 'restored', 'kept')),
      -- What the row does: made, changed, unchanged or refused.
      kind text check (kind in ('made', 'changed', 'unchanged', 'refused')),
      codes jsonb,
      patch jsonb,
      before jsonb,
      after jsonb,
      -- Of the rule, as it was written: an undo changes no other.
      version integer,
      undo_code text,
      primary key (company_id, batch_id, seq),
      foreign key (company_id, batch_id) references rule_batch (company_id, id) on delete cascade
    )`,
    ...protect('rule_batch', app),
    ...protect('rule_batch_file', app),
    ...protect('rule_batch_row', app),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['rule_batch_row', 'rule_batch_file', 'rule_batch'])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
