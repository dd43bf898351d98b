import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { BellValues, Level, Resolved } from '../kernel/bell.ts';
import type { Actor } from '../platform/app-context.ts';
import type { Tables, Trx } from '../platform/db.ts';
import { type notifications, WAITING_LEVEL } from './contract.ts';

/** Who reads: a company has one bell, and each person has separate read marks. */
export type Reader = Pick<Actor, 'companyId' | 'personId'>;

export type BellQuery = z.output<NonNullable<(typeof notifications)['query']>>;

/**
 * Lets one transaction at a time write to a company's bell. Its ids then become visible in their order, so that no entry
 * appears below a mark up to which a person has read.
 */
export async function lockBell(trx: Trx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bell', ${companyId}::bigint))`.execute(
    trx,
  );
}

export interface NewNotification {
  code: string;
  level: Level;
  values: BellValues;
  subject: string;
  /** It counts what waits. */
  counts?: boolean;
}

/** Writes entries whose subject was not reported yet, in the order given; returns the ids of those. */
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

/** A failure that waits for a person. The index `notification_open` has exactly this condition. */
const isOpenFailure = sql<boolean>`(level = ${sql.lit(WAITING_LEVEL)} and settled_at is null)`;
/** A count of what waits for a person. The index `notification_counting` has the rows that count, of which there are few. */
const isCounting = sql<boolean>`(counts and settled_at is null)`;
const waits = sql<boolean>`(${isOpenFailure} or ${isCounting})`;
/** A count has no entry once nothing waits. */
const isThere = sql<boolean>`not (counts and settled_at is not null)`;

/** Which part of the bell a person sees. */
export interface Sight {
  /** The codes that the person does not want to see. */
  hidden: readonly string[];
  /** The codes without a pop-up: they count as read. */
  quiet: readonly string[];
}

const isOneOf = (codes: readonly string[]) => sql<boolean>`code = any(${codes}::text[])`;

const isSeen = ({ hidden }: Sight) => sql<boolean>`(${isThere} and not ${isOneOf(hidden)})`;

/** What a person has read: all up to a mark, and later entries one by one. */
const isRead = ({ companyId, personId }: Reader) => sql<boolean>`(
  notification.id <= coalesce((
    select up_to from notification_read where company_id = ${companyId} and person_id = ${personId}), 0)
  or exists (
    select from notification_seen
    where company_id = ${companyId} and person_id = ${personId} and notification_id = notification.id))`;

const isUnread = (reader: Reader, { quiet }: Sight) =>
  sql<boolean>`(not ${isOneOf(quiet)} and not ${isRead(reader)})`;

