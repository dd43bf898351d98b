// A person's settings of the bell: by category where it is shown and whether it is e-mailed, and the quiet hours.
import type { Selectable } from 'kysely';
import type { Shown } from '../kernel/bell.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Tables, type Trx, within } from '../platform/db.ts';
import { canMail } from '../platform/mail.ts';
import { problem } from '../platform/problems.ts';
import type { BellSettings, BellSettingsAnswer } from './contract.ts';
import { BELL_CATEGORIES, codesOf, kindOf } from './kinds.ts';
import type { Reader } from './store.ts';
import { isWithin, minuteIn, minuteOf, timeOf } from './time-of-day.ts';

export type SettingsRow = Selectable<Tables['notification_setting']>;

/** The settings that a person has saved in a company. */
export const loadSettings = (
  trx: Trx,
  { companyId, personId }: Reader,
): Promise<SettingsRow | undefined> =>
  trx
    .selectFrom('notification_setting')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .executeTakeFirst();

const choiceOf = (row: SettingsRow | undefined, category: { code: string; shown: Shown }) =>
  row?.categories[category.code] ?? { shown: category.shown, mails: false };

/** What follows from a person's settings. */
export interface Wish {
  /** The codes that the person does not want to see. */
  hidden: string[];
  /** Whether notifications of a code pop up. */
  popsUp(code: string): boolean;
  isQuietAt(at: Date): boolean;
  /** The codes that are e-mailed. */
  mailed: string[];
}

/** @param row undefined: the person has saved no settings */
export function wishOf(row: SettingsRow | undefined): Wish {
  const codesWhere = (is: (choice: ReturnType<typeof choiceOf>) => boolean) =>
    BELL_CATEGORIES.filter((category) => is(choiceOf(row, category))).flatMap(({ code }) =>
      codesOf(code),
    );
  return {
    hidden: codesWhere(({ shown }) => shown === 'none'),
    mailed: codesWhere(({ mails }) => mails),
    popsUp(code) {
      const kind = kindOf(code);
      if (kind === undefined) return false;
      const { category } = kind;
      return category === null || choiceOf(row, category).shown === 'popup';
    },
    isQuietAt(at) {
      if (row === undefined || row.quiet_from === null || row.quiet_until === null) return false;
      const quiet = { from: row.quiet_from, until: row.quiet_until };
      return isWithin(quiet, minuteIn(row.time_zone, at));
    },
  };
}

const scopeOf = ({ companyId, personId }: Reader) => ({ company: companyId, person: personId });

function toAnswer(ctx: AppContext, row: SettingsRow | undefined): BellSettingsAnswer {
  const isQuiet = row !== undefined && row.quiet_from !== null && row.quiet_until !== null;
  return {
    categories: BELL_CATEGORIES.map((category) => ({
      code: category.code,
      ...choiceOf(row, category),
    })),
    quiet: isQuiet ? { from: timeOf(row.quiet_from!), until: timeOf(row.quiet_until!) } : null,
    timeZone: row?.time_zone ?? null,
    mailEvery: row?.mail_every ?? 'day',
    canMail: canMail(ctx.config),
  };
}

/** The person's settings, with the defaults where the person has chosen nothing. */
export const getSettings = (ctx: AppContext, reader: Reader): Promise<BellSettingsAnswer> =>
  within(ctx.db, scopeOf(reader), async (trx) => toAnswer(ctx, await loadSettings(trx, reader)));

function refuseUnknown(categories: BellSettings['categories']): void {
  const faults = categories.flatMap(({ code }, at) =>
    BELL_CATEGORIES.some((category) => category.code === code)
      ? []
      : [
          {
            path: `categories.${at}.code`,
            code: 'invalid',
            message: `There is no category ${code}`,
          },
        ],
  );
  if (faults.length > 0) throw problem('invalid_request', { faults });
}

/** Saves the person's settings; a category that is left out stays as it is. E-mails begin with what comes from now on. */
export const saveSettings = (
  ctx: AppContext,
  reader: Reader,
  { categories, quiet, timeZone, mailEvery }: BellSettings,
): Promise<BellSettingsAnswer> =>
  within(ctx.db, scopeOf(reader), async (trx) => {
    refuseUnknown(categories);
    const before = await loadSettings(trx, reader);
    const chosen = {
      ...before?.categories,
      ...Object.fromEntries(categories.map(({ code, ...choice }) => [code, choice])),
    };
    const mails = Object.values(chosen).some((choice) => choice.mails);
    const row: SettingsRow = {
      company_id: reader.companyId,
      person_id: reader.personId,
      categories: chosen,
      quiet_from: quiet && minuteOf(quiet.from),
      quiet_until: quiet && minuteOf(quiet.until),
      time_zone: timeZone,
      mail_every: mailEvery,
      mailed_until: mails ? (before?.mailed_until ?? ctx.clock()) : null,
    };
    await trx
      .insertInto('notification_setting')
      .values(row)
      .onConflict((conflict) => conflict.columns(['company_id', 'person_id']).doUpdateSet(row))
      .execute();
    return toAnswer(ctx, row);
  });
