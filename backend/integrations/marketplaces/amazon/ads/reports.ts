// Reports: requested, made by Amazon within minutes, and parsed as a stream.

import { toMinor } from '../../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../../kernel/result.ts';
import { failure } from '../../../answers.ts';
import type { Download } from '../../../manifest.ts';
import type {
  AdsReport,
  AdsSession,
  CallFailure,
  DayRange,
  RemoteAdDay,
  ReportState,
} from '../../../marketplace.ts';
import type { AdsMeans } from './read.ts';
import * as requests from './requests.ts';
import { decode, duplicateOf, Report, ReportRow } from './wire.ts';

export interface ReportMeans extends AdsMeans {
  download: Download;
}

/** Sellers' consoles count orders within seven days of the click. */
const COLUMNS = [
  'date',
  'campaignId',
  'impressions',
  'clicks',
  'cost',
  'purchases7d',
  'unitsSoldClicks7d',
  'sales7d',
];

const CONFIGURATIONS: Readonly<Record<AdsReport, requests.ReportConfiguration>> = {
  campaigns: { reportTypeId: 'spCampaigns', groupBy: ['campaign'], columns: COLUMNS },
  targets: {
    reportTypeId: 'spTargeting',
    groupBy: ['targeting'],
    columns: [...COLUMNS, 'adGroupId', 'keywordId'],
  },
};

/** Requests a report; one that is already being made is reused, which Amazon names in its refusal. */
export async function requestReport(
  { client, api }: AdsMeans,
  session: AdsSession,
  report: AdsReport,
  days: DayRange,
): Promise<Result<string, CallFailure>> {
  const call = requests.createReport(client, session, CONFIGURATIONS[report], days);
  const made = decode(await api(call), Report, 'the new report');
  if (made.ok) return ok(made.value.reportId);
  const known = duplicateOf(made.error);
  return known === null ? made : ok(known);
}

const MOST_OF_A_ROW = 64 * 1024;
const ROWS = 2_000;

/** Parses the objects of a list from a stream, in constant memory. @throws where a row is longer than any can be */
export async function* objectsIn(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let row = '';
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  for await (const part of text) {
    let from = depth > 0 ? 0 : -1;
    for (let at = 0; at < part.length; at++) {
      const char = part[at];
      if (isEscaped) isEscaped = false;
      else if (isQuoted) {
        if (char === '\\') isEscaped = true;
        else if (char === '"') isQuoted = false;
      } else if (char === '"') isQuoted = true;
      else if (char === '{') {
        if (depth++ === 0) from = at;
      } else if (char === '}' && --depth === 0) {
        yield JSON.parse(row + part.slice(from, at + 1));
        row = '';
        from = -1;
      }
    }
    if (from >= 0) row += part.slice(from);
    if (row.length > MOST_OF_A_ROW) throw new Error('A row of the report is too long');
  }
  if (depth > 0) throw new Error('The report is broken off');
}

const toDay = ({ targetId }: { targetId: boolean }, row: unknown): RemoteAdDay[] => {
  const { data } = ReportRow.safeParse(row);
  if (data === undefined) return [];
  return [
    {
      day: data.date,
      campaignId: data.campaignId,
      targetId: targetId ? data.keywordId : null,
      impressions: data.impressions,
      clicks: data.clicks,
      cost: toMinor(data.cost),
      orders: data.purchases7d ?? 0,
      units: data.unitsSoldClicks7d ?? 0,
      sales: toMinor(data.sales7d ?? 0),
    },
  ];
};

async function* rowsOf(
  file: ReadableStream<Uint8Array>,
  report: AdsReport,
): AsyncGenerator<readonly RemoteAdDay[]> {
  const packed = file as ReadableStream<Uint8Array<ArrayBuffer>>;
  const text = packed
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream());
  let rows: RemoteAdDay[] = [];
  for await (const row of objectsIn(text)) {
    rows.push(...toDay({ targetId: report === 'targets' }, row));
    if (rows.length < ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

export async function getReport(
  { client, api, download }: ReportMeans,
  session: AdsSession,
  report: AdsReport,
  reportId: string,
): Promise<Result<ReportState, CallFailure>> {
  const call = requests.getReport(client, session, reportId);
  const made = decode(await api(call), Report, 'the report');
  if (!made.ok) return made;
  const { status, url, failureReason } = made.value;
  if (status === 'FAILED' || status === 'CANCELLED')
    return ok({ state: 'failed', message: failureReason ?? status });
  if (status !== 'COMPLETED' || url === null) return ok({ state: 'pending' });
  const file = await download(url, session.signal);
  if (!file.ok) return fail(failure('unavailable', file.error.code, file.error.message));
  return ok({ state: 'done', rows: rowsOf(file.value, report) });
}
