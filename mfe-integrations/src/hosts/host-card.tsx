import type { Host } from '@primazia/backend/identity/contract';
import { useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Ago,
  CheckmarkCircleIcon,
  CodeIcon,
  EditIcon,
  RemoveCircleIcon,
  StatusTag,
  Text,
} from '@primazia/kit/ui';
import { type ReactNode, useId, useState } from 'react';
import { ChangeDialog } from './change-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useEmbeddable } from './use-embeddable.ts';

interface HostCardProps {
  host: Host;
  onShowCode: () => void;
}

/** One system that may show parts of the product: its identification, its permissions, and its pages. */
export function HostCard({ host, onShowCode }: HostCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const [asking, setAsking] = useState<'change' | 'revoke' | null>(null);
  const close = () => setAsking(null);
  const { issuer, revokedAt } = host;
  const labelled = (what: string) => ({ 'aria-label': `${t(`hosts.act.${what}`)}: ${issuer}` });
  return (
    <article className="tile" aria-labelledby={id}>
      <header className="host__head">
        <h2 id={id}>{issuer}</h2>
        {revokedAt === null ? (
          <StatusTag tone="positive" icon={CheckmarkCircleIcon}>
            {t('hosts.status.active')}
          </StatusTag>
        ) : (
          <StatusTag tone="neutral" icon={RemoveCircleIcon}>
            {t('hosts.status.revoked')}
          </StatusTag>
        )}
      </header>
      <HostFacts host={host} />
      {revokedAt === null && (
        <div className="actions">
          <ActionButton {...labelled('code')} onPress={onShowCode}>
            <CodeIcon />
            <Text>{t('hosts.act.code')}</Text>
          </ActionButton>
          <ActionButton {...labelled('change')} onPress={() => setAsking('change')}>
            <EditIcon />
            <Text>{t('hosts.act.change')}</Text>
          </ActionButton>
          <ActionButton {...labelled('revoke')} onPress={() => setAsking('revoke')}>
            <RemoveCircleIcon />
            <Text>{t('hosts.act.revoke')}</Text>
          </ActionButton>
        </div>
      )}
      <ChangeDialog host={host} isOpen={asking === 'change'} onClose={close} />
      <RevokeDialog host={host} isOpen={asking === 'revoke'} onClose={close} />
    </article>
  );
}

function HostFacts({ host }: { host: Host }) {
  const { t } = useTranslation();
  const { modules, origins, kid, algorithm, createdAt, revokedAt } = host;
  const labels = new Map(useEmbeddable().map(({ name, label }) => [name, label]));
  const shown = modules?.map((module) => labels.get(module) ?? module) ?? [t('hosts.shows_all')];
  const facts: [name: string, value: ReactNode][] = [
    ['modules', shown.join(', ')],
    ['origins', <Origins key="origins" origins={origins} />],
    ['kid', <code key="kid">{kid}</code>],
    ['algorithm', algorithm],
    ['created', <Ago key="created" at={createdAt} />],
    ...(revokedAt === null
      ? []
      : [['revoked', <Ago key="revoked" at={revokedAt} />] as [string, ReactNode]]),
  ];
  return (
    <dl className="host__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`hosts.fact.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Origins({ origins }: Pick<Host, 'origins'>) {
  const { t } = useTranslation();
  if (origins.length === 0) return t('hosts.no_origins');
  return (
    <ul className="host__origins">
      {origins.map((origin) => (
        <li key={origin}>{origin}</li>
      ))}
    </ul>
  );
}
