import { strategy, targetAt, targetOfWinner } from './strategy.ts';

/** Sets the price of the reference; while the listing wins, alone or with others, that of the best competitor. */
export const match = strategy({
  key: 'MATCH',
  fields: ['baseOn', 'warGuard'],
  learns: false,
  goesByPriceToWin: false,
  events: { rise: 'to_win', fall: 'to_win' },
  spreadsheetWords: ['empatar'],
  words: {
    pt: {
      label: 'Igualar',
      text: 'Usa o mesmo preço da referência.',
      help: 'Usa o mesmo preço da referência, nem um centavo a menos. Serve quando a sua reputação ou o seu envio já desempatam a seu favor.',
      sentence: 'Igualar {base}',
      lines: { match: 'Igual à referência: {target}.' },
    },
    en: {
      label: 'Match',
      text: 'Sets the same price as the reference.',
      help: 'Sets the same price as the reference, not a cent less. Use it when your reputation or your delivery already decides a tie in your favor.',
      sentence: 'Match {base}',
      lines: { match: 'The same as the reference: {target}.' },
    },
    es: {
      label: 'Igualar',
      text: 'Usa el mismo precio que la referencia.',
      help: 'Usa el mismo precio que la referencia, ni un centavo menos. Sirve cuando tu reputación o tu envío ya desempatan a tu favor.',
      sentence: 'Igualar {base}',
      lines: { match: 'Igual que la referencia: {target}.' },
    },
  },
  compute(situation) {
    const { rank, base, best } = situation;
    return rank === 'behind'
      ? targetAt('match', base, 0, base.comparable)
      : targetOfWinner('match', best, 0, best.comparable, situation);
  },
});
