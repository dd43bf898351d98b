// Reads the campaigns of an account with their groups, ads and targets, and their figures by day.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type {
  AdsChannel,
  AdsPart,
  AdsSession,
  Advertiser,
  CallFailure,
  DayRange,
  ReportState,
} from '../../integrations/marketplace.ts';
import { AdsCapabilities } from '../../kernel/ads.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import { within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { type AdsAccountKey, withAdvertiser } from './access.ts';
import { READ_REPORTS, send } from './queues.ts';
import * as reports from './report-store.ts';
import * as store from './store.ts';
import * as structure from './structure-store.ts';

/** The most days of a report, and how many days ago it may begin. */
const MOST_DAYS = 31;
const RETAINED_DAYS = 93;
/** Days that are read again each time, as orders come late, and figures are restated. */
const AGAIN_DAYS = 14;
/** The oldest of them are restated once more after four weeks: these are read on one day of the week. */
const MONDAY = 1;
/** The first pause before a report is checked; later pauses are longer. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A report that is not ready by then is requested again. */
const GIVEN_UP_MS = 6 * 3_600_000;

/** The permission to write may be given or withdrawn at any time. */
const PROBED_AGAIN_MS = 24 * 3_600_000;

type Outcome = Result<null, CallFailure>;

/** Reads what an account may do and what it advertises; without active advertising nothing is read. */
export async function readCampaigns(
  ctx: MarketplaceContext,
  key: AdsAccountKey,
  signal: AbortSignal,
): Promise<Outcome> {
  const { companyId, accountId } = key;
  const company = { company: companyId };
  const began = ctx.clock();
  const read = await withAdvertiser(
    ctx,
    key,
    async (channel, session): Promise<Outcome> => {
      const known = await channel.getAdvertisers(session);
      if (!known.ok) return known;
      const own = known.value.find((one) => one.advertiserId === session.advertiserId);
      if (own !== undefined) await saveCapabilities(ctx, key, own, channel);
      const probed = await probe(ctx, key, channel, session);
      if (!probed.ok) return probed;
      for await (const part of channel.readAll(session)) {
        signal.throwIfAborted();
        if (!part.ok) return part;
        await savePart(ctx, key, part.value);
      }
      return ok(null);
    },
    signal,
  );
  if (!read.ok) return read;
  await within(ctx.db, company, async (trx) => {
    const isFirst = (await store.advertiserOf(trx, companyId, accountId))?.read_at === null;
    await structure.markUnlisted(trx, { ...key, now: began });
    await store.setRead(trx, companyId, accountId, ctx.clock());
    if (isFirst) await requestReports(ctx, trx, key);
    const ids = await structure.campaignIds(trx, key);
    await announce(trx, companyId, { type: 'campaigns', ids });
  });
  return ok(null);
}

/** Saves the capabilities; where only a write shows whether the account may write, the last result stays. */
const saveCapabilities = (
  ctx: MarketplaceContext,
  { companyId, accountId }: AdsAccountKey,
  advertiser: Advertiser,
  { probeWrites }: AdsChannel,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const known = await store.lockAdvertiser(trx, companyId, accountId);
    if (known === undefined) return;
    const { writes } =
      probeWrites === undefined
        ? advertiser.capabilities
        : AdsCapabilities.parse(known.capabilities);
    const capabilities = { ...advertiser.capabilities, writes };
    await store.saveCapabilities(trx, companyId, accountId, { ...advertiser, capabilities });
  });

/** Tries once a day whether the account may write, where nothing else shows it. */
async function probe(
  ctx: MarketplaceContext,
  { companyId, accountId }: AdsAccountKey,
  channel: AdsChannel,
  session: AdsSession,
): Promise<Outcome> {
  const company = { company: companyId };
  if (channel.probeWrites === undefined) return ok(null);
  const known = await within(ctx.db, company, (trx) =>
    store.advertiserOf(trx, companyId, accountId),
  );
  const at = ctx.clock();
  if (known === undefined || at.getTime() - (known.probed_at?.getTime() ?? 0) < PROBED_AGAIN_MS)
    return ok(null);
  const probed = await channel.probeWrites(session);
  // Without an answer to the write, the campaigns are read nevertheless, and it is tried again with them.
  if (!probed.ok) return probed.error.kind === 'unauthorized' ? probed : ok(null);
  const writes = probed.value;
  if (writes !== null)
    await within(ctx.db, company, (trx) =>
      store.setWrites(trx, companyId, accountId, { capabilities: known.capabilities, writes, at }),
    );
  return ok(null);
}

const savePart = (ctx: MarketplaceContext, key: AdsAccountKey, part: AdsPart) =>
  within(ctx.db, { company: key.companyId }, (trx) =>
    structure.savePart(trx, { ...key, now: ctx.clock() }, part),
  );

