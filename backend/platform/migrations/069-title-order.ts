import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Titles as lists are ordered by them, in a column of their own: behind row-level security PostgreSQL looks up no `lower(title)` in an
// index, for the function is not leakproof, so that each page by title walked from the first listing. The statements of the version
// before work as they did; their pages by title are sorted.

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing']);
  await run(db, [
    'drop index listing_title, listing_stock',
    'alter table listing add column title_order text not null generated always as (lower(title)) stored',
    'create index listing_title on listing (company_id, title_order, id)',
    'create index listing_stock on listing (company_id, stock, title_order, id)',
    'analyze listing',
  ]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing']);
  await run(db, [
    'drop index listing_stock, listing_title',
    'alter table listing drop column title_order',
    'create index listing_title on listing (company_id, lower(title))',
    'create index listing_stock on listing (company_id, stock, lower(title), id)',
    'analyze listing',
  ]);
}
