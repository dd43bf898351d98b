/// <reference path="../ambient.d.ts" />
import { DEFAULT_LOCALE, Locale } from '@primazia/backend/kernel/id';
import { PROBLEMS } from '@primazia/backend/kernel/problems';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchAgain, isAllHere, putOff } from '../deferred/deferred.tsx';
import { fetchWhenPlugged } from '../deferred/plugged.ts';
import { restsOfTexts } from '../deferred/rest-of-texts.ts';

export { useTranslation } from 'react-i18next';

/** Texts of one namespace; nested objects and i18next's plurals (`_one`, `_other`) are fine. */
export type Resources = object;

type Source = () => Promise<{ default: Resources }>;
type Sources = Record<Locale, Source>;

/** Where an app's texts are, by language: `{ pt: () => import('../locales/pt.json'), … }`. Only one is fetched. */
export interface Texts extends Sources {
  /** The texts of the first page among them; with these, the others are fetched after the first rows. */
  first?: Sources;
}

/** Reads the names of values that the server adds over time, in the session's language: by list (`update.state`) and value. */
type ReadWords = () => Promise<Record<string, Record<string, string>>>;

/** The texts of an app in the present language. */
export interface Language {
  readonly i18n: i18n;
  /**
   * Changes the language, once its texts are loaded.
   * @throws what kept the texts away; the language stays as it was
   */
  speak(locale: Locale): Promise<void>;
  /** Sets how the server's words are read for values that are newer than these texts; they are read once one is needed. */
  askServer(readWords: ReadWords): void;
  /** Stops requesting texts: no page needs them. */
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
  pt: () => import(/* webpackChunkName: "kit-pt" */ './glossary/pt.json'),
  en: () => import(/* webpackChunkName: "kit-en" */ './glossary/en.json'),
  es: () => import(/* webpackChunkName: "kit-es" */ './glossary/es.json'),
  first: {
    pt: () => import(/* webpackChunkName: "kit-first-pt" */ './glossary/pt.json?first'),
    en: () => import(/* webpackChunkName: "kit-first-en" */ './glossary/en.json?first'),
    es: () => import(/* webpackChunkName: "kit-first-es" */ './glossary/es.json?first'),
  },
};

/** Loaded texts, by language and namespace. */
export type Spoken = Partial<Record<Locale, { kit: Resources; app: Resources }>>;

/** Texts of errors that do not only come from the API. */
const commonTexts = (locale: Locale) => ({
  errors: Object.fromEntries(
    Object.entries(PROBLEMS).map(([code, texts]) => [code, texts[locale]]),
  ),
});

/**
 * An instance over loaded texts: the first rendering does not wait.
 * @param isWhole false: more texts are on their way, and nothing is said in their place
 */
export function createI18n(locale: Locale, spoken: Spoken, isWhole = () => true): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    defaultNS: 'app',
    ns: ['app', 'kit'],
    // Names of values that the server has and this page does not know: under the keys of the page's own texts.
    fallbackNS: ['common', 'words'],
    resources: Object.fromEntries(
      Locale.options.map((each) => [each, { ...spoken[each], common: commonTexts(each) }]),
    ),
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key, instead) => {
      const isHere = isWhole();
      return instead ?? (isHere ? key : '');
    },
    // Renders components again when texts are added, unless they are added silently.
    react: { bindI18nStore: 'added' },
    initAsync: false,
  });
  return instance;
}

/** The server's words, read once for each language in which a text is missing. */
function serverWords(add: (locale: Locale, words: Awaited<ReturnType<ReadWords>>) => void) {
  let read: ReadWords | null = null;
  let wanted: Locale | null = null;
  const states = new Map<Locale, 'coming' | 'here'>();
  /** Whether they are loaded; otherwise they are requested. */
  const need = (locale: Locale): boolean => {
    wanted = locale;
    if (read === null || states.has(locale)) return states.get(locale) === 'here';
    states.set(locale, 'coming');
    read().then(
      (words) => {
        states.set(locale, 'here');
        add(locale, words);
      },
      (error: unknown) => {
        // Asked for again when the text is drawn again.
        states.delete(locale);
        console.warn('The texts of the server could not be loaded.', error);
      },
    );
    return false;
  };
  return {
    need,
    /** Reads them for the language that is chosen; else those of the default language would be shown in it. */
    follow: (locale: Locale) => {
      if (wanted !== null) need(locale);
    },
    askServer: (readWords: ReadWords) => {
      read = readWords;
      if (wanted !== null) need(wanted);
    },
  };
}

type Extent = 'first' | 'all';

/**
 * Fetches all texts that an app says in a language, so that `openLanguage` does not wait for them.
 * @throws what kept them away
 */
export async function fetchTexts(locale: Locale, app: Texts): Promise<void> {
  await Promise.all([app, KIT, HELP].map((texts) => texts[locale]()));
}

/**
 * Each app on the page has texts of its own, so that those of two modules never meet. Namespaces: `app`, the default
 * one, and `kit`. Texts that the first page does not need are deferred.
 * @throws what kept the texts away
 */
export async function openLanguage(locale: Locale, app: Texts): Promise<Language> {
  const requested = new Map<Source, ReturnType<Source>>();
  // A key says more than nothing, once it is unknown when its text comes.
  let hasFailed = false;
  const fetchOnce = (source: Source) => {
    const known = requested.get(source);
    if (known !== undefined) return known;
    const coming = source();
    requested.set(source, coming);
    coming.catch(() => {
      requested.delete(source);
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
  const words = serverWords((wanted, said) => i18n.addResourceBundle(wanted, 'words', said));
  // Whether a text was needed that is still on its way.
  let isMissing = false;
  const i18n: i18n = createI18n(locale, spoken, () => {
    isMissing ||= !whole.has(now);
    return hasFailed || (whole.has(now) && words.need(now));
  });
  const complete = async (wanted: Locale) => {
    if (whole.has(wanted)) return;
    const texts = await read(wanted, 'all');
    whole.add(wanted);
    // Each added bundle renders the whole page again: on a slow machine, for more than a second.
    const silent = !isMissing;
    for (const [namespace, words] of Object.entries(texts)) {
      i18n.addResourceBundle(wanted, namespace, words, true, true, { silent });
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
  restsOfTexts.set(i18n, fetchRest);
  return {
    i18n,
    async speak(wanted) {
      await complete(wanted);
      now = wanted;
      words.follow(wanted);
      await i18n.changeLanguage(wanted);
    },
    askServer: words.askServer,
    end: putOff(fetchRest),
  };
}
