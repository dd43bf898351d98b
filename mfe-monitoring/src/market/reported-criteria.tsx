import { CRITERIA } from '@primazia/backend/monitoring/contract';
import { useMarketplaces, useTranslation } from '@primazia/kit';
import { ScrollRegion } from '@primazia/kit/ui';

/** What is declared of a criterion; a word that is newer than this page is shown as it is. */
const WORDS = ['always', 'sometimes', 'never'];

/** Which of the 13 criteria each marketplace reports of competitors' offers. */
export function ReportedCriteria() {
  const { t } = useTranslation();
  const { all } = useMarketplaces();
  // A server of an earlier release does not say it.
  const known = all.filter(({ traits }) => Object.keys(traits.criteria ?? {}).length > 0);
  if (known.length === 0) return null;
  const label = t('market.reported');
  return (
    <details className="market-reported">
      <summary>{label}</summary>
      <ScrollRegion label={label}>
        <table className="overview-table">
          <thead>
            <tr>
              <th scope="col">{t('kit:comparison.criterion')}</th>
              {known.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CRITERIA.map((criterion) => (
              <tr key={criterion}>
                <th scope="row">{t(`kit:comparison.by.${criterion}`)}</th>
                {known.map(({ id, traits }) => {
                  const word = traits.criteria[criterion] ?? 'never';
                  return (
                    <td key={id}>{WORDS.includes(word) ? t(`market.reports.${word}`) : word}</td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="market-hint">{t('market.reported_hint')}</p>
    </details>
  );
}
