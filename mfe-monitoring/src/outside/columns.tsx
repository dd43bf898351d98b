import type { RankingStatus } from '@primazia/backend/monitoring/contract';
import {
  BUYBOX_FIELDS,
  type BuyboxField,
  type MonitoredListing,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import {
  AlertCircleIcon,
  InfoIcon,
  RemoveCircleIcon,
  StatusTag,
  TrophyIcon,
  TwoLines,
} from '@primazia/kit/ui';
import { useMemo } from 'react';
import { withMarketExports } from '../listing/market-exports.ts';
import { useSharedFields } from '../listing/use-shared-fields.tsx';
import { obstacleOf } from './obstacle.ts';

const APPEARANCES = {
  winning: { tone: 'positive', icon: TrophyIcon },
  losing: { tone: 'negative', icon: AlertCircleIcon },
  not_competing: { tone: 'notice', icon: RemoveCircleIcon },
  none: { tone: 'neutral', icon: InfoIcon },
} as const satisfies Record<RankingStatus, object>;

/** The rank of a listing among its competitors; nothing where its marketplace reports none, and none is watched. */
function RankTag({
  listing: { rankingStatus: status, marketplaceId, watched },
}: {
  listing: MonitoredListing;
}) {
  const { t } = useTranslation();
  const { traits } = useMarketplaces().of(marketplaceId) ?? {};
  if (status === 'none' && watched === 0 && traits?.reportsCompetitors !== true) return MISSING;
  return <StatusTag {...APPEARANCES[status]}>{t(`outside.rank.${status}`)}</StatusTag>;
}

/** Whether competitors are known, or the reason and the cure. */
function MonitorableCell({ listing }: { listing: MonitoredListing }) {
  const { t } = useTranslation();
  const { traits } = useMarketplaces().of(listing.marketplaceId) ?? {};
  if (traits === undefined) return MISSING;
  const obstacle = obstacleOf(listing, traits.reportsCompetitors);
  return obstacle === null ? (
    t('outside.monitored')
  ) : (
    <TwoLines small={t(`outside.next.${obstacle}`)}>{t(`outside.why.${obstacle}`)}</TwoLines>
  );
}

/** The columns and filters of monitoring outside of the buybox; the same objects until the language changes. */
export function useOutsideColumns(): ListDeclaration<MonitoredListing> {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, price, bestRival, rivals, observed, rest } = useSharedFields();
  return useMemo(
    () =>
      withMarketExports(
        t,
        declareList<MonitoredListing, BuyboxField>(BUYBOX_FIELDS, [
          title,
          {
            field: 'rankingStatus',
            label: t('outside.ranking'),
            valueName: (value) => t(`outside.rank.${value}`),
            filter: { open: 1 },
            cell: (listing) => <RankTag listing={listing} />,
          },
          price,
          bestRival,
          rivals,
          {
            field: 'watchedPrice',
            label: t('outside.watched_price'),
            ordered: true,
            cell: ({ watchedPrice, currencyCode }) => format.money(watchedPrice, currencyCode),
          },
          {
            id: 'watchedCount',
            label: t('outside.watched'),
            exports: ['watched', 'watchedAway'],
            orderBy: 'watched',
            numeric: true,
            cell: ({ watched, watchedAway }) =>
              watchedAway === 0 ? (
                format.integer(watched)
              ) : (
                <TwoLines small={t('outside.away', { count: watchedAway })}>
                  {format.integer(watched)}
                </TwoLines>
              ),
          },
          {
            id: 'monitorable',
            label: t('outside.monitorable'),
            exports: [],
            cell: (listing) => <MonitorableCell listing={listing} />,
          },
          observed,
          { field: 'watched', label: t('outside.watched') },
          { field: 'watchedAway', label: t('outside.watched_away') },
          {
            field: 'buyboxStatus',
            label: t('buybox.status'),
            valueName: (value) => t(`kit:buybox.${value}`),
            filter: { open: 2 },
          },
          ...rest,
        ]),
      ),
    [t, format, title, price, bestRival, rivals, observed, rest],
  );
}
