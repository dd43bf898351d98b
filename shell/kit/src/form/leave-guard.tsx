import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../i18n/i18n.ts';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '../spectrum.ts';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** The dialog itself, for work that is left by a button and not by a link; it is in a `DialogContainer`. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('kit');
  // Spectrum's AlertDialog dismisses itself before it acts, which would mean 'stay'.
  return (
    <Dialog role="alertdialog" size="S">
      <Heading>{t('leave.title')}</Heading>
      <Content>{t('leave.text')}</Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onStay} autoFocus>
          {t('leave.stay')}
        </Button>
        <Button variant="negative" onPress={onLeave}>
          {t('leave.leave')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

interface LeaveGuardProps {
  when: boolean;
  /** The work survives changes of the URL's search: a tab of the page, a filter of a list on it. */
  staysOnPage?: boolean;
}

/** Asks before a page with unsaved work is left, by a link, by Back or by closing the tab. */
export function LeaveGuard({ when, staysOnPage = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && !(staysOnPage && current.pathname === next.pathname),
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  });
  return (
    <DialogContainer onDismiss={() => reset?.()}>
      {status === 'blocked' && <LeaveDialog onStay={reset} onLeave={proceed} />}
    </DialogContainer>
  );
}
