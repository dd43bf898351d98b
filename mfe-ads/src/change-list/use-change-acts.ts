import {
  approveAdsChange,
  type CampaignChange,
  cancelAdsChange,
  markAdsChange,
  queryAdsChanges,
  undoAdsChange,
} from '@primazia/backend/ads/contract';
import { showError, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import { CheckmarkIcon, CloseIcon, HelpIcon, UndoIcon } from '@primazia/kit/ui';
import { useCallback } from 'react';
import { isSuggestion, useChangeValue } from './values.ts';

/** The actions on a change: approve, cancel, mark as done, undo, and see why the engine made it. */
export function useChangeActs(onWhy: (change: CampaignChange) => void) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const show = useChangeValue();
  const options = {
    invalidates: [queryAdsChanges],
    onError: (error: Parameters<typeof showError>[1]) => showError(t, error),
  };
  const { mutate: approve } = useMutateCall(approveAdsChange, options);
  const { mutate: cancel } = useMutateCall(cancelAdsChange, options);
  const { mutate: mark } = useMutateCall(markAdsChange, options);
  const { mutate: undo } = useMutateCall(undoAdsChange, options);
  return useCallback(
    (change: CampaignChange): RowAction[] => {
      const { state } = change;
      const params = { params: { changeId: change.id } };
      return [
        ...(mayWrite && state === 'pending'
          ? [
              {
                id: 'approve',
                label: t('change.approve'),
                icon: CheckmarkIcon,
                onPress: () => approve(params),
              },
            ]
          : []),
        ...(mayWrite && isSuggestion(change)
          ? [
              {
                id: 'mark',
                label: t('change.mark'),
                icon: CheckmarkIcon,
                onPress: () => mark(params),
              },
            ]
          : []),
        ...(mayWrite && (isSuggestion(change) || state === 'pending' || state === 'approved')
          ? [
              {
                id: 'cancel',
                label: t('change.cancel'),
                icon: CloseIcon,
                onPress: () => cancel(params),
              },
            ]
          : []),
        ...(mayWrite && state === 'applied'
          ? [
              {
                id: 'undo',
                label: t('change.restore', { value: show(change, change.before) }),
                icon: UndoIcon,
                onPress: () => undo(params),
              },
            ]
          : []),
        ...(change.isExplained
          ? [{ id: 'why', label: t('target.why'), icon: HelpIcon, onPress: () => onWhy(change) }]
          : []),
      ];
    },
    [t, mayWrite, show, approve, cancel, mark, undo, onWhy],
  );
}
