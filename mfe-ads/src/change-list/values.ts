import type { AdsChange } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { useCallback } from 'react';

/** Who made a change; null: a person who is gone. */
export const makerOf = ({ createdBy, isExplained }: AdsChange): string | null =>
  createdBy ?? (isExplained ? 'Primazia' : null);

/** Writes a value of a change: an amount, or the word for a status. */
export function useChangeValue() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ currencyCode }: AdsChange, { amount, status }: AdsChange['before']): string =>
      status === null ? format.money(amount, currencyCode) : t(`ads.status.${status}`),
    [t, format],
  );
}
