import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '@primazia/kit/ui';
import { NameForm } from './name-form.tsx';
import { useRename } from './use-account-acts.ts';

export interface AccountDialogProps {
  account: AccountIntegration;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes the company's name for an account. */
export function RenameDialog({ account, isOpen, onClose }: AccountDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Rename account={account} onClose={onClose} />}
    </DialogContainer>
  );
}

const FORM = 'rename-account';

function Rename({ account, onClose }: Omit<AccountDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const rename = useRename(onClose);
  return (
    <Dialog size="S" UNSAFE_className="dialog">
      <Heading>{t('accounts.rename.title')}</Heading>
      <Content>
        <NameForm
          id={FORM}
          name={account.name}
          onSubmit={(name) => rename.mutate({ params: { accountId: account.id }, body: { name } })}
        />
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM} isPending={rename.isPending}>
          {t('accounts.rename.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
