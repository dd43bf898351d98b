import {
  LISTING_FIELDS,
  type ListingField,
  type PricedListing,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { AdCell, Ago } from '@primazia/kit/ui';
import { useMemo } from 'react';

/** The columns and filters of monitoring outside of the buybox; the same objects until the language changes. */
export function useOutsideColumns(): ListDeclaration<PricedListing> {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () =>
      declareList<PricedListing, ListingField>(LISTING_FIELDS, [
        {
          field: 'title',
          label: t('list.listing'),
          ordered: true,
          width: 316,
          cell: (listing) => <AdCell listing={listing} />,
        },
        {
          field: 'price',
          label: t('list.price'),
          filter: { open: 1 },
          ordered: true,
          cell: ({ price, currencyCode }) => format.money(price, currencyCode),
        },
        {
          field: 'bestRivalPrice',
          label: t('list.best_competitor'),
          help: 'best_rival',
          filter: { open: 2 },
          ordered: true,
          cell: ({ bestRivalPrice, currencyCode }) => format.money(bestRivalPrice, currencyCode),
        },
        {
          field: 'rivals',
          label: t('list.competitors'),
          cell: ({ rivals }) => format.integer(rivals),
        },
        {
          field: 'marketObservedAt',
          label: t('list.observed'),
          help: 'market_age',
          ordered: true,
          cell: ({ marketObservedAt }) =>
            marketObservedAt === null ? MISSING : <Ago at={marketObservedAt} />,
        },
      ]),
    [t, format],
  );
}
