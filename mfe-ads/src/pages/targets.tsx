import {
  exportTargets,
  type LinkedTarget,
  queryTargets,
  TargetTab,
} from '@primazia/backend/ads/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, type RowAction, useListCall } from '@primazia/kit/list';
import { DialogContainer, EditIcon } from '@primazia/kit/ui';
import { useCallback, useMemo, useState } from 'react';
import { ChangeDialog } from '../campaign/change-dialog.tsx';
import { FigureDaysNote } from '../campaign/figure-cards.tsx';
import { StatusButtons } from '../lists/status-buttons.tsx';
import { useTargetColumns } from '../targets/columns.tsx';
import '../campaign/campaign.css';

const LIVE = ['campaigns'] as const;

const idOf = ({ id }: LinkedTarget) => id;
const nameOf = ({ text, campaignName }: LinkedTarget) => `${text}, ${campaignName}`;
const isChangeable = ({ status }: LinkedTarget) => status === 'ENABLED' || status === 'PAUSED';

/** The keywords, products and categories of all campaigns, with their bids and figures. */
export function TargetsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [ticked, setTicked] = useState<readonly LinkedTarget[]>([]);
  const [changed, setChanged] = useState<LinkedTarget | null>(null);
  const tabs = useMemo(
    () => TargetTab.options.map((id) => ({ id, label: t(`links.tab.${id}`) })),
    [t],
  );
  const { shown } = useListCall(queryTargets, {
    ...useTargetColumns(),
    tabs,
    download: exportTargets,
  });
  const rowActions = useCallback(
    (target: LinkedTarget): RowAction[] =>
      mayWrite && target.bid !== null && isChangeable(target)
        ? [
            {
              id: 'bid',
              label: t('links.change_bid'),
              icon: EditIcon,
              onPress: () => setChanged(target),
            },
          ]
        : [],
    [t, mayWrite],
  );
  const { data } = shown.result;
  return (
    <>
      <ListPage
        id="campaign-targets"
        title={t('links.title')}
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        searchLabel={t('links.search')}
        live={LIVE}
        rowActions={rowActions}
        notice={data !== undefined && <FigureDaysNote days={data.days} />}
        {...(mayWrite && {
          selection: {
            rows: ticked,
            onChange: setTicked,
            actions: (
              <StatusButtons
                chosen={ticked.map(({ id, campaignId, status }) => ({
                  campaignId,
                  objectId: id,
                  status,
                }))}
                object="target"
                onDone={() => setTicked([])}
              />
            ),
          },
        })}
        empty={{ title: t('links.empty'), text: t('links.empty_text') }}
      />
      <DialogContainer onDismiss={() => setChanged(null)}>
        {changed !== null && (
          <ChangeDialog
            campaignId={changed.campaignId}
            currencyCode={changed.currencyCode}
            changed={{
              object: 'target',
              objectId: changed.id,
              field: 'bid',
              name: changed.text,
              amount: changed.bid,
            }}
            writes={changed.canWrite}
            onClose={() => setChanged(null)}
          />
        )}
      </DialogContainer>
    </>
  );
}
