// Formats explanations of decisions: amounts and numbers in the format of a language's region.
import { currencyStyle } from './currency.ts';
import type { Locale } from './id.ts';

const REGION: Record<Locale, string> = { pt: 'pt-BR', en: 'en-US', es: 'es-AR' };

const PLAIN = { maximumFractionDigits: 4 };

/** Numbers that are no amounts of money. */
export const plainFormat: Readonly<Record<Locale, Intl.NumberFormat>> = {
  pt: new Intl.NumberFormat(REGION.pt, PLAIN),
  en: new Intl.NumberFormat(REGION.en, PLAIN),
  es: new Intl.NumberFormat(REGION.es, PLAIN),
};

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Amounts of money. Making a format costs more than using it a thousand times, and a page of history has hundreds of lines.
 * @param currencyCode ISO 4217
 */
export function moneyFormat(locale: Locale, currencyCode: string): Intl.NumberFormat {
  const key = `${locale} ${currencyCode}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(REGION[locale], {
    ...currencyStyle(currencyCode),
    useGrouping: 'always',
  });
  formats.set(key, made);
  return made;
}

/** Replaces the placeholders in single braces of a sentence with its values. */
export const fillSentence = (template: string, show: (name: string) => string): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => show(name));
