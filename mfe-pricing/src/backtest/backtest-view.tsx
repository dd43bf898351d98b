import {
  type Backtest,
  cancelBacktest,
  getBacktest,
  queryBacktests,
} from '@primazia/backend/pricing/contract';
import { showError, useFormat, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import { Button, EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { usePricedListing } from '../listing/use-priced-listing.ts';
import { useBacktest } from '../long-work/use-long-work.ts';
import { WorkProgress } from '../long-work/work-progress.tsx';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';
import { BacktestOutcome } from './backtest-outcome.tsx';

/** One backtest by its id, so that anyone who gets the link sees the same report. */
export function BacktestView({ id }: { id: number }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { data, error, refetch, isGone, goesOn } = useBacktest(id);
  const cancel = useMutateCall(cancelBacktest, {
    invalidates: [getBacktest, queryBacktests],
    onError: (refused) => showError(t, refused),
  });
  if (isGone) {
    return (
      <EmptyState
        kind="nothing-found"
        title={t('backtest.gone')}
        text={t('backtest.gone_text')}
        action={<Link to="/simulacao-de-regras">{t('backtest.new')}</Link>}
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
    <div className="backtest">
      <BacktestInput backtest={data} />
      <h2 className="pz-hidden">{t('backtest.figures')}</h2>
      {goesOn ? (
        <WorkProgress
          work={data}
          unit="snapshots"
          label={t('backtest.running')}
          isCanceling={cancel.isPending}
          {...(mayWrite ? { onCancel: () => cancel.mutate({ params: { id } }) } : {})}
        />
      ) : (
        <BacktestOutcome backtest={data} />
      )}
    </div>
  );
}

/** The input of the backtest: the rule by name and as a sentence, its listings and days; and a button that makes it a rule. */
function BacktestInput({ backtest }: { backtest: Backtest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const { id, rule, ruleName, listingIds, days, createdAt } = backtest;
  const { listing, error, retry } = usePricedListing(listingIds[0] ?? null);

  // If a rule prices the listings already, that rule is changed; otherwise a new one is made.
  const ruleId = listing?.rule?.id;
  const search = { simulacao: id };
  const use = () =>
    void (ruleId === undefined
      ? navigate({ to: '/regras-de-precificacao/nova', search })
      : navigate({ to: '/regras-de-precificacao/$ruleId', params: { ruleId }, search }));

  return (
    <section className="backtest__asked">
      <p className="rule__sentence">
        {ruleName !== null && <strong>{ruleName}. </strong>}
        {rule === null
          ? t('backtest.unreadable')
          : ruleSentence(t, format, toValues({ ...rule, name: '' }), {
              currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
              minimum: null,
            })}
      </p>
      <p className="muted">
        {t('backtest.asked', {
          ads: t('backtest.listings', { count: listingIds.length }),
          days: t('backtest.last_days', { count: days }),
          at: format.dateTime(createdAt),
        })}
      </p>
      {mayWrite && rule !== null && error !== null && <ErrorState error={error} onRetry={retry} />}
      {mayWrite && rule !== null && error === null && (
        <div>
          <Button variant="accent" isDisabled={listing === undefined} onPress={use}>
            {t('backtest.use')}
          </Button>
        </div>
      )}
    </section>
  );
}
