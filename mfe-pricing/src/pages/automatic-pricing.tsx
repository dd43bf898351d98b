import {
  exportListings,
  ListingQuery,
  ListingTab,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import { lazily, useIsMounted, useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useBulkSelection } from '../bulk/use-bulk-selection.tsx';
import { FirstRunCard } from '../first-run/first-run-card.tsx';
import { useFirstRun } from '../first-run/use-first-run.ts';
import { useListingColumns } from '../listing-list/columns.tsx';
import { ListingDialogs } from '../listing-list/listing-dialogs.tsx';
import { NextPollsProvider } from '../listing-list/next-polls.tsx';
import { PageMenu } from '../listing-list/page-menu.tsx';
import { useRowActions } from '../listing-list/use-row-actions.ts';
import { DelayNotice } from '../market/delay-notice.tsx';
import { RefusedNotice } from '../market/refused-notice.tsx';
import { usePlan } from '../market/use-plan.ts';

const BulkHistory = lazily(async () => (await import('../bulk/bulk-history.tsx')).BulkHistory);
const BulkResult = lazily(async () => (await import('../bulk/bulk-result.tsx')).BulkResult);
const RulePanel = lazily(async () => (await import('../rule-editor/rule-panel.tsx')).RulePanel);

const LIVE = ['listings', 'markets', 'rules', 'price-updates', 'rule-batches'] as const;
const DEFAULTS = { orders: [{ field: 'title', direction: 'asc' as const }] };

const idOf = (listing: PricedListing) => listing.id;
const nameOf = (listing: PricedListing) => listing.title;
/** Another poll of a market does not count as a change. */
const said = ({ marketObservedAt: _, updatedAt: __, ...rest }: PricedListing) =>
  JSON.stringify(rest);

/** What the address opens over the list. */
interface Opened {
  /** The rule of this listing. */
  listingId?: number;
  /** The result of this bulk action. */
  bulkId?: number;
  /** The list of bulk actions. */
  bulks?: boolean;
}

/** The listings with their buybox, rule and limits, and what can be done to many of them at once. */
export function AutomaticPricingPage() {
  return (
    <ListingDialogs>
      <PricedListings />
    </ListingDialogs>
  );
}

/** What the address opens over the list, and the function that opens something else there. */
function useOpened(): { opened: Opened; open: (opened: Opened) => void } {
  const navigate = useNavigate();
  const stands = useIsMounted();
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

function PricedListings() {
  const { t } = useTranslation();
  const { opened, open } = useOpened();
  const openRule = useCallback((listingId: number) => open({ listingId }), [open]);

  const tabs = useMemo(
    () => ListingTab.options.map((id) => ({ id, label: t(`pricing.tab.${id}`) })),
    [t],
  );
  const { shown, rows, narrowed } = useListCall(queryListings, {
    ...useListingColumns(),
    tabs,
    defaults: DEFAULTS,
    download: exportListings,
  });

  const mayWrite = useMayWrite();
  const bulk = useBulkSelection({
    rows,
    list: shown.list,
    filters: shown.filters,
    query: ListingQuery.parse(narrowed),
    onStarted: (id) => open({ bulkId: id }),
  });
  const firstRun = useFirstRun();
  const rowActions = useRowActions(openRule);
  const plan = usePlan(rows.map(idOf));

  return (
    <NextPollsProvider plan={plan}>
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
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
        searchLabel={t('pricing.search')}
        rowActions={rowActions}
        {...(mayWrite ? { selection: bulk.selection } : {})}
        live={LIVE}
        fingerprint={said}
        empty={{ title: t('pricing.empty'), text: t('pricing.empty_text') }}
      />
      {bulk.dialog}
      <OverTheList opened={opened} open={open} />
    </NextPollsProvider>
  );
}

interface OverTheListProps {
  opened: Opened;
  open: (opened: Opened) => void;
}

/** The rule of a listing, the result of a bulk action, or the list of those. */
function OverTheList({ opened: { listingId, bulkId, bulks }, open }: OverTheListProps) {
  const close = () => open({});
  return (
    <>
      {listingId !== undefined && (
        <RulePanel key={listingId} listingId={listingId} onClose={close} />
      )}
      {bulkId !== undefined && <BulkResult key={bulkId} id={bulkId} onClose={close} />}
      {bulks === true && <BulkHistory onOpen={(id) => open({ bulkId: id })} onClose={close} />}
    </>
  );
}
