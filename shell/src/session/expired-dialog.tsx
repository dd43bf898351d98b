import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  Heading,
  TextField,
  useSession,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { remember } from '../navigation/search.ts';
import { useShell } from '../shell-context.ts';
import { FormFailure } from './form-failure.tsx';
import { PasswordField } from './password-field.tsx';
import { comeBack, leave } from './session-actions.ts';

const nothing = () => {};

function AskPassword() {
  const { t } = useTranslation();
  const shell = useShell();
  const { email } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await comeBack(shell, password);
    } catch (error) {
      setFailure(error);
      setFocus('password', { shouldSelect: true });
    }
  });

  const startAnew = () => {
    const { pathname, search } = shell.history.location;
    void leave(shell);
    // Not held up by unsaved work: it belongs to somebody who is not coming back.
    const login = `/login${remember(pathname + search).text}`;
    shell.history.push(login, undefined, { ignoreBlocker: true });
  };

  return (
    <Dialog size="S">
      <Heading>{t('expired.title')}</Heading>
      <Divider />
      <Content>
        <form id="come-back" onSubmit={submit} noValidate className="form">
          <p className="expired-lead">{t('expired.lead')}</p>
          <TextField
            width="100%"
            label={t('login.email')}
            value={email}
            isReadOnly
            autoComplete="username"
          />
          <PasswordField control={control} name="password" autoFocus />
          <FormFailure error={failure} wrong={t('expired.wrong')} />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={startAnew}>
          {t('expired.other')}
        </Button>
        <Button variant="accent" type="submit" form="come-back" isPending={formState.isSubmitting}>
          {t('expired.continue')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** Asks for the password over the page when the session cannot be renewed; what was typed below stays. */
export function ExpiredDialog() {
  const { expired, token } = useSession();
  return (
    <DialogContainer onDismiss={nothing} isKeyboardDismissDisabled>
      {expired && token !== null && <AskPassword />}
    </DialogContainer>
  );
}
