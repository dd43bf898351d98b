import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { Button } from '@primazia/kit/ui';
import { isRetryable, isUndoable, type UpdateActions } from '../update/use-update-actions.ts';

interface UpdateButtonsProps {
  update: PriceUpdate;
  actions: UpdateActions;
  onUndo: (update: PriceUpdate) => void;
}

/** What a person may do with one update; nothing where it is settled, or only to be read. */
export function UpdateButtons({ update, actions, onUndo }: UpdateButtonsProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  const { state } = update;
  const act = actions.busyId === update.id ? actions.busyAct : null;
  const busy = act !== null;
  return (
    <>
      {(state === 'pending' || state === 'retry') && (
        <Button
          variant="secondary"
          isPending={act === 'cancel'}
          isDisabled={busy && act !== 'cancel'}
          onPress={() => actions.cancel(update)}
        >
          {t('action.cancel_update')}
        </Button>
      )}
      {isRetryable(update) && (
        <Button
          variant="primary"
          isPending={act === 'retry'}
          isDisabled={busy && act !== 'retry'}
          onPress={() => actions.retry(update)}
        >
          {t(state === 'retry' ? 'history.retry_now' : 'history.try_again')}
        </Button>
      )}
      {state === 'pending' && (
        <Button
          variant="accent"
          isPending={act === 'approve'}
          isDisabled={busy && act !== 'approve'}
          onPress={() => actions.approve(update)}
        >
          {t('action.approve')}
        </Button>
      )}
      {isUndoable(update) && (
        <Button variant="primary" onPress={() => onUndo(update)}>
          {t('action.undo')}
        </Button>
      )}
    </>
  );
}
