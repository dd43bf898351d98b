import {
  type ListingWithoutAds,
  WITHOUT_ADS_FIELDS,
  type WithoutAdsField,
} from '@primazia/backend/insights/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { AdCell } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { useAdsAccountFields } from '../lists/account-fields.tsx';

/** The columns and filters of listings without ads; the same objects until the language changes. */
export function useWithoutAdsColumns(): ListDeclaration<ListingWithoutAds> {
  const { t } = useTranslation();
  const format = useFormat();
  const ofAccount = useAdsAccountFields();
  return useMemo(
    () =>
      declareList<ListingWithoutAds, WithoutAdsField>(WITHOUT_ADS_FIELDS, [
        {
          field: 'title',
          label: t('without_ads.column.listing'),
          width: 340,
          ordered: true,
          cell: (listing) => <AdCell listing={listing} />,
        },
        {
          field: 'whyNot',
          label: t('without_ads.column.why_not'),
          valueName: (value) => t(`ads.why_not.${value}`),
          ordered: true,
          filter: { open: 1 },
          cell: ({ whyNot }) => t(`ads.why_not.${whyNot}`),
        },
        {
          field: 'effect',
          label: t('without_ads.column.effect'),
          ordered: true,
          cell: ({ effect, currencyCode }) =>
            effect === null ? MISSING : format.signedMoney(effect, currencyCode),
        },
        {
          field: 'units',
          label: t('without_ads.column.units'),
          ordered: true,
          cell: ({ units }) => format.integer(units),
        },
        {
          field: 'price',
          label: t('wizard.column.price'),
          ordered: true,
          cell: ({ price, currencyCode }) => format.money(price, currencyCode),
        },
        {
          field: 'stock',
          label: t('wizard.column.stock'),
          ordered: true,
          cell: ({ stock }) => format.integer(stock),
        },
        {
          field: 'healthScore',
          label: t('without_ads.column.health'),
          ordered: true,
          hidden: true,
          cell: ({ healthScore }) => healthScore ?? MISSING,
        },
        {
          field: 'skuMarketplace',
          label: t('without_ads.column.code'),
          hidden: true,
          cell: ({ skuMarketplace }) => skuMarketplace,
        },
        { field: 'sku', label: 'SKU', hidden: true, cell: ({ sku }) => sku ?? MISSING },
        { field: 'listingId', label: t('without_ads.column.listing_id') },
        { field: 'currencyCode', label: t('without_ads.column.currency') },
        ...ofAccount,
      ]),
    [t, format, ofAccount],
  );
}
