import {
  type BreakerSight,
  getPriceSwitch,
  setPriceSwitch,
} from '@primazia/backend/pricing/contract';
import { showError, useMutateCall, useSession, useTranslation } from '@primazia/kit';
import { AlertDialog, DialogContainer, toast } from '@primazia/kit/ui';

export type SwitchMove = 'stop' | 'resume';

interface SwitchDialogProps {
  /** The action to confirm; null: none. */
  move: SwitchMove | null;
  /** What the breaker observed, where it stopped the prices. */
  detail: BreakerSight | null;
  onClose: () => void;
}

/** Asks before all prices of the company stop or resume, and shows the consequences. */
export function SwitchDialog({ move, detail, onClose }: SwitchDialogProps) {
  const { t } = useTranslation();
  const { companyName } = useSession();
  const turn = useMutateCall(setPriceSwitch, {
    invalidates: [getPriceSwitch],
    // The notice above the page shows that they are stopped.
    onSuccess: ({ stopped }) => (stopped ? undefined : toast('positive', t('switch.goes_on'))),
    onError: (error) => showError(t, error),
  });
  return (
    <DialogContainer onDismiss={onClose}>
      {move !== null && (
        <AlertDialog
          variant={move === 'stop' ? 'destructive' : 'confirmation'}
          title={t(`switch.${move}_title`)}
          primaryActionLabel={t(`switch.${move}_confirm`)}
          cancelLabel={t('switch.back')}
          onPrimaryAction={() => turn.mutate({ body: { stopped: move === 'stop' } })}
        >
          <p className="dialog-text">{t(`switch.${move}_text`, { company: companyName })}</p>
          {move === 'resume' && detail !== null && (
            <p className="dialog-text">
              {t('switch.resume_breaker', {
                count: detail.ruleIds.length,
                percent: detail.percent,
              })}
            </p>
          )}
        </AlertDialog>
      )}
    </DialogContainer>
  );
}
