import { type Kysely, sql } from 'kysely';

// Undos of many price updates, with the result of each listing, so that one whose process crashed continues. Only adds.

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
    `create table price_undo (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      state text not null check (state in ('queued', 'writing', 'done', 'canceled', 'failed')),
      -- What becomes of the rules.
      rule text not null check (rule in ('keep', 'disable')),
      -- The selection as requested.
      content jsonb not null,
      -- The time of the user's preview: a listing whose price changed since is skipped.
      seen_at timestamptz not null,
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
    `create index price_undo_open on price_undo (company_id, id) where state in ('queued', 'writing')`,
    // Amounts in minor units. No foreign key to listing or update: an undo is history.
    `create table price_undo_ad (
      company_id bigint not null,
      undo_id bigint not null,
      seq integer not null,
      -- Null: an update that was named and is not there.
      listing_id bigint,
      rule_id bigint,
      -- The selected updates, and how many of them are undone and how many are kept.
      update_ids jsonb not null,
      taken integer not null,
      kept integer not null,
      price bigint,
      restore_price bigint,
      below_minimum boolean not null,
      below_cost boolean not null,
      large_drop boolean not null,
      state text not null check (state in ('open', 'restoring', 'refused')),
      code text,
      -- The price update that restores the price: its outcome is that of the listing.
      update_id bigint,
      primary key (company_id, undo_id, seq),
      foreign key (company_id, undo_id) references price_undo (company_id, id) on delete cascade
    )`,
    ...protect('price_undo', app),
    ...protect('price_undo_ad', app),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['price_undo_ad', 'price_undo'])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
