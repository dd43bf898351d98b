import { type Host, hosts } from '@primazia/backend/identity/contract';
import {
  AddIcon,
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  Text,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { CodeDialog } from '../hosts/code-dialog.tsx';
import { HostCard } from '../hosts/host-card.tsx';
import { RegisterDialog } from '../hosts/register-dialog.tsx';

/** The systems whose pages show parts of the product, and how another one becomes one of them. */
export function HostsPage() {
  const { t } = useTranslation();
  const [isRegistering, setRegistering] = useState(false);
  const [shown, setShown] = useState<Host | null>(null);
  const { data, error, refetch } = useQueryCall(hosts, {});
  const add = (
    <Button variant="accent" onPress={() => setRegistering(true)}>
      <AddIcon />
      <Text>{t('hosts.add')}</Text>
    </Button>
  );
  const known = data?.hosts;
  return (
    <section className="page">
      <header className="page__head">
        <div>
          <h1>{t('hosts.title')}</h1>
          <p className="hint">{t('hosts.intro')}</p>
        </div>
        {known !== undefined && known.length > 0 && add}
      </header>
      {known === undefined ? (
        error === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : known.length === 0 ? (
        <EmptyState
          kind="nothing-yet"
          title={t('hosts.empty.title')}
          text={t('hosts.empty.text')}
          action={add}
        />
      ) : (
        <ul className="accounts">
          {known.map((host) => (
            <li key={host.id}>
              <HostCard host={host} onShowCode={() => setShown(host)} />
            </li>
          ))}
        </ul>
      )}
      <RegisterDialog
        isOpen={isRegistering}
        onClose={() => setRegistering(false)}
        onRegistered={(host) => {
          setRegistering(false);
          setShown(host);
        }}
      />
      <CodeDialog host={shown} onClose={() => setShown(null)} />
    </section>
  );
}
