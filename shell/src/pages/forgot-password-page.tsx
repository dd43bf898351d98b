import { forgotPassword } from '@primazia/backend/identity/contract';
import { useSession, useTranslation } from '@primazia/kit';
import { Button } from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AppLink } from '../navigation/app-link.tsx';
import { EmailField } from '../session/email-field.tsx';
import { FormFailure } from '../session/form-failure.tsx';
import { useShell } from '../shell-context.ts';
import { EntryPage } from './entry-page.tsx';

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const { api } = useShell();
  const { locale } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const email = values.email.trim();
    try {
      await api.call(forgotPassword, { body: { email, locale } });
      onSent(email);
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="form">
      <EmailField control={control} name="email" />
      <FormFailure error={failure} />
      <Button
        variant="accent"
        style="fill"
        type="submit"
        isPending={formState.isSubmitting}
        UNSAFE_className="login-submit"
      >
        {t('forgot.submit')}
      </Button>
      <AppLink className="action-link login-other" href="/login">
        {t('forgot.back')}
      </AppLink>
    </form>
  );
}

/** Where a person who forgot the password asks for a link by mail. Whether an account exists is not revealed. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) {
    return (
      <EntryPage name={t('forgot.title')} title={t('forgot.title')} lead={t('forgot.lead')}>
        <AskForLink onSent={setSentTo} />
      </EntryPage>
    );
  }
  return (
    <EntryPage
      name={t('forgot.sent')}
      title={t('forgot.sent')}
      lead={<span role="status">{t('forgot.sent_lead', { email: sentTo })}</span>}
    >
      <div className="form">
        <p className="login-hint">{t('forgot.sent_hint')}</p>
        <AppLink className="action-link" href="/login">
          {t('forgot.back')}
        </AppLink>
      </div>
    </EntryPage>
  );
}
