// What of prices and rules waits for a person, counted for the bell.
import type { BellValues } from '../../kernel/bell.ts';
import type { Trx } from '../../platform/db.ts';

/** How many prices wait for approval; null: none does. */
export async function countPendingPrices(trx: Trx, companyId: number): Promise<BellValues | null> {
  const { count } = await trx
    .selectFrom('price_update')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count === 0 ? null : { count };
}

/** How many rules are paused, and the one that paused last; null: none is. */
export async function countPausedRules(trx: Trx, companyId: number): Promise<BellValues | null> {
  const rows = await trx
    .selectFrom('rule')
    .select('name')
    .select((eb) => eb.fn.countAll<number>().over().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'paused')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const [last] = rows;
  return last === undefined ? null : { count: last.count, ruleName: last.name };
}
