import type { IndicatorRow } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ElsewhereLink, ScrollRegion } from '@primazia/kit/ui';
import { cellsOf } from '../figures/card.tsx';
import { LeadLink } from '../figures/lead-link.tsx';
import { useFigures } from '../figures/use-figures.ts';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import { writeValue } from '../figures/write.ts';
import type { Question } from '../question/question.ts';
import { Panel } from './panel.tsx';

const SHOWN = 10;
const COLUMNS: readonly MetricName[] = ['investment', 'adRevenue', 'acos', 'clicks', 'adOrders'];

/** The campaigns that cost most in a range; each leads to its report of the same days. */
export function CampaignsTable({ question }: { question: Question }) {
  const { t } = useTranslation();
  const { metrics } = useMetrics();
  const result = useFigures(question, { metrics: COLUMNS, groupBy: 'campaign', limit: SHOWN });
  return (
    <section>
      <h2>{t('campaigns.title')}</h2>
      <Panel result={result} rows={4}>
        {({ rows, totalGroups }) =>
          rows.length === 0 ? (
            <p className="figure__note">{t('campaigns.none')}</p>
          ) : (
            <>
              <ScrollRegion label={t('campaigns.title')}>
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">{t('campaigns.campaign')}</th>
                      {COLUMNS.map((name) => (
                        <th key={name} scope="col" className="table__figure">
                          {metrics?.get(name)?.label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <CampaignRow key={row.group?.id} row={row} />
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
              {totalGroups > SHOWN && (
                <p>
                  <ElsewhereLink to="/campanhas">
                    {t('campaigns.all', { campaigns: totalGroups })}
                  </ElsewhereLink>
                </p>
              )}
            </>
          )
        }
      </Panel>
    </section>
  );
}

function CampaignRow({ row: { group, cells, from, to } }: { row: IndicatorRow }) {
  const format = useFormat();
  const { metrics } = useMetrics();
  if (group === null) return null;
  const page = `/campanhas/${group.id}/relatorio`;
  return (
    <tr>
      <th scope="row">
        <LeadLink lead={{ page, filters: '', days: { from, to }, isOwn: false }}>
          {group.name}
        </LeadLink>
        <span className="figure__note">{format.marketplace(group.marketplaceId)}</span>
      </th>
      {COLUMNS.map((name) => (
        <td key={name} className="table__figure">
          {cellsOf(cells, name).map(({ currencyCode, value, isSmall }) => (
            <span key={currencyCode} className="table__value" data-small={isSmall}>
              {writeValue(format, metrics?.get(name)?.unit ?? 'count', value, currencyCode)}
            </span>
          ))}
        </td>
      ))}
    </tr>
  );
}
