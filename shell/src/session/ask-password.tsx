import { useSession, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
  TextField,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { remember } from '../navigation/search.ts';
import { useShell } from '../shell-context.ts';
import { FormFailure } from './form-failure.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderChoice } from './provider-buttons.tsx';
import { leave, signInAgain } from './session-actions.ts';
import { openProvider } from './social.ts';

/** Asks for the password again, in a dialog over the page. */
export function AskPassword() {
  const { t } = useTranslation();
  const shell = useShell();
  const { email } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const [blocked, setBlocked] = useState<string | null>(null);
  const { control, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await signInAgain(shell, password);
    } catch (error) {
      setFailure(error);
      setFocus('password', { shouldSelect: true });
    }
  });

  const restart = () => {
    const { pathname, search } = shell.history.location;
    void leave(shell);
    // Unsaved work does not block it: the person who typed it does not return.
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
        <div className="providers">
          <ProviderChoice
            opening={null}
            onChoose={({ id, name }) => setBlocked(openProvider(id) ? null : name)}
          />
          {blocked !== null && (
            <p className="form-failure" role="alert">
              {t('social.blocked', { name: blocked })}
            </p>
          )}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={restart}>
          {t('expired.other')}
        </Button>
        <Button variant="accent" type="submit" form="come-back" isPending={formState.isSubmitting}>
          {t('expired.continue')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
