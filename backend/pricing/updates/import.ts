// Price updates of the past, as another system kept them before the rules were here.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { Failure } from './engine/state-machine.ts';
import { insertUpdates, type NewUpdate } from './store.ts';

/** An update that has come to its end; `failure` where it was refused. */
export interface PastUpdate extends Omit<NewUpdate, 'state'> {
  state: 'applied' | 'rejected';
  failure: Failure | null;
}

/** A listing's price that was seen to change. */
export interface PastPriceChange {
  listing_id: number;
  at: Date;
  old_price: number;
  new_price: number;
}

const MOST_ROWS = 2_000;

/**
 * Adds updates to the history of listings, in the caller's transaction. They are over: nothing is sent, and no event is emitted.
 * @param changes of prices, no matter who made them
 */
export async function importUpdates(
  trx: Trx,
  companyId: number,
  past: readonly PastUpdate[],
  changes: readonly PastPriceChange[],
): Promise<void> {
  for (let from = 0; from < past.length; from += MOST_ROWS) {
    const some = past.slice(from, from + MOST_ROWS);
    const added = await insertUpdates(trx, some);
    // They come back in the order in which they were given.
    const ends = added.map(({ id }, n) => ({ id, failure: some[n]!.failure }));
    await sql`
      update price_update u set attempts = 1, failure = n.failure
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as n(id bigint, failure jsonb)
      where u.company_id = ${companyId} and u.id = n.id`.execute(trx);
  }
  await sql`
    insert into listing_price_change (company_id, listing_id, at, old_price, new_price)
    select ${companyId}, * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as n(listing_id bigint, at timestamptz, old_price bigint, new_price bigint)`.execute(trx);
}
