import { type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { type Column, ListPage, toListCall, useListState } from '@primazia/kit/list';
import { useMemo } from 'react';

const OPTIONS = { orderable: ['title', 'price', 'stock'] };

/** The company's listings with price and stock: a list to start from. */
export function ListingsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState(OPTIONS);
  const { query, body } = toListCall(list.state);
  const { search } = list.state;
  const result = useQueryCall(queryListings, {
    query: { ...query, ...(search === '' ? {} : { search }) },
    body,
  });
  const columns = useMemo(
    (): Column<PricedListing>[] => [
      { id: 'title', header: t('listings.title'), cell: ({ title }) => title, orderBy: 'title' },
      {
        id: 'price',
        header: t('listings.price'),
        cell: ({ price, currencyCode }) => format.money(price, currencyCode),
        orderBy: 'price',
        numeric: true,
      },
      {
        id: 'stock',
        header: t('listings.stock'),
        cell: ({ stock }) => format.integer(stock),
        orderBy: 'stock',
        numeric: true,
      },
    ],
    [t, format],
  );
  return (
    <ListPage
      id="example-listings"
      title={t('listings.page')}
      list={list}
      result={result}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ title }) => title}
      searchLabel={t('listings.search')}
      empty={{ title: t('listings.empty'), text: t('listings.empty_text') }}
    />
  );
}
