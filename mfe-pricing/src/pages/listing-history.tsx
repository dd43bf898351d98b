import type { PricedListing, PriceUpdate } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import {
  PeriodBar,
  type PeriodSearch,
  PriceTimeline,
  periodOf,
  useTimeline,
} from '@primazia/kit/chart';
import { EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePricedListing } from '../listing/use-priced-listing.ts';
import { RulePanel } from '../rule-editor/rule-panel.tsx';
import { Figures } from '../timeline/figures.tsx';
import { ListingHead } from '../timeline/listing-head.tsx';
import { pinsOf } from '../timeline/pins.ts';
import { type OpenUpdate, UpdatePanel } from '../timeline/update-panel.tsx';
import { UpdatesList } from '../timeline/updates-list.tsx';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { UndoDialog } from '../update/undo-dialog.tsx';

/** One listing over time: its price beside the competitors', the buybox, and every update with its reason. */
export function ListingHistoryPage() {
  const { t } = useTranslation();
  const { listingId } = useParams({ strict: false }) as { listingId: number };
  const { listing, error, retry } = usePricedListing(listingId);
  return (
    <section className="timeline-page">
      <header>
        <Link to="/historico-de-precos">{t('timeline.all_listings')}</Link>
        <h1>{t('timeline.title')}</h1>
      </header>
      {listing ? (
        <ListingHistory key={listingId} listing={listing} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : listing === null ? (
        <EmptyState
          kind="nothing-found"
          title={t('timeline.no_listing')}
          text={t('timeline.no_listing_text')}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </section>
  );
}

type Open =
  | { dialog: 'update'; update: OpenUpdate }
  | { dialog: 'undo'; update: PriceUpdate }
  /** `undoes`: saving the rule takes the update back. */
  | { dialog: 'rule'; undoes?: PriceUpdate };

/** The updates are found by the day of their making, as the server counts days. */
const toOpen = ({ id, at }: { id: number; at: string }): Open => ({
  dialog: 'update',
  update: { id, day: new Date(at).toISOString().slice(0, 10) },
});

function ListingHistory({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<Open | null>(null);
  const { days, from, to } = useSearch({ strict: false }) as PeriodSearch;
  const period = periodOf({ days, from, to }, new Date());
  const { id, currencyCode, title } = listing;
  const { series, marks, timeline, error, retry } = useTimeline(id, period);
  const pins = useMemo(
    () => pinsOf(marks?.marks ?? [], currencyCode, format, (state) => t(`update.state.${state}`)),
    [marks, currencyCode, format, t],
  );
  const openPin = (pinId: number) => {
    const mark = marks?.marks.find((one) => one.id === pinId);
    if (mark !== undefined) setOpen(toOpen(mark));
  };
  const close = () => setOpen(null);
  return (
    <>
      <ListingHead listing={listing} onRule={() => setOpen({ dialog: 'rule' })} />
      <PeriodBar period={period} />
      {timeline === undefined && error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <>
          {series !== undefined && marks !== undefined && (
            <Figures figures={series.figures} updates={marks.total} currencyCode={currencyCode} />
          )}
          <div className="card">
            <PriceTimeline
              key={`${period.from} ${period.to}`}
              label={t('timeline.chart', { title })}
              timeline={timeline}
              currencyCode={currencyCode}
              pins={pins}
              olderPins={(marks?.total ?? 0) - pins.length}
              onPin={openPin}
            />
            {series?.isThinned === true && <p className="hint">{t('timeline.thinned')}</p>}
          </div>
        </>
      )}
      <section className="timeline-section">
        <h2>{t('timeline.updates_title')}</h2>
        <UpdatesList
          key={`${period.from} ${period.to}`}
          listingId={id}
          period={period}
          onOpen={(update) => setOpen(toOpen({ id: update.id, at: update.createdAt }))}
        />
      </section>
      <HeldDialogContainer onDismiss={close}>
        {open?.dialog === 'update' && (
          <UpdatePanel
            open={open.update}
            onClose={close}
            onUndo={(update) => setOpen({ dialog: 'undo', update })}
          />
        )}
        {open?.dialog === 'undo' && (
          <UndoDialog
            update={open.update}
            onClose={close}
            onChangeRule={() => setOpen({ dialog: 'rule', undoes: open.update })}
          />
        )}
      </HeldDialogContainer>
      {open?.dialog === 'rule' && (
        <RulePanel
          listingId={id}
          {...(open.undoes === undefined ? {} : { undoes: open.undoes })}
          onClose={close}
        />
      )}
    </>
  );
}
