import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import {
  CheckmarkIcon,
  CloseIcon,
  EditIcon,
  HistoryIcon,
  RefreshIcon,
  UndoIcon,
} from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isRetryable, isUndoable, useUpdateActions } from '../update/use-update-actions.ts';

interface Opens {
  onRule: (update: PriceUpdate) => void;
  onUndo: (update: PriceUpdate) => void;
}

/** What can be done with one price update; the same function until a request is pending. */
export function useHistoryActions({
  onRule,
  onUndo,
}: Opens): (update: PriceUpdate) => readonly RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const actions = useUpdateActions();
  return useCallback(
    (update) => {
      const { state, listingId } = update;
      const busy = actions.busyId === update.id;
      const rule = {
        id: 'rule',
        label: t('action.open_rule'),
        icon: EditIcon,
        onPress: () => onRule(update),
      };
      const timeline = {
        id: 'timeline',
        label: t('history.open_listing'),
        icon: HistoryIcon,
        onPress: () =>
          void navigate({ to: '/historico-de-precos/$listingId', params: { listingId } }),
      };
      const open = [rule, timeline];
      if (!mayWrite) return open;
      const approve = {
        id: 'approve',
        label: t('action.approve'),
        icon: CheckmarkIcon,
        busy,
        onPress: () => actions.approve(update),
      };
      const cancel = {
        id: 'cancel',
        label: t('action.cancel_update'),
        icon: CloseIcon,
        busy,
        onPress: () => actions.cancel(update),
      };
      const retry = {
        id: 'retry',
        label: t(state === 'retry' ? 'history.retry_now' : 'history.try_again'),
        icon: RefreshIcon,
        busy,
        onPress: () => actions.retry(update),
      };
      const undo = {
        id: 'undo',
        label: t('action.undo'),
        icon: UndoIcon,
        onPress: () => onUndo(update),
      };
      return [
        ...(state === 'pending' ? [approve] : []),
        ...(isRetryable(update) ? [retry] : []),
        ...(state === 'pending' || state === 'retry' ? [cancel] : []),
        ...(isUndoable(update) ? [undo] : []),
        ...open,
      ];
    },
    [t, navigate, mayWrite, actions, onRule, onUndo],
  );
}
