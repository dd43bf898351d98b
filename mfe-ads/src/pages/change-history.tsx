import {
  type CampaignChange,
  ChangeTab,
  exportAdsChanges,
  queryAdsChanges,
} from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { dayAfter } from '@primazia/kit/chart';
import { ListPage, useListCall } from '@primazia/kit/list';
import { DialogContainer } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ReasonDialog } from '../campaign/reason-dialog.tsx';
import { useChangeColumns } from '../change-list/columns.tsx';
import { useChangeActs } from '../change-list/use-change-acts.ts';
import '../campaign/campaign.css';

const LIVE = ['campaigns'] as const;
/** The days that are shown first, today among them. */
const DAYS = 30;

const idOf = ({ id }: CampaignChange) => id;
const nameOf = ({ campaignName, objectName }: CampaignChange) => `${campaignName}, ${objectName}`;
const said = ({ id, state }: CampaignChange) => `${id} ${state}`;

/** The changes of all campaigns: date, operation, before, after, state; and the actions on each. */
export function ChangeHistoryPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<CampaignChange | null>(null);
  const tabs = useMemo(
    () => ChangeTab.options.map((id) => ({ id, label: t(`changes.tab.${id}`) })),
    [t],
  );
  const defaults = useMemo(() => {
    const today = new Date().toLocaleDateString('sv-SE');
    const filter = {
      field: 'createdAt',
      condition: 'BETWEEN' as const,
      value: `${dayAfter(today, 1 - DAYS)}|${today}`,
      logicalOperator: 'AND' as const,
    };
    return { filters: [filter], orders: [{ field: 'createdAt', direction: 'desc' as const }] };
  }, []);
  const { shown } = useListCall(queryAdsChanges, {
    ...useChangeColumns(),
    tabs,
    defaults,
    download: exportAdsChanges,
  });
  return (
    <>
      <ListPage
        id="campaign-changes"
        title={t('changes.title')}
        notice={<Link to="/campanhas">{t('campaign.all')}</Link>}
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        fingerprint={said}
        live={LIVE}
        rowActions={useChangeActs(setOpened)}
        empty={{ title: t('change.none'), text: t('changes.empty_text') }}
      />
      <DialogContainer onDismiss={() => setOpened(null)}>
        {opened !== null && <ReasonDialog change={opened} onClose={() => setOpened(null)} />}
      </DialogContainer>
    </>
  );
}
