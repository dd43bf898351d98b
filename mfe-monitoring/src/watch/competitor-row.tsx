import {
  confirmSuspectPrice,
  decideMatch,
  pauseWatch,
  type WatchedCompetitor,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import {
  showError,
  useFormat,
  useMarketplaces,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import {
  ActionButton,
  Ago,
  AlertCircleIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  LinkOutIcon,
  MarketplaceMark,
  PauseIcon,
  StatusTag,
  Text,
} from '@primazia/kit/ui';
import { SellerLink } from '../competitor/seller-link.tsx';

const APPEARANCES = {
  fetching: { tone: 'neutral', icon: ClockIcon },
  ready: { tone: 'positive', icon: CheckmarkCircleIcon },
  paused_or_out_of_stock: { tone: 'notice', icon: PauseIcon },
  unavailable: { tone: 'negative', icon: AlertCircleIcon },
  suspect: { tone: 'notice', icon: AlertCircleIcon },
  changed: { tone: 'notice', icon: AlertCircleIcon },
} as const satisfies Record<WatchedCompetitor['state'], object>;

interface CompetitorRowProps {
  competitor: WatchedCompetitor;
  currencyCode: string;
  onRemove: () => void;
  onPrice: () => void;
}

/** One watched competitor: its price, since when that is known, whether it is the same product and why. */
export function CompetitorRow({ competitor, currencyCode, onRemove, onPrice }: CompetitorRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = useMarketplaces().of(competitor.marketplaceId);
  const mayWrite = useMayWrite();
  const { id, state, title, link, offer, evidence, isPaused } = competitor;
  const name = title ?? competitor.productId;
  const params = { params: { competitorId: id } };
  const options = {
    invalidates: [watchedCompetitors],
    onError: (error: Parameters<typeof showError>[1]) => showError(t, error),
  };
  const pause = useMutateCall(pauseWatch, options);
  const match = useMutateCall(decideMatch, options);
  const confirm = useMutateCall(confirmSuspectPrice, options);
  const say = (comparison: WatchedCompetitor['comparison']) =>
    match.mutate({ ...params, body: { comparison } });
  return (
    <li className="watched__one" aria-label={name}>
      <p className="watched__title">
        <MarketplaceMark id={competitor.marketplaceId} />
        <a href={link} target="_blank" rel="noreferrer">
          {name}
          <LinkOutIcon size="XS" aria-label={t('kit:listing.external')} />
        </a>
        <span className="market-hint">{known?.name}</span>
      </p>
      <p className="watched__facts">
        <StatusTag {...APPEARANCES[state]}>
          {isPaused ? t('watch.paused') : t(`watch.state.${state}`)}
        </StatusTag>
        <span>{t(`watch.comparison.${competitor.comparison}`)}</span>
        {offer !== null && (
          <strong>
            {format.money(offer.price, currencyCode)}
            {offer.shippingPrice !== null &&
              ` + ${t('watch.shipping', { amount: format.money(offer.shippingPrice, currencyCode) })}`}
          </strong>
        )}
        {offer !== null && (offer.sellerName !== null || offer.sellerId !== null) && (
          <SellerLink
            marketplaceId={competitor.marketplaceId}
            sellerId={offer.sellerId}
            name={offer.sellerName}
          />
        )}
        {competitor.seenAt !== null && (
          <span className="market-hint">
            {t(`watch.source.${competitor.source ?? 'api'}`)} <Ago at={competitor.seenAt} />
            {competitor.isAged && ` (${t('watch.aged')})`}
          </span>
        )}
        <span className="market-hint">
          {t(competitor.countsInRules ? 'watch.counts' : 'watch.counts_not')}
        </span>
      </p>
      {state !== 'ready' && <p>{competitor.message}</p>}
      {evidence.length > 0 && (
        <details>
          <summary>{t('watch.evidence', { count: evidence.length })}</summary>
          <ul>
            {evidence.map(({ code, text, isAgainst }) => (
              <li key={code}>
                {isAgainst ? `${t('watch.against')}: ` : ''}
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      {mayWrite && (
        <div className="watched__acts">
          {state === 'suspect' && (
            <ActionButton onPress={() => confirm.mutate(params)} isDisabled={confirm.isPending}>
              <Text>{t('watch.confirm_price')}</Text>
            </ActionButton>
          )}
          {competitor.comparison === 'SIMILAR' && competitor.mayConfirm && (
            <ActionButton onPress={() => say('IDENTICAL')} isDisabled={match.isPending}>
              <Text>{t('watch.same')}</Text>
            </ActionButton>
          )}
          {(competitor.comparison === 'IDENTICAL' || state === 'changed') && (
            <ActionButton onPress={() => say('SIMILAR')} isDisabled={match.isPending}>
              <Text>{t('watch.not_same')}</Text>
            </ActionButton>
          )}
          <ActionButton onPress={onPrice}>
            <Text>{t('watch.type_price')}</Text>
          </ActionButton>
          <ActionButton
            onPress={() => pause.mutate({ ...params, body: { isPaused: !isPaused } })}
            isDisabled={pause.isPending}
          >
            <Text>{t(isPaused ? 'watch.resume' : 'watch.pause')}</Text>
          </ActionButton>
          <ActionButton onPress={onRemove}>
            <Text>{t('watch.remove')}</Text>
          </ActionButton>
        </div>
      )}
    </li>
  );
}
