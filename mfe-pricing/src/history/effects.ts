import { toAmount, toMinor } from '@primazia/backend/kernel/money';
import type { PriceUpdate, UndoEffect } from '@primazia/backend/pricing/contract';

type Change = Pick<PriceUpdate, 'oldPrice' | 'newPrice' | 'currencyCode'>;

/** The total increases and decreases of price updates, in each currency. */
export function effectsOf(updates: readonly Change[]): UndoEffect[] {
  const currencies = [...new Set(updates.map(({ currencyCode }) => currencyCode))];
  return currencies.map((currencyCode) => {
    const moves = updates
      .filter((update) => update.currencyCode === currencyCode)
      .map(({ oldPrice, newPrice }) => toMinor(newPrice) - toMinor(oldPrice));
    const up = moves.filter((move) => move > 0);
    const down = moves.filter((move) => move < 0);
    const sum = (parts: readonly number[]) =>
      toAmount(parts.reduce((total, part) => total + part, 0));
    return {
      currencyCode,
      raises: up.length,
      raisedBy: sum(up),
      lowers: down.length,
      loweredBy: -sum(down) || 0,
    };
  });
}
