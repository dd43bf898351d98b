import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Attributes of a listing in lists: its health, its relation to other listings of the same product, its address. Only adds,
// with defaults for listings that were not read since: a process of the previous version continues and changes none of it.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_particulars']);
  const statements = [
    `alter table listing_particulars
      add column health_score smallint check (health_score between 0 and 100),
      add column group_type text not null default 'none' check (group_type in ('none', 'relation', 'variation')),
      add column variation text,
      add column channels text[] not null default '{}',
      add column tags text[] not null default '{}'`,
    // Few listings have a low health. The index changes with the health only: a sold unit does not touch it.
    `create index listing_particulars_health on listing_particulars (company_id, health_score, listing_id)
      where health_score is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_particulars']);
  await sql`drop index listing_particulars_health`.execute(db);
  await sql`alter table listing_particulars drop column tags, drop column channels, drop column variation,
    drop column group_type, drop column health_score`.execute(db);
}
