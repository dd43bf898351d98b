import { type Kysely, sql } from 'kysely';

// The explanation of a price update and the offers of a market are read with their row, and no plan depends on their values.
// Yet ANALYZE reads and sorts 30,000 of them, of some thousand bytes each: 0.9 s of CPU time with every tenth by which price
// updates grow, while prices wait, and a quarter of that without them. `leaveOut` in `retention.ts` applies the setting to
// later partitions.

const WIDE = [
  ['price_update', 'explanation'],
  ['price_update', 'rival'],
  ['market_snapshot', 'packed'],
  ['market_snapshot', 'offers'],
] as const;

async function setStatistics(db: Kysely<unknown>, target: number): Promise<void> {
  for (const [table, column] of WIDE)
    await sql
      .raw(`alter table ${table} alter column ${column} set statistics ${target}`)
      .execute(db);
}

export const up = (db: Kysely<unknown>): Promise<void> => setStatistics(db, 0);

export const down = (db: Kysely<unknown>): Promise<void> => setStatistics(db, -1);
