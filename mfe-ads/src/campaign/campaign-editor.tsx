import type { CampaignDetails } from '@primazia/backend/ads/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { Content, EmptyState, Heading, InlineAlert, MarketplaceMark } from '@primazia/kit/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EditWizard } from '../wizard/edit-wizard.tsx';
import '../wizard/wizard.css';

/** The page on which a campaign is changed by the steps of the wizard. */
export function CampaignEditor({ details }: { details: CampaignDetails }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const { campaign, capabilities, isPartial } = details;
  const { id, name, status, marketplaceId } = campaign;
  const params = { campaignId: String(id) };
  const leave = useCallback(
    () =>
      void navigate({
        to: '/campanhas/$campaignId',
        params: { campaignId: String(id) },
        search: {},
      }),
    [navigate, id],
  );
  const isOpen = mayWrite && (status === 'ENABLED' || status === 'PAUSED');
  return (
    <section className="campaign">
      <header>
        <Link to="/campanhas/$campaignId" params={params} search={{}}>
          {t('edit.back')}
        </Link>
        <h1>
          <MarketplaceMark id={marketplaceId} /> {t('edit.title', { name })}
        </h1>
      </header>
      {isOpen ? (
        <>
          {!capabilities.writes && (
            <InlineAlert variant="notice">
              <Heading level={2}>{t('campaign.read_only')}</Heading>
              <Content>{t('campaign.read_only_text')}</Content>
            </InlineAlert>
          )}
          {isPartial && <p>{t('campaign.partial')}</p>}
          <EditWizard key={id} details={details} onDone={leave} onCancel={leave} />
        </>
      ) : (
        <EmptyState
          kind="no-permission"
          title={t('edit.closed')}
          text={t(mayWrite ? 'edit.closed_text' : 'wizard.closed_role')}
        />
      )}
    </section>
  );
}
