import type { IndicatorRow, Indicators } from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ElsewhereLink, ScrollRegion } from '@primazia/kit/ui';
import { cellsOf } from '../figures/card.tsx';
import { LeadLink } from '../figures/lead-link.tsx';
import { type MetricName, useMetrics } from '../figures/use-metrics.ts';
import { writeValue } from '../figures/write.ts';

const SHOWN = 10;
/** The figures that `CampaignsTable` shows. */
export const CAMPAIGN_FIGURES: readonly MetricName[] = [
  'investment',
  'adRevenue',
  'acos',
  'clicks',
  'adOrders',
];

/** The address of a campaign's report, below the base path, of the days of its figures. */
export const reportOf = (id: number, { from, to }: Pick<IndicatorRow, 'from' | 'to'>): string =>
  `${reportPage(id)}?${new URLSearchParams({ from, to })}`;

const reportPage = (id: number) => `/campanhas/${id}/relatorio`;

/** The campaigns that cost most in a range; each leads to its report of the same days. */
export function CampaignsTable({ answer: { rows, totalGroups } }: { answer: Indicators }) {
  const { t } = useTranslation();
  const { metrics } = useMetrics();
  return (
    <section>
      <h2>{t('campaigns.title')}</h2>
      {rows.length === 0 ? (
        <p className="figure__note">{t('campaigns.none')}</p>
      ) : (
        <>
          <ScrollRegion label={t('campaigns.title')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('campaigns.campaign')}</th>
                  {CAMPAIGN_FIGURES.map((name) => (
                    <th key={name} scope="col" className="table__figure">
                      {metrics?.get(name)?.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN).map((row) => (
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
      )}
    </section>
  );
}

function CampaignRow({ row: { group, cells, from, to } }: { row: IndicatorRow }) {
  const format = useFormat();
  const { metrics } = useMetrics();
  if (group === null) return null;
  const page = reportPage(group.id);
  return (
    <tr>
      <th scope="row">
        <LeadLink lead={{ page, filters: '', days: { from, to }, isOwn: false }}>
          {group.name}
        </LeadLink>
        <span className="figure__note">{format.marketplace(group.marketplaceId)}</span>
      </th>
      {CAMPAIGN_FIGURES.map((name) => (
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
