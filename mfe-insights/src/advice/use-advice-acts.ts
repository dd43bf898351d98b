import {
  Dismissal,
  dismissRecommendations,
  type Recommendation,
  reopenRecommendations,
  SNOOZE_DAYS,
  snoozeRecommendations,
  undoRecommendation,
} from '@primazia/backend/insights/contract';
import { showError, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import {
  CheckmarkIcon,
  ClockIcon,
  RefreshIcon,
  RemoveCircleIcon,
  toast,
  UndoIcon,
} from '@primazia/kit/ui';
import { useCallback } from 'react';
import { ADVICE_ENDPOINTS } from './endpoints.ts';

/** The actions on advice; accepting opens a dialog first. */
export function useAdviceActs(onAccept: (row: Recommendation) => void) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const options = (done: string) => ({
    invalidates: ADVICE_ENDPOINTS,
    onSuccess: () => toast('positive', t(`advice.${done}`)),
    onError: (error: Parameters<typeof showError>[1]) => showError(t, error),
  });
  const { mutate: snooze } = useMutateCall(snoozeRecommendations, options('snoozed'));
  const { mutate: dismiss } = useMutateCall(dismissRecommendations, options('dismissed'));
  const { mutate: reopen } = useMutateCall(reopenRecommendations, options('reopened'));
  const { mutate: undo, isPending } = useMutateCall(undoRecommendation, options('undone'));
  return useCallback(
    (row: Recommendation): RowAction[] => {
      if (!mayWrite) return [];
      const ids = [row.id];
      const accept: RowAction = {
        id: 'accept',
        label: t(`advice.act.${row.act}`),
        icon: CheckmarkIcon,
        onPress: () => onAccept(row),
      };
      switch (row.state) {
        case 'open':
          return [
            ...(row.isDoneHere ? [accept] : []),
            ...SNOOZE_DAYS.map((days) => ({
              id: `snooze-${days}`,
              label: t('advice.snooze', { days }),
              icon: ClockIcon,
              inMenu: true,
              onPress: () => snooze({ body: { ids, days } }),
            })),
            ...Dismissal.options.map((reason) => ({
              id: `dismiss-${reason}`,
              label: t('advice.dismiss', { reason: t(`advice.dismissal.${reason}`) }),
              icon: RemoveCircleIcon,
              inMenu: true,
              onPress: () => dismiss({ body: { ids, reason } }),
            })),
          ];
        case 'snoozed':
        case 'dismissed':
          return [
            {
              id: 'reopen',
              label: t('advice.reopen'),
              icon: RefreshIcon,
              onPress: () => reopen({ body: { ids } }),
            },
          ];
        default:
          return row.canUndo
            ? [
                {
                  id: 'undo',
                  label: t('advice.undo'),
                  icon: UndoIcon,
                  busy: isPending,
                  onPress: () => undo({ params: { id: row.id } }),
                },
              ]
            : [];
      }
    },
    [t, mayWrite, snooze, dismiss, reopen, undo, isPending, onAccept],
  );
}
