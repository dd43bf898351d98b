import type { AdFigures } from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import type { Declared } from '@primazia/kit/list';
import { useCallback } from 'react';

type Figure = keyof AdFigures;
interface OfFigures {
  figures: AdFigures;
  currencyCode: string;
}

/** The columns of figures of advertising, in the order of the call; the `hidden` ones of them appear when they are chosen. */
export function useFigureColumns() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    <Name extends Figure>(
      names: readonly Name[],
      hidden: readonly Name[] = [],
    ): Declared<OfFigures, Name>[] => {
      const textOf = (name: Figure, value: number | null, currencyCode: string) => {
        switch (name) {
          case 'investment':
          case 'revenue':
          case 'cpc':
            return format.money(value, currencyCode);
          case 'acos':
          case 'ctr':
          case 'conversion':
            return value === null ? MISSING : format.percent(value / 100);
          case 'roas':
            return format.decimal(value, 2);
          default:
            return format.integer(value);
        }
      };
      return names.map((field) => ({
        field,
        label: t(`figure.${field as Figure}`),
        ordered: true,
        hidden: hidden.includes(field),
        cell: ({ figures, currencyCode }) => textOf(field, figures[field], currencyCode),
      }));
    },
    [t, format],
  );
}
