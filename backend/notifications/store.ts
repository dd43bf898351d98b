import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { BellEntry, Level, Resolved } from '../kernel/bell.ts';
import type { Actor } from '../platform/app-context.ts';
import type { Tables, Trx } from '../platform/db.ts';
import { type notifications, WAITING_LEVEL } from './contract.ts';

/** Who reads: the company's bell is one, what was read of it is each person's own. */
export type Reader = Pick<Actor, 'companyId' | 'personId'>;

export type BellQuery = z.output<NonNullable<(typeof notifications)['query']>>;

/**
 * Lets one transaction at a time write to a company's bell. Its ids then become visible in their order, so that no entry
 * appears below a mark up to which somebody has read.
 */
export async function lockBell(trx: Trx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bell', ${companyId}::bigint))`.execute(
    trx,
  );
}

export type NewNotification = BellEntry & { level: Level };

/** Writes entries whose subject was not told yet, in the order given; gives the ids of those. */
export async function insertEntries(
  trx: Trx,
  companyId: number,
  entries: readonly NewNotification[],
  now: Date,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = await trx
    .insertInto('notification')
    .values(entries.map((entry) => ({ ...entry, company_id: companyId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['company_id', 'subject']).doNothing())
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export type NotificationRow = Pick<
  Selectable<Tables['notification']>,
  'id' | 'level' | 'code' | 'values' | 'created_at'
> & { read: boolean; waits: boolean };

/** What waits for a person. The index `notification_open` has this very condition. */
const waits = sql<boolean>`(level = ${sql.lit(WAITING_LEVEL)} and settled_at is null)`;

/** What a person has read: up to a mark, and of what came later one by one. */
const isRead = ({ companyId, personId }: Reader) => sql<boolean>`(
  notification.id <= coalesce((
    select up_to from notification_read where company_id = ${companyId} and person_id = ${personId}), 0)
  or exists (
    select from notification_seen
    where company_id = ${companyId} and person_id = ${personId} and notification_id = notification.id))`;

const isUnread = (reader: Reader) => sql<boolean>`not ${isRead(reader)}`;

/** A page of the company's entries, newest first, and how many match the query. */
export async function pageOfEntries(
  trx: Trx,
  reader: Reader,
  { page, limit, before, level, show }: BellQuery,
): Promise<{ rows: NotificationRow[]; total: number }> {
  let matching = trx.selectFrom('notification').where('company_id', '=', reader.companyId);
  if (before !== undefined) matching = matching.where('id', '<', before);
  if (level !== undefined) matching = matching.where('level', '=', level);
  if (show === 'waiting') matching = matching.where(waits);
  if (show === 'unread') matching = matching.where(isUnread(reader));
  const rows = await matching
    .select(['id', 'level', 'code', 'values', 'created_at'])
    .select([isRead(reader).as('read'), waits.as('waits')])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(page * limit)
    .execute();
  const { total } = await matching
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function countUnread(trx: Trx, reader: Reader): Promise<number> {
  const mark = await readUpTo(trx, reader);
  const { total } = await trx
    .selectFrom('notification')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('company_id', '=', reader.companyId)
    .where('id', '>', mark)
    .where(isUnread(reader))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countWaiting(trx: Trx, companyId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('notification')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where(waits)
    .executeTakeFirstOrThrow();
  return total;
}

/** The id up to which the person has read all; 0: nothing yet. */
async function readUpTo(trx: Trx, { companyId, personId }: Reader): Promise<number> {
  const row = await trx
    .selectFrom('notification_read')
    .select('up_to')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.up_to ?? 0;
}

/** Whether the company's bell has such an entry. */
export async function hasEntry(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('notification')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSeen(
  trx: Trx,
  { companyId, personId }: Reader,
  notificationId: number,
): Promise<void> {
  await trx
    .insertInto('notification_seen')
    .values({ company_id: companyId, person_id: personId, notification_id: notificationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Settles one entry that waits; gives its code, or null where none does by that id. */
export async function settleOne(
  trx: Trx,
  { companyId, personId }: Reader,
  id: number,
  now: Date,
): Promise<string | null> {
  const row = await trx
    .updateTable('notification')
    .set({ settled_at: now, settled_by: personId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where(waits)
    .returning('code')
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Settles failures that are over; gives the ids of those that waited. */
export async function settleResolved(
  trx: Trx,
  companyId: number,
  { codes, about }: Resolved,
  now: Date,
): Promise<number[]> {
  let resolved = trx
    .updateTable('notification')
    .set({ settled_at: now })
    .where('company_id', '=', companyId)
    .where(waits)
    .where('code', 'in', codes);
  if (about !== null) {
    const { key, ids } = about;
    resolved = resolved.where(sql<boolean>`(values->>${key})::bigint = any(${ids}::bigint[])`);
  }
  const rows = await resolved.returning('id').execute();
  return rows.map((row) => row.id);
}

/** Moves the mark of what the person has read; never back, and never past the newest entry there is. */
export async function moveReadMark(
  trx: Trx,
  { companyId, personId }: Reader,
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
  // The mark covers these from now on.
  await trx
    .deleteFrom('notification_seen')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('notification_id', '<=', upTo)
    .execute();
}

/** A person's name; null where the person is unknown. */
export async function nameOf(trx: Trx, personId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('person')
    .select('name')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.name ?? null;
}
