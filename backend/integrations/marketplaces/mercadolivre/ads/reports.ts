// Figures by day. No report has to be requested: each campaign answers with its days at once.
import { toMinor } from '../../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../../kernel/result.ts';
import { failure } from '../../../answers.ts';
import type {
  AdsSession,
  CallFailure,
  DayRange,
  RemoteAdDay,
  ReportState,
} from '../../../marketplace.ts';
import { decode } from '../wire.ts';
import { type AdsMeans, findCampaigns, latestDays } from './read.ts';
import * as requests from './requests.ts';
import { Days } from './wire.ts';

/** How far back there are figures. @see https://developers.mercadolivre.com.br/pt_br/product-ads */
const RETAINED_DAYS = 90;
const METRICS = [
  'clicks',
  'prints',
  'cost',
  'advertising_items_quantity',
  'units_quantity',
  'total_amount',
];

const RANGE = /^(\d{4}-\d{2}-\d{2})\.(\d{4}-\d{2}-\d{2})$/;

/** A report is named by its days. */
export const reportIdOf = ({ from, to }: DayRange): string => `${from}.${to}`;

const countOf = (value: number | null) => Math.max(0, Math.round(value ?? 0));
const amountOf = (value: number | null) => toMinor(Math.max(0, value ?? 0));

const toDays = (campaignId: string, days: Days): RemoteAdDay[] =>
  days.map((one) => ({
    day: one.date.slice(0, 10),
    campaignId,
    targetId: null,
    impressions: countOf(one.prints),
    clicks: countOf(one.clicks),
    cost: amountOf(one.cost),
    orders: countOf(one.advertising_items_quantity),
    units: countOf(one.units_quantity),
    sales: amountOf(one.total_amount),
  }));

async function* inOne(rows: readonly RemoteAdDay[]): AsyncGenerator<readonly RemoteAdDay[]> {
  if (rows.length > 0) yield rows;
}

/** The days of all campaigns, as far as there are any. */
export async function getReport(
  means: AdsMeans,
  session: AdsSession,
  reportId: string,
): Promise<Result<ReportState, CallFailure>> {
  const [, requestedFrom, to] = RANGE.exec(reportId) ?? [];
  if (requestedFrom === undefined || to === undefined)
    return fail(failure('invalid', 'unknown_report', `There is no report ${reportId}`));
  const retained = latestDays(means, session, { days: RETAINED_DAYS, ago: 0 });
  const [, from = requestedFrom] = [requestedFrom, retained.from].sort();
  const days = { from, to };
  if (days.from > days.to) return ok({ state: 'done', rows: inOne([]) });
  const campaigns = await findCampaigns(means, session);
  if (!campaigns.ok) return campaigns;
  const rows: RemoteAdDay[] = [];
  for (const { id } of campaigns.value) {
    const call = requests.getCampaign(session, id, { days, metrics: METRICS, isDaily: true });
    const answer = decode(await means.fetcher(call), Days, 'the days of a campaign');
    // A campaign that was deleted since the search has no days any more.
    if (!answer.ok && answer.error.kind !== 'not_found') return answer;
    if (answer.ok) rows.push(...toDays(id, answer.value));
  }
  return ok({ state: 'done', rows: inOne(rows) });
}
