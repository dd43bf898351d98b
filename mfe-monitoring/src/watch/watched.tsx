import {
  matchPrecision,
  type WatchedCompetitor,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import {
  useFormat,
  useLiveRefetch,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  AddIcon,
  Button,
  ButtonGroup,
  DialogContainer,
  EmptyState,
  ErrorState,
  SearchIcon,
  Skeleton,
  Text,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { CompetitorRow } from './competitor-row.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';

type Opened =
  | { dialog: 'paste' | 'search' }
  | { dialog: 'remove' | 'price'; competitor: WatchedCompetitor };

/** The watched competitors of a listing, and the actions on them. */
export function Watched({ listing }: { listing: MonitoredListing }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { id, currencyCode } = listing;
  const { data, error, refetch } = useQueryCall(watchedCompetitors, { params: { listingId: id } });
  useLiveRefetch(
    ['markets'],
    () => refetch(),
    ({ ids }) => ids.includes(id),
  );
  const close = () => setOpened(null);
  return (
    <section className="market-card" aria-labelledby="watched-title">
      <h2 id="watched-title">{t('watch.title')}</h2>
      <p className="market-hint">{t('watch.hint')}</p>
      {mayWrite && (
        <ButtonGroup marginY="size-150">
          <Button variant="primary" onPress={() => setOpened({ dialog: 'paste' })}>
            <AddIcon />
            <Text>{t('watch.paste')}</Text>
          </Button>
          <Button variant="secondary" onPress={() => setOpened({ dialog: 'search' })}>
            <SearchIcon />
            <Text>{t('watch.search')}</Text>
          </Button>
        </ButtonGroup>
      )}
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={4} />
        ) : (
          <ErrorState error={error} onRetry={() => refetch()} />
        )
      ) : data.competitors.length === 0 ? (
        <EmptyState kind="nothing-yet" title={t('watch.empty')} text={t('watch.empty_text')} />
      ) : (
        <ul className="watched">
          {data.competitors.map((competitor) => (
            <CompetitorRow
              key={competitor.id}
              competitor={competitor}
              currencyCode={currencyCode}
              onRemove={() => setOpened({ dialog: 'remove', competitor })}
              onPrice={() => setOpened({ dialog: 'price', competitor })}
            />
          ))}
        </ul>
      )}
      <Precision />
      <DialogContainer onDismiss={close}>
        {opened?.dialog === 'paste' && <PasteDialog listingId={id} onClose={close} />}
        {opened?.dialog === 'search' && <SearchDialog listingId={id} onClose={close} />}
        {opened?.dialog === 'remove' && (
          <RemoveDialog competitor={opened.competitor} onClose={close} />
        )}
        {opened?.dialog === 'price' && (
          <PriceDialog competitor={opened.competitor} currencyCode={currencyCode} onClose={close} />
        )}
      </DialogContainer>
    </section>
  );
}

/** How often the company accepted suggested competitors. */
function Precision() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQueryCall(matchPrecision, {});
  const known = (data?.precisions ?? []).filter(({ precision }) => precision !== null);
  if (known.length === 0) return null;
  return (
    <p className="market-hint">
      {known
        .map(({ basis, accepted, refused, precision }) =>
          t(`watch.precision.${basis}`, {
            percent: format.percent(precision),
            accepted,
            all: accepted + refused,
          }),
        )
        .join(' ')}
    </p>
  );
}
