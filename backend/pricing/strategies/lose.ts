import { adjustmentUp, strategy, targetAt } from './strategy.ts';

/** Stays above the reference: for margin, where the buybox is not the aim. */
export const lose = strategy({
  key: 'LOSE',
  fields: ['baseOn', 'adjustment'],
  learns: false,
  goesByPriceToWin: false,
  events: { rise: 'increase_margin', fall: 'adjusting_rule' },
  spreadsheetWords: ['perder'],
  words: {
    pt: {
      label: 'Ficar acima',
      text: 'Fica acima da referência, pela margem.',
      help: 'Fica acima da referência, de propósito: com 2% e um concorrente a R$ 95,00, o preço é R$ 96,90. Serve para quem não quer disputar preço, mas acompanha o mercado.',
      sentence: 'Ficar {by} acima d{base}',
      lines: { stay_above: '{by} acima de {base} dá {target}.' },
    },
    en: {
      label: 'Stay above',
      text: 'Stays above the reference, for margin.',
      help: 'Stays above the reference on purpose: with 2% and a competitor at R$ 95.00, the price is R$ 96.90. For those who do not want to compete on price but follow the market.',
      sentence: 'Stay {by} above {base}',
      lines: { stay_above: '{base} plus {by} is {target}.' },
    },
    es: {
      label: 'Quedar por encima',
      text: 'Queda por encima de la referencia, por margen.',
      help: 'Queda por encima de la referencia, a propósito: con 2% y un competidor a R$ 95,00, el precio es R$ 96,90. Sirve para quien no quiere competir por precio, pero sigue al mercado.',
      sentence: 'Quedar {by} por encima d{base}',
      lines: { stay_above: '{by} por encima de {base} da {target}.' },
    },
  },
  compute({ base, adjustment }) {
    const by = adjustmentUp(adjustment, base.comparable);
    return targetAt('stay_above', base, by, base.comparable + by);
  },
});
