import { type BellCategory, bell } from '../../kernel/bell.ts';
import { RULES_LEFT_PAUSE, RULES_PAUSED } from '../contract.ts';

const PAUSED: BellCategory = {
  code: 'paused_rules',
  name: {
    pt: 'Regras pausadas',
    en: 'Paused rules',
    es: 'Reglas pausadas',
  },
  about: {
    pt: 'Regras que pausaram porque alguém mudou um preço fora do Primazia.',
    en: 'Rules that paused because someone changed a price outside Primazia.',
    es: 'Reglas que se pausaron porque alguien cambió un precio fuera de Primazia.',
  },
  shown: 'popup',
};

const former = {
  level: 'warn',
  delivery: 'former',
  category: PAUSED,
  link: ({ listingId }: { listingId?: unknown }) =>
    typeof listingId === 'number'
      ? `/app/precificacao-automatica?listingId=${listingId}`
      : '/app/precificacao-automatica',
} as const;

export const BELLS = [
  bell(RULES_PAUSED, {
    queue: 'notifications.rules-paused',
    kinds: {
      rules_wait: {
        level: 'warn',
        delivery: 'counted',
        category: PAUSED,
        link: () => '/app/regras-de-precificacao?tab=paused',
        sentence: {
          one: {
            pt: 'A regra “{{ruleName}}” está pausada. Confira os preços dela e ative-a de novo.',
            en: 'The rule “{{ruleName}}” is paused. Check its prices, and enable it again.',
            es: 'La regla “{{ruleName}}” está pausada. Revisa sus precios y vuelve a activarla.',
          },
          other: {
            pt: '{{count}} regras estão pausadas, entre elas “{{ruleName}}”. Confira os preços delas e ative-as de novo.',
            en: '{{count}} rules are paused, “{{ruleName}}” among them. Check their prices, and enable them again.',
            es: '{{count}} reglas están pausadas, entre ellas “{{ruleName}}”. Revisa sus precios y vuelve a activarlas.',
          },
        },
      },
      rule_paused: {
        ...former,
        sentence: {
          pt: 'A regra “{{ruleName}}” foi pausada: alguém mudou o preço de {{title}} fora do Primazia.',
          en: 'The rule “{{ruleName}}” was paused: someone changed the price of {{title}} outside Primazia.',
          es: 'La regla “{{ruleName}}” fue pausada: alguien cambió el precio de {{title}} fuera de Primazia.',
        },
      },
      rules_paused: {
        ...former,
        sentence: {
          one: {
            pt: '{{count}} regra foi pausada: alguém mudou preços fora do Primazia.',
            en: '{{count}} rule was paused: someone changed prices outside Primazia.',
            es: '{{count}} regla fue pausada: alguien cambió precios fuera de Primazia.',
          },
          other: {
            pt: '{{count}} regras foram pausadas: alguém mudou preços fora do Primazia.',
            en: '{{count}} rules were paused: someone changed prices outside Primazia.',
            es: '{{count}} reglas fueron pausadas: alguien cambió precios fuera de Primazia.',
          },
        },
      },
    },
    counts: () => ['rules_wait'],
  }),
  bell(RULES_LEFT_PAUSE, {
    queue: 'notifications.rules-left-pause',
    kinds: {},
    counts: () => ['rules_wait'],
  }),
];
