import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { Button, useMayWrite, useTranslation } from '@primazia/kit';
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
  const busy = actions.busyId === update.id;
  return (
    <>
      {(state === 'pending' || state === 'retry') && (
        <Button variant="secondary" isDisabled={busy} onPress={() => actions.cancel(update)}>
          {t('action.cancel_update')}
        </Button>
      )}
      {isRetryable(update) && (
        <Button variant="primary" isPending={busy} onPress={() => actions.retry(update)}>
          {t(state === 'retry' ? 'history.retry_now' : 'history.try_again')}
        </Button>
      )}
      {state === 'pending' && (
        <Button variant="accent" isPending={busy} onPress={() => actions.approve(update)}>
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
