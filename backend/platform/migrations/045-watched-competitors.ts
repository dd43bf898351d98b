import { type Kysely, sql } from 'kysely';

// Competitors that companies watch by their links, and what people decided about suggested ones. Only adds tables.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    `create table watched_competitor (
      company_id bigint not null references company (id) on delete cascade,
      id bigint generated always as identity,
      listing_id bigint not null,
      marketplace_id integer not null,
      country_code text not null check (country_code ~ '^[A-Z]{2}$'),
      product_id text not null,
      -- The one listing, or the one seller, of the page; both null: the cheapest.
      item_id text,
      seller_id text,
      link text not null,
      is_paused boolean not null default false,
      state text not null check (state in ('fetching', 'ready', 'paused_or_out_of_stock', 'unavailable', 'suspect', 'changed')),
      -- Why it is unavailable.
      reason text,
      comparison text not null check (comparison in ('IDENTICAL', 'SIMILAR')),
      -- Null: not decided yet whether both are the same product.
      decided_by text check (decided_by in ('identifiers', 'person')),
      decided_at timestamptz,
      -- The product as it was when it was matched; null: not fetched yet.
      title text,
      brand text,
      gtin text check (gtin ~ '^[0-9]{14}$'),
      image_url text,
      evidence jsonb not null default '[]',
      may_confirm boolean not null default true,
      identified_at timestamptz,
      -- The last price that counts, and one that waits for confirmation by another poll.
      offer jsonb,
      pending jsonb,
      source text check (source in ('api', 'typed')),
      seen_at timestamptz,
      -- Null: it is not polled.
      next_look_at timestamptz,
      failures integer not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (company_id, id),
      foreign key (company_id, listing_id) references listing (company_id, id) on delete cascade
    )`,
    `create unique index watched_competitor_page on watched_competitor
      (company_id, listing_id, marketplace_id, country_code, product_id, item_id, seller_id) nulls not distinct`,
    `create index watched_competitor_due on watched_competitor
      (company_id, marketplace_id, country_code, next_look_at) where next_look_at is not null`,
    `create table match_decision (
      company_id bigint not null references company (id) on delete cascade,
      listing_id bigint not null,
      marketplace_id integer not null,
      country_code text not null,
      product_id text not null,
      -- By what the product was suggested.
      basis text not null check (basis in ('identifier', 'text')),
      is_accepted boolean not null,
      person_id bigint references person (id) on delete set null,
      decided_at timestamptz not null,
      primary key (company_id, listing_id, marketplace_id, country_code, product_id),
      foreign key (company_id, listing_id) references listing (company_id, id) on delete cascade
    )`,
    ...['watched_competitor', 'match_decision'].flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['match_decision', 'watched_competitor'])
    await sql.raw(`drop table ${table}`).execute(db);
}
