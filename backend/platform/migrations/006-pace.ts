import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  const statements = [
    // The token buckets of the marketplaces' rate limits, for all processes. A limit belongs to a seller, who may be in several
    // companies: so these are not rows of a company, and are in a separate schema like the queues. A crash empties the table
    // (UNLOGGED), which fills the buckets; then the marketplace's own 429 limits. Times are milliseconds since 1970.
    'create schema pace',
    `create unlogged table pace.bucket (
      marketplace text not null,
      account text not null,
      operation text not null,
      full_at double precision not null default 0,
      rests_until double precision not null default 0,
      told_per_second double precision,
      primary key (marketplace, account, operation)
    ) with (fillfactor = 50)`,
    `grant usage on schema pace to ${app}`,
    `grant select, insert, update, delete on pace.bucket to ${app}`,

    // Failed polls of a listing's market since the last success.
    `create table failed_look (
      company_id bigint not null,
      listing_id bigint not null,
      failures integer not null check (failures > 0),
      code text not null,
      failed_at timestamptz not null,
      again_at timestamptz not null,
      primary key (company_id, listing_id),
      foreign key (company_id, listing_id) references listing (company_id, id)
    )`,
    'alter table failed_look enable row level security',
    'alter table failed_look force row level security',
    `create policy failed_look_company on failed_look to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on failed_look to ${app}`,

    // Listings whose price is automated now, which the planner of polls has to know; the domains above define which they are.
    `create view listing_at_stake with (security_invoker = true) as
      select rule_listing.company_id, rule_listing.listing_id
      from rule_listing join rule
        on rule.company_id = rule_listing.company_id and rule.id = rule_listing.rule_id
      where rule.status = 'enabled'`,
    `grant select on listing_at_stake to ${app}`,

    // The digest to which a new poll is compared, so that no snapshot has to be read. It is valid for \`essence_of\` only: the
    // previous version writes new snapshots without it.
    `alter table market
      add column essence_of bigint,
      add column own_price bigint,
      add column winner_seller_id text,
      add column price_to_win bigint,
      add column reason text,
      add column changed_at timestamptz`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table market drop column essence_of, drop column own_price, drop column winner_seller_id,
      drop column price_to_win, drop column reason, drop column changed_at`,
    'drop view listing_at_stake',
    'drop table failed_look',
    'drop schema pace cascade',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
