import type { Locale } from '@primazia/backend/kernel/id';
import { useCallback } from 'react';
import { useTranslation } from './i18n.ts';

/** A text in each language, where it is beside the one thing that it names. */
export type Words = Readonly<Record<Locale, string>>;

/** Says such texts in the language of now; the very same function for as long as it stays. */
export function useWords(): (words: Words) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback((words) => words[language as Locale], [language]);
}
