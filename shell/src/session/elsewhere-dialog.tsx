import { errorText, useSession, useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '@primazia/kit/ui';
import { useState } from 'react';
import { useShell } from '../shell-context.ts';
import { keepThisCompany, switchToOtherTab } from './session-actions.ts';

const nothing = () => {};

/** Asks which company to use where this window has unsaved work and another tab switched to another company. */
export function ElsewhereDialog() {
  const { elsewhere } = useSession();
  return (
    <DialogContainer onDismiss={nothing} isKeyboardDismissDisabled>
      {typeof elsewhere === 'string' && <Question company={elsewhere} />}
    </DialogContainer>
  );
}

function Question({ company }: { company: string }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { companyName } = useSession();
  const [isStaying, setStaying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const named = { company, here: companyName };
  const stay = async () => {
    setStaying(true);
    setFailure(null);
    try {
      await keepThisCompany(shell);
    } catch (error) {
      setFailure(error);
      setStaying(false);
    }
  };
  return (
    <Dialog role="alertdialog" size="M">
      <Heading>{t('elsewhere.title', named)}</Heading>
      <Content>
        <p>{t('elsewhere.text', named)}</p>
        {failure !== null && (
          <p className="form-failure" role="alert">
            {errorText(t, failure)}
          </p>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="negative" isDisabled={isStaying} onPress={() => switchToOtherTab(shell)}>
          {t('elsewhere.go')}
        </Button>
        <Button variant="accent" isPending={isStaying} onPress={() => void stay()} autoFocus>
          {t('elsewhere.stay')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
