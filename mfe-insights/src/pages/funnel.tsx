import { AdviceKind, type Funnel, recommendationFunnel } from '@primazia/backend/insights/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { EmptyState, ErrorState, ScrollRegion, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { Evaluated } from '../advice/evaluated.tsx';
import { MeasuredEffects } from '../advice/promises.tsx';

/** How many listings are at each stage on the way to profit, and the outcomes of advice. */
export function FunnelPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(recommendationFunnel, {});
  return (
    <section className="insights">
      <header className="advice__notice">
        <h1>{t('funnel.title')}</h1>
        <Link to="/recommendation-view/$recommendation" params={{ recommendation: 'all' }}>
          {t('funnel.all')}
        </Link>
        {data !== undefined && <Evaluated at={data.evaluatedAt} />}
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={10} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.evaluatedAt === null ? (
        <EmptyState
          kind="nothing-yet"
          title={t('funnel.not_evaluated')}
          text={t('advice.empty_text')}
        />
      ) : (
        <>
          <p>{t('funnel.text')}</p>
          <Stages funnel={data} />
          <h2>{t('funnel.outcomes')}</h2>
          <Outcomes funnel={data} />
          <MeasuredEffects />
        </>
      )}
    </section>
  );
}

function Stages({ funnel: { stages } }: { funnel: Funnel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(1, ...stages.map(({ listings }) => listings));
  return (
    <ScrollRegion label={t('funnel.title')}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('funnel.stage')}</th>
            <th scope="col" className="table__figure">
              {t('funnel.listings')}
            </th>
            <th scope="col" className="table__figure">
              {t('funnel.open')}
            </th>
            <th scope="col" className="table__figure">
              {t('funnel.effect')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ stage, listings, open, totals }) => (
            <tr key={stage}>
              <th scope="row">
                {AdviceKind.safeParse(stage).success ? (
                  <Link
                    to="/recommendation-view/$recommendation"
                    params={{ recommendation: stage }}
                  >
                    {t(`advice.stage.${stage}`)}
                  </Link>
                ) : (
                  t(`advice.stage.${stage}`)
                )}
                <span
                  className="funnel__bar"
                  aria-hidden="true"
                  style={{ inlineSize: `${(listings / most) * 100}%` }}
                />
              </th>
              <td className="table__figure">{format.integer(listings)}</td>
              <td className="table__figure">{format.integer(open)}</td>
              <td className="table__figure">
                {totals.map(({ currencyCode, value }) => (
                  <div key={currencyCode}>{format.signedMoney(value, currencyCode)}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Outcomes({ funnel: { outcomes } }: { funnel: Funnel }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="advice__facts">
      {outcomes.map(({ state, count }) => (
        <div key={state}>
          <dt>{t(`advice.state.${state}`)}</dt>
          <dd>{format.integer(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
