import * as z from 'zod';
import { Locale } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import type { Mailer } from '../platform/mail.ts';
import { passwordMail } from './mail-texts.ts';
import * as store from './store.ts';
import { newLink } from './tokens.ts';

const HOUR = 60 * 60 * 1000;
/** How long a link is valid: a requested mail is opened at once, an invitation perhaps days later. */
const LINK_MILLISECONDS = { forgotten: HOUR, invited: 72 * HOUR } as const;

/** Asks for a mail with a link. The token is made when the mail is sent, and only the mail contains it. */
const PasswordMail = z.object({
  email: z.string(),
  /** The language of the requesting page, for a person who has not chosen one. */
  locale: Locale,
  occasion: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('forgotten') }),
    z.object({ kind: z.literal('invited'), companyName: z.string() }),
  ]),
});
export type PasswordMail = z.infer<typeof PasswordMail>;

export const PASSWORD_MAIL: Queue<PasswordMail> = {
  name: 'identity.password-mail',
  schema: PasswordMail,
  batch: 1,
  concurrency: 2,
  expireInSeconds: 60,
  retryLimit: 8,
  retryDelay: 5,
  policy: 'standard',
};

/**
 * Makes a link, which ends the one before, and mails it; does nothing where no person has that e-mail. The database
 * holds only a hash; a mail that could not be sent is written again, with another link.
 */
export async function sendPasswordMail(
  ctx: AppContext,
  mailer: Mailer,
  { email, locale, occasion }: PasswordMail,
): Promise<void> {
  const person = await within(ctx.db, { email }, (trx) => store.personByEmail(trx, email));
  if (person === undefined) return;
  const { token, hash } = newLink(person.id);
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + LINK_MILLISECONDS[occasion.kind]);
  await within(ctx.db, { person: person.id }, (trx) =>
    store.replaceLink(trx, { personId: person.id, tokenHash: hash, now, expiresAt }),
  );
  const link = `${ctx.config.publicUrl}/change-password?token=${token}`;
  const mail = { link, occasion, locale: person.locale ?? locale };
  await mailer.send(passwordMail(person, mail));
}
