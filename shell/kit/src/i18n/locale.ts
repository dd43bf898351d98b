import { DEFAULT_LOCALE, Locale } from '@primazia/backend/kernel/id';

const known = (tag: string | null | undefined): Locale | null =>
  Locale.options.find((locale) => tag?.toLowerCase().split('-')[0] === locale) ?? null;

/**
 * The language to begin with: the stored one, then `?lang=`, the browser's, the page's; Portuguese otherwise. A
 * language that was chosen here, in the menu or by the address, takes precedence over the person's choice elsewhere,
 * which the server sends at sign-in; a detected one does not.
 * @param chosen whether the stored one was chosen
 */
export function beginningLocale(
  stored: string | null,
  chosen: boolean,
): { locale: Locale; localeChosen: boolean } {
  const before = known(stored);
  if (before !== null) return { locale: before, localeChosen: chosen };
  const requested = known(new URLSearchParams(location.search).get('lang'));
  if (requested !== null) return { locale: requested, localeChosen: true };
  for (const tag of [...navigator.languages, document.documentElement.lang]) {
    const locale = known(tag);
    if (locale !== null) return { locale, localeChosen: false };
  }
  return { locale: DEFAULT_LOCALE, localeChosen: false };
}
