import { DEFAULT_LOCALE, type Locale } from '@primazia/backend/kernel/id';
import { createInstance, type i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext, initReactI18next } from 'react-i18next';
import { fetchAgain, isAllHere, putOff } from '../deferred/deferred.tsx';
import { fetchWhenPlugged } from '../deferred/plugged.ts';

export { useTranslation } from 'react-i18next';

/** Texts of one namespace; nested objects and i18next's plurals (`_one`, `_other`) are fine. */
export type Resources = object;

type Source = () => Promise<{ default: Resources }>;
type Sources = Record<Locale, Source>;

/** Where an app's texts are, by language: `{ pt: () => import('../locales/pt.json'), … }`. Only one is fetched. */
export interface Texts extends Sources {
  /** Those of them that the first page says; with these, all of them come once it stands. */
  first?: Sources;
}

/** What an app says, in the language of now. */
export interface Language {
  readonly i18n: i18n;
  /**
   * Changes the language, once its texts are here.
   * @throws what kept the texts away; the language stays as it was
   */
  speak(locale: Locale): Promise<void>;
  /** Asks for no more texts: nobody is there to read them. */
  end(): void;
}

const KIT: Texts = {
  pt: () => import(/* webpackChunkName: "kit-pt" */ './pt.json'),
  en: () => import(/* webpackChunkName: "kit-en" */ './en.json'),
  es: () => import(/* webpackChunkName: "kit-es" */ './es.json'),
  first: {
    pt: () => import(/* webpackChunkName: "kit-first-pt" */ './pt.json?first'),
    en: () => import(/* webpackChunkName: "kit-first-en" */ './en.json?first'),
    es: () => import(/* webpackChunkName: "kit-first-es" */ './es.json?first'),
  },
};
const HELP: Texts = {
  pt: () => import(/* webpackChunkName: "kit-pt" */ '../help/glossary/pt.json'),
  en: () => import(/* webpackChunkName: "kit-en" */ '../help/glossary/en.json'),
  es: () => import(/* webpackChunkName: "kit-es" */ '../help/glossary/es.json'),
  first: {
    pt: () => import(/* webpackChunkName: "kit-first-pt" */ '../help/glossary/pt.json?first'),
    en: () => import(/* webpackChunkName: "kit-first-en" */ '../help/glossary/en.json?first'),
    es: () => import(/* webpackChunkName: "kit-first-es" */ '../help/glossary/es.json?first'),
  },
};

/** Texts in hand, by language and namespace. */
export type Spoken = Partial<Record<Locale, { kit: Resources; app: Resources }>>;

/**
 * An instance over texts that are here: the first drawing does not wait.
 * @param isWhole false: more texts are on their way, and nothing is said in their place
 */
export function createI18n(locale: Locale, spoken: Spoken, isWhole = () => true): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    defaultNS: 'app',
    ns: ['app', 'kit'],
    resources: spoken,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key, instead) => instead ?? (isWhole() ? key : ''),
    // What stands on the page says the texts that came later.
    react: { bindI18nStore: 'added' },
    initAsync: false,
  });
  return instance;
}

/** Fetches the texts that are still to come, and rejects with what kept them away; null: all are here. */
type FetchRest = () => Promise<void> | null;

const rests = new WeakMap<i18n, FetchRest>();

/** What fetches the rest of the texts of the app around, where they are fetched at all. */
export function useRestOfTexts(): FetchRest | undefined {
  const around = useContext(I18nContext)?.i18n;
  return around && rests.get(around);
}

type Extent = 'first' | 'all';

/**
 * Each app on the page has texts of its own, so that those of two modules never meet. Namespaces: `app`, the
 * default one, and `kit`. What the first page does not say comes with all else that comes later.
 * @throws what kept the texts away
 */
export async function openLanguage(locale: Locale, app: Texts): Promise<Language> {
  const asked = new Map<Source, ReturnType<Source>>();
  // A key says more than nothing, once nobody knows when its text comes.
  let hasFailed = false;
  const fetchOnce = (source: Source) => {
    const known = asked.get(source);
    if (known !== undefined) return known;
    const coming = source();
    asked.set(source, coming);
    coming.catch(() => {
      asked.delete(source);
      hasFailed = true;
    });
    return coming;
  };
  const read = async (wanted: Locale, extent: Extent) => {
    const of = (texts: Texts) =>
      fetchOnce((extent === 'first' ? (texts.first ?? texts) : texts)[wanted]);
    const [own, kit, help] = await Promise.all([of(app), of(KIT), of(HELP)]);
    return { app: own.default, kit: { ...kit.default, help: help.default } };
  };
  let now = locale;
  const begun = isAllHere() ? 'all' : 'first';
  const whole = new Set<string>(begun === 'all' ? [locale] : []);
  const spoken = { [locale]: await read(locale, begun) };
  const i18n: i18n = createI18n(locale, spoken, () => hasFailed || whole.has(now));
  const complete = async (wanted: Locale) => {
    if (whole.has(wanted)) return;
    const texts = await read(wanted, 'all');
    whole.add(wanted);
    for (const [namespace, words] of Object.entries(texts)) {
      i18n.addResourceBundle(wanted, namespace, words, true, true);
    }
  };
  let completing: Promise<void> | null = null;
  const fetchRest = () => {
    if (whole.has(now)) return null;
    if (completing === null) {
      completing = fetchWhenPlugged(() => complete(now)).finally(() => {
        completing = null;
      });
      completing.catch(fetchAgain);
    }
    return completing;
  };
  rests.set(i18n, fetchRest);
  return {
    i18n,
    async speak(wanted) {
      await complete(wanted);
      now = wanted;
      await i18n.changeLanguage(wanted);
    },
    end: putOff(fetchRest),
  };
}
