import { type Host, hosts } from '@primazia/backend/identity/contract';
import { useLiveRefresh, useQueryCall, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { CardsPage } from '../cards/cards-page.tsx';
import { CodeDialog } from '../hosts/code-dialog.tsx';
import { HostCard } from '../hosts/host-card.tsx';
import { RegisterDialog } from '../hosts/register-dialog.tsx';

/** The systems whose pages show parts of the product, and the registration of others. */
export function HostsPage() {
  const { t } = useTranslation();
  const [isRegistering, setRegistering] = useState(false);
  const [shown, setShown] = useState<Host | null>(null);
  const { data, error, refetch } = useQueryCall(hosts, {});
  useLiveRefresh(['hosts'], [hosts]);

  return (
    <CardsPage
      title={t('hosts.title')}
      intro={t('hosts.intro')}
      add={{ label: t('hosts.add'), onPress: () => setRegistering(true) }}
      query={{ items: data?.hosts, error, refetch }}
      empty={{ title: t('hosts.empty.title'), text: t('hosts.empty.text') }}
      card={(host) => <HostCard host={host} onShowCode={() => setShown(host)} />}
    >
      <RegisterDialog
        isOpen={isRegistering}
        onClose={() => setRegistering(false)}
        onRegistered={(host) => {
          setRegistering(false);
          setShown(host);
        }}
      />
      <CodeDialog host={shown} onClose={() => setShown(null)} />
    </CardsPage>
  );
}
