import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// A person connects a marketplace's account: the way to the marketplace's page and back, and how far the fetching of the
// account's ads is. Only adds: a process of the version before connects and fetches on, and says nothing of it here.

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
    // Null: connected before it was asked for.
    'alter table account add column country_code text',
    `create table account_grant (
      company_id bigint not null,
      -- The state that goes to the marketplace and comes back, of which nobody can make it again.
      state_hash text not null,
      -- Who went there, and who alone may come back.
      person_id bigint not null,
      marketplace_id integer not null,
      country_code text not null,
      -- The account to connect anew; null: a new one.
      account_id bigint,
      -- What proves to the marketplace that who takes up the code is who asked for it (RFC 7636), sealed.
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
      -- Since when it stands so.
      at timestamptz not null,
      -- Ads that the marketplace named; null: it has not named all of them yet.
      found integer check (found >= 0),
      -- Ads of them that were fetched.
      taken integer not null check (taken >= 0),
      -- How the last call failed, in the words of the port; null: it did not.
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
