import { adsAccounts, campaignDraft } from '@primazia/backend/ads/contract';
import { useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import { EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CreationProgress } from '../wizard/creation-progress.tsx';
import { Wizard } from '../wizard/wizard.tsx';
import '../campaign/campaign.css';
import '../wizard/wizard.css';

interface NewCampaignPageProps {
  /** A campaign that is being created; absent: the person's draft. */
  creationId: number | undefined;
}

/** A campaign that is put together, or on its way to the marketplace. */
export function NewCampaignPage({ creationId }: NewCampaignPageProps) {
  const { t } = useTranslation();
  return (
    <section className="campaign">
      <header>
        <Link to="/campanhas">{t('campaign.all')}</Link>
        <h1>{t('wizard.title')}</h1>
      </header>
      <Body creationId={creationId} />
    </section>
  );
}

function Body({ creationId }: NewCampaignPageProps): ReactNode {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const [isCorrected, setIsCorrected] = useState(false);
  const kept = useQueryCall(campaignDraft, {});
  const accounts = useQueryCall(adsAccounts, {});
  const show = (creation: number | undefined) =>
    navigate({ to: '/campanhas/nova', search: { creation }, replace: true });
  const correct = () => {
    setIsCorrected(true);
    void show(undefined);
  };
  if (creationId !== undefined)
    return <CreationProgress creationId={creationId} onCorrect={correct} />;
  const failed = [kept, accounts].find(({ error }) => error !== null);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  // What was read before may be older than the draft.
  if (!kept.isFetchedAfterMount || kept.data === undefined || accounts.data === undefined)
    return <Skeleton rows={8} />;
  if (kept.data.creationId !== null && !isCorrected)
    return <CreationProgress creationId={kept.data.creationId} onCorrect={correct} />;
  const open = accounts.data.filter(
    ({ status, capabilities }) => status === 'active' && capabilities?.creates === true,
  );
  if (!mayWrite || open.length === 0)
    return (
      <EmptyState
        kind={mayWrite ? 'nothing-yet' : 'no-permission'}
        title={t('wizard.closed')}
        text={t(mayWrite ? 'wizard.closed_text' : 'wizard.closed_role')}
      />
    );
  return (
    <Wizard
      key={kept.data.version === 0 ? 'new' : 'kept'}
      kept={kept.data}
      accounts={open}
      onCreated={(id) => void show(id)}
      onDiscarded={() => void kept.refetch()}
    />
  );
}
