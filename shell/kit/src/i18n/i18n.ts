import type { Locale } from '@primazia/backend/kernel/id';
import { DEFAULT_LOCALE } from '@primazia/backend/kernel/id';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import helpEn from '../help/glossary/en.json' with { type: 'json' };
import helpEs from '../help/glossary/es.json' with { type: 'json' };
import helpPt from '../help/glossary/pt.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

export { useTranslation } from 'react-i18next';

/** Texts of one namespace in every language; nested objects and i18next's plurals (`_one`, `_other`) are fine. */
export type Resources = Record<Locale, object>;

const KIT: Resources = {
  pt: { ...pt, help: helpPt },
  en: { ...en, help: helpEn },
  es: { ...es, help: helpEs },
};

/**
 * Each app on the page has an instance of its own, so that texts of two modules never meet.
 * Namespaces: `app`, the default one, and `kit`.
 */
export function createI18n(locale: Locale, app: Resources): i18n {
  const instance = createInstance();
  const resources = Object.fromEntries(
    Object.entries(KIT).map(([language, kit]) => [language, { kit, app: app[language as Locale] }]),
  );
  instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    defaultNS: 'app',
    ns: ['app', 'kit'],
    resources,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    // The texts are here already: the first drawing must not wait.
    initAsync: false,
  });
  return instance;
}
