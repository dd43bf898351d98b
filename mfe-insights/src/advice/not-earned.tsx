import type { nextRecommendations } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod';

type Answer = z.infer<typeof nextRecommendations.answer>;

/** What listings that lose the buybox did not earn: what a price brings back, and what is not worth winning. */
export function NotEarned({ sums }: { sums: Answer['notEarned'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (sums.length === 0) return null;
  return (
    <section aria-labelledby="not-earned">
      <h2 id="not-earned">{t('not_earned.title')}</h2>
      {sums.map(({ currencyCode, lost, recoverable, notWorth, listings, unknown }) => {
        const money = (amount: number) => format.money(amount, currencyCode);
        return (
          <div key={currencyCode}>
            <dl className="advice__facts">
              <div>
                <dt>{t('not_earned.lost')}</dt>
                <dd>{money(lost)}</dd>
              </div>
              <div>
                <dt>{t('not_earned.recoverable')}</dt>
                <dd>
                  <Link
                    to="/recommendation-view/$recommendation"
                    params={{ recommendation: 'losing_buybox' }}
                    search={{ filters: `currencyCode:=:${currencyCode}` }}
                  >
                    {money(recoverable)}
                  </Link>
                </dd>
              </div>
              <div>
                <dt>{t('not_earned.not_worth')}</dt>
                <dd>{money(notWorth)}</dd>
              </div>
            </dl>
            <p className="figure__note">
              {t('not_earned.listings', { count: listings })}
              {unknown > 0 && ` ${t('not_earned.unknown', { count: unknown })}`}
            </p>
          </div>
        );
      })}
      <p className="figure__note">{t('not_earned.text')}</p>
    </section>
  );
}
