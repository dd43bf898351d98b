import {
  adsAccounts,
  type Campaign,
  type CampaignBulk,
  CampaignQuery,
  CampaignTab,
  exportCampaigns,
  MAX_TAGGED,
  queryCampaigns,
  selectCampaigns,
} from '@primazia/backend/ads/contract';
import { useApi, useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import { type Frozen, ListPage, type RowAction, useListCall } from '@primazia/kit/list';
import { ActionButton, DialogContainer, EditIcon } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { FigureCards, FigureDaysNote } from '../campaign/figure-cards.tsx';
import { ApprovalSetting } from '../campaign-list/approval-setting.tsx';
import { BulkDialog } from '../campaign-list/bulk-dialog.tsx';
import { CampaignBulks } from '../campaign-list/bulks.tsx';
import { useCampaignColumns } from '../campaign-list/columns.tsx';
import { Creations } from '../campaign-list/creations.tsx';
import { StatusButtons } from '../lists/status-buttons.tsx';
import { TagsDialog } from '../tags/tags-dialog.tsx';
import '../campaign/campaign.css';
import '../wizard/wizard.css';

const LIVE = ['campaigns'] as const;
const DEFAULTS = { orders: [{ field: 'investment', direction: 'desc' as const }] };

const STATUSES = ['PAUSED', 'ENABLED'] as const;

const idOf = ({ id }: Campaign) => id;
const nameOf = ({ name }: Campaign) => name;

/** The company's campaigns with what they cost and brought. */
export function CampaignsPage() {
  const { t } = useTranslation();
  const tabs = useMemo(
    () => CampaignTab.options.map((id) => ({ id, label: t(`campaigns.tab.${id}`) })),
    [t],
  );
  const [ticked, setTicked] = useState<readonly Campaign[]>([]);
  const [tagged, setTagged] = useState<readonly Campaign[] | null>(null);
  const api = useApi();
  const [all, setAll] = useState<Frozen | null>(null);
  const [bulkStatus, setBulkStatus] = useState<CampaignBulk['status'] | null>(null);
  const { shown, narrowed } = useListCall(queryCampaigns, {
    ...useCampaignColumns(),
    tabs,
    defaults: DEFAULTS,
    download: exportCampaigns,
  });
  const { data } = useQueryCall(queryCampaigns, { query: {}, body: {} });
  const accounts = useQueryCall(adsAccounts, {});
  const isOpen = accounts.data?.some(({ status }) => status === 'active') ?? true;
  const mayWrite = useMayWrite();
  const rowActions = useCallback(
    (campaign: Campaign): RowAction[] =>
      mayWrite
        ? [
            {
              id: 'tags',
              label: t('tags.set'),
              icon: EditIcon,
              onPress: () => setTagged([campaign]),
            },
          ]
        : [],
    [t, mayWrite],
  );
  const canCreate = accounts.data?.some(({ capabilities }) => capabilities?.creates === true);
  return (
    <>
      <Creations />
      <CampaignBulks />
      <ListPage
        id="campaigns"
        title={t('campaigns.title')}
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        searchLabel={t('campaigns.search')}
        live={LIVE}
        rowActions={rowActions}
        {...(mayWrite && {
          selection: {
            rows: ticked,
            onChange: setTicked,
            all: {
              chosen: all,
              onChoose: setAll,
              freeze: (question) =>
                api.call(selectCampaigns, {
                  query: CampaignQuery.parse(narrowed),
                  body: question,
                }),
            },
            actions:
              all !== null ? (
                STATUSES.map((status) => (
                  <ActionButton key={status} onPress={() => setBulkStatus(status)}>
                    {t(`bulk_all.open.${status}`)}
                  </ActionButton>
                ))
              ) : (
                <>
                  <StatusButtons
                    chosen={ticked.map(({ id, status }) => ({
                      campaignId: id,
                      objectId: id,
                      status,
                    }))}
                    object="campaign"
                    onDone={() => setTicked([])}
                  />
                  <ActionButton
                    isDisabled={ticked.length > MAX_TAGGED}
                    onPress={() => setTagged(ticked)}
                  >
                    {t('tags.set')}
                  </ActionButton>
                </>
              ),
          },
        })}
        actions={
          mayWrite && canCreate === true && <Link to="/campanhas/nova">{t('campaigns.new')}</Link>
        }
        empty={{
          title: t('campaigns.empty'),
          text: t(isOpen ? 'campaigns.empty_text' : 'campaigns.not_open'),
        }}
      />
      <DialogContainer onDismiss={() => setBulkStatus(null)}>
        {bulkStatus !== null && all !== null && (
          <BulkDialog
            chosen={all}
            status={bulkStatus}
            onStarted={() => {
              setBulkStatus(null);
              setAll(null);
              setTicked([]);
            }}
            onClose={() => setBulkStatus(null)}
          />
        )}
      </DialogContainer>
      <DialogContainer onDismiss={() => setTagged(null)}>
        {tagged !== null && (
          <TagsDialog
            campaigns={tagged}
            onDone={() => setTicked([])}
            onClose={() => setTagged(null)}
          />
        )}
      </DialogContainer>
      {data !== undefined && data.totalElements > 0 && (
        <section className="campaigns__sums" aria-label={t('campaigns.sums')}>
          <FigureDaysNote days={data.days} />
          {data.totals.map(({ currencyCode, figures }) => (
            <FigureCards key={currencyCode} figures={figures} currencyCode={currencyCode} />
          ))}
          <ApprovalSetting />
        </section>
      )}
    </>
  );
}
