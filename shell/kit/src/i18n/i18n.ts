import { DEFAULT_LOCALE, type Locale } from '@primazia/backend/kernel/id';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

export { useTranslation } from 'react-i18next';

/** Texts of one namespace; nested objects and i18next's plurals (`_one`, `_other`) are fine. */
export type Resources = object;

/** Where an app's texts are, by language: `{ pt: () => import('../locales/pt.json'), … }`. Only one is fetched. */
export type Texts = Record<Locale, () => Promise<{ default: Resources }>>;

/** What an app says, in the language of now. */
export interface Language {
  readonly i18n: i18n;
  /**
   * Changes the language, once its texts are here.
   * @throws what kept the texts away; the language stays as it was
   */
  speak(locale: Locale): Promise<void>;
}

const KIT: Texts = {
  pt: () => import(/* webpackChunkName: "kit-pt" */ './pt.json'),
  en: () => import(/* webpackChunkName: "kit-en" */ './en.json'),
  es: () => import(/* webpackChunkName: "kit-es" */ './es.json'),
};
const HELP: Texts = {
  pt: () => import(/* webpackChunkName: "kit-pt" */ '../help/glossary/pt.json'),
  en: () => import(/* webpackChunkName: "kit-en" */ '../help/glossary/en.json'),
  es: () => import(/* webpackChunkName: "kit-es" */ '../help/glossary/es.json'),
};

/** Texts in hand, by language and namespace. */
export type Spoken = Partial<Record<Locale, { kit: Resources; app: Resources }>>;

/** An instance over texts that are here: the first drawing does not wait. */
export function createI18n(locale: Locale, spoken: Spoken): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    defaultNS: 'app',
    ns: ['app', 'kit'],
    resources: spoken,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}

/**
 * Each app on the page has texts of its own, so that those of two modules never meet. Namespaces: `app`, the
 * default one, and `kit`.
 * @throws what kept the texts away
 */
export async function openLanguage(locale: Locale, app: Texts): Promise<Language> {
  const read = async (wanted: Locale) => {
    const [own, kit, help] = await Promise.all([app[wanted](), KIT[wanted](), HELP[wanted]()]);
    return { app: own.default, kit: { ...kit.default, help: help.default } };
  };
  const i18n = createI18n(locale, { [locale]: await read(locale) });
  return {
    i18n,
    async speak(wanted) {
      if (!i18n.hasResourceBundle(wanted, 'app')) {
        const texts = await read(wanted);
        for (const [namespace, words] of Object.entries(texts)) {
          i18n.addResourceBundle(wanted, namespace, words);
        }
      }
      await i18n.changeLanguage(wanted);
    },
  };
}
