import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Stored data of lists: a user's views, selections of all matching listings, and the search texts of listings. Only adds:
// listings that the previous version writes are found too, since triggers maintain the texts.

const TABLES = ['list_view', 'list_selection', 'list_selection_part', 'listing_search'];

/** All searchable texts of a listing, in lower case. */
const words = (row: string) =>
  `lower(concat_ws(e'\\n', ${row}.title, ${row}.sku, ${row}.sku_marketplace, ${row}.catalog_product_id))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  // Apart from our own tables, which a restore puts aside with their schema. A database may have it elsewhere already.
  await sql.raw('create schema if not exists trigram').execute(db);
  await sql.raw('create extension if not exists pg_trgm schema trigram').execute(db);
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db);
  const trigrams = found.rows[0]!.schema;
  await holdTables(db, ['listing']);
  const statements = [
    `create table list_view (
      company_id bigint not null,
      person_id bigint not null,
      list text not null check (length(list) <= 40),
      kind text not null check (kind in ('columns', 'view')),
      name text not null check (length(name) between 1 and 80),
      content jsonb not null check (length(content::text) <= 16384),
      is_default boolean not null,
      primary key (company_id, person_id, list, kind, name),
      foreign key (company_id, person_id) references membership (company_id, person_id) on delete cascade
    )`,
    `create unique index list_view_default on list_view (company_id, person_id, list, kind) where is_default`,

    // The listings that matched when a user selected all; the ids are stored in chunks of a thousand.
    `create table list_selection (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      -- The query: tab, search and filters.
      question jsonb not null,
      count bigint not null check (count >= 0),
      at timestamptz not null,
      primary key (company_id, id),
      foreign key (company_id, person_id) references membership (company_id, person_id) on delete cascade
    )`,
    'create index list_selection_person on list_selection (company_id, person_id, at)',
    `create table list_selection_part (
      company_id bigint not null,
      selection_id bigint not null,
      part integer not null,
      listing_ids bigint[] not null,
      primary key (company_id, selection_id, part),
      foreign key (company_id, selection_id) references list_selection (company_id, id) on delete cascade
    )`,

    `create table listing_search (
      company_id bigint not null,
      listing_id bigint not null,
      words text not null,
      primary key (company_id, listing_id)
    )`,
    // An owner that is no superuser is behind the policies too.
    'alter table listing no force row level security',
    `insert into listing_search (company_id, listing_id, words)
      select l.company_id, l.id, ${words('l')} from listing l`,
    'alter table listing force row level security',
    // By far the most of the time, and less of it where there is room.
    `set local maintenance_work_mem = '256MB'`,
    `create index listing_search_words on listing_search using gin (words ${trigrams}.gin_trgm_ops)`,
    `create function listing_search_added() returns trigger language plpgsql as $$
      begin
        insert into listing_search (company_id, listing_id, words)
        select n.company_id, n.id, ${words('n')} from added n;
        return null;
      end $$`,
    `create function listing_search_changed() returns trigger language plpgsql as $$
      begin
        insert into listing_search (company_id, listing_id, words) values (new.company_id, new.id, ${words('new')})
        on conflict (company_id, listing_id) do update set words = excluded.words;
        return null;
      end $$`,
    `create function listing_search_gone() returns trigger language plpgsql as $$
      begin
        delete from listing_search s using gone g where s.company_id = g.company_id and s.listing_id = g.id;
        return null;
      end $$`,
    `create trigger listing_search_insert after insert on listing referencing new table as added
      for each statement execute function listing_search_added()`,
    // Other changes of a listing, above all of its price, do not fire it.
    `create trigger listing_search_update after update of title, sku, sku_marketplace, catalog_product_id on listing
      for each row when ((old.title, old.sku, old.sku_marketplace, old.catalog_product_id)
        is distinct from (new.title, new.sku, new.sku_marketplace, new.catalog_product_id))
      execute function listing_search_changed()`,
    `create trigger listing_search_delete after delete on listing referencing old table as gone
      for each statement execute function listing_search_gone()`,

    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
    `create policy list_view_person on list_view as restrictive to ${app}
      using (person_id = (select current_person())) with check (person_id = (select current_person()))`,

    // PostgreSQL evaluates policies before a caller's LIKE, which therefore cannot use the index. So the policy contains the
    // condition. The pattern is a setting of the transaction, like the company; without one every row of the company is
    // visible.
    `create function current_search() returns text language sql stable parallel safe
      return coalesce(nullif(current_setting('app.search', true), ''), '%')`,
    `create policy listing_search_text on listing_search as restrictive for select to ${app}
      using (words like (select current_search()))`,

    'create index listing_stock on listing (company_id, stock, lower(title), id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing']);
  const statements = [
    'drop index listing_stock',
    ...['insert', 'update', 'delete'].map(
      (event) => `drop trigger listing_search_${event} on listing`,
    ),
    ...TABLES.toReversed().map((table) => `drop table ${table}`),
    ...['added', 'changed', 'gone'].map((event) => `drop function listing_search_${event}()`),
    'drop function current_search()',
    'drop extension pg_trgm',
    'drop schema trigram',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
