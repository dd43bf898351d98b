import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

/** Fetches the texts that are not loaded yet; rejects with the cause of a failure; null: all are loaded. */
type FetchRest = () => Promise<void> | null;

/** By the texts of an app; `openLanguage` adds its fetch here. */
export const restsOfTexts = new WeakMap<i18n, FetchRest>();

/** Returns the fetch of the remaining texts of the surrounding app, where it has one. */
export function useRestOfTexts(): FetchRest | undefined {
  const around = useContext(I18nContext)?.i18n;
  return around && restsOfTexts.get(around);
}
