import {
  exportBuybox,
  ListingTab,
  type MonitoredListing,
  queryBuybox,
} from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { useMemo } from 'react';
import { useBuyboxColumns } from '../buybox/columns.tsx';
import { useRowActions } from '../listing/use-row-actions.ts';
import { Overview } from '../overview/overview.tsx';

const LIVE = ['listings', 'markets', 'rules'] as const;
const DEFAULTS = { orders: [{ field: 'title', direction: 'asc' as const }] };

const idOf = (listing: MonitoredListing) => listing.id;
const nameOf = (listing: MonitoredListing) => listing.title;

/** Who has the buybox of each listing, at which price, and since when. */
export function BuyboxPage() {
  const { t } = useTranslation();
  const tabs = useMemo(
    () =>
      ListingTab.extract(['all', 'losing', 'at_minimum', 'no_rule']).options.map((id) => ({
        id,
        label: t(`buybox.tab.${id}`),
      })),
    [t],
  );
  const { shown } = useListCall(queryBuybox, {
    ...useBuyboxColumns(),
    tabs,
    defaults: DEFAULTS,
    download: exportBuybox,
  });
  const rowActions = useRowActions();
  return (
    <ListPage
      id="buybox-monitoring"
      title={t('buybox.title')}
      notice={<Overview list={shown.list} />}
      {...shown}
      rowId={idOf}
      rowLabel={nameOf}
      rowActions={rowActions}
      searchLabel={t('list.search')}
      live={LIVE}
      empty={{ title: t('list.empty'), text: t('list.empty_text') }}
    />
  );
}
