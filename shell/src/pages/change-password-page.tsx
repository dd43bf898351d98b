import { resetPassword } from '@primazia/backend/identity/contract';
import { ApiError, useSession, useTranslation } from '@primazia/kit';
import { faultsToForm } from '@primazia/kit/form';
import { Button, toast } from '@primazia/kit/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { AppLink } from '../navigation/app-link.tsx';
import { returnPath } from '../navigation/return-path.ts';
import { remember } from '../navigation/search.ts';
import { FormFailure } from '../session/form-failure.tsx';
import { NewPassword, type NewPasswordValues } from '../session/new-password.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { renewPassword } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';
import { EntryPage } from './entry-page.tsx';

interface FormProps {
  /** The present password is asked for too: the person is signed in. */
  asksCurrent: boolean;
  /** @throws {ApiError} */
  onSave: (values: NewPasswordValues) => Promise<void>;
  children?: ReactNode;
}

function PasswordForm({ asksCurrent, onSave, children }: FormProps) {
  const { t } = useTranslation();
  const { email } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, setError, setFocus, formState } = useForm<NewPasswordValues>({
    defaultValues: { current: '', password: '', confirmation: '' },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await onSave(values);
    } catch (error) {
      const fields = ['current', 'password'] as const;
      const aliases = { current_password: 'current' } as const;
      const homeless = faultsToForm(error, setError, t, { fields, aliases });
      const isAtFields = error instanceof ApiError && error.faults.length > homeless.length;
      if (isAtFields) return;
      setFailure(error);
      if (asksCurrent) setFocus('current', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="form">
      {asksCurrent && (
        <>
          {/* For password managers, which keep the new password under it. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            defaultValue={email}
            readOnly
            hidden
          />
          <PasswordField control={control} name="current" label={t('password.current')} autoFocus />
        </>
      )}
      <NewPassword control={control} autoFocus={!asksCurrent} />
      <FormFailure error={failure} wrong={t('password.wrong_current')} />
      <Button
        variant="accent"
        style="fill"
        type="submit"
        isPending={formState.isSubmitting}
        UNSAFE_className="login-submit"
      >
        {t('password.submit')}
      </Button>
      {children}
    </form>
  );
}

/** With the link of an e-mail, without the present password. */
function Reset({ token }: { token: string }) {
  const { t } = useTranslation();
  const { api, tickets } = useShell();
  const [isDone, setDone] = useState(false);
  useEffect(
    () => () => {
      tickets.reset = null;
    },
    [tickets],
  );
  if (isDone) {
    return (
      <EntryPage
        name={t('password.done')}
        title={t('password.done')}
        lead={<span role="status">{t('password.done_lead')}</span>}
      >
        <AppLink className="action-link" href="/login">
          {t('password.sign_in')}
        </AppLink>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      name={t('password.title')}
      title={t('password.title')}
      lead={t('password.reset_lead')}
    >
      <PasswordForm
        asksCurrent={false}
        onSave={async ({ password }) => {
          await api.call(resetPassword, { body: { token, password } });
          setDone(true);
        }}
      >
        <AppLink className="action-link login-other" href="/forgot-password">
          {t('password.new_link')}
        </AppLink>
      </PasswordForm>
    </EntryPage>
  );
}

/** By a signed-in person: because another person chose the password, or because they want to. */
function Change({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { mustChangePassword, email } = useSession();
  const next = returnPath(wanted, location.origin);
  return (
    <EntryPage
      name={t('password.title')}
      title={t('password.title')}
      lead={t(mustChangePassword ? 'password.forced_lead' : 'password.lead', { email })}
    >
      <PasswordForm
        asksCurrent
        onSave={async (values) => {
          await renewPassword(shell, values);
          toast('positive', t('password.changed'));
          const { companyId } = shell.session;
          shell.history.replace(companyId === null ? `/companies${remember(next).text}` : next);
        }}
      >
        {!mustChangePassword && (
          <AppLink className="action-link login-other" href={next}>
            {t('password.cancel')}
          </AppLink>
        )}
      </PasswordForm>
    </EntryPage>
  );
}

/** The page to change a password. `wanted` is the page to open afterwards, not yet validated. */
export function ChangePasswordPage({ wanted }: { wanted: string | null }) {
  const { tickets } = useShell();
  const { reset } = useSnapshot(tickets);
  return reset === null ? <Change wanted={wanted} /> : <Reset token={reset} />;
}
