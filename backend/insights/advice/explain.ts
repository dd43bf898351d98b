// Advice in words. Pure.
import { fillSentence, moneyFormat, plainFormat } from '../../kernel/explanation.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmount } from '../../kernel/money.ts';
import type { RecommendationDetails } from '../contract.ts';
import { FACT_TEXTS } from './fact-texts.ts';
import { FORMULA_TEXTS, REASON_TEXTS } from './reason-texts.ts';
import type { Row } from './row.ts';
import { FACTS, type FactName } from './rules/advice.ts';

type Of = Pick<Row, 'kind' | 'reason' | 'facts' | 'currency_code' | 'change'>;

const NONE = '—';

/** Spanish sets the sign apart. */
const PERCENT_SIGN = { pt: '%', en: '%', es: ' %' } as const;

function written(name: FactName, value: number | undefined, row: Of, locale: Locale): string {
  if (value === undefined) return NONE;
  switch (FACTS[name]) {
    case 'money':
      return moneyFormat(locale, row.currency_code).format(toAmount(Math.round(value)));
    case 'percent':
      return `${plainFormat[locale].format(Math.round(value * 10) / 10)}${PERCENT_SIGN[locale]}`;
    default:
      return plainFormat[locale].format(value);
  }
}

const isFact = (name: string): name is FactName => Object.hasOwn(FACTS, name);

/** Why it is advised. */
export function whyIn(row: Of, locale: Locale): string {
  const key = `${row.kind}.${row.reason}`;
  const texts = REASON_TEXTS[key];
  // Advice of a later version, which runs at the same time.
  if (texts === undefined) return key;
  return fillSentence(texts[locale], (name) =>
    isFact(name) ? written(name, row.facts[name], row, locale) : NONE,
  );
}

/** The numbers that it follows from. */
export const linesIn = (row: Of, locale: Locale): RecommendationDetails['lines'] =>
  (Object.keys(FACTS) as FactName[]).flatMap((name) =>
    row.facts[name] === undefined
      ? []
      : [
          {
            label: FACT_TEXTS[name][locale],
            text: written(name, row.facts[name], row, locale),
          },
        ],
  );

export const formulaIn = ({ kind }: Of, locale: Locale): string | null =>
  FORMULA_TEXTS[kind]?.[locale] ?? null;

const RULE = { pt: 'Regra', en: 'Rule', es: 'Regla' } as const;
const NO_RULE = { pt: 'nenhuma', en: 'none', es: 'ninguna' } as const;
const OFF = { pt: 'desativada', en: 'disabled', es: 'desactivada' } as const;
const ON = { pt: 'ativa', en: 'enabled', es: 'activa' } as const;

const BIDS = { pt: 'Soma dos lances', en: 'Sum of bids', es: 'Suma de las pujas' } as const;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
const TARGET = { pt: 'Segmentação', en: 'Target', es: 'Segmentación' } as const;
const RUNS = { pt: 'ativa', en: 'enabled', es: 'activa' } as const;
const PAUSED = { pt: 'pausada', en: 'paused', es: 'pausada' } as const;

/** What accepting it changes. */
export function changesIn(row: Of, locale: Locale): RecommendationDetails['changes'] {
  const { change, facts } = row;
  const fact = (name: FactName, value: number | undefined) => written(name, value, row, locale);
  switch (change?.act) {
    case 'create_rule':
      return [
        {
          label: RULE[locale],
          before: NO_RULE[locale],
          after: `PRIMAZIA, ${fact('minPrice', change.minPrice)} – ${fact('maxPrice', change.maxPrice)}`,
        },
      ];
    case 'enable_rule':
      return [{ label: RULE[locale], before: OFF[locale], after: ON[locale] }];
    case 'lower_minimum':
      return [
        {
          label: FACT_TEXTS.minPrice[locale],
          before: fact('minPrice', facts.minPrice),
          after: fact('minPrice', change.minPrice),
        },
      ];
    case 'approve_update':
      return [
        {
          label: FACT_TEXTS.price[locale],
          before: fact('price', facts.price),
          after: fact('newPrice', facts.newPrice),
        },
      ];
    case 'set_budget':
      return [
        {
          label: FACT_TEXTS.budget[locale],
          before: fact('budget', change.before),
          after: fact('newBudget', change.after),
        },
      ];
    case 'set_bids':
      return [
        {
          label: `${BIDS[locale]} (${change.bids.length})`,
          before: fact('cpc', sumOf(change.bids.map(({ before }) => before))),
          after: fact('cpc', sumOf(change.bids.map(({ after }) => after))),
        },
      ];
    case 'pause_target':
      return [{ label: TARGET[locale], before: RUNS[locale], after: PAUSED[locale] }];
    default:
      return [];
  }
}
