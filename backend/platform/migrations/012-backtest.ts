import { type Kysely, sql } from 'kysely';

// Backtests of draft rules: each with its draft, its progress and its report, and the changes that it would have made. Only
// adds. The rows are short-lived: jobs of pricing delete them.

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
    `create table backtest (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      -- The draft as the person wrote it.
      rule jsonb not null,
      listing_ids jsonb not null,
      days integer not null check (days between 1 and 90),
      units_per_day numeric(9, 3) not null check (units_per_day > 0),
      state text not null check (state in ('queued', 'running', 'done', 'canceled', 'failed')),
      done bigint not null default 0,
      total bigint not null default 0,
      report jsonb,
      -- Whose work counts while it runs: a worker that was taken for dead writes nothing more.
      claim uuid,
      beat_at timestamptz,
      attempts integer not null default 0,
      created_at timestamptz not null,
      primary key (company_id, id),
      foreign key (company_id) references company (id),
      check ((report is not null) = (state = 'done'))
    )`,
    `create index backtest_open on backtest (company_id, id) where state in ('queued', 'running')`,
    `create index backtest_age on backtest (company_id, created_at)`,
    // Prices in minor units. No foreign key to the listing: a replay outlives nothing.
    `create table backtest_change (
      company_id bigint not null,
      backtest_id bigint not null,
      seq integer not null,
      listing_id bigint not null,
      at timestamptz not null,
      old_price bigint not null,
      new_price bigint not null,
      event_type text not null,
      price_tag text not null,
      rival jsonb,
      explanation jsonb not null,
      primary key (company_id, backtest_id, seq),
      foreign key (company_id, backtest_id) references backtest (company_id, id) on delete cascade
    )`,
    `create index backtest_change_listing on backtest_change (company_id, backtest_id, listing_id, seq)`,
    ...protect('backtest', app),
    ...protect('backtest_change', app),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table backtest_change`.execute(db);
  await sql`drop table backtest`.execute(db);
}
