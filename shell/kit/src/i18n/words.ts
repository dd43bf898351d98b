import type { Locale } from '@primazia/backend/kernel/id';
import { useCallback } from 'react';
import { useTranslation } from './i18n.ts';

/** A text in each language, where it is beside the one thing that it names. */
export type Words = Readonly<Record<Locale, string>>;

/** Returns such texts in the present language; referentially stable until it changes. */
export function useWords(): (words: Words) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback((words) => words[language as Locale], [language]);
}
