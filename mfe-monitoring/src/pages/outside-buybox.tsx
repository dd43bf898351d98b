import {
  exportBuybox,
  type MonitoredListing,
  queryBuybox,
} from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { useRowActions } from '../listing/use-row-actions.ts';
import { useOutsideColumns } from '../outside/columns.tsx';
import { SheetActions } from '../watch/sheet-actions.tsx';

const LIVE = ['listings', 'markets'] as const;
const DEFAULTS = { orders: [{ field: 'title', direction: 'asc' as const }] };

const idOf = (listing: MonitoredListing) => listing.id;
const nameOf = (listing: MonitoredListing) => listing.title;

/** Each listing beside its competitors, no matter who has the buybox. */
export function OutsideBuyboxPage() {
  const { t } = useTranslation();
  const { shown } = useListCall(queryBuybox, {
    ...useOutsideColumns(),
    defaults: DEFAULTS,
    download: exportBuybox,
  });
  const rowActions = useRowActions();
  return (
    <ListPage
      id="outside-buybox-monitoring"
      title={t('outside.title')}
      {...shown}
      rowId={idOf}
      rowLabel={nameOf}
      rowActions={rowActions}
      searchLabel={t('list.search')}
      actions={<SheetActions />}
      live={LIVE}
      empty={{ title: t('list.empty'), text: t('list.empty_text') }}
    />
  );
}
