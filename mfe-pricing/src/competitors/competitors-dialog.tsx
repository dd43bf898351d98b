import { type ComparedMarket, competitors } from '@primazia/backend/monitoring/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  COMPETITORS,
  errorText,
  useLiveRefetch,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  Ago,
  Button,
  ButtonGroup,
  BuyboxTag,
  ComparisonTable,
  Content,
  Dialog,
  Divider,
  EmptyState,
  Heading,
  InlineAlert,
  SearchField,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { pickerType } from '../ui/dialog-type.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { NotReported } from './not-reported.tsx';
import { Suspicion } from './suspicion.tsx';
import { Tips } from './tips.tsx';

interface CompetitorsDialogProps {
  listing: PricedListing;
  onClose: () => void;
}

/** A listing beside its competitors: what would win it the buybox, and who is better in what. */
export function CompetitorsDialog({ listing, onClose }: CompetitorsDialogProps) {
  const { t } = useTranslation();
  // On a narrow screen it takes the whole screen.
  const [isWindow] = useState(() => pickerType() === 'modal');
  return (
    <Dialog {...(isWindow ? { width: 1100 } : {})}>
      <Heading>{t('competitors.title')}</Heading>
      <Divider />
      <Content>
        <Comparison listing={listing} />
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('competitors.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

function Comparison({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const searchValue = useDebounced(text.trim());
  const { data, error, refetch } = useQueryCall(
    competitors,
    { params: { listingId: listing.id }, body: { searchValue } },
    { staleTime: 0 },
  );
  useLiveRefetch(['markets', 'listings'], refetch, ({ ids }) => ids.includes(listing.id));
  return (
    <>
      <p className="listing-dialog__listing">
        {listing.title}
        <BuyboxTag
          status={data?.buybox?.status ?? listing.buyboxStatus}
          marketplaceId={listing.marketplaceId}
        />
        {typeof data?.observedAt === 'string' && (
          <span className="muted">
            {t('competitors.observed_at')} <Ago at={data.observedAt} />
          </span>
        )}
      </p>
      {error !== null && (
        <LoadFailure
          title={t(`kit:${COMPETITORS.unavailable.key}`)}
          text={errorText(t, error)}
          onRetry={refetch}
        />
      )}
      {data === undefined && error === null && <Skeleton rows={10} />}
      {data !== undefined && (
        <>
          <State market={data} onRetry={refetch} />
          {data.reportsOffers === false && (
            <NotReported market={data} currencyCode={listing.currencyCode} />
          )}
          {data.state !== 'unavailable' && <Tips market={data} listing={listing} />}
        </>
      )}
      {(text !== '' || (data !== undefined && data.total > 0)) && (
        <div className="comparison-search">
          <SearchField
            label={t('competitors.search')}
            value={text}
            onChange={setText}
            maxLength={200}
            width="100%"
          />
          {data !== undefined && (
            <span className="muted" role="status">
              {t('competitors.found', { count: data.competitors.length, total: data.total })}
            </span>
          )}
        </div>
      )}
      {data !== undefined &&
        (data.competitors.length > 0 ? (
          <ComparisonTable
            market={data}
            currencyCode={listing.currencyCode}
            countryCode={listing.countryCode}
            about={(competitor) => (
              <Suspicion
                listingId={listing.id}
                competitor={competitor}
                currencyCode={listing.currencyCode}
              />
            )}
          />
        ) : (
          <NoCompetitors market={data} />
        ))}
    </>
  );
}

/** Why there is less to see than a person would like. */
function State({ market, onRetry }: { market: ComparedMarket; onRetry: () => unknown }) {
  const { t } = useTranslation();
  const { state, total } = market;
  if (state === 'ready') return null;
  const situation = COMPETITORS[state];
  if (state === 'not_monitored')
    return (
      <EmptyState
        kind="nothing-yet"
        title={t('competitors.not_monitored')}
        text={t(`kit:${situation.key}`)}
        action={
          <Button variant="primary" onPress={() => void onRetry()}>
            {t('kit:states.retry')}
          </Button>
        }
      />
    );
  const below = state === 'below_twentieth' ? 'below_twentieth_text' : 'last_seen';
  return (
    <InlineAlert variant={state === 'unavailable' ? 'negative' : 'notice'} marginBottom="size-200">
      <Heading>{t(`competitors.${state}`)}</Heading>
      <Content>
        {t(`kit:${situation.key}`)} {total > 0 && t(`competitors.${below}`)}
      </Content>
    </InlineAlert>
  );
}

function NoCompetitors({ market: { state, total, reportsOffers } }: { market: ComparedMarket }) {
  const { t } = useTranslation();
  if (reportsOffers === false) return null;
  if (total > 0) return <EmptyState kind="nothing-found" title={t('competitors.none_found')} />;
  if (state !== 'ready') return null;
  return (
    <EmptyState
      kind="nothing-yet"
      title={t('competitors.alone')}
      text={t('competitors.alone_text')}
    />
  );
}
