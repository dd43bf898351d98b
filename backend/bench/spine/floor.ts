// The floor: what the same work costs without a product around it. The same texts through JSON.parse, and the same rows
// by plain SQL in the same batches into the same tables, as a superuser whom no policy concerns.
import type postgres from 'postgres';
import { inLanes } from '../../testing/lanes.ts';
import type { Round, Row } from './throughput.ts';

/** Connections that write at once. */
const LANES = 4;
/** The rows that the written ones point at, in the order of their foreign keys. */
const PARENTS = ['company', 'account', 'listing', 'rule'];

/** The columns of a table without those that the database computes itself. */
async function writtenColumns(
  sql: postgres.Sql | postgres.TransactionSql,
  table: string,
): Promise<string[]> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  return columns.map(({ name }) => name);
}

/** Copies what the written rows point at. */
async function copyParents(owner: postgres.Sql, floor: postgres.Sql): Promise<void> {
  for (const table of PARENTS) {
    const rows = await owner<{ row: object }[]>`select to_jsonb(t) as row from ${owner(table)} t`;
    const columns = floor(await writtenColumns(floor, table));
    await floor`
      insert into ${floor(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${floor(table)},
        ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
      on conflict do nothing`;
  }
}

const writePolls = (floor: postgres.Sql, snapshots: Row[], markets: Row[]) =>
  floor.begin(async (trx) => {
    await trx`
      insert into market_snapshot overriding system value
      select * from jsonb_populate_recordset(null::market_snapshot, ${JSON.stringify(snapshots)}::jsonb)`;
    if (markets.length === 0) return;
    const columns = trx(await writtenColumns(trx, 'market'));
    await trx`
      insert into market (${columns})
      select ${columns} from jsonb_populate_recordset(null::market, ${JSON.stringify(markets)}::jsonb)
      on conflict (company_id, listing_id) do update set snapshot_id = excluded.snapshot_id,
        observed_at = excluded.observed_at, buybox_status = excluded.buybox_status,
        fingerprint = excluded.fingerprint, winner_name = excluded.winner_name,
        winner_price = excluded.winner_price, best_rival_price = excluded.best_rival_price,
        rivals = excluded.rivals`;
  });

/** A listing has one waiting update at most: the one of the round before gives way, as it does in the product. */
const writeUpdates = (floor: postgres.Sql, updates: Row[]) =>
  floor.begin(async (trx) => {
    await trx`
      update price_update set state = 'canceled', version = version + 1, moved_at = now()
      where state = 'pending' and listing_id = any(${updates.map((row) => row.listing_id)}::bigint[])`;
    await trx`
      insert into price_update overriding system value
      select * from jsonb_populate_recordset(null::price_update, ${JSON.stringify(updates)}::jsonb)`;
  });

/** Does the rounds again without the product. Gives the milliseconds of each. */
export async function runFloor(
  owner: postgres.Sql,
  floor: postgres.Sql,
  rounds: readonly Round[],
): Promise<number[]> {
  await copyParents(owner, floor);
  const milliseconds: number[] = [];
  for (const { snapshotBatches, updateBatches } of rounds) {
    const started = performance.now();
    await inLanes(snapshotBatches, LANES, async ({ bodies, snapshots, markets }) => {
      for (const body of bodies) JSON.parse(body);
      await writePolls(floor, snapshots, markets);
    });
    await inLanes(updateBatches, LANES, (updates) => writeUpdates(floor, updates));
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}
