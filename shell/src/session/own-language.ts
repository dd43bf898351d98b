import { chooseLanguage } from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import type { ShellParts } from '../shell-context.ts';

type Parts = Pick<ShellParts, 'api' | 'session'>;

/** Stores the language for the person on the server; the page uses it already, without waiting. */
export function saveLanguage({ api, session }: Parts, locale: Locale): void {
  // A person with a host's token, or who has to change the password first, may not save this.
  if (session.refreshToken === null || session.mustChangePassword) return;
  api
    .call(chooseLanguage, { body: { locale } })
    .catch((error: unknown) =>
      console.error('The language is stored in this browser only.', error),
    );
}

/**
 * Decides at sign-in between the language of this browser and the user's stored one: a language chosen here takes precedence,
 * except on a foreign device.
 * @param theirs the user's stored language; null: none
 */
export function agreeOnLanguage({ api, session }: Parts, theirs: Locale | null | undefined): void {
  const isOurs = session.localeChosen && !session.temporary;
  if (theirs != null && !isOurs) session.locale = theirs;
  if (theirs == null && isOurs) saveLanguage({ api, session }, session.locale);
}
