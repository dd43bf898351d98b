import { type BellCategory, bell } from '../../kernel/bell.ts';
import { PRICE_SWITCH_MOVED } from '../contract.ts';

const link = () => '/app/historico-de-precos';

/** What a guard held: the breaker, the stop switch, the parity of prices, the limits of a single move. */
export const HELD: BellCategory = {
  code: 'held_prices',
  name: {
    pt: 'Preços retidos',
    en: 'Held price changes',
    es: 'Precios retenidos',
  },
  about: {
    pt: 'Parada geral, proteção automática e preços que um limite da empresa reteve.',
    en: 'Stopped price changes, automatic protection, and prices that a limit of the company held.',
    es: 'Parada general, protección automática y precios que un límite de la empresa retuvo.',
  },
  shown: 'popup',
};

const common = { delivery: 'at_once', category: HELD, link } as const;

export const BELLS = [
  bell(PRICE_SWITCH_MOVED, {
    queue: 'notifications.price-switch',
    kinds: {
      prices_stopped: {
        ...common,
        level: 'warn',
        sentence: {
          pt: 'Todas as alterações de preço foram paradas por {{by}}.',
          en: 'All price changes were stopped by {{by}}.',
          es: '{{by}} detuvo todos los cambios de precio.',
        },
      },
      prices_stopped_by_breaker: {
        ...common,
        level: 'error',
        sentence: {
          pt: 'A proteção automática parou todas as alterações de preço: {{drops}} quedas de mais de {{percent}}% em {{minutes}} minutos. Confira as regras antes de liberar os preços.',
          en: 'The automatic protection stopped all price changes: {{drops}} drops of more than {{percent}}% within {{minutes}} minutes. Check the rules before you resume.',
          es: 'La protección automática detuvo todos los cambios de precio: {{drops}} caídas de más de {{percent}}% en {{minutes}} minutos. Revisa las reglas antes de reanudar los precios.',
        },
      },
      prices_resumed: {
        ...common,
        level: 'info',
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
  }),
] as const;
