import { useSession, useTranslation } from '@primazia/kit';
import { Button, Checkbox } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AppLink } from '../navigation/app-link.tsx';
import { EmailField } from '../session/email-field.tsx';
import { FormFailure } from '../session/form-failure.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { ProviderButtons } from '../session/provider-buttons.tsx';
import { type Credentials, enter, nextPlace } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';
import { EntryPage } from './entry-page.tsx';

interface LoginFormProps {
  wanted: string | null;
  temporary: boolean;
  onTemporary: (temporary: boolean) => void;
}

function LoginForm({ wanted, temporary, onTemporary }: LoginFormProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const { locale } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, setFocus, formState, clearErrors } = useForm<
    Omit<Credentials, 'temporary'>
  >({
    defaultValues: { email: '', password: '' },
  });
  // The messages were made in the previous language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what it waits for
  useEffect(() => clearErrors(), [locale, clearErrors]);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const companies = await enter(shell, { email: email.trim(), password, temporary });
      shell.history.replace(nextPlace(shell, companies, wanted));
    } catch (error) {
      setFailure(error);
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form onSubmit={submit} noValidate className="form">
      <EmailField control={control} name="email" />
      <PasswordField control={control} name="password" />
      <div className="login-keep">
        <Checkbox
          isSelected={!temporary}
          onChange={(keeps) => onTemporary(!keeps)}
          aria-describedby="login-keep-meaning"
        >
          {t('login.keep')}
        </Checkbox>
        <p id="login-keep-meaning" role="status">
          {temporary ? t('login.temporary') : null}
        </p>
      </div>
      <FormFailure error={failure} wrong={t('login.wrong')} />
      <Button
        variant="accent"
        style="fill"
        type="submit"
        isPending={formState.isSubmitting}
        UNSAFE_className="login-submit"
      >
        {t(formState.isSubmitting ? 'login.submitting' : 'login.submit')}
      </Button>
      <AppLink className="action-link login-other" href="/forgot-password">
        {t('login.forgot')}
      </AppLink>
    </form>
  );
}

/** The sign-in page. `wanted` is the requested page, not yet validated. */
export function LoginPage({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const [temporary, setTemporary] = useState(false);
  return (
    <EntryPage name={t('login.title')} title={t('login.welcome')} lead={t('login.lead')}>
      <LoginForm wanted={wanted} temporary={temporary} onTemporary={setTemporary} />
      <ProviderButtons wanted={wanted} temporary={temporary} />
    </EntryPage>
  );
}
