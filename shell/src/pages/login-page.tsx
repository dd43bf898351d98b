import { Button, errorText, TextField, useFormat, useSession, useTranslation } from '@primazia/kit';
import { useEffect, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod';
import { Brand, MarketArt } from '../brand/mark.tsx';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { returnPath } from '../navigation/return-path.ts';
import { remember } from '../navigation/search.ts';
import { useTitle } from '../navigation/title.ts';
import { isWrongPassword } from '../session/login-error.ts';
import { PasswordField } from '../session/password-field.tsx';
import { type Credentials, enter } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';

const Email = z.email();

function LoginForm({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { locale } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, setFocus, formState, clearErrors } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
    reValidateMode: 'onBlur',
  });
  const { field, fieldState } = useController({
    control,
    name: 'email',
    rules: {
      validate: (email) => {
        if (email.trim() === '') return t('login.email_missing');
        return Email.safeParse(email.trim()).success || t('login.email_invalid');
      },
    },
  });
  // The messages were made in the language of before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what it waits for
  useEffect(() => clearErrors(), [locale, clearErrors]);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const companies = await enter(shell, { email: email.trim(), password });
      const next = returnPath(wanted, location.origin);
      shell.history.replace(companies.length > 0 ? `/companies${remember(next).text}` : next);
    } catch (error) {
      setFailure(error);
      setFocus('password', { shouldSelect: true });
    }
  });

  const error = fieldState.error?.message;
  return (
    <form onSubmit={submit} noValidate className="form">
      <TextField
        ref={field.ref}
        width="100%"
        label={t('login.email')}
        name={field.name}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        {...(error === undefined ? {} : { validationState: 'invalid', errorMessage: error })}
      />
      <PasswordField control={control} name="password" />
      {failure !== null && (
        <p className="form-failure" role="alert">
          {isWrongPassword(failure) ? t('login.wrong') : errorText(t, failure)}
        </p>
      )}
      <Button
        variant="accent"
        style="fill"
        type="submit"
        isPending={formState.isSubmitting}
        UNSAFE_className="login-submit"
      >
        {t(formState.isSubmitting ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}

/** Where a person signs in. `wanted` is the place that they came for, not yet to be trusted. */
export function LoginPage({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  useTitle(t('login.title'));
  return (
    <div className="login">
      <div className="login-pane">
        <header className="login-head">
          <Brand />
          <LanguageMenu />
        </header>
        <main className="login-main" id="content">
          <h1 className="login-title">{t('login.welcome')}</h1>
          <p className="login-lead">{t('login.lead')}</p>
          <LoginForm wanted={wanted} />
        </main>
      </div>
      <aside className="login-side" aria-label={t('product')}>
        <MarketArt
          own={t('login.art.own')}
          rival={t('login.art.rival')}
          minimum={t('login.art.minimum')}
          ownPrice={format.money(94.9, 'BRL')}
          rivalPrice={format.money(96.9, 'BRL')}
        />
        <p className="login-claim">{t('login.claim')}</p>
        <ul className="login-points">
          <li>{t('login.points.react')}</li>
          <li>{t('login.points.limits')}</li>
          <li>{t('login.points.why')}</li>
        </ul>
      </aside>
    </div>
  );
}
