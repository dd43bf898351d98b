import { hosts, revokeHost } from '@primazia/backend/identity/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { ConsequencesDialog, DialogContainer, toast } from '@primazia/kit/ui';
import type { HostDialogProps } from './change-dialog.tsx';

/** Asks before a host is revoked permanently: what ends at once, and what stays. */
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
    onError: (error) => showError(t, error),
  });
  return (
    <ConsequencesDialog
      title={t('hosts.revoke.title', { issuer })}
      consequences={[
        t('hosts.revoke.sessions'),
        t('hosts.revoke.tokens'),
        t('hosts.revoke.kept'),
        t('hosts.revoke.final'),
      ]}
      back={t('action.back')}
      confirm={t('hosts.revoke.confirm')}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { hostId: id } })}
      onClose={onClose}
    />
  );
}
