import type { Locale } from '@primazia/backend/kernel/id';
import en from '../src/i18n/en.json' with { type: 'json' };
import es from '../src/i18n/es.json' with { type: 'json' };
import helpEn from '../src/i18n/glossary/en.json' with { type: 'json' };
import helpEs from '../src/i18n/glossary/es.json' with { type: 'json' };
import helpPt from '../src/i18n/glossary/pt.json' with { type: 'json' };
import { createI18n, type Language, type Resources } from '../src/i18n/i18n.ts';
import pt from '../src/i18n/pt.json' with { type: 'json' };

export type AppTexts = Record<Locale, Resources>;

export const NO_TEXTS: AppTexts = { pt: {}, en: {}, es: {} };

/** All languages at once, so that rendering does not wait for texts. */
export function languageOf(locale: Locale, app: AppTexts = NO_TEXTS): Language {
  const i18n = createI18n(locale, {
    pt: { app: app.pt, kit: { ...pt, help: helpPt } },
    en: { app: app.en, kit: { ...en, help: helpEn } },
    es: { app: app.es, kit: { ...es, help: helpEs } },
  });
  return {
    i18n,
    speak: async (wanted) => {
      await i18n.changeLanguage(wanted);
    },
    askServer: () => {},
    end: () => {},
  };
}
