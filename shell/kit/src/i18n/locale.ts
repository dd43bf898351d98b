import { DEFAULT_LOCALE, Locale } from '@primazia/backend/kernel/id';

const known = (tag: string | null | undefined): Locale | null =>
  Locale.options.find((locale) => tag?.toLowerCase().split('-')[0] === locale) ?? null;

/** The language to begin with: the stored one, then `?lang=`, the browser's, the page's; Portuguese otherwise. */
export function chooseLocale(stored: string | null): Locale {
  const asked = new URLSearchParams(location.search).get('lang');
  const tags = [stored, asked, ...navigator.languages, document.documentElement.lang];
  for (const tag of tags) {
    const locale = known(tag);
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALE;
}