/** A page of the company's entries, newest first, and how many match the query. */
export async function pageOfEntries(
  trx: Trx,
  reader: Reader,
  sight: Sight,
  { page, limit, before, level, show }: BellQuery,
): Promise<{ rows: NotificationRow[]; total: number }> {
  let matching = trx
    .selectFrom('notification')
    .where('company_id', '=', reader.companyId)
    .where(isSeen(sight));
  if (before !== undefined) matching = matching.where('id', '<', before);
  if (level !== undefined) matching = matching.where('level', '=', level);
  if (show === 'waiting') matching = matching.where(waits);
  if (show === 'unread') matching = matching.where(isUnread(reader, sight));
  const rows = await matching
    .select(['id', 'level', 'code', 'values', 'created_at'])
    .select(sql<boolean>`not ${isUnread(reader, sight)}`.as('read'))
    .select(waits.as('waits'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(page * limit)
    .execute();
  const { total } = await matching
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function countUnread(trx: Trx, reader: Reader, sight: Sight): Promise<number> {
  const mark = await readUpTo(trx, reader);
  const { total } = await trx
    .selectFrom('notification')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('company_id', '=', reader.companyId)
    .where('id', '>', mark)
    .where(isSeen(sight))
    .where(isUnread(reader, sight))
    .executeTakeFirstOrThrow();
  return total;
}

/** How many entries wait for a person, and how many of them are failures. */
export async function countWaiting(
  trx: Trx,
  companyId: number,
  sight: Sight,
): Promise<{ waiting: number; failures: number }> {
  const count = async (condition: typeof waits) => {
    const { total } = await trx
      .selectFrom('notification')
      .select((expression) => expression.fn.countAll<number>().as('total'))
      .where('company_id', '=', companyId)
      .where(condition)
      .where(isSeen(sight))
      .executeTakeFirstOrThrow();
    return total;
  };
  const [failures, counting] = await Promise.all([count(isOpenFailure), count(isCounting)]);
  return { waiting: failures + counting, failures };
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

/** Settles one entry that waits; returns its code, or null where no such entry waits. */
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
    .where(isOpenFailure)
    .returning('code')
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Resolves what an entry reports of its listings, which may be reported again. */
export async function resolvePartsOf(
  trx: Trx,
  companyId: number,
  notificationId: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('notification_part')
    .set({ resolved_at: now })
    .where('company_id', '=', companyId)
    .where('notification_id', '=', notificationId)
    .where('resolved_at', 'is', null)
    .execute();
}

/**
 * Settles failures that are over; returns the ids of those that waited. A failure of several listings is over when it is
 * over for all of them.
 */
export async function settleResolved(
  trx: Trx,
  companyId: number,
  { codes, about }: Resolved,
  now: Date,
): Promise<number[]> {
  if (about?.key === 'listingId') await resolveParts(trx, companyId, codes, about.ids, now);
  let resolved = trx
    .updateTable('notification')
    .set({ settled_at: now })
    .where('company_id', '=', companyId)
    .where(isOpenFailure)
    .where('code', 'in', codes);
  if (about !== null) {
    const { key, ids } = about;
    // Entries of an earlier version have no parts.
    resolved = resolved
      .where(
        sql<boolean>`((values->>${key})::bigint = any(${ids}::bigint[]) or exists (
          select from notification_part p where p.company_id = ${companyId}
            and p.notification_id = notification.id and p.listing_id = any(${ids}::bigint[])))`,
      )
      .where(
        sql<boolean>`not exists (select from notification_part p where p.company_id = ${companyId}
          and p.notification_id = notification.id and p.resolved_at is null)`,
      );
  }
  const rows = await resolved.returning('id').execute();
  return rows.map((row) => row.id);
}

async function resolveParts(
  trx: Trx,
  companyId: number,
  codes: readonly string[],
  listingIds: readonly number[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('notification_part')
    .set({ resolved_at: now })
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .where(isOneOf(codes))
    .where('resolved_at', 'is', null)
    .execute();
}

/** A listing and cause that an event reports. */
export interface NewPart {
  listing_id: number;
  code: string;
  cause: string;
  /** It is reported again only where it was resolved, or if `happened_at` is known reported, before this. */
  resolved_before: Date;
  /** It is reported again where it happened later than what was reported; null: where that was resolved. */
  happened_at: string | null;
}

/** Records what is reported of listings; returns what was not reported already. */
export async function insertParts(
  trx: Trx,
  companyId: number,
  parts: readonly NewPart[],
  now: Date,
): Promise<Pick<NewPart, 'listing_id' | 'code' | 'cause'>[]> {
  const { rows } = await sql<Pick<NewPart, 'listing_id' | 'code' | 'cause'> & { is_new: boolean }>`
    with reported as (
      select n.listing_id, n.code, n.cause, p.reported_at, p.resolved_at, p.happened_at as reported_of,
        n.happened_at, coalesce(p.listing_id is null or case when n.happened_at is null
          then p.resolved_at <= n.resolved_before
          else p.happened_at is null
            or (p.happened_at < n.happened_at and p.reported_at <= n.resolved_before) end, false) as is_new
      from json_to_recordset(${JSON.stringify(parts)}::json) as n(listing_id bigint, code text,
        cause text, resolved_before timestamptz, happened_at timestamptz)
      left join notification_part p on p.company_id = ${companyId}
        and p.listing_id = n.listing_id and p.code = n.code and p.cause = n.cause
    ), written as (
      insert into notification_part (company_id, listing_id, code, cause, reported_at, happened_at)
      select ${companyId}, listing_id, code, cause,
        case when is_new or resolved_at is not null then ${now} else reported_at end,
        case when is_new then happened_at else reported_of end
      from reported
      on conflict (company_id, listing_id, code, cause) do update set resolved_at = null,
        reported_at = excluded.reported_at, happened_at = excluded.happened_at
      returning listing_id, code, cause
    )
    select listing_id, code, cause, is_new
    from reported join written using (listing_id, code, cause)`.execute(trx);
  return rows.filter((row) => row.is_new);
}

/** Records which entry contains the parts. */
export async function assignParts(
  trx: Trx,
  companyId: number,
  notificationId: number,
  { code, cause, listingIds }: { code: string; cause: string; listingIds: readonly number[] },
): Promise<void> {
  await trx
    .updateTable('notification_part')
    .set({ notification_id: notificationId })
    .where('company_id', '=', companyId)
    .where('code', '=', code)
    .where('cause', '=', cause)
    .where('listing_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .execute();
}

/** The newest entry of a kind and cause since a moment that is not settled. */
export async function openSince(
  trx: Trx,
  companyId: number,
  { code, cause, since }: { code: string; cause: string; since: Date },
): Promise<{ id: number; values: BellValues } | undefined> {
  return await trx
    .selectFrom('notification')
    .select(['id', 'values'])
    .where('company_id', '=', companyId)
    .where('created_at', '>=', since)
    .where('code', '=', code)
    .where('settled_at', 'is', null)
    .where(sql<boolean>`exists (select from notification_part p
      where p.company_id = ${companyId} and p.notification_id = notification.id and p.cause = ${cause})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Replaces what an entry says. */
export async function rewrite(
  trx: Trx,
  companyId: number,
  id: number,
  values: BellValues,
): Promise<void> {
  await trx
    .updateTable('notification')
    .set({ values })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The newest entry that counts a kind. */
export const newestCount = (
  trx: Trx,
  companyId: number,
  code: string,
): Promise<
  { id: number; values: BellValues; settled_at: Date | null; created_at: Date } | undefined
> =>
  trx
    .selectFrom('notification')
    .select(['id', 'values', 'settled_at', 'created_at'])
    .where('company_id', '=', companyId)
    .where('counts', '=', true)
    .where('code', '=', code)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Changes what an entry counts; settles it where nothing waits (`values` null), and reopens it where something does. */
export async function saveCount(
  trx: Trx,
  companyId: number,
  id: number,
  { values, now }: { values: BellValues | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('notification')
    .set(values === null ? { settled_at: now } : { values, settled_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The codes that a company's open entries count. */
export async function openCounts(trx: Trx, companyId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('notification')
    .select('code')
    .distinct()
    .where('company_id', '=', companyId)
    .where(isCounting)
    .execute();
  return rows.map((row) => row.code);
}

/** Replaces the digests of an hour, of these codes; returns the ids of those that changed. */
export async function replaceDigests(
  trx: Trx,
  companyId: number,
  {
    codes,
    from,
    entries,
  }: { codes: readonly string[]; from: Date; entries: readonly NewNotification[] },
  now: Date,
): Promise<number[]> {
  const gone = await trx
    .deleteFrom('notification')
    .where('company_id', '=', companyId)
    .where('created_at', '>=', from)
    .where(isOneOf(codes))
    .where(sql<boolean>`values->>'from' = ${from.toISOString()}`)
    .where(sql<boolean>`subject <> all(${entries.map(({ subject }) => subject)}::text[])`)
    .returning('id')
    .execute();
  if (entries.length === 0) return gone.map((row) => row.id);
  const written = await trx
    .insertInto('notification')
    .values(entries.map((entry) => ({ ...entry, company_id: companyId, created_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'subject'])
        .doUpdateSet((row) => ({
          code: row.ref('excluded.code'),
          values: row.ref('excluded.values'),
        }))
        .where(sql<boolean>`notification.values <> excluded.values`),
    )
    .returning('id')
    .execute();
  return [...gone, ...written].map((row) => row.id);
}

/** Moves the mark of what the person has read: never back, and never past the newest entry. */
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
