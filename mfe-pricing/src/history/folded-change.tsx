import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { TwoLines } from '@primazia/kit/ui';
import { priceBefore, updateIdsOf } from '../update/fold.ts';
import { PriceChange } from '../update/price-change.tsx';

/** The first and the last price of a row, and how many updates lie between them. */
export function FoldedChange({ update }: { update: PriceUpdate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = <PriceChange {...update} oldPrice={priceBefore(update)} />;
  const count = updateIdsOf(update).length;
  if (count === 1) return change;
  return (
    <TwoLines small={t('history.fold.count', { count, number: format.integer(count) })}>
      {change}
    </TwoLines>
  );
}
