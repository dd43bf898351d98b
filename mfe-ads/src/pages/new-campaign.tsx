import {
  adsAccounts,
  CampaignDraft,
  campaignDraft,
  type StoredDraft,
} from '@primazia/backend/ads/contract';
import { useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import { Content, EmptyState, ErrorState, Heading, InlineAlert, Skeleton } from '@primazia/kit/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CreationProgress } from '../wizard/creation-progress.tsx';
import { Wizard } from '../wizard/wizard.tsx';
import '../campaign/campaign.css';
import '../wizard/wizard.css';

interface NewCampaignPageProps {
  /** A campaign that is being created; absent: the person's draft. */
  creation?: number | undefined;
  /** The listings that another page has chosen for a campaign: comma-separated ids, and their account. */
  account?: number | undefined;
  listings?: string | undefined;
}

/** A campaign that is being composed, or created at the marketplace. */
export function NewCampaignPage(props: NewCampaignPageProps) {
  const { t } = useTranslation();
  return (
    <section className="campaign">
      <header>
        <Link to="/campanhas">{t('campaign.all')}</Link>
        <h1>{t('wizard.title')}</h1>
      </header>
      <Body {...props} />
    </section>
  );
}

/** A draft that begins with chosen listings. */
const draftOf = (accountId: number, listings: string, groupName: string): CampaignDraft =>
  CampaignDraft.parse({
    accountId,
    groups: [{ name: groupName, listingIds: listings.split(',').map(Number) }],
  });

function Body({ creation: creationId, account, listings }: NewCampaignPageProps): ReactNode {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const [isCorrected, setIsCorrected] = useState(false);
  // Fetched each time: a cached answer that is still fresh would not be fetched again, and the page would wait for
  // ever.
  const stored = useQueryCall(campaignDraft, {}, { staleTime: 0 });
  const accounts = useQueryCall(adsAccounts, {});
  const show = (creation: number | undefined) =>
    navigate({ to: '/campanhas/nova', search: { creation }, replace: true });
  const correct = () => {
    setIsCorrected(true);
    void show(undefined);
  };
  if (creationId !== undefined)
    return <CreationProgress creationId={creationId} onCorrect={correct} />;
  const failed = [stored, accounts].find(({ error }) => error !== null);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  // A cached answer may be older than the draft.
  if (!stored.isFetchedAfterMount || stored.data === undefined || accounts.data === undefined)
    return <Skeleton rows={8} />;
  const isChosen = account !== undefined && listings !== undefined;
  if (stored.data.creationId !== null && !isCorrected && !isChosen)
    return <CreationProgress creationId={stored.data.creationId} onCorrect={correct} />;
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
  if (isChosen && !open.some(({ accountId }) => accountId === account))
    return (
      <EmptyState
        kind="nothing-yet"
        title={t('wizard.account_closed')}
        text={t('wizard.account_closed_text')}
      />
    );
  const begun: StoredDraft = isChosen
    ? { ...stored.data, draft: draftOf(account, listings, t('wizard.group_name', { number: 1 })) }
    : stored.data;
  return (
    <>
      {isChosen && stored.data.draft !== null && stored.data.creationId === null && (
        <InlineAlert variant="notice">
          <Heading level={2}>{t('wizard.replaces', { name: stored.data.draft.name })}</Heading>
          <Content>
            {t('wizard.replaces_text')}{' '}
            <Link to="/campanhas/nova" search={{}}>
              {t('wizard.to_draft')}
            </Link>
          </Content>
        </InlineAlert>
      )}
      <Wizard
        key={isChosen ? listings : stored.data.version === 0 ? 'new' : 'kept'}
        stored={begun}
        accounts={open}
        onCreated={(id) => void show(id)}
        onDiscarded={() => void stored.refetch()}
      />
    </>
  );
}
