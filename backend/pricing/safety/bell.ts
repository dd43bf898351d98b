import { bell } from '../../kernel/bell.ts';
import { PRICE_SWITCH_MOVED } from '../contract.ts';

const link = () => '/app/historico-de-precos';

export const SWITCH_BELL = bell(PRICE_SWITCH_MOVED, {
  queue: 'notifications.price-switch',
  kinds: {
    prices_stopped: {
      level: 'warn',
      link,
      sentence: {
        pt: 'Todas as alterações de preço foram paradas por {{by}}.',
        en: 'All price changes were stopped by {{by}}.',
        es: '{{by}} detuvo todos los cambios de precio.',
      },
    },
    prices_stopped_by_breaker: {
      level: 'error',
      link,
      sentence: {
        pt: 'A proteção automática parou todas as alterações de preço: {{drops}} quedas de mais de {{percent}} % em {{minutes}} minutos. Confira as regras antes de liberar os preços.',
        en: 'The automatic protection stopped all price changes: {{drops}} drops of more than {{percent}} % within {{minutes}} minutes. Check the rules before you resume.',
        es: 'La protección automática detuvo todos los cambios de precio: {{drops}} bajadas de más de {{percent}} % en {{minutes}} minutos. Revisa las reglas antes de reanudar los precios.',
      },
    },
    prices_resumed: {
      level: 'info',
      link,
      sentence: {
        pt: 'As alterações de preço foram retomadas por {{by}}.',
        en: '{{by}} resumed the price changes.',
        es: '{{by}} reanudó los cambios de precio.',
      },
    },
  },
  entries({ stopped, by, detail }, occasion) {
    const subject = `price-switch:${occasion}`;
    if (!stopped) return [{ code: 'prices_resumed', values: { by }, subject }];
    if (detail === null) return [{ code: 'prices_stopped', values: { by }, subject }];
    const { drops, percent, minutes } = detail;
    return [{ code: 'prices_stopped_by_breaker', values: { drops, percent, minutes }, subject }];
  },
  // Somebody checked why the breaker tripped, and resumed the prices.
  resolves: ({ stopped }) =>
    stopped ? [] : [{ codes: ['prices_stopped_by_breaker'], about: null }],
});
