import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import {
  AddIcon,
  CompareIcon,
  EditIcon,
  HeartIcon,
  HelpIcon,
  HistoryIcon,
  LayersIcon,
} from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useListingDialogs } from './listing-dialogs.tsx';

/** What can be done with one listing; the same function until the language changes. */
export function useRowActions(
  openRule: (listingId: number) => void,
): (listing: PricedListing) => RowAction[] {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const listingDialogs = useListingDialogs();
  return useCallback(
    (listing) => [
      // Those who may not make a rule can still read one.
      ...(listing.rule === null && !mayWrite
        ? []
        : [
            {
              id: 'rule',
              label: listing.rule === null ? t('action.make_rule') : t('action.open_rule'),
              icon: listing.rule === null ? AddIcon : EditIcon,
              onPress: () => openRule(listing.id),
            },
          ]),
      {
        id: 'history',
        label: t('listings.open_history'),
        icon: HistoryIcon,
        onPress: () =>
          void navigate({
            to: '/historico-de-precos/$listingId',
            params: { listingId: listing.id },
          }),
      },
      {
        id: 'competitors',
        label: t('competitors.open'),
        icon: CompareIcon,
        onPress: () => listingDialogs.competitors(listing),
      },
      ...(listing.rule === null
        ? []
        : [
            {
              id: 'why',
              label: t('why.no_change'),
              icon: HelpIcon,
              onPress: () => listingDialogs.why(listing),
            },
          ]),
      {
        id: 'health',
        label: t('listing.open_health'),
        icon: HeartIcon,
        onPress: () => listingDialogs.health(listing),
      },
      ...(listing.groupType === 'none'
        ? []
        : [
            {
              id: 'variations',
              label: t('listing.open_variations'),
              icon: LayersIcon,
              onPress: () => listingDialogs.variations(listing),
            },
          ]),
    ],
    [t, mayWrite, navigate, openRule, listingDialogs],
  );
}
