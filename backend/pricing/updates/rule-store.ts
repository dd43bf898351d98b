// What the life of a price update reads and writes of rules.
import { type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import { anyOf } from './listing-store.ts';

export type RuleRow = Selectable<Tables['rule']>;

/** A rule as it is stored, without a lock; undefined: the company does not have it. */
export const ruleById = (
  trx: Trx,
  companyId: number,
  ruleId: number,
): Promise<RuleRow | undefined> =>
  trx
    .selectFrom('rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .executeTakeFirst();

/** Pauses rules that are enabled. */
export async function pauseRules(
  trx: Trx,
  companyId: number,
  ruleIds: readonly number[],
  now: Date,
): Promise<void> {
  // Locked in one order, so that two transactions that pause the same rules cause no deadlock.
  await trx
    .selectFrom('rule')
    .select('id')
    .where('company_id', '=', companyId)
    .where(anyOf('id', ruleIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  await trx
    .updateTable('rule')
    .set({ status: 'paused', version: sql<number>`version + 1`, updated_at: now })
    .where('company_id', '=', companyId)
    .where(anyOf('id', ruleIds))
    .where('status', '=', 'enabled')
    .execute();
}
