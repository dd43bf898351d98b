import type { Locale } from '@primazia/backend/kernel/id';
import { RULE_WORDS } from '@primazia/backend/pricing/contract';

/** Texts by name, at any depth. */
interface Texts {
  [name: string]: string | Texts;
}
type Parts = Readonly<Record<string, unknown>>;

/** The texts of one language out of three, with placeholders in the pages' syntax. */
function spoken(words: Parts, locale: Locale): string | Texts {
  const own = words[locale];
  if (typeof own === 'string') return own.replaceAll(/\{(\w+)\}/g, '{{$1}}');
  const parts = Object.entries(words).filter(([, part]) => !Array.isArray(part));
  return Object.fromEntries(parts.map(([name, part]) => [name, spoken(part as Parts, locale)]));
}

/** The words of the fields of a rule, among the texts of the pages: `field.minPrice.name`. */
export function fieldTexts(locale: Locale): { field: Texts } {
  const fields = Object.entries(RULE_WORDS as Readonly<Record<string, Parts>>);
  return {
    field: Object.fromEntries(
      fields.map(([key, words]) => {
        const { name, column } = words;
        const heading = column === undefined ? {} : { column: { name, ...column } };
        return [key, spoken({ ...words, ...heading }, locale)];
      }),
    ),
  };
}
