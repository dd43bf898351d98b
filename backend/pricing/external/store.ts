// The changes of listings' prices, and which of our own prices may explain them.
import { sql } from 'kysely';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import type { OwnPush, PriceChange } from './price-changes.ts';

/** Changes of one listing's price that are observed, at most: the latest. */
const MOST_CHANGES = 200;
/** Ours that may explain them. */
const MOST_PUSHES = 300;
/** An update that was proposed so long before may still be the one that left. */
const PROPOSED_MS = 7 * 24 * 3_600_000;

/** The changes of listings' prices since an instant in their order, and the prices of ours that may explain them. */
export async function loadChanges(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  since: Date,
): Promise<Map<number, { changes: PriceChange[]; pushes: OwnPush[] }>> {
  const { rows: changed } = await sql<{
    listing_id: number;
    at: Date;
    old_price: Minor;
    new_price: Minor;
  }>`
    select wanted.listing_id, c.at, c.old_price, c.new_price
    from unnest(${listingIds}::bigint[]) as wanted (listing_id)
    cross join lateral (
      select at, id, old_price, new_price from listing_price_change c
      where c.company_id = ${companyId} and c.listing_id = wanted.listing_id and c.at >= ${since}
      order by c.at desc, c.id desc limit ${MOST_CHANGES}
    ) c
    order by c.at, c.id`.execute(trx);
  const found = new Map<number, { changes: PriceChange[]; pushes: OwnPush[] }>();
  for (const { listing_id, at, old_price, new_price } of changed) {
    const one = found.get(listing_id) ?? { changes: [], pushes: [] };
    one.changes.push({ at, from: old_price, to: new_price });
    found.set(listing_id, one);
  }
  if (found.size === 0) return found;
  const { rows: pushed } = await sql<{
    listing_id: number;
    new_price: Minor;
    created_at: Date;
    moved_at: Date;
  }>`
    select wanted.listing_id, u.new_price, u.created_at, u.moved_at
    from unnest(${[...found.keys()]}::bigint[]) as wanted (listing_id)
    cross join lateral (
      select new_price, created_at, moved_at from price_update u
      where u.company_id = ${companyId} and u.listing_id = wanted.listing_id and u.attempts > 0
        and u.created_at >= ${new Date(since.getTime() - PROPOSED_MS)}
      order by u.created_at desc limit ${MOST_PUSHES}
    ) u`.execute(trx);
  for (const { listing_id, new_price, created_at, moved_at } of pushed)
    found
      .get(listing_id)
      ?.pushes.push({ price: new_price, createdAt: created_at, movedAt: moved_at });
  return found;
}

/** Forgets changes of prices that no one looks at any more. */
export async function forgetChanges(trx: Trx, companyId: number, before: Date): Promise<void> {
  await trx
    .deleteFrom('listing_price_change')
    .where('company_id', '=', companyId)
    .where('at', '<', before)
    .execute();
}
