import {
  LISTING_FIELDS,
  type ListingField,
  type PricedListing,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { AdCell, Ago, BuyboxTag, SellerName } from '@primazia/kit/ui';
import { useMemo } from 'react';

/** Who has the buybox of a listing. */
function Winner({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const { winnerName, winnerSellerId, winnerPrice, buyboxStatus } = listing;
  if (winnerName === null && winnerPrice === null) return MISSING;
  // A marketplace that names no sellers does not name us either.
  if (winnerName === null && buyboxStatus === 'WINNING') return t('kit:seller.you');
  return <SellerName {...listing} name={winnerName} sellerId={winnerSellerId} />;
}

/** The columns and filters of buybox monitoring; the same objects until the language changes. */
export function useBuyboxColumns(): ListDeclaration<PricedListing> {
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
          field: 'buyboxStatus',
          label: t('buybox.status'),
          valueName: (value) => t(`kit:buybox.${value}`),
          filter: { open: 1 },
          help: 'buybox',
          cell: ({ buyboxStatus, marketplaceId }) => (
            <BuyboxTag status={buyboxStatus} marketplaceId={marketplaceId} />
          ),
        },
        {
          field: 'price',
          label: t('list.price'),
          filter: { open: 2 },
          ordered: true,
          cell: ({ price, currencyCode }) => format.money(price, currencyCode),
        },
        {
          field: 'winnerPrice',
          label: t('buybox.winner_price'),
          ordered: true,
          cell: ({ winnerPrice, currencyCode }) => format.money(winnerPrice, currencyCode),
        },
        {
          field: 'winnerName',
          label: t('buybox.winner'),
          cell: (listing) => <Winner listing={listing} />,
        },
        {
          field: 'bestRivalPrice',
          label: t('list.best_competitor'),
          help: 'best_rival',
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
