import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Shipping that a marketplace does not report is null, and so is the number of competitors where it does not report who
// else sells; a snapshot keeps what else was reported of the buybox. The previous version reads a null as 0.

const TABLES = ['listing', 'market', 'market_snapshot'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, TABLES);
  for (const statement of [
    'alter table listing alter column shipping_price drop not null',
    'alter table market alter column rivals drop not null',
    'alter table market_snapshot add column details text',
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, TABLES);
  for (const statement of [
    'update listing set shipping_price = 0 where shipping_price is null',
    'alter table listing alter column shipping_price set not null',
    'update market set rivals = 0 where rivals is null',
    'alter table market alter column rivals set not null',
    'alter table market_snapshot drop column details',
  ])
    await sql.raw(statement).execute(db);
}
