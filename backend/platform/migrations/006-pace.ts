import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  const statements = [
    // What the marketplaces' rate limits leave, for all processes. A limit is the seller's, who may stand in several
    // companies: so these are no company's rows, and lie apart from them as the queues do. A crash empties the table,
    // which fills the buckets; the marketplace's own 429 then tells. Times are milliseconds since 1970.
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

    // Looks at a listing's market that failed since the last one that did not.
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

    // Listings on whose market money hangs at this moment, as whoever looks at markets has to know: which they are is
    // the business of the domains above.
    `create view listing_at_stake with (security_invoker = true) as
      select rule_listing.company_id, rule_listing.listing_id
      from rule_listing join rule
        on rule.company_id = rule_listing.company_id and rule.id = rule_listing.rule_id
      where rule.status = 'enabled'`,
    `grant select on listing_at_stake to ${app}`,

    // What a new look is held against, so that no snapshot has to be found for it. It holds for \`essence_of\` alone:
    // the version before writes new snapshots without it.
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
