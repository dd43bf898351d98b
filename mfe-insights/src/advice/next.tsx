import { nextRecommendations, type Recommendation } from '@primazia/backend/insights/contract';
import { useFormat, useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  DialogContainer,
  ElsewhereLink,
  EmptyState,
  ErrorState,
  Skeleton,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AcceptDialog } from './accept-dialog.tsx';
import { Effect } from './effect.tsx';
import { Evaluated } from './evaluated.tsx';
import { NotEarned } from './not-earned.tsx';
import { MeasuredEffects } from './promises.tsx';

/** What to do next: the advice with the largest effect. */
export function NextAdvice() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQueryCall(nextRecommendations, {});
  const [accepting, setAccepting] = useState<Recommendation | null>(null);
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={5} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <section aria-labelledby="what-next">
        <div className="advice__notice">
          <h2 id="what-next">{t('advice.next')}</h2>
          {data.totals.map(({ currencyCode, value }) => (
            <strong key={currencyCode}>
              {t('advice.total', { amount: format.signedMoney(value, currencyCode) })}
            </strong>
          ))}
          {data.open > 0 && (
            <Link to="/recommendation-view/$recommendation" params={{ recommendation: 'all' }}>
              {t('advice.all', { count: data.open })}
            </Link>
          )}
          <Evaluated at={data.evaluatedAt} />
        </div>
        {data.content.length === 0 ? (
          <EmptyState kind="nothing-yet" title={t('advice.empty')} text={t('advice.empty_text')} />
        ) : (
          <ol className="advice__next">
            {data.content.map((row) => (
              <NextRow key={row.id} row={row} onAccept={() => setAccepting(row)} />
            ))}
          </ol>
        )}
        <DialogContainer onDismiss={() => setAccepting(null)}>
          {accepting !== null && (
            <AcceptDialog
              rows={[accepting]}
              onDone={() => undefined}
              onClose={() => setAccepting(null)}
            />
          )}
        </DialogContainer>
      </section>
      <NotEarned sums={data.notEarned} />
      <MeasuredEffects />
    </>
  );
}

function NextRow({ row, onAccept }: { row: Recommendation; onAccept: () => void }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { kind, title, why, act, page, isDoneHere } = row;
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <div>{why}</div>
        <Link to="/recommendation-view/$recommendation" params={{ recommendation: kind }}>
          {t(`advice.kind.${kind}`)}
        </Link>
      </div>
      <div className="table__value">
        <Effect {...row} />
      </div>
      {isDoneHere
        ? mayWrite && (
            <ActionButton onPress={onAccept} aria-label={`${t(`advice.act.${act}`)}: ${title}`}>
              {t(`advice.act.${act}`)}
            </ActionButton>
          )
        : page !== null && <ElsewhereLink to={page}>{t(`advice.act.${act}`)}</ElsewhereLink>}
    </li>
  );
}
