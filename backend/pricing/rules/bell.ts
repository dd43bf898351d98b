import { type BellKind, bell, MOST_SINGLE } from '../../kernel/bell.ts';
import { RULES_PAUSED } from '../contract.ts';

const link: BellKind['link'] = ({ listingId }) =>
  typeof listingId === 'number'
    ? `/app/precificacao-automatica?listingId=${listingId}`
    : '/app/precificacao-automatica';

// A rule that was enabled may be paused again, which is told again: so the occasion stands in the subject.
export const RULES_BELL = bell(RULES_PAUSED, {
  queue: 'notifications.rules-paused',
  kinds: {
    rule_paused: {
      level: 'warn',
      link,
      sentence: {
        pt: 'A regra “{{ruleName}}” foi pausada: alguém mudou o preço de {{title}} fora do Primazia.',
        en: 'The rule “{{ruleName}}” was paused: someone changed the price of {{title}} outside Primazia.',
        es: 'La regla “{{ruleName}}” fue pausada: alguien cambió el precio de {{title}} fuera de Primazia.',
      },
    },
    rules_paused: {
      level: 'warn',
      link,
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
  entries({ rules }, occasion) {
    if (rules.length > MOST_SINGLE) {
      const count = new Set(rules.map(({ id }) => id)).size;
      return [{ code: 'rules_paused', values: { count }, subject: `rules-paused:${occasion}` }];
    }
    return rules.map(({ id, name, listingId, title }) => ({
      code: 'rule_paused',
      values: { title, ruleName: name, listingId, ruleId: id },
      subject: `rule-paused:${id}:${occasion}`,
    }));
  },
});
