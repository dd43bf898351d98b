import { sql } from 'kysely';
import type { BellValues } from '../../kernel/bell.ts';
import type { Trx } from '../../platform/db.ts';
import type { Held, Phase } from './engine/hold.ts';
import type { AlertKind } from './kinds.ts';

/** The key of an alert in its company. */
export interface AlertKey {
  kind: AlertKind;
  /** A listing, or an account. */
  aboutId: number;
  subject: string;
}

export interface Noted extends AlertKey, Held {
  facts: BellValues;
}

export const keyOf = ({ kind, aboutId, subject }: AlertKey): string =>
  JSON.stringify([kind, aboutId, subject]);

interface Row {
  kind: string;
  about_id: number;
  subject: string;
  phase: string;
  since: Date;
  due_at: Date | null;
  facts: BellValues;
}

const toNoted = (row: Row): Noted => ({
  kind: row.kind as AlertKind,
  aboutId: row.about_id,
  subject: row.subject,
  phase: row.phase as Phase,
  since: row.since,
  dueAt: row.due_at,
  facts: row.facts,
});

const keysOf = (keys: readonly AlertKey[]) =>
  JSON.stringify(keys.map(({ kind, aboutId, subject }) => ({ kind, about_id: aboutId, subject })));

/** The noted alerts with these keys, locked in one order. */
export async function lockNoted(
  trx: Trx,
  companyId: number,
  keys: readonly AlertKey[],
): Promise<Map<string, Noted>> {
  const { rows } = await sql<Row>`
    select a.kind, a.about_id, a.subject, a.phase, a.since, a.due_at, a.facts
    from monitoring_alert a
    join json_to_recordset(${keysOf(keys)}::text::json) as k(kind text, about_id bigint, subject text)
      on k.kind = a.kind and k.about_id = a.about_id and k.subject = a.subject
    where a.company_id = ${companyId}
    order by a.kind, a.about_id, a.subject for update of a`.execute(trx);
  return new Map(rows.map((row) => [keyOf(toNoted(row)), toNoted(row)]));
}

/** Has to be proven by later observations before it becomes an alert. */
const UNPROVEN: AlertKind = 'seller_gone';

/** Takes alerts that are due to be announced, or to be proven, and skips those that another transaction has locked. */
export async function takeDue(
  trx: Trx,
  companyId: number,
  now: Date,
  limit: number,
  what: 'proven' | 'unproven' = 'proven',
): Promise<Noted[]> {
  const { rows } = await sql<Row>`
    select kind, about_id, subject, phase, since, due_at, facts from monitoring_alert
    where company_id = ${companyId} and due_at <= ${now} and (kind = ${UNPROVEN}) = ${what === 'unproven'}
    order by due_at, kind, about_id, subject limit ${limit} for update skip locked`.execute(trx);
  return rows.map(toNoted);
}

/** Writes the noted alerts, and deletes the others. */
export async function saveNoted(
  trx: Trx,
  companyId: number,
  { written, forgotten }: { written: readonly Noted[]; forgotten: readonly AlertKey[] },
): Promise<void> {
  if (forgotten.length > 0)
    await sql`
      delete from monitoring_alert a
      using json_to_recordset(${keysOf(forgotten)}::text::json) as k(kind text, about_id bigint, subject text)
      where a.company_id = ${companyId} and k.kind = a.kind and k.about_id = a.about_id
        and k.subject = a.subject`.execute(trx);
  if (written.length === 0) return;
  const rows = written.map(({ aboutId, dueAt, ...rest }) => ({
    ...rest,
    about_id: aboutId,
    due_at: dueAt,
  }));
  await sql`
    insert into monitoring_alert as a (company_id, kind, about_id, subject, phase, since, due_at, facts)
    select ${companyId}, kind, about_id, subject, phase, since, due_at, facts
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as n(kind text, about_id bigint,
      subject text, phase text, since timestamptz, due_at timestamptz, facts jsonb)
    on conflict (company_id, kind, about_id, subject) do update set phase = excluded.phase,
      since = excluded.since, due_at = excluded.due_at, facts = excluded.facts`.execute(trx);
}

export interface AnnouncedLosses {
  /** The first of them, in the order in which they were lost. */
  losses: { aboutId: number; since: Date }[];
  all: number;
}

/** The listings whose buybox was lost since a moment, whose loss was announced, and which have not won it back. */
export async function announcedLosses(
  trx: Trx,
  companyId: number,
  since: Date,
  limit: number,
): Promise<AnnouncedLosses> {
  const { rows } = await sql<{ aboutId: number; since: Date; all: number }>`
    select about_id as "aboutId", since, count(*) over () as all from monitoring_alert
    where company_id = ${companyId} and kind = 'lost' and phase = 'holds' and since > ${since}
    order by since, about_id limit ${limit}`.execute(trx);
  return {
    losses: rows.map(({ all: _, ...loss }) => loss),
    all: rows[0]?.all ?? 0,
  };
}

export interface AlertedListing {
  title: string;
  currencyCode: string;
}

/** What alerts show of listings, by their ids. */
export async function alertedListings(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, AlertedListing>> {
  const rows = await trx
    .selectFrom('listing')
    .select(['id', 'title', 'currency_code as currencyCode'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, ...listing }) => [id, listing]));
}

/** The names of accounts that are not set aside. */
export const activeAccountNames = async (
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
