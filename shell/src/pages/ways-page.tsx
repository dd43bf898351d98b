import { forgotPassword, type Ways, waysToSignIn } from '@primazia/backend/identity/contract';
import { showError, useQueryCall, useSession, useTranslation } from '@primazia/kit';
import {
  Ago,
  Button,
  CheckmarkCircleIcon,
  DialogContainer,
  ErrorState,
  Skeleton,
  toast,
} from '@primazia/kit/ui';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { returnPath } from '../navigation/return-path.ts';
import { remember } from '../navigation/search.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { EntryPage } from './entry-page.tsx';
import { type Provider, type WayChange, WaysDialog } from './ways-dialog.tsx';

interface WayProps {
  name: string;
  isOpen: boolean;
  /** Its details. */
  children: ReactNode;
  action: ReactNode;
}

function Way({ name, isOpen, children, action }: WayProps) {
  return (
    <li className="way">
      <div className="way-text">
        <h2 className="way-name">{name}</h2>
        <p className="way-state" data-open={isOpen}>
          {isOpen && <CheckmarkCircleIcon size="XS" aria-hidden="true" />}
          <span>{children}</span>
        </p>
      </div>
      {action}
    </li>
  );
}

function PasswordWay({ ways, wanted }: { ways: Ways; wanted: string | null }) {
  const { t } = useTranslation();
  const { api } = useShell();
  const { locale } = useSession();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await api.call(forgotPassword, { body: { email: ways.email, locale } });
      toast('positive', t('social.ways.password_sent', { email: ways.email }));
    } catch (error) {
      showError(t, error);
    }
    setSending(false);
  };
  return (
    <Way
      name={t('login.password')}
      isOpen={ways.hasPassword}
      action={
        ways.hasPassword ? (
          <AppLink
            className="action-link"
            href={`/change-password${remember(returnPath(wanted, location.origin)).text}`}
          >
            {t('social.ways.password_change')}
          </AppLink>
        ) : (
          <Button variant="secondary" isPending={isSending} onPress={() => void send()}>
            {t('social.ways.password_send')}
          </Button>
        )
      }
    >
      {t(ways.hasPassword ? 'social.ways.password_set' : 'social.ways.password_none')}
    </Way>
  );
}

interface ProviderWayProps {
  provider: Provider;
  ways: Ways;
  onChange: (change: WayChange) => void;
}

function ProviderWay({ provider, ways, onChange }: ProviderWayProps) {
  const { t } = useTranslation();
  const { name } = provider;
  const identity = ways.identities.find((one) => one.provider === provider.id);
  const act = identity === undefined ? 'link' : 'unlink';
  const isLast = identity !== undefined && !ways.hasPassword && ways.identities.length === 1;
  return (
    <Way
      name={name}
      isOpen={identity !== undefined}
      action={
        !isLast && (
          <Button
            variant="secondary"
            aria-label={t(`social.ways.${act}_label`, { name })}
            onPress={() => onChange({ act, provider })}
          >
            {t(`social.ways.${act}`)}
          </Button>
        )
      }
    >
      {identity === undefined ? (
        t('social.ways.not_linked')
      ) : (
        <>
          {identity.email ?? t('social.ways.linked')} · {t('social.ways.used')}{' '}
          <Ago at={identity.usedAt} />
          {isLast && <span className="way-last">{t('social.ways.last')}</span>}
        </>
      )}
    </Way>
  );
}

/** The provider that confirms the identity where there is no password. */
function witness(ways: Ways, providers: readonly Provider[]): Provider | null {
  if (ways.hasPassword) return null;
  return providers.find(({ id }) => ways.identities.some((one) => one.provider === id)) ?? null;
}

function WaysList({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const providers = useSite()?.signIn ?? [];
  const query = useQueryCall(waysToSignIn, {});
  const [changed, setChanged] = useState<Ways | null>(null);
  const [change, setChange] = useState<WayChange | null>(null);
  if (query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const ways = changed ?? query.data;
  if (ways === undefined) return <Skeleton rows={3} />;
  const close = () => setChange(null);
  return (
    <>
      <ul className="ways">
        <PasswordWay ways={ways} wanted={wanted} />
        {providers.map((provider) => (
          <ProviderWay key={provider.id} provider={provider} ways={ways} onChange={setChange} />
        ))}
      </ul>
      <DialogContainer onDismiss={close}>
        {change !== null && (
          <WaysDialog
            change={change}
            wanted={wanted}
            by={witness(ways, providers)}
            onClose={close}
            onUnlinked={(next) => {
              toast('positive', t('social.unlinked', { name: change.provider.name }));
              setChanged(next);
              close();
            }}
          />
        )}
      </DialogContainer>
    </>
  );
}

/** The page of a person's ways to sign in. `wanted` is the page to return to, not yet validated. */
export function WaysPage({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const { email } = useSession();
  return (
    <EntryPage
      name={t('social.ways.title')}
      title={t('social.ways.title')}
      lead={t('social.ways.lead', { email })}
    >
      <div className="form">
        <WaysList wanted={wanted} />
        <AppLink className="action-link login-other" href={returnPath(wanted, location.origin)}>
          {t('social.ways.back')}
        </AppLink>
      </div>
    </EntryPage>
  );
}
