import { fillSentence, moneyFormat, plainFormat } from '../../kernel/explanation.ts';
import type { Locale } from '../../kernel/id.ts';
import { UNNAMED_SELLER } from '../../kernel/seller-name.ts';
import type { ExplanationLine } from '../contract.ts';
import { STRATEGIES } from '../strategies/registry.ts';
import { en } from './explanations/en.ts';
import { es } from './explanations/es.ts';
import type { Explanations } from './explanations/explanations.ts';
import { pt } from './explanations/pt.ts';
import type { Line } from './types.ts';

/** The engine's own sentences of a language, and those of the strategies for their targets. */
const withStrategies = (locale: Locale, { lines, words }: Explanations): Explanations => {
  const ofStrategies = Object.values(STRATEGIES).flatMap((strategy) =>
    Object.entries(strategy.words[locale].lines).map(([code, text]) => [`target.${code}`, text]),
  );
  return { lines: { ...lines, ...Object.fromEntries(ofStrategies) }, words };
};

export const EXPLANATIONS: Record<Locale, Explanations> = {
  pt: withStrategies('pt', pt),
  en: withStrategies('en', en),
  es: withStrategies('es', es),
};

/** Which values are amounts of money, and which are words of ours or of a marketplace to translate. */
const MONEY = new Set(
  'lastSet present price shipping comparable base by target ceiling minPrice maxPrice feeFixed from to'.split(
    ' ',
  ),
);
const WORDS = new Set(['status', 'reason']);

/** The names of sellers, and how many of them are not named. */
function namesText({ values: { names, unnamed } }: Line, locale: Locale): string {
  const others = Number(unnamed ?? 0);
  return [names, others > 0 ? `${others} ${UNNAMED_SELLER[locale].counted}` : '']
    .filter(Boolean)
    .join(', ');
}

/**
 * Puts a line of an explanation into words. A marketplace's word without a translation is shown
 * as the marketplace says it.
 * @param currencyCode ISO 4217 code of the amounts in the line
 */
export function explain(line: Line, locale: Locale, currencyCode: string): ExplanationLine {
  const { lines, words } = EXPLANATIONS[locale];
  const money = moneyFormat(locale, currencyCode);
  const show = (name: string): string => {
    const value = line.values[name];
    if (name === 'seller') return String(value || UNNAMED_SELLER[locale].inSentence);
    if (name === 'names') return namesText(line, locale);
    if (WORDS.has(name)) return words[String(value ?? 'unknown')] ?? String(value);
    if (value === null || value === undefined) return '—';
    if (typeof value !== 'number') return String(value);
    return (MONEY.has(name) ? money : plainFormat[locale]).format(value);
  };
  const template = lines[`${line.step}.${line.code}`] ?? `${line.step}.${line.code}`;
  return { ...line, text: fillSentence(template, show) };
}