/** The ranges to request: all that is kept the first time, then the latest days. */
export function rangesOf(today: string, isFirst: boolean): DayRange[] {
  if (!isFirst) {
    const isMonday = new Date(`${today}T00:00:00Z`).getUTCDay() === MONDAY;
    const days = isMonday ? MOST_DAYS : AGAIN_DAYS;
    return [{ from: addDays(today, 1 - days), to: today }];
  }
  const ranges: DayRange[] = [];
  for (let to = 0; to < RETAINED_DAYS; to += MOST_DAYS)
    ranges.push({ from: addDays(today, 1 - to - MOST_DAYS), to: addDays(today, -to) });
  return ranges;
}

/** Plans the reports of an account, and requests them. */
export async function requestReports(
  ctx: MarketplaceContext,
  trx: Parameters<typeof store.advertiserOf>[0],
  key: AdsAccountKey,
): Promise<void> {
  const advertiser = await store.advertiserOf(trx, key.companyId, key.accountId);
  if (advertiser?.status !== 'active') return;
  const today = dayOf(ctx.clock(), advertiser.time_zone);
  const channel = ctx.marketplaces.byId(advertiser.marketplace_id)?.ads;
  if (channel === undefined) return;
  await reports.planReports(
    trx,
    key,
    channel.reports,
    rangesOf(today, advertiser.figures_at === null),
  );
  await send(ctx, trx, READ_REPORTS, key);
}

type Step = 'done' | 'waiting';

/** Moves a report one step on: requests it, checks whether it is ready, or takes it in. */
async function workReport(
  ctx: MarketplaceContext,
  key: AdsAccountKey,
  report: reports.OpenReport,
  signal: AbortSignal,
): Promise<Result<Step, CallFailure>> {
  const company = { company: key.companyId };
  const now = ctx.clock();
  const { remoteId } = report;
  const isOld =
    report.requestedAt !== null && now.getTime() - report.requestedAt.getTime() > GIVEN_UP_MS;
  if (remoteId === null || isOld) {
    const requested = await withAdvertiser(
      ctx,
      key,
      (channel, session) => channel.requestReport(session, report.report, report),
      signal,
    );
    if (!requested.ok) return requested;
    await within(ctx.db, company, (trx) =>
      reports.saveRequest(trx, key, report, requested.value, now),
    );
    return ok('waiting');
  }
  const made = await withAdvertiser(
    ctx,
    key,
    (channel, session) => channel.getReport(session, report.report, remoteId),
    signal,
  );
  if (!made.ok) return made;
  return ok(await storeReport(ctx, key, report, made.value, now));
}

async function storeReport(
  ctx: MarketplaceContext,
  key: AdsAccountKey,
  report: reports.OpenReport,
  made: ReportState,
  began: Date,
): Promise<Step> {
  const company = { company: key.companyId };
  if (made.state === 'pending') return 'waiting';
  if (made.state === 'failed') {
    ctx.log.warn('The marketplace could not create a report of advertising', {
      ...key,
      report: report.report,
      message: made.message,
    });
    await within(ctx.db, company, (trx) => reports.saveRequest(trx, key, report, null, began));
    return 'waiting';
  }
  for await (const days of made.rows)
    await within(ctx.db, company, (trx) =>
      reports.saveDays(trx, key, report.report, days, ctx.clock()),
    );
  await within(ctx.db, company, async (trx) => {
    await reports.dropUnreported(trx, key, report, began);
    await reports.closeReport(trx, key, report);
  });
  return 'done';
}

/** Works the open reports of an account; those that are not ready yet are checked later. */
export async function readReports(
  ctx: MarketplaceContext,
  key: AdsAccountKey,
  signal: AbortSignal,
): Promise<Outcome> {
  const company = { company: key.companyId };
  const open = await within(ctx.db, company, (trx) => reports.openReports(trx, key));
  let left = 0;
  for (const report of open) {
    signal.throwIfAborted();
    const step = await workReport(ctx, key, report, signal);
    if (!step.ok) return step;
    if (step.value === 'waiting') left++;
  }
  await within(ctx.db, company, async (trx) => {
    if (left === 0) {
      await store.setFigures(trx, key.companyId, key.accountId, ctx.clock());
      const ids = await structure.campaignIds(trx, key);
      await announce(trx, key.companyId, { type: 'campaigns', ids });
      return;
    }
    const oldest = Math.min(
      ...open.map(({ requestedAt }) => (requestedAt ?? ctx.clock()).getTime()),
    );
    const age = ctx.clock().getTime() - oldest;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, age / 4));
    await send(ctx, trx, READ_REPORTS, key, new Date(ctx.clock().getTime() + pause));
  });
  return ok(null);
}
