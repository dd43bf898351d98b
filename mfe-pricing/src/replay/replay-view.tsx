import {
  type Backtest,
  cancelBacktest,
  getBacktest,
  queryBacktests,
} from '@primazia/backend/pricing/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  tellError,
  useFormat,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { Link, useNavigate } from '@tanstack/react-router';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { usePricedListing } from '../rule/use-priced-listing.ts';
import { toValues } from '../rule/values.ts';
import { ReplayOutcome, ReplayProgress } from './replay-outcome.tsx';
import { useBacktest } from './use-backtest.ts';

/** One replay by its id, so that whoever gets the link sees the same report. */
export function ReplayView({ id }: { id: number }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { data, error, refetch, isGone, goesOn } = useBacktest(id);
  const cancel = useMutateCall(cancelBacktest, {
    invalidates: [getBacktest, queryBacktests],
    onError: (refused) => tellError(t, refused),
  });
  if (isGone) {
    return (
      <EmptyState
        kind="nothing-found"
        title={t('replay.gone')}
        text={t('replay.gone_text')}
        action={<Link to="/simulacao-de-regras">{t('replay.new')}</Link>}
      />
    );
  }
  if (data === undefined) {
    return error === null ? (
      <Skeleton rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <div className="replay">
      <Asked replay={data} />
      <h2 className="pz-hidden">{t('replay.figures')}</h2>
      {goesOn ? (
        <ReplayProgress
          replay={data}
          isCanceling={cancel.isPending}
          {...(mayWrite ? { onCancel: () => cancel.mutate({ params: { id } }) } : {})}
        />
      ) : (
        <ReplayOutcome replay={data} />
      )}
    </div>
  );
}

/**
 * What was asked: the rule by its name and as a sentence, for how many ads, over how many days; and the way to make it a
 * rule.
 */
function Asked({ replay }: { replay: Backtest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const { id, rule, ruleName, listingIds, days, createdAt } = replay;
  const { listing, error, retry } = usePricedListing(listingIds[0] ?? null);

  // Where a rule prices the ads already, that one is changed; else a new one is made.
  const ruleId = listing?.rule?.id;
  const search = { simulacao: id };
  const use = () =>
    void (ruleId === undefined
      ? navigate({ to: '/regras-de-precificacao/nova', search })
      : navigate({ to: '/regras-de-precificacao/$ruleId', params: { ruleId }, search }));

  return (
    <section className="replay__asked">
      <p className="rule__sentence">
        {ruleName !== null && <strong>{ruleName}. </strong>}
        {rule === null
          ? t('replay.unreadable')
          : ruleSentence(t, format, toValues({ ...rule, name: '' }), {
              currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
              minimum: null,
            })}
      </p>
      <p className="muted">
        {t('replay.asked', {
          ads: t('replay.ads', { count: listingIds.length }),
          days: t('replay.last_days', { count: days }),
          at: format.dateTime(createdAt),
        })}
      </p>
      {mayWrite && rule !== null && error !== null && <ErrorState error={error} onRetry={retry} />}
      {mayWrite && rule !== null && error === null && (
        <div>
          <Button variant="accent" isDisabled={listing === undefined} onPress={use}>
            {t('replay.use')}
          </Button>
        </div>
      )}
    </section>
  );
}
