import type { Locale } from '@primazia/backend/kernel/id';
import { forgetAllPreferences, type Language } from '@primazia/kit/shell';
import { HOME } from '../navigation/return-path.ts';
import { withoutList } from '../navigation/search.ts';
import type { ShellParts } from '../shell-context.ts';
import { saveLanguage } from './own-language.ts';

export interface LanguageChange {
  shell: Pick<ShellParts, 'api' | 'session' | 'history' | 'modules'>;
  /** The texts of the shell; it fetches those that are not loaded yet. */
  language: Pick<Language, 'speak'>;
  /** The storage of the lists' preferences. */
  storage: Storage;
  /** Called when the change failed: the language stays the previous one. */
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
  // The guards have been asked before.
  history.replace(`${pathname}${withoutList(search)}${hash}`, undefined, { ignoreBlocker: true });
  await modules.restart();
}

/**
 * Changes the language of everything on the page. The choices in lists are cleared, in the browser and in the address,
 * and the module restarts, since filters and columns were chosen by their names in the other language. A guard of
 * unsaved work is asked first, and may prevent the change.
 */
export function changeLanguage(parts: LanguageChange, locale: Locale): void {
  const { session, history } = parts.shell;
  if (session.locale === locale) return;
  if (!isInside(history.location.pathname)) return void change(parts, locale);
  // This blocker is asked last, after all guards: it changes the language and does not navigate.
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
