import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useFormat } from '@primazia/kit';

type Change = Pick<PriceUpdate, 'oldPrice' | 'newPrice' | 'currencyCode'>;

/** R$ 99,90 → R$ 94,90 (−5,0 %), on one line. */
export function PriceChange({ oldPrice, newPrice, currencyCode }: Change) {
  const format = useFormat();
  return (
    <span className="price-change">
      <span className="price-change__old">{format.money(oldPrice, currencyCode)}</span>
      <span aria-hidden="true">→</span>
      <strong>{format.money(newPrice, currencyCode)}</strong>
      <span className="price-change__difference">
        {format.signedPercent((newPrice - oldPrice) / oldPrice)}
      </span>
    </span>
  );
}
