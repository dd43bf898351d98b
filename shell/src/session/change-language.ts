import type { Locale } from '@primazia/backend/kernel/id';
import { forgetAllPreferences, type Language } from '@primazia/kit/shell';
import { HOME } from '../navigation/return-path.ts';
import { withoutList } from '../navigation/search.ts';
import type { ShellParts } from '../shell-context.ts';
import { saveLanguage } from './own-language.ts';

export interface LanguageChange {
  shell: Pick<ShellParts, 'api' | 'session' | 'history' | 'modules'>;
  /** What the shell says; it fetches the texts that are not here yet. */
  language: Pick<Language, 'speak'>;
  /** Where lists keep how they look. */
  storage: Storage;
  /** What kept the change from happening: the language is still the one of before. */
  onFailure: (error: unknown) => void;
}

const isInside = (path: string) => path === HOME || path.startsWith(`${HOME}/`);

async function change(
  { shell, language, storage, onFailure }: LanguageChange,
  locale: Locale,
): Promise<void> {
  const { api, session, history, modules } = shell;
  try {
    await language.speak(locale);
    forgetAllPreferences(storage);
  } catch (error) {
    return onFailure(error);
  }
  Object.assign(session, { locale, localeChosen: true });
  saveLanguage({ api, session }, locale);
  const { pathname, search, hash } = history.location;
  if (!isInside(pathname)) return;
  // The guards have been asked already.
  history.replace(`${pathname}${withoutList(search)}${hash}`, undefined, { ignoreBlocker: true });
  await modules.restart();
}

/**
 * Changes the language of everything on the page. What was chosen in lists is cleared, in the browser and in the
 * address, and the module begins again, since filters and columns were chosen by the names of the other language. A
 * guard of unsaved work is asked first, and may keep all as it is.
 */
export function changeLanguage(parts: LanguageChange, locale: Locale): void {
  const { session, history } = parts.shell;
  if (session.locale === locale) return;
  if (!isInside(history.location.pathname)) return void change(parts, locale);
  // Asked last, after all guards, is the one that changes the language and does not navigate.
  const release = history.block({
    blockerFn: () => {
      void change(parts, locale);
      return true;
    },
    enableBeforeUnload: false,
  });
  history.push('/login');
  release();
}
