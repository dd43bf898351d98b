import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// What pages of the lists of monitoring are met by: how many compete for a listing's product, and which listings lose their buybox. Shares
// of time become double precision, still to a tenth: behind row-level security PostgreSQL neither estimates a range of numeric, nor
// looks it up in an index.

const HELD = ['market', 'buybox_share'];
const SHARES = ['share_day', 'share_week', 'share_month'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const retype = (type: string) =>
  `alter table buybox_share ${SHARES.map((name) => `alter column ${name} type ${type}`).join(', ')}`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await run(db, [
    'create index market_rivals on market (company_id, rivals, listing_id) where rivals is not null',
    `create index market_losing on market (company_id, listing_id) where buybox_status = 'LOSING'`,
    retype('double precision'),
    'analyze buybox_share',
  ]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await run(db, [retype('numeric(4, 1)'), 'drop index market_losing, market_rivals']);
}
