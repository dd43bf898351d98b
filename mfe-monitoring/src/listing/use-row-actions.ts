import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import { CompareIcon } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The actions on a listing in a list; the same function until the language changes. */
export function useRowActions(): (listing: MonitoredListing) => RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
    ({ id }: MonitoredListing): RowAction[] => [
      {
        id: 'market',
        label: t('market.open'),
        icon: CompareIcon,
        onPress: () =>
          void navigate({ to: '/monitoramento-buybox/$listingId', params: { listingId: id } }),
      },
    ],
    [t, navigate],
  );
}
