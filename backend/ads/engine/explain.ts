// The lines of a decision in words. Pure.
import { fillSentence, moneyFormat, plainFormat } from '../../kernel/explanation.ts';
import type { Locale } from '../../kernel/id.ts';
import { DECISIONS, type DecisionCode } from './explanations/decisions.ts';
import { en } from './explanations/en.ts';
import { es } from './explanations/es.ts';
import type { Explanations } from './explanations/explanations.ts';
import { pt } from './explanations/pt.ts';
import type { Line } from './types.ts';

export const EXPLANATIONS: Readonly<Record<Locale, Explanations>> = { pt, en, es };

/** Which values are amounts of money. */
const MONEY = new Set(
  'bid breakEven from highest lowest perUnit present price priceThen to value worth'.split(' '),
);
/** Steps whose `from` is no amount. */
const OF_PERCENT = new Set(['warning']);

/**
 * Puts a line of an explanation into words.
 * @param currencyCode ISO 4217 code of the amounts in the line
 */
export function explain(line: Line, locale: Locale, currencyCode: string): Line & { text: string } {
  const money = moneyFormat(locale, currencyCode);
  const show = (name: string): string => {
    const value = line.values[name];
    if (value === null || value === undefined) return '—';
    if (typeof value !== 'number') return String(value);
    const isMoney = MONEY.has(name) && !OF_PERCENT.has(line.step);
    return (isMoney ? money : plainFormat[locale]).format(value);
  };
  const name = `${line.step}.${line.code}`;
  return { ...line, text: fillSentence(EXPLANATIONS[locale].lines[name] ?? name, show) };
}

/** Why an alternative was not chosen. */
export const whyNot = (code: string, locale: Locale): string =>
  EXPLANATIONS[locale].alternatives[code] ?? code;

/** The engine's sentence about a decision that is not about one bid. Amounts of money among its values are texts already. */
export const sentenceOf = (
  code: string,
  values: Readonly<Record<string, string | number>>,
  locale: Locale,
): string => {
  const sentence: Readonly<Record<Locale, string>> | undefined = DECISIONS[code as DecisionCode];
  if (sentence === undefined) throw new Error(`There is no sentence for ${code}`);
  return fillSentence(sentence[locale], (name) => {
    const value = values[name];
    return typeof value === 'number' ? plainFormat[locale].format(value) : String(value ?? '—');
  });
};
