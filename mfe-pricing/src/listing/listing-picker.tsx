import {
  type ListingTab,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import { useFormat, useQueryCall, useSession, useTranslation } from '@primazia/kit';
import {
  AdCell,
  Button,
  ButtonGroup,
  BuyboxTag,
  Content,
  Dialog,
  Divider,
  EmptyState,
  ErrorState,
  Heading,
  SearchField,
  Skeleton,
} from '@primazia/kit/ui';
import { useId, useState } from 'react';
import { PageTurner } from '../ui/page-turner.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { countryName } from './country.ts';

const PAGE = 30;

interface ListingPickerProps {
  title: string;
  /** The text under the title: which listings are offered. */
  text: string;
  /** `no_rule`: listings that may still be given a rule. */
  tab: ListingTab;
  /** Listings that are chosen already. */
  taken: readonly number[];
  /** The country of those; null: none is chosen yet. */
  countryCode: string | null;
  /** The maximum of chosen listings. */
  most: number;
  onAdd: (listings: readonly PricedListing[]) => void;
  onClose: () => void;
}

/** Chooses listings among all, found by searching; those that cannot be chosen say why. */
export function ListingPicker(props: ListingPickerProps) {
  const { title, text, tab, taken, most, onAdd, onClose } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [ticked, setTicked] = useState<readonly PricedListing[]>([]);
  const settled = useDebounced(search.trim());
  const { data, error, refetch } = useQueryCall(queryListings, {
    query: { page, limit: PAGE, tab, ...(settled === '' ? {} : { search: settled }) },
    body: { filters: [], orders: [{ field: 'title', direction: 'asc' }] },
  });
  const countryCode = props.countryCode ?? ticked[0]?.countryCode ?? null;
  const room = most - taken.length - ticked.length;
  const rows = data?.content ?? [];
  const isTicked = ({ id }: PricedListing) => ticked.some((one) => one.id === id);
  const mayTick = (listing: PricedListing) =>
    !taken.includes(listing.id) && (countryCode === null || listing.countryCode === countryCode);
  const free = rows.filter((listing) => mayTick(listing) && !isTicked(listing));
  const toggle = (listing: PricedListing) =>
    setTicked(
      isTicked(listing) ? ticked.filter(({ id }) => id !== listing.id) : [...ticked, listing],
    );
  // Where no listing is chosen yet, the first of the page decides the country.
  const first = free[0];
  const ofPage = free.filter((one) => one.countryCode === first?.countryCode).slice(0, room);

  return (
    <Dialog size="L">
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <div className="listing-picker">
          <p className="muted">{text}</p>
          <SearchField
            label={t('pricing.search')}
            value={search}
            onChange={(next) => {
              setSearch(next);
              setPage(0);
            }}
            maxLength={200}
            width="100%"
            autoFocus
          />
          <div className="listing-picker__line">
            <span role="status">
              {room > 0
                ? t('rules.listings.ticked', { count: ticked.length })
                : t('rules.listings.most', { most: format.integer(most) })}
            </span>
            {ofPage.length > 0 && (
              <button
                type="button"
                className="pz-text-button"
                onClick={() => setTicked([...ticked, ...ofPage])}
              >
                {t('rules.listings.tick_page', { count: ofPage.length })}
              </button>
            )}
          </div>
          {data === undefined ? (
            error === null ? (
              <Skeleton rows={8} />
            ) : (
              <ErrorState error={error} onRetry={refetch} />
            )
          ) : rows.length === 0 ? (
            <NoCandidates isSearched={settled !== ''} tab={tab} />
          ) : (
            <ul className="listing-picker__listings">
              {rows.map((listing) => (
                <Candidate
                  key={listing.id}
                  listing={listing}
                  isTicked={isTicked(listing)}
                  isTaken={taken.includes(listing.id)}
                  countryCode={countryCode}
                  hasRoom={room > 0}
                  onToggle={() => toggle(listing)}
                />
              ))}
            </ul>
          )}
          <PageTurner label={title} page={page} pages={data?.totalPages ?? 1} onPage={setPage} />
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={ticked.length === 0}
          onPress={() => {
            onAdd(ticked);
            onClose();
          }}
        >
          {t('rules.listings.add_count', { count: ticked.length })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

interface NoCandidatesProps {
  isSearched: boolean;
  tab: ListingTab;
}

/** What to do where there is no listing to choose. */
function NoCandidates({ isSearched, tab }: NoCandidatesProps) {
  const { t } = useTranslation();
  if (!isSearched && tab === 'no_rule') {
    return (
      <EmptyState
        kind="nothing-found"
        title={t('rules.listings.none_free')}
        text={t('rules.listings.none_free_text')}
      />
    );
  }
  return (
    <EmptyState
      kind="nothing-found"
      title={t('rules.listings.none_found')}
      text={t(
        tab === 'no_rule' ? 'rules.listings.none_found_text' : 'rules.listings.none_found_all',
      )}
    />
  );
}

interface CandidateProps {
  listing: PricedListing;
  isTicked: boolean;
  isTaken: boolean;
  /** Null: any will do. */
  countryCode: string | null;
  hasRoom: boolean;
  onToggle: () => void;
}

/** One listing that may be chosen, or why not. */
function Candidate(props: CandidateProps) {
  const { listing, isTicked, isTaken, countryCode, hasRoom, onToggle } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { locale } = useSession();
  const reasonId = useId();
  const isElsewhere = countryCode !== null && listing.countryCode !== countryCode;
  const reason = isTaken
    ? t('rules.listings.taken')
    : isElsewhere
      ? t('rules.listings.elsewhere', {
          there: countryName(listing.countryCode, locale),
          here: countryName(countryCode, locale),
        })
      : null;
  return (
    <li data-out={reason !== null || undefined}>
      <input
        type="checkbox"
        className="pz-select"
        aria-label={t('kit:list.select', { row: listing.title })}
        {...(reason === null ? {} : { 'aria-describedby': reasonId })}
        checked={isTicked || isTaken}
        disabled={reason !== null || (!isTicked && !hasRoom)}
        onChange={onToggle}
      />
      <div className="listing-picker__listing">
        <AdCell listing={listing}>
          {listing.buyboxStatus !== null && (
            <BuyboxTag status={listing.buyboxStatus} marketplaceId={listing.marketplaceId} />
          )}
        </AdCell>
        {reason !== null && (
          <span id={reasonId} className="hint">
            {reason}
          </span>
        )}
      </div>
      <span className="listing-picker__price">
        {format.money(listing.price, listing.currencyCode)}
      </span>
    </li>
  );
}
