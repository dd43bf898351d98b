import { TICK } from '../../kernel/money.ts';
import { adjustmentUp, percentUp, strategy, targetAt, targetOfWinner } from './strategy.ts';

/** Undercuts the reference to win; while winning alone, rises to a safe distance below the best competitor. */
export const win = strategy({
  key: 'WIN',
  fields: ['baseOn', 'adjustment', 'safeMargin', 'warGuard'],
  learns: false,
  goesByPriceToWin: true,
  events: { rise: 'to_win', fall: 'to_win' },
  spreadsheetWords: ['vencer'],
  words: {
    pt: {
      label: 'Ganhar',
      text: 'Fica abaixo da referência para ganhar.',
      help: 'Fica abaixo da referência pela diferença que você define. Com R$ 0,10 e o menor preço em R$ 95,00, o preço é R$ 94,90. Um preço que já ganha sozinho nunca desce.',
      sentence: 'Bater {base} por {by}',
      lines: { undercut_safely: 'A margem segura pede {by} abaixo de {base}: {target}.' },
    },
    en: {
      label: 'Win',
      text: 'Stays below the reference to win.',
      help: 'Stays below the reference by the difference that you set. With R$ 0.10 and the lowest price at R$ 95.00, the price is R$ 94.90. A price that wins alone is never lowered.',
      sentence: 'Beat {base} by {by}',
      lines: { undercut_safely: 'The safe margin keeps it {by} below {base}: {target}.' },
    },
    es: {
      label: 'Ganar',
      text: 'Queda por debajo de la referencia para ganar.',
      help: 'Queda por debajo de la referencia por la diferencia que defines. Con R$ 0,10 y el menor precio en R$ 95,00, el precio es R$ 94,90. Un precio que ya gana solo nunca baja.',
      sentence: 'Quedar {by} por debajo d{base}',
      lines: { undercut_safely: 'El margen seguro pide {by} por debajo de {base}: {target}.' },
    },
  },
  compute(situation) {
    const { rank, base, best, adjustment, safeMargin } = situation;
    if (rank !== 'alone') {
      const by = Math.max(adjustmentUp(adjustment, base.comparable), TICK);
      return targetAt('undercut', base, by, base.comparable - by);
    }
    const adjusted = Math.max(adjustmentUp(adjustment, best.comparable), TICK);
    const safe = percentUp(best.comparable, safeMargin);
    const by = Math.max(adjusted, safe);
    const code = safe > adjusted ? 'undercut_safely' : 'undercut';
    return targetOfWinner(code, best, by, best.comparable - by, situation);
  },
});
