import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  AddIcon,
  CompareIcon,
  EditIcon,
  HeartIcon,
  HelpIcon,
  HistoryIcon,
  LayersIcon,
  type RowAction,
  useMayWrite,
  useTranslation,
} from '@primazia/kit';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useAdDialogs } from '../ad/ad-dialogs.tsx';

/** What can be done with one ad; the very same function for as long as the language stays. */
export function useRowActions(
  openRule: (listingId: number) => void,
): (listing: PricedListing) => RowAction[] {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const openAd = useAdDialogs();
  return useCallback(
    (listing) => [
      // Whoever may not make a rule can still read one.
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
        onPress: () => openAd.competitors(listing),
      },
      ...(listing.rule === null
        ? []
        : [
            {
              id: 'why',
              label: t('why.no_change'),
              icon: HelpIcon,
              onPress: () => openAd.why(listing),
            },
          ]),
      {
        id: 'health',
        label: t('ad.open_health'),
        icon: HeartIcon,
        onPress: () => openAd.health(listing),
      },
      ...(listing.groupType === 'none'
        ? []
        : [
            {
              id: 'variations',
              label: t('ad.open_variations'),
              icon: LayersIcon,
              onPress: () => openAd.variations(listing),
            },
          ]),
    ],
    [t, mayWrite, navigate, openRule, openAd],
  );
}
