// The stop switch of a company and the counts of its breaker, as they are stored.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { BreakerSight, type PriceSwitch, StopReason } from '../contract.ts';
import type { BreakerTerms } from './engine/circuit-breaker.ts';

/** Whether the company has stopped all price changes. */
export const isStopped = async (trx: Trx, companyId: number): Promise<boolean> =>
  (
    await trx
      .selectFrom('company')
      .select('stops_price_changes')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
  ).stops_price_changes;

/** The name of a person of the company; null: no one by that id is one any more. */
export const personName = async (trx: Trx, personId: number): Promise<string | null> =>
  (await trx.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst())
    ?.name ?? null;

/** The switch as people see it. */
export async function readSwitch(trx: Trx, companyId: number): Promise<PriceSwitch> {
  const row = await trx
    .selectFrom('company')
    .leftJoin('person', 'person.id', 'company.stopped_by')
    .select([
      'stops_price_changes',
      'stopped_at',
      'stop_reason',
      'stop_detail',
      'person.name as by',
    ])
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (!row.stops_price_changes) {
    return { stopped: false, since: null, by: null, reason: null, detail: null };
  }
  return {
    stopped: true,
    since: row.stopped_at?.toISOString() ?? null,
    by: row.by,
    reason: StopReason.nullable().parse(row.stop_reason),
    detail: BreakerSight.nullable().parse(row.stop_detail),
  };
}

/**
 * Locks the company's switch and breaker for this transaction, and reads them: only one transaction at a time counts large
 * drops or moves the switch. A caller that locks listings too locks those first.
 */
export async function lockSwitch(
  trx: Trx,
  companyId: number,
): Promise<{ stopped: boolean; breaker: BreakerTerms }> {
  const row = await trx
    .selectFrom('company')
    .select(['stops_price_changes', 'breaker_percent', 'breaker_drops', 'breaker_minutes'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { stopped: row.stops_price_changes, breaker: termsOf(row) };
}

interface TermsRow {
  breaker_percent: number;
  breaker_drops: number;
  breaker_minutes: number;
}

const termsOf = (row: TermsRow): BreakerTerms => ({
  percent: row.breaker_percent,
  drops: row.breaker_drops,
  minutes: row.breaker_minutes,
});

/** When the breaker trips, read without a lock. */
export const breakerTerms = async (trx: Trx, companyId: number): Promise<BreakerTerms> =>
  termsOf(
    await trx
      .selectFrom('company')
      .select(['breaker_percent', 'breaker_drops', 'breaker_minutes'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow(),
  );

/** Who stops a company's prices, and why. */
export type Stop =
  | { reason: 'person'; personId: number }
  | { reason: 'breaker'; detail: BreakerSight };

/** Throws the switch; the caller has locked it. */
export async function stop(trx: Trx, companyId: number, by: Stop, now: Date): Promise<void> {
  await trx
    .updateTable('company')
    .set({
      stops_price_changes: true,
      stopped_at: now,
      stopped_by: by.reason === 'person' ? by.personId : null,
      stop_reason: by.reason,
      stop_detail: by.reason === 'breaker' ? by.detail : null,
    })
    .where('id', '=', companyId)
    .execute();
}

/** Clears the switch, and restarts the breaker's count, since a person has checked. The caller has locked the switch. */
export async function clear(trx: Trx, companyId: number): Promise<void> {
  await trx
    .updateTable('company')
    .set({
      stops_price_changes: false,
      stopped_at: null,
      stopped_by: null,
      stop_reason: null,
      stop_detail: null,
    })
    .where('id', '=', companyId)
    .execute();
  await trx.deleteFrom('price_drop').where('company_id', '=', companyId).execute();
}

/** How many large drops left since `since`, without those of some updates; deletes older ones. The caller has locked the switch. */
export async function dropsSince(
  trx: Trx,
  companyId: number,
  since: Date,
  apartFrom: readonly number[],
): Promise<number> {
  await trx
    .deleteFrom('price_drop')
    .where('company_id', '=', companyId)
    .where('left_at', '<', since)
    .execute();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from price_drop
    where company_id = ${companyId} and update_id <> all(${apartFrom}::bigint[])`.execute(trx);
  return rows[0]!.count;
}

/** Counts large drops that leave; an update that is tried again was counted before. The caller has locked the switch. */
export async function countDrops(
  trx: Trx,
  companyId: number,
  updateIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into price_drop (company_id, update_id, left_at)
    select ${companyId}, id, ${now} from unnest(${updateIds}::bigint[]) as id
    on conflict (company_id, update_id) do nothing`.execute(trx);
}
