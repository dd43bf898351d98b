import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  MARKETPLACE_NAMES,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { namedIn, slugOf } from '../connect/slugs.ts';
import type { AccountDialogProps } from './rename-dialog.tsx';
import { useDisconnect } from './use-account-acts.ts';

/** Asks before an account is disconnected: what stops, what stays, and how it comes back. */
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
  const marketplace = namedIn({
    slug: slugOf(marketplaceId),
    name: MARKETPLACE_NAMES[marketplaceId],
  });
  return (
    <Dialog role="alertdialog" size="M" UNSAFE_className="dialog">
      <Heading>{t('accounts.disconnect.title', { name })}</Heading>
      <Content>
        <ul>
          <li>{t('accounts.disconnect.ads', { count: ads, number: format.integer(ads) })}</li>
          <li>{t('accounts.disconnect.prices', marketplace)}</li>
          <li>{t('accounts.disconnect.kept')}</li>
          <li>{t('accounts.disconnect.back', marketplace)}</li>
        </ul>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose} autoFocus>
          {t('action.back')}
        </Button>
        <Button
          variant="negative"
          isPending={disconnect.isPending}
          onPress={() => disconnect.mutate({ params: { accountId: id } })}
        >
          {t('accounts.disconnect.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
