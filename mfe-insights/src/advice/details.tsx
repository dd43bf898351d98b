import { getRecommendation, type Recommendation } from '@primazia/backend/insights/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import { ErrorState, Skeleton } from '@primazia/kit/ui';

/** How advice follows from its numbers. */
export function AdviceDetails({ row }: { row: Recommendation }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(getRecommendation, { params: { id: row.id } });
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="advice__details">
      <dl className="advice__facts">
        {data.lines.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {data.formula !== null && (
        <p>
          <strong>{t('advice.formula')}</strong> {data.formula}
        </p>
      )}
      {data.assumed.length > 0 && (
        <>
          <p>
            <strong>{t('advice.assumes')}</strong>
          </p>
          <ul>
            {data.assumed.map((one) => (
              <li key={one}>{t(`advice.assumed.${one}`)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
