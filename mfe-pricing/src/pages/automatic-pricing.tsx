import {
  exportListings,
  ListingTab,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  ListPage,
  lazily,
  toListCall,
  useApi,
  useListState,
  useMayWrite,
  useQueryCall,
  useStands,
  useTranslation,
} from '@primazia/kit';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AdDialogs } from '../ad/ad-dialogs.tsx';
import { useBulkSelection } from '../bulk/use-bulk-selection.tsx';
import { FirstRunCard } from '../first-run/first-run-card.tsx';
import { useFirstRun } from '../first-run/use-first-run.ts';
import { NextLooksProvider } from '../listings/next-looks.tsx';
import { PageMenu } from '../listings/page-menu.tsx';
import { useColumns } from '../listings/use-columns.tsx';
import { useFilters, useNamedRules } from '../listings/use-filters.ts';
import { useRowActions } from '../listings/use-row-actions.ts';
import { DelayNotice } from '../market/delay-notice.tsx';
import { RefusedNotice } from '../market/refused-notice.tsx';
import { usePlan } from '../market/use-plan.ts';

const BulkActs = lazily(async () => (await import('../bulk/bulk-acts.tsx')).BulkActs);
const BulkResult = lazily(async () => (await import('../bulk/bulk-result.tsx')).BulkResult);
const RulePanel = lazily(async () => (await import('../rule/rule-panel.tsx')).RulePanel);

const ORDERABLE = [
  'title',
  'price',
  'marketObservedAt',
  'minPrice',
  'maxPrice',
  'bestRivalPrice',
  'stock',
  'sku',
];
const LIVE = ['listings', 'markets', 'rules', 'price-updates', 'rule-batches'] as const;

const idOf = (listing: PricedListing) => listing.id;
const nameOf = (listing: PricedListing) => listing.title;
/** That a market was looked at again is no news in itself. */
const said = ({ marketObservedAt: _, updatedAt: __, ...rest }: PricedListing) =>
  JSON.stringify(rest);

/** What the address opens over the list. */
interface Opened {
  /** The rule of this ad. */
  listingId?: number;
  /** What came of this bulk act. */
  bulkId?: number;
  /** The list of bulk acts. */
  bulks?: boolean;
}

/** The ads with their buybox, rule and limits, and what can be done to many of them at once. */
export function AutomaticPricingPage() {
  return (
    <AdDialogs>
      <PricedAds />
    </AdDialogs>
  );
}

/** What the address opens over the list, and the way to open something else there. */
function useOpened(): { opened: Opened; open: (opened: Opened) => void } {
  const navigate = useNavigate();
  const stands = useStands();
  const opened = useSearch({ strict: false }) as Opened;
  const open = useCallback(
    (next: Opened) => {
      if (!stands()) return;
      void navigate({
        to: '.',
        search: (before: object) => ({
          ...before,
          listingId: undefined,
          bulkId: undefined,
          bulks: undefined,
          ...next,
        }),
        ignoreBlocker: true,
      });
    },
    [navigate, stands],
  );
  return { opened, open };
}

function PricedAds() {
  const { t } = useTranslation();
  const api = useApi();
  const { opened, open } = useOpened();
  const openRule = useCallback((listingId: number) => open({ listingId }), [open]);

  const fields = useFilters();
  const tabs = useMemo(
    () => ListingTab.options.map((id) => ({ id, label: t(`pricing.tab.${id}`) })),
    [t],
  );
  const options = useMemo(
    () => ({
      orderable: ORDERABLE,
      tabs,
      filters: fields,
      defaults: { orders: [{ field: 'title', direction: 'asc' as const }] },
    }),
    [tabs, fields],
  );
  const list = useListState(options);
  const filters = useNamedRules(fields, list.state);
  const { query, body } = toListCall(list.state);
  const { search, tab } = list.state;
  const asked = {
    tab: ListingTab.catch('all').parse(tab),
    ...(search === '' ? {} : { search }),
  };
  const result = useQueryCall(queryListings, { query: { ...query, ...asked }, body });
  const rows = result.data?.content;

  const mayWrite = useMayWrite();
  const bulk = useBulkSelection({
    rows: rows ?? [],
    list,
    filters,
    asked,
    onStarted: (id) => open({ bulkId: id }),
  });
  const firstRun = useFirstRun();
  const columns = useColumns();
  const rowActions = useRowActions(openRule);
  const plan = usePlan((rows ?? []).map(idOf));

  return (
    <NextLooksProvider plan={plan}>
      <ListPage
        id="automatic-pricing"
        title={t('pricing.title')}
        actions={
          <PageMenu
            onBulks={() => open({ bulks: true })}
            onFirstRun={firstRun.isAway ? firstRun.bringBack : null}
          />
        }
        notice={
          <>
            {firstRun.shown !== null && (
              <FirstRunCard facts={firstRun.shown} onPutAway={firstRun.putAway} />
            )}
            <RefusedNotice />
            <DelayNotice accounts={plan?.accounts ?? []} />
          </>
        }
        list={list}
        result={result}
        columns={columns}
        rowId={idOf}
        rowLabel={nameOf}
        tabs={tabs}
        filters={filters}
        searchLabel={t('pricing.search')}
        rowActions={rowActions}
        {...(mayWrite ? { selection: bulk.selection } : {})}
        sheet={(sheet, signal) =>
          api.call(exportListings, { query: asked, body: sheet }, { signal })
        }
        live={LIVE}
        fingerprint={said}
        empty={{ title: t('pricing.empty'), text: t('pricing.empty_text') }}
      />
      {bulk.dialog}
      <OverTheList opened={opened} open={open} />
    </NextLooksProvider>
  );
}

interface OverTheListProps {
  opened: Opened;
  open: (opened: Opened) => void;
}

/** The rule of an ad, what came of a bulk act, or the list of those. */
function OverTheList({ opened: { listingId, bulkId, bulks }, open }: OverTheListProps) {
  const close = () => open({});
  return (
    <>
      {listingId !== undefined && (
        <RulePanel key={listingId} listingId={listingId} onClose={close} />
      )}
      {bulkId !== undefined && <BulkResult key={bulkId} id={bulkId} onClose={close} />}
      {bulks === true && <BulkActs onOpen={(id) => open({ bulkId: id })} onClose={close} />}
    </>
  );
}
