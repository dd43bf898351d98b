import { unlinkProvider, type Ways } from '@primazia/backend/identity/contract';
import { ApiError, useSession, useTranslation } from '@primazia/kit';
import { faultsToForm } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormFailure } from '../session/form-failure.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { goTo } from '../session/social.ts';
import { useShell } from '../shell-context.ts';

export interface Provider {
  id: string;
  name: string;
}

export interface WayChange {
  act: 'link' | 'unlink';
  provider: Provider;
}

interface ChangeProps {
  change: WayChange;
  /** The page to return to from the page of the ways to sign in. */
  wanted: string | null;
  onUnlinked: (ways: Ways) => void;
  onClose: () => void;
}

/** Confirms with the password, which another person at the open window does not know. */
function ByPassword({ change: { act, provider }, wanted, onUnlinked, onClose }: ChangeProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const { email } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { control, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async (proof) => {
    setFailure(null);
    try {
      if (act === 'unlink') {
        const body = { provider: provider.id, proof };
        onUnlinked(await shell.api.call(unlinkProvider, { body }));
        return;
      }
      await goTo(shell, { provider: provider.id, errand: { kind: 'link', wanted }, proof });
      setLeaving(true);
    } catch (error) {
      const homeless = faultsToForm(error, setError, t, { fields: ['password'], prefix: 'proof' });
      const isAtField = error instanceof ApiError && error.faults.length > homeless.length;
      if (!isAtField) setFailure(error);
    }
  });

  return (
    <Dialog size="S">
      <Heading>{t(`social.ways.${act}_title`, { name: provider.name })}</Heading>
      <Divider />
      <Content>
        <form id="change-ways" onSubmit={submit} noValidate className="form">
          <p className="login-hint">{t(`social.ways.${act}_text`, { name: provider.name })}</p>
          <p className="login-hint">{t('social.ways.password_text')}</p>
          {/* For password managers, which look for the account. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <PasswordField control={control} name="password" autoFocus />
          <FormFailure error={failure} />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('social.ways.cancel')}
        </Button>
        <Button
          variant={act === 'unlink' ? 'negative' : 'accent'}
          type="submit"
          form="change-ways"
          isPending={formState.isSubmitting || isLeaving}
        >
          {t(`social.ways.${act}`)}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** Without a password: the person signs in again with the linked provider, and returns. */
function ByProvider({
  change: { act, provider },
  wanted,
  onClose,
  by,
}: Omit<ChangeProps, 'onUnlinked'> & { by: Provider }) {
  const { t } = useTranslation();
  const shell = useShell();
  const [failure, setFailure] = useState<unknown>(null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    setFailure(null);
    try {
      const errand = { kind: 'confirm', act, provider: provider.id, wanted } as const;
      await goTo(shell, { provider: by.id, errand });
    } catch (error) {
      setFailure(error);
      setLeaving(false);
    }
  };
  return (
    <Dialog size="S">
      <Heading>{t(`social.ways.${act}_title`, { name: provider.name })}</Heading>
      <Divider />
      <Content>
        <div className="form">
          <p className="login-hint">{t(`social.ways.${act}_text`, { name: provider.name })}</p>
          <p className="login-hint">{t('social.ways.confirm_text', { name: by.name })}</p>
          <FormFailure error={failure} />
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('social.ways.cancel')}
        </Button>
        <Button variant="accent" autoFocus isPending={isLeaving} onPress={() => void leave()}>
          {t('social.ways.confirm', { name: by.name })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** Asks for a confirmation of identity before a way to sign in is linked or unlinked. `by` is the provider for it; null: the password. */
export function WaysDialog({ by, ...props }: ChangeProps & { by: Provider | null }) {
  return by === null ? <ByPassword {...props} /> : <ByProvider {...props} by={by} />;
}
