import { type Promises, recommendationPromises } from '@primazia/backend/insights/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { ErrorState, ScrollRegion, Skeleton, TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';

/** The expected and the measured effect of advice that was followed. */
export function MeasuredEffects() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(recommendationPromises, {});
  return (
    <section aria-labelledby="measured-effects">
      <h2 id="measured-effects">{t('promises.title')}</h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={3} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.kinds.length === 0 ? <p>{t('promises.none')}</p> : <Kinds {...data} />}
          <Awaited {...data} />
        </>
      )}
    </section>
  );
}

function Kinds({ kinds, shares, days }: Pick<Promises, 'kinds' | 'shares' | 'days'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = ['count', 'kept', 'promised', 'came', 'share'] as const;
  return (
    <>
      <p>{t('promises.text', { days })}</p>
      <ScrollRegion label={t('promises.title')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('promises.kind')}</th>
              {figures.map((name) => (
                <th key={name} scope="col" className="table__figure">
                  {t(`promises.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, currencyCode, count, kept, promised, came, range }) => {
              const money = (amount: number) => format.signedMoney(amount, currencyCode);
              const percent = shares.find((one) => one.kind === kind)?.percent;
              return (
                <tr key={`${kind} ${currencyCode}`}>
                  <th scope="row">
                    <Link
                      to="/recommendation-view/$recommendation"
                      params={{ recommendation: kind }}
                    >
                      {t(`advice.kind.${kind}`)}
                    </Link>
                  </th>
                  <td className="table__figure">{format.integer(count)}</td>
                  <td className="table__figure">{format.integer(kept)}</td>
                  <td className="table__figure">{money(promised)}</td>
                  <td className="table__figure">
                    <TwoLines
                      small={
                        range === null
                          ? t('promises.few')
                          : t('promises.range', {
                              low: money(range.low),
                              high: money(range.high),
                            })
                      }
                    >
                      {money(came)}
                    </TwoLines>
                  </td>
                  <td className="table__figure">
                    {percent !== undefined && format.percent(percent / 100)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="figure__note">{t('promises.kept_text')}</p>
    </>
  );
}

/** How many are not measured yet, and how many cannot be. */
function Awaited({ measuring, nextDay, unmeasured }: Promises) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {measuring > 0 && (
        <p className="figure__note">
          {t('promises.measuring', { count: measuring })}
          {nextDay !== null && ` ${t('promises.next', { day: format.date(nextDay) })}`}
        </p>
      )}
      {unmeasured > 0 && (
        <p className="figure__note">{t('promises.unmeasured', { count: unmeasured })}</p>
      )}
    </>
  );
}
