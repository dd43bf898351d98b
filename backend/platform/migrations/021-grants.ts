import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// A user connects a marketplace account: the redirect to the marketplace and back, and the progress of fetching the
// account's listings. Only adds: a process of the previous version connects and fetches without recording it here.

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
  await holdTables(db, ['account']);
  const statements = [
    // Null: connected before this column existed.
    'alter table account add column country_code text',
    `create table account_grant (
      company_id bigint not null,
      -- The hash of the state that is sent to the marketplace and returned.
      state_hash text not null,
      -- The user who started it; no one else may complete it.
      person_id bigint not null,
      marketplace_id integer not null,
      country_code text not null,
      -- The account to reconnect; null: a new one.
      account_id bigint,
      -- The PKCE code verifier (RFC 7636), encrypted.
      sealed_verifier bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (company_id, state_hash),
      foreign key (company_id, person_id) references membership (company_id, person_id) on delete cascade,
      foreign key (company_id, account_id) references account (company_id, id) on delete cascade
    )`,
    'create index account_grant_expiry on account_grant (company_id, expires_at)',
    `create table account_sync (
      company_id bigint not null,
      account_id bigint not null,
      state text not null check (state in ('waiting', 'running', 'done', 'failed')),
      -- The time of its last change of state.
      at timestamptz not null,
      -- Ads that the marketplace named; null: it has not named all of them yet.
      found integer check (found >= 0),
      -- Ads of them that were fetched.
      taken integer not null check (taken >= 0),
      -- The failure of the last call, as in the port; null: it succeeded.
      failure text,
      message text,
      primary key (company_id, account_id),
      foreign key (company_id, account_id) references account (company_id, id) on delete cascade
    )`,
    ...protect('account_grant', app),
    ...protect('account_sync', app),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account']);
  for (const table of ['account_sync', 'account_grant'])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table account drop column country_code`.execute(db);
}
