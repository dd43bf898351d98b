import type { AdsChange } from '@primazia/backend/ads/contract';
import { placementsOf } from '@primazia/backend/kernel/ads';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { useCallback } from 'react';

/** The author of a change; null: a person who no longer exists. */
export const makerOf = ({ createdBy, isExplained }: AdsChange): string | null =>
  createdBy ?? (isExplained ? 'Primazia' : null);

/** Whether a person makes it at the marketplace, or has marked it as made. */
export const isSuggestion = ({ state }: AdsChange): boolean =>
  state === 'suggested' || state === 'marked';

type Shown = Pick<AdsChange, 'currencyCode'> & { field: string };

/** Writes a value of a change: an amount, a target of ROAS, a day, a text, or the word for one. */
export function useChangeValue() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    (
      { field, currencyCode }: Shown,
      { amount, status, day, text }: AdsChange['before'],
    ): string => {
      if (status !== null) return t(`ads.status.${status}`);
      switch (field) {
        case 'endDate':
          return day === null ? t('campaign.no_end') : format.date(day);
        case 'startDate':
          return format.date(day);
        case 'name':
          return text ?? MISSING;
        case 'strategy':
          return t(`ads.strategy.${text}`);
        case 'biddingStrategy':
          return text === null ? MISSING : t(`ads.bidding.${text}`);
        case 'placements':
          return (
            placementsOf(text ?? '')
              .map(
                ({ placement, percent }) =>
                  `${t(`campaign.placement.${placement}`)} +${format.percent(percent / 100)}`,
              )
              .join(', ') || t('edit.no_placements')
          );
        case 'goalAcos':
          return amount === null ? MISSING : format.percent(amount / 100);
        case 'roasTarget':
          return format.decimal(amount, 2);
        default:
          return format.money(amount, currencyCode);
      }
    },
    [t, format],
  );
}
