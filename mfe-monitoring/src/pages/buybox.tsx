import { ListingTab, type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { useMemo } from 'react';
import { useBuyboxColumns } from '../buybox/columns.tsx';

const LIVE = ['listings', 'markets', 'rules'] as const;
const DEFAULTS = { orders: [{ field: 'title', direction: 'asc' as const }] };

const idOf = (listing: PricedListing) => listing.id;
const nameOf = (listing: PricedListing) => listing.title;

/** Who has the buybox of each listing, at which price, and since when. */
export function BuyboxPage() {
  const { t } = useTranslation();
  const tabs = useMemo(
    () =>
      ListingTab.extract(['all', 'losing']).options.map((id) => ({
        id,
        label: t(`buybox.tab.${id}`),
      })),
    [t],
  );
  const { shown } = useListCall(queryListings, {
    ...useBuyboxColumns(),
    tabs,
    defaults: DEFAULTS,
  });
  return (
    <ListPage
      id="buybox-monitoring"
      title={t('buybox.title')}
      {...shown}
      rowId={idOf}
      rowLabel={nameOf}
      searchLabel={t('list.search')}
      live={LIVE}
      empty={{ title: t('list.empty'), text: t('list.empty_text') }}
    />
  );
}
