import { hosts, revokeHost } from '@primazia/backend/identity/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  tellError,
  toast,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import type { HostDialogProps } from './change-dialog.tsx';

/** Asks before a host is locked out for good: what ends at once, and what stays. */
export function RevokeDialog({ host, isOpen, onClose }: HostDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Revoke host={host} onClose={onClose} />}
    </DialogContainer>
  );
}

function Revoke({ host, onClose }: Omit<HostDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { id, issuer } = host;
  const revoke = useMutateCall(revokeHost, {
    invalidates: [hosts],
    onSuccess: () => {
      onClose();
      toast('info', t('hosts.revoked', { issuer }));
    },
    onError: (error) => tellError(t, error),
  });
  return (
    <Dialog role="alertdialog" size="M" UNSAFE_className="dialog">
      <Heading>{t('hosts.revoke.title', { issuer })}</Heading>
      <Content>
        <ul>
          <li>{t('hosts.revoke.sessions')}</li>
          <li>{t('hosts.revoke.tokens')}</li>
          <li>{t('hosts.revoke.kept')}</li>
          <li>{t('hosts.revoke.final')}</li>
        </ul>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose} autoFocus>
          {t('action.back')}
        </Button>
        <Button
          variant="negative"
          isPending={revoke.isPending}
          onPress={() => revoke.mutate({ params: { hostId: id } })}
        >
          {t('hosts.revoke.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
