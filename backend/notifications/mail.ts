// E-mails with the entries of the bell, for people who want them: planned each hour, recorded, and then sent.
import { sql } from 'kysely';
import * as z from 'zod';
import { hourOf } from '../kernel/bell.ts';
import { DEFAULT_LOCALE, Id, type Locale } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import type { Mailer } from '../platform/mail.ts';
import { DAILY_HOUR } from './contract.ts';
import { linkOf, valuesOf } from './kinds.ts';
import { digestMail, MOST_LINES } from './mail-texts.ts';
import { loadSettings, type SettingsRow, wishOf } from './settings.ts';
import { dayIn, minuteIn } from './time-of-day.ts';

const MailJob = z.object({ companyId: Id, mailId: Id });
export type MailJob = z.infer<typeof MailJob>;

export const MAIL: Queue<MailJob> = {
  name: 'notifications.mail',
  schema: MailJob,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 8,
  retryDelay: 30,
  policy: 'standard',
};

/** E-mails are kept this long, to find out what was sent. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Whether an e-mail of the hours up to `until` is due now: not in quiet hours, and a daily one once a day. */
function isDue(row: SettingsRow, until: Date, now: Date): boolean {
  if (row.mailed_until === null || row.mailed_until >= until) return false;
  if (wishOf(row).isQuietAt(now)) return false;
  if (row.mail_every === 'hour') return true;
  const isMorning = minuteIn(row.time_zone, now) >= DAILY_HOUR * 60;
  return isMorning && dayIn(row.time_zone, row.mailed_until) < dayIn(row.time_zone, now);
}

/**
 * Records an e-mail of the hours that are over, with its job, for each person of a company to whom one is due. Where no
 * notification came, none is recorded.
 */
export async function planMails(ctx: AppContext, trx: Trx, companyId: number): Promise<void> {
  const now = ctx.clock();
  const until = hourOf(now).from;
  const rows = await trx
    .selectFrom('notification_setting')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('mailed_until', 'is not', null)
    .orderBy('person_id')
    .forUpdate()
    .execute();
  for (const row of rows) if (isDue(row, until, now)) await record(ctx, trx, row, until);
  await trx
    .deleteFrom('notification_mail')
    .where('company_id', '=', companyId)
    .where('until', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
}

async function record(ctx: AppContext, trx: Trx, row: SettingsRow, until: Date): Promise<void> {
  const { company_id, person_id, mailed_until: since } = row;
  const company = { company_id, person_id };
  await trx
    .updateTable('notification_setting')
    .set({ mailed_until: until })
    .where('company_id', '=', company_id)
    .where('person_id', '=', person_id)
    .execute();
  const { total } = await entriesOf(trx, row, { since: since!, until });
  if (total === 0) return;
  const { id } = await trx
    .insertInto('notification_mail')
    .values({ ...company, since: since!, until, taken_at: null, sent_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.jobs.send(trx, MAIL, [{ companyId: company_id, mailId: id }]);
}

/** The entries of the time that are e-mailed to the person, newest first: the first lines, and how many there are. */
async function entriesOf(
  trx: Trx,
  row: SettingsRow,
  { since, until }: { since: Date; until: Date },
) {
  const rows = await trx
    .selectFrom('notification')
    .select(['code', 'values', 'created_at'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .where('company_id', '=', row.company_id)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .where(sql<boolean>`code = any(${wishOf(row).mailed}::text[])`)
    .where(sql<boolean>`not (counts and settled_at is not null)`)
    .orderBy('id', 'desc')
    .limit(MOST_LINES)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/**
 * Sends a recorded e-mail. It is marked before it goes to the mail server, so that no other process sends it too. Where the mail
 * server refuses it, it is retried; where the process stops meanwhile, it may have been sent and is not sent again.
 */
export async function sendMail(
  ctx: AppContext,
  mailer: Mailer,
  { companyId, mailId }: MailJob,
): Promise<void> {
  const inCompany = <T>(work: (trx: Trx) => Promise<T>) =>
    within(ctx.db, { company: companyId }, work);
  const mark = (trx: Trx, set: { taken_at?: Date | null; sent_at?: Date }) =>
    trx
      .updateTable('notification_mail')
      .set(set)
      .where('company_id', '=', companyId)
      .where('id', '=', mailId);
  const letter = await inCompany(async (trx) => {
    const taken = await mark(trx, { taken_at: ctx.clock() })
      .where('taken_at', 'is', null)
      .returning(['person_id', 'since', 'until'])
      .executeTakeFirst();
    return taken === undefined ? null : await write(ctx, trx, companyId, taken);
  });
  if (letter === null) {
    ctx.log.info('E-mail digest was acquired before; it is not sent again', { companyId, mailId });
    return;
  }
  try {
    await mailer.send(letter);
  } catch (error) {
    await inCompany((trx) => mark(trx, { taken_at: null }).execute());
    throw error;
  }
  await inCompany((trx) => mark(trx, { sent_at: ctx.clock() }).execute());
}

/** The e-mail; null where the person no longer wants one. */
async function write(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  { person_id: personId, since, until }: { person_id: number; since: Date; until: Date },
) {
  const row = await loadSettings(trx, { companyId, personId });
  const person = await trx
    .selectFrom('person')
    .innerJoin('membership', 'membership.person_id', 'person.id')
    .innerJoin('company', 'company.id', 'membership.company_id')
    .select(['person.name', 'person.email', 'person.locale', 'company.name as companyName'])
    .where('membership.company_id', '=', companyId)
    .where('person.id', '=', personId)
    .executeTakeFirst();
  if (row === undefined || person === undefined) return null;
  const { rows, total } = await entriesOf(trx, row, { since, until });
  if (total === 0) return null;
  const locale: Locale = person.locale ?? DEFAULT_LOCALE;
  const entries = rows.map(({ code, values: stored, created_at: at }) => {
    const values = valuesOf(code, stored);
    return { code, values, at, link: `${ctx.config.publicUrl}${linkOf(code, values)}` };
  });
  return digestMail(person, {
    entries,
    total,
    locale,
    timeZone: row.time_zone,
    settingsLink: `${ctx.config.publicUrl}/app/notificacoes`,
  });
}
