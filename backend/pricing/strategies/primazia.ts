import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import {
  type Compared,
  type Learned,
  percentUp,
  type Situation,
  strategy,
  type Target,
  targetAt,
} from './strategy.ts';

/** Where the cheapest offer does not win, the price is lowered by this percentage at each new snapshot. */
const STEP_PERCENT = 1;

const ownPrice = (
  price: Minor,
  against: Compared,
  code: string,
  values: Record<string, number>,
  stays = false,
): Target => ({
  price,
  isOwnPrice: true,
  stays,
  against,
  line: { step: 'target', code, values },
});

/** The highest price known to win, where it is below the present one, which does not. */
function knownToWin({ memory, price }: Situation): Minor | null {
  const won = memory?.highestWon ?? null;
  return won !== null && won < price ? won : null;
}

/** The price that follows from what is known of the sellers, where it is another than the present one, and may win. */
function knownRatio({ known, memory, price, shipping, best }: Situation): Target | null {
  if (known === null) return null;
  const target = known.worthTrying - shipping;
  if (target <= 0 || target >= Math.min(price, memory?.lowestLost ?? Infinity)) return null;
  return ownPrice(target, best, 'ratio_down', {
    present: toAmount(price),
    target: toAmount(target),
  });
}

/** While not winning: to the price announced or known to win, else below the best competitor, else down step by step. */
function descend(situation: Situation): Target {
  const { priceToWin, holder, best, price, shipping } = situation;
  if (priceToWin !== null) {
    const values = { target: toAmount(priceToWin) };
    return ownPrice(priceToWin, holder ?? best, 'price_to_win', values);
  }
  const tried = knownRatio(situation);
  if (tried !== null) return tried;
  const won = knownToWin(situation);
  if (won !== null) {
    const values = { present: toAmount(price), target: toAmount(won) };
    return ownPrice(won, best, 'known_to_win', values);
  }
  const below = best.comparable - TICK;
  if (price + shipping > below) return targetAt('undercut', best, TICK, below);
  const step = Math.max(percentUp(price, STEP_PERCENT), TICK);
  const target = price - step;
  const values = { present: toAmount(price), by: toAmount(step), target: toAmount(target) };
  return ownPrice(target, best, 'step_down', values);
}

interface Ceiling {
  price: Minor;
  code: string;
}

/** A loss at a price that the marketplace had announced as winning outweighs its further announcements. */
const doubted = (memory: Learned | null): Minor | null =>
  memory?.toldWrong ? memory.lowestLost : null;

function ceilingOf({
  priceToWin,
  price,
  memory,
  known,
  best,
  safeMargin,
  shipping,
}: Situation): Ceiling {
  if (priceToWin !== null && priceToWin > price) {
    const lost = doubted(memory);
    return lost === null || lost > priceToWin
      ? { price: priceToWin, code: 'climb_to_told' }
      : { price: lost - TICK, code: 'climb_below_lost' };
  }
  const lost = memory?.lowestLost ?? null;
  if (lost !== null) {
    const belowLost = (known?.belowLost ?? Infinity) - shipping;
    if (belowLost < lost - TICK) return { price: belowLost, code: 'climb_below_ratio' };
    return { price: lost - TICK, code: 'climb_below_lost' };
  }
  if (known !== null) return { price: known.ceiling - shipping, code: 'climb_below_ratio' };
  const by = Math.max(percentUp(best.comparable, safeMargin), TICK);
  return { price: best.comparable - by - shipping, code: 'climb_below_best' };
}

/** A price above the present one that is known to win; null: there is none, or the marketplace says what would. */
function provenAbove({ known, memory, priceToWin, price, shipping }: Situation): Minor | null {
  if (known === null || (priceToWin !== null && priceToWin > price)) return null;
  const wins = Math.min(known.wins - shipping, (memory?.lowestLost ?? Infinity) - TICK);
  return wins > price ? wins : null;
}

/** While winning alone: up to a price that is known to win, or half of the way to the highest that may still win. */
function climb(situation: Situation): Target {
  const { price, best } = situation;
  const wins = provenAbove(situation);
  if (wins !== null) {
    const values = { present: toAmount(price), target: toAmount(wins) };
    return ownPrice(wins, best, 'ratio_up', values);
  }
  const ceiling = ceilingOf(situation);
  const stays = ceiling.price <= price;
  const step = stays ? 0 : Math.max(Math.floor((ceiling.price - price) / 2), TICK);
  const target = price + step;
  const values = {
    present: toAmount(price),
    ceiling: toAmount(ceiling.price),
    target: toAmount(target),
  };
  return ownPrice(target, best, stays ? 'at_ceiling' : ceiling.code, values, stays);
}

