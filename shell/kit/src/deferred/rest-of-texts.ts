import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

/** Fetches the texts that are still to come, and rejects with what kept them away; null: all are here. */
type FetchRest = () => Promise<void> | null;

/** By the texts of an app; `openLanguage` enters what it put off. */
export const restsOfTexts = new WeakMap<i18n, FetchRest>();

/** What fetches the rest of the texts of the app around, where they are fetched at all. */
export function useRestOfTexts(): FetchRest | undefined {
  const around = useContext(I18nContext)?.i18n;
  return around && restsOfTexts.get(around);
}
