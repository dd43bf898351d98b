import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../i18n/i18n.ts';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '../spectrum.ts';

/** Asks before a page with unsaved work is left, by a link, by Back or by closing the tab. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation('kit');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  });
  return (
    <DialogContainer onDismiss={() => reset?.()}>
      {status === 'blocked' && (
        // Spectrum's AlertDialog dismisses itself before it acts, which would mean 'stay'.
        <Dialog role="alertdialog" size="S">
          <Heading>{t('leave.title')}</Heading>
          <Content>{t('leave.text')}</Content>
          <ButtonGroup>
            <Button variant="secondary" onPress={reset} autoFocus>
              {t('leave.stay')}
            </Button>
            <Button variant="negative" onPress={proceed}>
              {t('leave.leave')}
            </Button>
          </ButtonGroup>
        </Dialog>
      )}
    </DialogContainer>
  );
}
