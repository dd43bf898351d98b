import {
  type Candidate,
  decideCandidate,
  matchPrecision,
  searchCandidates,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import { errorText, showError, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  EmptyState,
  Heading,
  LinkOutIcon,
  MarketplaceMark,
  Skeleton,
  Text,
  TextField,
} from '@primazia/kit/ui';
import { type FormEvent, useState } from 'react';

const NOTHING = { gtin: '', title: '', brand: '' };
/** A link, which people often paste here instead of in its own dialog. */
const LINK = /^\s*(?:https?:\/\/|www\.)/i;

/** Finds products in the marketplaces' catalogs: those that the listing suggests, or by EAN, title and brand. */
export function SearchDialog({ listingId, onClose }: { listingId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(NOTHING);
  const [searched, setSearched] = useState(NOTHING);
  const { data, error, isFetching } = useQueryCall(
    searchCandidates,
    { params: { listingId }, body: searched },
    { staleTime: 0, keepPrevious: false },
  );
  const none = Object.values(searched).some((value) => value.trim() !== '')
    ? 'none_found'
    : 'none_suggested';
  const isLink = Object.values(typed).some((value) => LINK.test(value));
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (!isLink) setSearched(typed);
  };
  const field = (name: keyof typeof NOTHING) => ({
    label: t(`watch.by.${name}`),
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    width: '100%',
    ...(LINK.test(typed[name]) && { validationState: 'invalid' as const }),
  });
  return (
    <Dialog size="L">
      <Heading>{t('watch.search_title')}</Heading>
      <Divider />
      <Content>
        <form className="watched-search" onSubmit={search}>
          <TextField {...field('gtin')} />
          <TextField {...field('title')} />
          <TextField {...field('brand')} />
          <Button variant="primary" type="submit" isDisabled={isLink}>
            {t('watch.find')}
          </Button>
        </form>
        {isLink && <p role="alert">{t('watch.is_link', { button: t('watch.paste') })}</p>}
        {error !== null && <p role="alert">{errorText(t, error)}</p>}
        {data === undefined && error === null && <Skeleton rows={6} />}
        {data?.failed.map(({ marketplaceId, text }) => (
          <p key={marketplaceId} role="alert">
            <MarketplaceMark id={marketplaceId} /> {text}
          </p>
        ))}
        {data !== undefined && data.candidates.length === 0 && !isFetching && (
          <EmptyState
            kind="nothing-found"
            title={t(`watch.${none}`)}
            text={t(`watch.${none}_text`)}
          />
        )}
        <ul className="watched">
          {data?.candidates.map((candidate) => (
            <CandidateRow key={candidate.link} listingId={listingId} candidate={candidate} />
          ))}
        </ul>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('watch.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

function CandidateRow({ listingId, candidate }: { listingId: number; candidate: Candidate }) {
  const { t } = useTranslation();
  const { link, basis, title } = candidate;
  const { mutate, isPending } = useMutateCall(decideCandidate, {
    invalidates: [watchedCompetitors, searchCandidates, matchPrecision],
    onError: (error) => showError(t, error),
  });
  const decide = (isAccepted: boolean) =>
    mutate({ params: { listingId }, body: { link, isAccepted, basis } });
  return (
    <li className="watched__one" aria-label={title}>
      <p className="watched__title">
        <MarketplaceMark id={candidate.marketplaceId} />
        <a href={link} target="_blank" rel="noreferrer">
          {title}
          <LinkOutIcon size="XS" aria-label={t('kit:listing.external')} />
        </a>
        <span className="market-hint">
          {t(`watch.comparison.${candidate.comparison}`)}
          {candidate.isRefused && ` · ${t('watch.refused')}`}
        </span>
      </p>
      <ul>
        {candidate.evidence.map(({ code, text, isAgainst }) => (
          <li key={code}>
            {isAgainst ? `${t('watch.against')}: ` : ''}
            {text}
          </li>
        ))}
      </ul>
      <div className="watched__acts">
        {candidate.isWatched ? (
          <span className="market-hint">{t('watch.outcome.already')}</span>
        ) : (
          <ActionButton onPress={() => decide(true)} isDisabled={isPending}>
            <Text>{t('watch.accept')}</Text>
          </ActionButton>
        )}
        {!candidate.isRefused && (
          <ActionButton onPress={() => decide(false)} isDisabled={isPending}>
            <Text>{t('watch.refuse')}</Text>
          </ActionButton>
        )}
      </div>
    </li>
  );
}
