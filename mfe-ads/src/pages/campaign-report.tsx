import {
  campaignReport,
  exportCampaignReport,
  queryCampaignReport,
  type ReportDay,
} from '@primazia/backend/ads/contract';
import { useFormat, useLiveRefresh, useQueryCall, useTranslation } from '@primazia/kit';
import { PeriodBar, type PeriodSearch, periodOf } from '@primazia/kit/chart';
import { ListPage, useListCall } from '@primazia/kit/list';
import { MarketplaceMark, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CampaignError } from '../campaign/campaign-error.tsx';
import { FigureCards, FigureDaysNote } from '../campaign/figure-cards.tsx';
import { useReportColumns } from '../report/columns.tsx';
import { ReportChart } from '../report/report-chart.tsx';
import '../campaign/campaign.css';

interface CampaignReportPageProps {
  campaignId: number;
  search: PeriodSearch;
}

const LIVE = ['campaigns'] as const;
const DEFAULTS = { orders: [{ field: 'day', direction: 'desc' as const }] };

const idOf = ({ day }: ReportDay) => day;

/** The report of a campaign: sums, a chart and a table of its days, of a period that the person chooses. */
export function CampaignReportPage({ campaignId, search }: CampaignReportPageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { days, from: first, to: last } = search;
  const period = useMemo(
    () => periodOf({ days, from: first, to: last }, new Date()),
    [days, first, last],
  );
  const { from, to } = period;
  const { data, error, refetch } = useQueryCall(campaignReport, {
    params: { campaignId },
    query: { from, to },
  });
  useLiveRefresh(LIVE, [campaignReport]);
  const { shown } = useListCall(queryCampaignReport, {
    ...useReportColumns(),
    defaults: DEFAULTS,
    download: exportCampaignReport,
    ask: () => ({ query: { campaignId, from, to } }),
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={8} />
    ) : (
      <CampaignError error={error} onRetry={refetch} />
    );
  const { campaign, totals, content } = data;
  return (
    <section className="campaign">
      <header>
        <Link to="/campanhas/$campaignId" params={{ campaignId: String(campaignId) }}>
          {campaign.name}
        </Link>
        <h1>{t('report.title')}</h1>
        <p className="campaign__line">
          <MarketplaceMark id={campaign.marketplaceId} />
          <span>{campaign.accountName}</span>
        </p>
      </header>
      <PeriodBar period={period} />
      <FigureDaysNote days={data.days} />
      <FigureCards figures={totals} currencyCode={campaign.currencyCode} />
      <ReportChart days={content} currencyCode={campaign.currencyCode} />
      <ListPage
        id="campaign-report"
        title={t('report.days')}
        isPart
        {...shown}
        rowId={idOf}
        rowLabel={({ day }) => format.date(day)}
        live={LIVE}
        empty={{ title: t('report.empty') }}
      />
    </section>
  );
}
