import { type Kysely, sql } from 'kysely';

// What explains a price update or holds a market's offers is read with its row, and no plan hangs on what it says. Yet
// the statistics of a table read and sort 30,000 such values, of some thousand bytes each: 0.9 s of a processor with
// every tenth that price updates grow by, while prices wait, and a quarter of that without them. `leaveOut` in
// `retention.ts` gives it on to partitions that come later.

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
