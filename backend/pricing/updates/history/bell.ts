// What the digests of price changes say, by rule and hour.
import type { BellCategory, BellKind, BellValues } from '../../../kernel/bell.ts';

export const PRICES: BellCategory = {
  code: 'price_changes',
  name: {
    pt: 'Alterações de preço feitas',
    en: 'Price changes made',
    es: 'Cambios de precio hechos',
  },
  about: {
    pt: 'Um resumo por regra e hora do que ocorreu como previsto.',
    en: 'A digest by rule and hour of what went as intended.',
    es: 'Un resumen por regla y hora de lo que ocurrió según lo previsto.',
  },
  shown: 'bell',
};

/** A row of a list's filter as addresses write it. */
const row = (field: string, condition: string, value: string | number) =>
  `${field}:${condition}:${encodeURIComponent(value)}`;

/** The history with what the digest counts: of its rule where it is of one, and of its hour. */
const history =
  (isUndo: boolean): BellKind['link'] =>
  ({ from, until, ruleId }: BellValues) => {
    if (typeof from !== 'string' || typeof until !== 'string') return '/app/historico-de-precos';
    const hour = `${from}|${new Date(Date.parse(until) - 1).toISOString()}`;
    const filters = [
      row('createdAt', 'BETWEEN', hour),
      ...(typeof ruleId === 'number' ? [row('ruleId', 'IN', ruleId)] : []),
      row('state', 'IN', 'applied|undone'),
      row('eventType', isUndo ? '=' : '!=', 'undo'),
    ];
    const search = new URLSearchParams({ filters: filters.join(';') });
    return `/app/historico-de-precos?${search}`;
  };

const made = {
  level: 'success',
  delivery: 'digest',
  category: PRICES,
  link: history(false),
} as const;

export const DIGEST_KINDS = {
  rule_changed_prices: {
    ...made,
    sentence: {
      pt: 'A regra “{{ruleName}}” mudou {{count}} preços de {{listings}} anúncios, em média {{averagePercent}}.',
      en: 'The rule “{{ruleName}}” changed {{count}} prices of {{listings}} listings, {{averagePercent}} on average.',
      es: 'La regla “{{ruleName}}” cambió {{count}} precios de {{listings}} publicaciones, en promedio {{averagePercent}}.',
    },
  },
  rule_changed_price: {
    ...made,
    sentence: {
      one: {
        pt: 'A regra “{{ruleName}}” mudou o preço de {{title}} ({{averagePercent}}).',
        en: 'The rule “{{ruleName}}” changed the price of {{title}} ({{averagePercent}}).',
        es: 'La regla “{{ruleName}}” cambió el precio de {{title}} ({{averagePercent}}).',
      },
      other: {
        pt: 'A regra “{{ruleName}}” mudou {{count}} vezes o preço de {{title}}, em média {{averagePercent}}.',
        en: 'The rule “{{ruleName}}” changed the price of {{title}} {{count}} times, {{averagePercent}} on average.',
        es: 'La regla “{{ruleName}}” cambió {{count}} veces el precio de {{title}}, en promedio {{averagePercent}}.',
      },
    },
  },
  rules_changed_prices: {
    ...made,
    sentence: {
      pt: '{{rules}} regras mudaram {{count}} preços de {{listings}} anúncios, em média {{averagePercent}}.',
      en: '{{rules}} rules changed {{count}} prices of {{listings}} listings, {{averagePercent}} on average.',
      es: '{{rules}} reglas cambiaron {{count}} precios de {{listings}} publicaciones, en promedio {{averagePercent}}.',
    },
  },
  prices_restored: {
    ...made,
    link: history(true),
    sentence: {
      one: {
        pt: '{{count}} preço voltou ao valor anterior.',
        en: '{{count}} price was restored.',
        es: '{{count}} precio volvió a su valor anterior.',
      },
      other: {
        pt: '{{count}} preços voltaram ao valor anterior.',
        en: '{{count}} prices were restored.',
        es: '{{count}} precios volvieron a su valor anterior.',
      },
    },
  },
} as const satisfies Record<string, BellKind>;
