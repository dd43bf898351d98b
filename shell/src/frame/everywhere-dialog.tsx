import { showError, useTranslation } from '@primazia/kit';
import { AlertDialog, DialogContainer } from '@primazia/kit/ui';
import { leaveEverywhere } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';

/** Asks before every session of the person ends. */
export function EverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const shell = useShell();
  const leave = async () => {
    try {
      await leaveEverywhere(shell);
    } catch (error) {
      showError(t, error);
    }
  };
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && (
        <AlertDialog
          variant="destructive"
          title={t('everywhere.title')}
          primaryActionLabel={t('everywhere.confirm')}
          cancelLabel={t('everywhere.back')}
          onPrimaryAction={() => void leave()}
        >
          {t('everywhere.text')}
        </AlertDialog>
      )}
    </DialogContainer>
  );
}
