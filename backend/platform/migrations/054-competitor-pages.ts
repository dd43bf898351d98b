import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The page of a competitor finds the watched pages of its seller by an index, and reports snapshots as aggregated only once
// they are. The previous version always writes the column.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor', 'competitor_fold']);
  for (const statement of [
    `create index watched_competitor_seller on watched_competitor (company_id, marketplace_id, (offer ->> 'sellerId'))
      where offer is not null`,
    'alter table competitor_fold alter column folded_at drop not null',
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor', 'competitor_fold']);
  for (const statement of [
    'drop index watched_competitor_seller',
    'alter table competitor_fold no force row level security',
    'update competitor_fold set folded_at = next_at where folded_at is null',
    'alter table competitor_fold force row level security',
    'alter table competitor_fold alter column folded_at set not null',
  ])
    await sql.raw(statement).execute(db);
}
