import { type Selectable, sql } from 'kysely';
import type { PageQuery } from '../kernel/page.ts';
import type { Tables, Trx } from '../platform/db.ts';
import { BELL_EVENTS } from './contract.ts';
import type { Entry } from './entries.ts';

/** Writes entries whose subject was not told yet, in the order given; gives the ids of those. */
export async function insertEntries(
  trx: Trx,
  companyId: number,
  entries: readonly Entry[],
  now: Date,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = await trx
    .insertInto('notification')
    .values(
      entries.map((entry) => ({
        company_id: companyId,
        level: BELL_EVENTS[entry.code],
        code: entry.code,
        values: entry.values,
        subject: entry.subject,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'subject']).doNothing())
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export type NotificationRow = Pick<
  Selectable<Tables['notification']>,
  'id' | 'level' | 'code' | 'values' | 'created_at'
>;

/** A page of the company's entries, newest first, and how many there are. */
export async function pageOfEntries(
  trx: Trx,
  companyId: number,
  query: PageQuery,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const ofCompany = trx.selectFrom('notification').where('company_id', '=', companyId);
  const rows = await ofCompany
    .select(['id', 'level', 'code', 'values', 'created_at'])
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.page * query.limit)
    .execute();
  const { total } = await ofCompany
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** The id up to which the person has read; 0: nothing yet. */
export async function readUpTo(trx: Trx, companyId: number, personId: number): Promise<number> {
  const row = await trx
    .selectFrom('notification_read')
    .select('up_to')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.up_to ?? 0;
}

export async function countAfter(trx: Trx, companyId: number, id: number): Promise<number> {
  const { total } = await trx
    .selectFrom('notification')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('id', '>', id)
    .executeTakeFirstOrThrow();
  return total;
}

/** Moves the mark of what the person has read; never back, and never past the newest entry there is. */
export async function moveReadMark(
  trx: Trx,
  companyId: number,
  personId: number,
  upTo: number,
): Promise<void> {
  const newest = sql<number>`(
    select coalesce(max(id), 0) from notification where company_id = ${companyId})`;
  await trx
    .insertInto('notification_read')
    .values({
      company_id: companyId,
      person_id: personId,
      up_to: sql<number>`least(${upTo}::bigint, ${newest})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'person_id']).doUpdateSet((expression) => ({
        up_to: sql<number>`greatest(notification_read.up_to, ${expression.ref('excluded.up_to')})`,
      })),
    )
    .execute();
}