/** Searches for the highest price that wins: down to where it does, and up again as far as it does. */
export const primazia = strategy({
  key: 'PRIMAZIA',
  fields: ['safeMargin', 'warGuard'],
  learns: true,
  goesByPriceToWin: true,
  events: { rise: 'to_win', fall: 'to_win' },
  spreadsheetWords: [],
  words: {
    pt: {
      label: 'Primazia',
      text: 'Procura sozinha o preço mais alto que ainda ganha, e aprende com o mercado.',
      help: 'Procura sozinha o preço mais alto que ainda ganha: sobe aos poucos enquanto ganha, e volta ao último que ganhou quando perde. Se nem o mínimo ganha, fica junto do melhor concorrente; se o preço rende pouco e não ganha, sobe de madrugada para que os outros acompanhem. Você só define o mínimo e o máximo.',
      sentence: 'Ganhar o buybox pelo preço mais alto que ainda ganha',
      outside: 'Ser o mais barato pelo preço mais alto possível',
      lines: {
        price_to_win: 'O marketplace informa que {target} ganha.',
        known_to_win:
          '{present} não ganha, e {target} já ganhou antes: o preço volta a esse valor.',
        step_down: '{present} já é o menor preço e não ganha: {by} a menos dá {target}.',
        at_ceiling:
          'O anúncio ganha com {present}, e nada acima disso deve ganhar: o teto é {ceiling}.',
        climb_to_told:
          'O anúncio ganha com {present}, e o marketplace informa que {ceiling} ainda ganharia: metade do caminho dá {target}.',
        climb_below_lost:
          'O anúncio ganha com {present}; o menor preço que já perdeu fica logo acima de {ceiling}: metade do caminho até lá dá {target}.',
        ratio_down:
          '{present} não ganha. Pela proporção com que já ganhou e perdeu contra os mesmos concorrentes, o preço a tentar é {target}.',
        ratio_up:
          'O anúncio ganha com {present}. Na proporção com que já ganhou dos mesmos concorrentes, {target} também ganha.',
        climb_below_ratio:
          'O anúncio ganha com {present}. Pela proporção com que já ganhou e perdeu contra os mesmos concorrentes, o teto é {ceiling}: metade do caminho dá {target}.',
        climb_below_best:
          'O anúncio ganha com {present}, e o melhor concorrente deixa espaço até {ceiling}: metade do caminho dá {target}.',
      },
    },
    en: {
      label: 'Primazia',
      text: 'Finds by itself the highest price that still wins, and learns from the market.',
      help: 'It searches by itself for the highest price that still wins: it rises little by little while it wins, and returns to the last winning price when it loses. Where even the minimum does not win, it stays close to the best competitor; where the price earns little and does not win, it rises at night so that others can follow. You only set the minimum and the maximum.',
      sentence: 'Win the buybox at the highest price that still wins',
      outside: 'Be the cheapest at the highest price possible',
      lines: {
        price_to_win: 'The marketplace reports that {target} wins.',
        known_to_win:
          '{present} does not win, and {target} has won before: the price returns to it.',
        step_down: '{present} is already the lowest price and does not win: less {by} is {target}.',
        at_ceiling:
          'The listing wins at {present}, and no higher price is expected to win: the ceiling is {ceiling}.',
        climb_to_told:
          'The listing wins at {present}, and the marketplace reports that {ceiling} would win too: halfway is {target}.',
        climb_below_lost:
          'The listing wins at {present}; the lowest price that has lost is just above {ceiling}: halfway to it is {target}.',
        ratio_down:
          '{present} does not win. In proportion to the prices at which it won and lost against the same competitors, {target} is worth trying.',
        ratio_up:
          'The listing wins at {present}. In the proportion in which it has won against the same competitors, {target} wins too.',
        climb_below_ratio:
          'The listing wins at {present}. In proportion to the prices at which it won and lost against the same competitors, the ceiling is {ceiling}: halfway is {target}.',
        climb_below_best:
          'The listing wins at {present}, and the best competitor leaves room up to {ceiling}: halfway is {target}.',
      },
    },
    es: {
      label: 'Primazia',
      text: 'Busca por sí sola el precio más alto que todavía gana, y aprende del mercado.',
      help: 'Busca por sí sola el precio más alto que todavía gana: sube poco a poco mientras gana, y vuelve al último que ganó cuando pierde. Si ni el mínimo gana, queda junto al mejor competidor; si el precio deja poco y no gana, sube de madrugada para que los demás lo sigan. Tú solo defines el mínimo y el máximo.',
      sentence: 'Ganar el buybox al precio más alto que todavía gana',
      outside: 'Ser el más barato al precio más alto posible',
      lines: {
        price_to_win: 'El marketplace informa que {target} gana.',
        known_to_win: '{present} no gana, y {target} ya ganó antes: el precio vuelve a ese valor.',
        step_down: '{present} ya es el precio más bajo y no gana: {by} menos da {target}.',
        at_ceiling:
          'La publicación gana con {present}, y no se espera que gane nada más alto: el techo es {ceiling}.',
        climb_to_told:
          'La publicación gana con {present}, y el marketplace informa que {ceiling} también ganaría: la mitad del camino da {target}.',
        climb_below_lost:
          'La publicación gana con {present}; el precio más bajo que ya perdió está justo por encima de {ceiling}: la mitad del camino hasta allí da {target}.',
        ratio_down:
          '{present} no gana. Por la proporción con que ya ganó y perdió contra los mismos competidores, el precio a probar es {target}.',
        ratio_up:
          'La publicación gana con {present}. En la proporción con que ya les ganó a los mismos competidores, {target} también gana.',
        climb_below_ratio:
          'La publicación gana con {present}. Por la proporción con que ya ganó y perdió contra los mismos competidores, el techo es {ceiling}: la mitad del camino da {target}.',
        climb_below_best:
          'La publicación gana con {present}, y el mejor competidor deja espacio hasta {ceiling}: la mitad del camino da {target}.',
      },
    },
  },
  compute: (situation) => (situation.rank === 'alone' ? climb(situation) : descend(situation)),
});
