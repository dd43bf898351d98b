// The report of a campaign: its figures by day.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Day, Id } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { Campaign } from './campaign-list.ts';
import { AdFigures, FigureDays, FigureRange } from './figures.ts';

/** A day of a campaign; its figures are null where the account's reports begin later. */
export const ReportDay = z.object({
  day: Day,
  /** Its figures may still change. */
  isSettling: z.boolean(),
  currencyCode: z.string(),
  figures: AdFigures,
});
export type ReportDay = z.infer<typeof ReportDay>;

const number = { type: 'numeric' } as const;
const whole = { type: 'numeric', values: 'whole' } as const;
const money = { type: 'monetary' } as const;

export const SETTLINGS = ['settled', 'settling'] as const;

/** By what days are filtered and ordered. */
export const REPORT_FIELDS = listFields({
  day: { type: 'text' },
  settling: { type: 'select', options: SETTLINGS },
  investment: money,
  revenue: money,
  acos: number,
  roas: number,
  sales: whole,
  units: whole,
  clicks: whole,
  impressions: whole,
  ctr: number,
  cpc: money,
  conversion: number,
});
export type ReportField = keyof typeof REPORT_FIELDS;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;

export const campaignReport = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/{campaignId}/report',
  summary: 'Gets the figures of a campaign by day, with their sums',
  params: z.object({ campaignId: Id }),
  query: FigureRange,
  answer: z.object({
    campaign: Campaign,
    /** Sums and ratios of the days. */
    totals: AdFigures,
    days: FigureDays,
    content: z.array(ReportDay),
  }),
});

const ReportQuery = FigureRange.extend({ campaignId: Id });
export type ReportQuery = z.infer<typeof ReportQuery>;

export const queryCampaignReport = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/report/query',
  summary: 'Lists the figures of a campaign by day, by filters and order, the latest day first',
  query: ReportQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(ReportDay),
});

export const exportCampaignReport = download({
  ...read,
  method: 'post',
  path: '/v1/campaigns/report/export',
  summary: 'Exports the figures of a campaign by day (CSV)',
  query: ReportQuery,
  body: ExportBody,
  type: 'text/csv',
});
