import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Which listing another one was made of: the two have one price, so one rule prices them. Only adds.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_particulars']);
  for (const statement of [
    'alter table listing_particulars add column made_of text',
    `create index listing_particulars_made_of on listing_particulars (company_id, made_of)
      where made_of is not null`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_particulars']);
  await sql.raw('alter table listing_particulars drop column made_of').execute(db);
}
