import {
  type BuyboxField,
  type MonitoredListing,
  RuleStatus,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import { type Declared, useAccountFields } from '@primazia/kit/list';
import { AdCell, Ago, TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';

type Field = Declared<MonitoredListing, BuyboxField>;

/** What every list of monitoring shows of a listing, and filters by. */
interface SharedFields {
  title: Field;
  price: Field;
  bestRival: Field;
  rivals: Field;
  observed: Field;
  /** The last fields. */
  rest: Field[];
}

/** The same objects until the language changes. The list can be ordered only by fields with an index; see docs/adr/0014. */
export function useSharedFields(): SharedFields {
  const { t } = useTranslation();
  const format = useFormat();
  const ofAccount = useAccountFields();
  const marketplaces = useMarketplaces();
  return useMemo((): SharedFields => {
    const yesNo = (value: string) => t(`list.${value === 'true' ? 'yes' : 'no'}`);
    return {
      title: {
        field: 'title',
        label: t('list.listing'),
        ordered: true,
        width: 316,
        cell: (listing) => <AdCell listing={listing} />,
      },
      price: {
        field: 'price',
        label: t('list.price'),
        ordered: true,
        cell: ({ price, currencyCode }) => format.money(price, currencyCode),
      },
      bestRival: {
        field: 'bestRivalPrice',
        label: t('list.best_competitor'),
        help: 'best_rival',
        ordered: true,
        cell: ({ bestRivalPrice, currencyCode }) => format.money(bestRivalPrice, currencyCode),
      },
      rivals: {
        field: 'rivals',
        label: t('list.competitors'),
        ordered: true,
        // Zero: no other seller sells it; null: it is not reported.
        cell: ({ rivals, marketplaceId }) =>
          marketplaces.of(marketplaceId)?.traits.reportsCompetitors === true
            ? format.integer(rivals)
            : MISSING,
      },
      observed: {
        field: 'marketObservedAt',
        label: t('list.observed'),
        help: 'market_age',
        ordered: true,
        cell: ({ marketObservedAt, marketplaceId }) =>
          marketObservedAt === null ? (
            MISSING
          ) : (
            <TwoLines small={t('list.told_by', { marketplace: format.marketplace(marketplaceId) })}>
              <Ago at={marketObservedAt} />
            </TwoLines>
          ),
      },
      rest: [
        {
          id: 'highest',
          label: t('list.highest_price'),
          exports: [],
          hidden: true,
          numeric: true,
          cell: ({ highestPrice, currencyCode }) => format.money(highestPrice, currencyCode),
        },
        {
          field: 'stock',
          label: t('list.stock'),
          hidden: true,
          ordered: true,
          cell: ({ stock }) => format.integer(stock),
        },
        {
          field: 'margin',
          label: t('list.margin'),
          help: 'margin',
        },
        { field: 'sku', label: 'SKU', hidden: true, cell: ({ sku }) => sku ?? MISSING },
        {
          field: 'skuMarketplace',
          label: t('list.code'),
          hidden: true,
          cell: ({ skuMarketplace }) => skuMarketplace,
        },
        { field: 'catalogProductId', label: t('list.catalog_product') },
        ...ofAccount,
        {
          field: 'status',
          label: t('list.status'),
          valueName: (value) => t(`kit:listing.status.${value}`),
        },
        { field: 'fulfillment', label: t('list.fulfillment'), valueName: yesNo },
        {
          field: 'ruleStatus',
          label: t('list.rule_status'),
          valueName: (value) => t(`list.rule.${value}`),
          offered: RuleStatus.options,
        },
        { field: 'minPrice', label: t('list.min_price'), help: 'minimum' },
        { field: 'maxPrice', label: t('list.max_price'), help: 'maximum' },
      ],
    };
  }, [t, format, ofAccount, marketplaces]);
}
