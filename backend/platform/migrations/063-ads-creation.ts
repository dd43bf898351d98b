import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Campaigns that people put together: the draft that each keeps, and the steps by which it is created. Only adds.

const CREATED = [
  `create table ads_creation (
    company_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    name text not null,
    -- What was asked for, as it was when it was sent off.
    draft jsonb not null,
    state text not null check (state in
      ('pending', 'creating', 'incomplete', 'failed', 'done', 'canceled', 'left')),
    version integer not null default 1,
    -- A call that was recorded and whose end is not; then it is looked up before anything is sent again.
    calling_since timestamptz,
    attempts integer not null default 0,
    code text,
    -- Null: it does not stand yet.
    campaign_id bigint,
    created_by bigint,
    created_at timestamptz not null,
    moved_at timestamptz not null,
    settled_at timestamptz,
    primary key (company_id, id),
    foreign key (company_id, account_id) references ads_advertiser (company_id, account_id),
    foreign key (company_id, campaign_id) references ads_campaign (company_id, id)
  )`,
  // A name is under way once: a campaign is created once, however often it is asked for.
  `create unique index ads_creation_open on ads_creation (company_id, account_id, lower(name))
    where state in ('pending', 'creating', 'incomplete')`,
  `create table ads_creation_step (
    company_id bigint not null,
    creation_id bigint not null,
    position integer not null,
    part text not null check (part in ('campaign', 'group', 'ad', 'target', 'negative', 'enable')),
    -- The position of its group; null: it belongs to none.
    parent integer,
    name text not null,
    body jsonb not null,
    state text not null check (state in ('waiting', 'done', 'differs', 'rejected', 'skipped', 'dropped')),
    -- It may have left: it is looked up before it is sent again.
    was_sent boolean not null default false,
    remote_id text,
    code text,
    message text,
    primary key (company_id, creation_id, position),
    foreign key (company_id, creation_id) references ads_creation (company_id, id)
  )`,
  `create table ads_draft (
    company_id bigint not null,
    person_id bigint not null,
    content jsonb not null,
    version integer not null,
    saved_at timestamptz not null,
    -- What is being created of it.
    creation_id bigint,
    primary key (company_id, person_id),
    foreign key (company_id, creation_id) references ads_creation (company_id, id)
  )`,
];

const TABLES = ['ads_creation', 'ads_creation_step', 'ads_draft'];
const HELD = ['ads_advertiser', 'ads_campaign'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await holdTables(db, HELD);
  for (const statement of [
    ...CREATED,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
    // A draft is its person's alone; what ends its creation does so for everybody.
    `create policy ads_draft_person on ads_draft as restrictive to ${app}
      using (person_id = (select current_person()) or (select current_person()) is null)
      with check (person_id = (select current_person()) or (select current_person()) is null)`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await sql.raw(`drop table ${[...TABLES].reverse().join(', ')}`).execute(db);
}
