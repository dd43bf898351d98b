// Reporting, version 3: a report is requested, created, and fetched as compressed JSON. Conversions count on the day of their
// click, and arrive late; invalid clicks are withdrawn within three days.
import * as z from 'zod';
import { toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import { dateOf, dayOf } from '../world/till.ts';
import { type AdDay, campaignKeyOf, dayKeyOf, type Order, orderState, ordersOf } from '../world.ts';
import { type AdsCall, type AdsRoom, type AdsWire, BASE, readJson, refuse } from './room.ts';

const DAY = 86_400_000;
const MOST_DAYS = 31;
const RETAINED_DAYS = 95;
/** The share of invalid clicks; they are charged at first. */
const INVALID = 0.03;
const INVALID_KNOWN_DAYS = 3;

const Date_ = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const ReportRequest = z.object({
  startDate: Date_,
  endDate: Date_,
  configuration: z.object({
    adProduct: z.literal('SPONSORED_PRODUCTS'),
    reportTypeId: z.enum(['spCampaigns', 'spTargeting', 'spAdvertisedProduct']),
    groupBy: z.array(z.string()).min(1),
    timeUnit: z.literal('DAILY'),
    format: z.literal('GZIP_JSON'),
    columns: z.array(z.string()).min(1),
  }),
});
type ReportRequest = z.infer<typeof ReportRequest>;

interface Report extends ReportRequest {
  sellerId: number;
  createdAt: number;
}

const COLUMNS: Record<string, readonly string[]> = {
  spCampaigns: ['campaignName', 'campaignStatus', 'campaignBudgetAmount'],
  spTargeting: ['adGroupId', 'keywordId', 'keyword', 'matchType', 'targeting', 'keywordBid'],
  spAdvertisedProduct: ['adGroupId', 'adId', 'advertisedSku', 'advertisedAsin'],
};
const SHARED = ['date', 'campaignId', 'impressions', 'clicks', 'cost'];
const WINDOWS = [1, 7, 14, 30];
const WINDOWED = WINDOWS.flatMap((days) => [
  `purchases${days}d`,
  `sales${days}d`,
  `unitsSoldClicks${days}d`,
]);

const encode = (report: Report) => btoa(JSON.stringify(report)).replaceAll('=', '');
function decode(id: string): Report | null {
  try {
    return JSON.parse(atob(id)) as Report;
  } catch {
    return null;
  }
}

/** A day without the clicks that turned out to be invalid, as it is reported at an instant. */
function reported(key: string, { day, ...shown }: AdDay, today: number): Omit<AdDay, 'day'> {
  if (today - day < INVALID_KNOWN_DAYS || shown.clicks === 0) return shown;
  const rest = (numberOf(`invalid/${key}/${day}`) % 1_000) / 1_000;
  const invalid = Math.min(shown.clicks, Math.floor(shown.clicks * INVALID + rest * 0.5));
  const share = (shown.clicks - invalid) / shown.clicks;
  return { ...shown, clicks: shown.clicks - invalid, spend: Math.round(shown.spend * share) };
}

type AdOrder = Order & { via: { kind: 'ad'; clickAt: number; target?: string; ad?: string } };

/** The sums of the orders of a day's clicks, in each attribution window. */
function windowsOf(orders: readonly AdOrder[]): Record<string, number> {
  return Object.fromEntries(
    WINDOWS.flatMap((days) => {
      const within = orders.filter((order) => order.at - order.via.clickAt <= days * DAY);
      const units = within.reduce((sum, order) => sum + order.units, 0);
      const sales = within.reduce((sum, order) => sum + order.units * order.price, 0);
      return [
        [`purchases${days}d`, within.length],
        [`sales${days}d`, toAmount(sales)],
        [`unitsSoldClicks${days}d`, units],
      ];
    }),
  );
}

/** The rows of a report as they are reported now. */
function rowsOf(room: AdsRoom, { sellerId, startDate, endDate, configuration }: Report) {
  const { ads, sales } = room.world();
  const today = dayOf(room.marketNow());
  const [from, to] = [Date.parse(startDate) / DAY, Date.parse(endDate) / DAY];
  const isIn = (day: number) => day >= from && day <= to;
  const orders = ordersOf(room.world(), sellerId, 'amazon').filter(
    (order): order is AdOrder =>
      order.via.kind === 'ad' &&
      isIn(dayOf(order.via.clickAt)) &&
      orderState(order, room.marketNow()) !== 'cancelled',
  );
  const rows: Record<string, unknown>[] = [];
  const add = (key: string, what: Record<string, unknown>, its: readonly AdOrder[]) => {
    const byDay = Map.groupBy(its, (order) => dayOf(order.via.clickAt));
    for (const one of sales.adDays.get(key) ?? []) {
      if (!isIn(one.day)) continue;
      const { prints, clicks, spend } = reported(key, one, today);
      rows.push({
        ...what,
        date: dateOf(one.day),
        impressions: prints,
        clicks,
        cost: toAmount(spend),
        ...windowsOf(byDay.get(one.day) ?? []),
      });
    }
  };
  const own = [...ads.campaigns.values()].filter((one) => one.sellerId === sellerId);
  for (const campaign of own) {
    const { campaignId } = campaign;
    const its = orders.filter((order) => String(order.via.campaign) === campaignId);
    if (configuration.reportTypeId === 'spCampaigns') {
      const what = {
        campaignId,
        campaignName: campaign.name,
        campaignStatus: campaign.state,
        campaignBudgetAmount: toAmount(campaign.budget),
      };
      add(campaignKeyOf(campaignId), what, its);
      continue;
    }
    for (const target of ads.targets.values()) {
      if (target.campaignId !== campaignId || target.isNegative) continue;
      for (const ad of ads.productAds.values()) {
        if (ad.campaignId !== campaignId || ad.adGroupId !== target.adGroupId) continue;
        const what = {
          campaignId,
          adGroupId: ad.adGroupId,
          keywordId: target.targetId,
          keyword: target.keyword?.text ?? null,
          targeting: target.keyword?.text ?? JSON.stringify(target.expression),
          matchType: target.keyword?.matchType ?? 'TARGETING_EXPRESSION',
          keywordBid: target.bid === null ? null : toAmount(target.bid),
          adId: ad.adId,
          advertisedSku: ad.sku,
          advertisedAsin: ad.asin,
        };
        const by = its.filter(({ via }) => via.target === target.targetId && via.ad === ad.adId);
        add(dayKeyOf(target.targetId, ad.adId), what, by);
      }
    }
  }
  const keys =
    configuration.reportTypeId === 'spAdvertisedProduct'
      ? ['date', 'campaignId', 'adGroupId', 'adId']
      : ['date', 'campaignId', 'adGroupId', 'keywordId'];
  return summed(rows, keys).map((row) =>
    Object.fromEntries(configuration.columns.map((name) => [name, row[name] ?? null])),
  );
}

/** Rows of the same keys as one: a target may show several ads, and an ad be shown by several targets. */
function summed(rows: readonly Record<string, unknown>[], keys: readonly string[]) {
  const sums = ['impressions', 'clicks', 'cost', ...WINDOWED];
  const groups = Map.groupBy(rows, (row) => keys.map((key) => row[key]).join('/'));
  return [...groups.values()].map((group) => {
    const [first] = group;
    const total = (name: string) =>
      Math.round(group.reduce((sum, row) => sum + Number(row[name] ?? 0), 0) * 100) / 100;
    return { ...first, ...Object.fromEntries(sums.map((name) => [name, total(name)])) };
  }) as Record<string, unknown>[];
}

async function pack(rows: readonly unknown[]): Promise<ArrayBuffer> {
  const stream = new Blob([JSON.stringify(rows)]).stream();
  return await new Response(stream.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** The address of a file needs no token: anyone who has it may fetch it. */
export function mountFiles(wire: AdsWire, room: AdsRoom): void {
  wire.get('/files/:id', async (call) => {
    const report = decode(call.req.param('id'));
    if (report === null) return call.text('<Error><Code>NoSuchKey</Code></Error>', 404);
    return call.body(await pack(rowsOf(room, report)), 200, { 'content-type': 'application/json' });
  });
}

/** `createAsyncReport` and `getAsyncReport`. */
export function mountReports(wire: AdsWire, room: AdsRoom): void {
  /** Polls of each report; after a restart all reports count as complete. */
  const polls = new Map<string, number>();

  const body = (call: AdsCall, reportId: string, { createdAt, ...request }: Report) => {
    const polled = polls.get(reportId);
    const status = polled === 0 ? 'PENDING' : polled === 1 ? 'PROCESSING' : 'COMPLETED';
    const isDone = status === 'COMPLETED';
    const { origin } = new URL(call.req.url);
    return {
      reportId,
      status,
      startDate: request.startDate,
      endDate: request.endDate,
      configuration: request.configuration,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(room.now()).toISOString(),
      generatedAt: isDone ? new Date(room.now()).toISOString() : null,
      failureReason: null,
      fileSize: isDone ? 1_024 : null,
      url: isDone ? `${origin}${BASE}/files/${reportId}` : null,
      urlExpiresAt: isDone ? new Date(room.now() + 3_600_000).toISOString() : null,
    };
  };

  wire.post('/reporting/reports', async (call) => {
    const read = ReportRequest.safeParse(await readJson(call));
    if (!read.success) return refuse(call, 400, '400', 'configuration is not valid');
    const { startDate, endDate, configuration } = read.data;
    const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY + 1;
    const oldest = dayOf(room.marketNow()) - RETAINED_DAYS;
    if (days < 1 || days > MOST_DAYS)
      return refuse(call, 400, '400', `startDate to endDate range cannot exceed ${MOST_DAYS} days`);
    if (Date.parse(startDate) / DAY < oldest)
      return refuse(call, 400, '400', 'startDate is before the retention of the report');
    const allowed = new Set([...SHARED, ...WINDOWED, ...COLUMNS[configuration.reportTypeId]!]);
    const unknown = configuration.columns.filter((name) => !allowed.has(name));
    if (unknown.length > 0)
      return refuse(call, 400, '400', `configuration columns includes invalid values: ${unknown}`);
    const report: Report = {
      startDate,
      endDate,
      configuration,
      sellerId: call.get('sellerId'),
      createdAt: 0,
    };
    const same = [...polls].find(([id, polled]) => {
      const other = decode(id);
      return polled < 2 && other !== null && encode({ ...other, createdAt: 0 }) === encode(report);
    });
    if (same !== undefined)
      return refuse(call, 425, '425', `The Request is a duplicate of : ${same[0]}`);
    const made = { ...report, createdAt: room.now() };
    const reportId = encode(made);
    polls.set(reportId, 0);
    return call.json(body(call, reportId, made));
  });

  wire.get('/reporting/reports/:id', (call) => {
    const reportId = call.req.param('id');
    const report = decode(reportId);
    if (report?.sellerId !== call.get('sellerId'))
      return refuse(call, 404, '404', 'Report not found');
    polls.set(reportId, (polls.get(reportId) ?? 1) + 1);
    return call.json(body(call, reportId, report));
  });
}
