import type { RankingStatus } from '@primazia/backend/monitoring/contract';
import {
  BUYBOX_FIELDS,
  type BuyboxField,
  type MonitoredListing,
} from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import {
  AlertCircleIcon,
  InfoIcon,
  RemoveCircleIcon,
  StatusTag,
  TrophyIcon,
} from '@primazia/kit/ui';
import { useMemo } from 'react';
import { useSharedFields } from '../listing/use-shared-fields.tsx';

const LOOKS = {
  winning: { tone: 'positive', icon: TrophyIcon },
  losing: { tone: 'negative', icon: AlertCircleIcon },
  not_competing: { tone: 'notice', icon: RemoveCircleIcon },
  none: { tone: 'neutral', icon: InfoIcon },
} as const satisfies Record<RankingStatus, object>;

/** Where a listing is among its competitors. */
function RankTag({ status }: { status: RankingStatus }) {
  const { t } = useTranslation();
  return <StatusTag {...LOOKS[status]}>{t(`outside.rank.${status}`)}</StatusTag>;
}

/** The columns and filters of monitoring outside of the buybox; the same objects until the language changes. */
export function useOutsideColumns(): ListDeclaration<MonitoredListing> {
  const { t } = useTranslation();
  const { title, price, bestRival, rivals, observed, rest } = useSharedFields();
  return useMemo(
    () =>
      declareList<MonitoredListing, BuyboxField>(BUYBOX_FIELDS, [
        title,
        {
          field: 'rankingStatus',
          label: t('outside.ranking'),
          valueName: (value) => t(`outside.rank.${value}`),
          filter: { open: 1 },
          cell: ({ rankingStatus }) => <RankTag status={rankingStatus} />,
        },
        price,
        bestRival,
        rivals,
        observed,
        {
          field: 'buyboxStatus',
          label: t('buybox.status'),
          valueName: (value) => t(`kit:buybox.${value}`),
          filter: { open: 2 },
        },
        ...rest,
      ]),
    [t, title, price, bestRival, rivals, observed, rest],
  );
}
