import type { AdsChange } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { useCallback } from 'react';

/** The author of a change; null: a person who no longer exists. */
export const makerOf = ({ createdBy, isExplained }: AdsChange): string | null =>
  createdBy ?? (isExplained ? 'Primazia' : null);

/** Whether a person makes it at the marketplace, or has marked it as made. */
export const isSuggestion = ({ state }: AdsChange): boolean =>
  state === 'suggested' || state === 'marked';

/** Writes a value of a change: an amount, a target of ROAS, the word for a status, or a last day. */
export function useChangeValue() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ field, currencyCode }: AdsChange, { amount, status, day }: AdsChange['before']): string => {
      if (status !== null) return t(`ads.status.${status}`);
      if (field === 'endDate') return day === null ? t('campaign.no_end') : format.date(day);
      return field === 'roasTarget'
        ? format.decimal(amount, 2)
        : format.money(amount, currencyCode);
    },
    [t, format],
  );
}
