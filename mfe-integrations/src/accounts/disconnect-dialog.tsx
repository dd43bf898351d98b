import { useFormat, useMarketplaces, useTranslation } from '@primazia/kit';
import { ConsequencesDialog, DialogContainer } from '@primazia/kit/ui';
import { namedIn } from '../marketplace/named-in.ts';
import type { AccountDialogProps } from './rename-dialog.tsx';
import { useDisconnect } from './use-account-acts.ts';

/** Asks before an account is disconnected: what stops, what stays, and how to reconnect. */
export function DisconnectDialog({ account, isOpen, onClose }: AccountDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Disconnect account={account} onClose={onClose} />}
    </DialogContainer>
  );
}

function Disconnect({ account, onClose }: Omit<AccountDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const disconnect = useDisconnect(onClose);
  const { id, name, ads, marketplaceId } = account;
  const marketplace = namedIn(useMarketplaces().of(marketplaceId));
  return (
    <ConsequencesDialog
      title={t('accounts.disconnect.title', { name })}
      consequences={[
        t('accounts.disconnect.ads', { count: ads, number: format.integer(ads) }),
        t('accounts.disconnect.prices', marketplace),
        t('accounts.disconnect.kept'),
        t('accounts.disconnect.back', marketplace),
      ]}
      back={t('action.back')}
      confirm={t('accounts.disconnect.confirm')}
      isPending={disconnect.isPending}
      onConfirm={() => disconnect.mutate({ params: { accountId: id } })}
      onClose={onClose}
    />
  );
}
