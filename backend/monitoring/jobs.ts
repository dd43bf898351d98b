import type { MarketplaceContext } from '../catalog/actions.ts';
import {
  ACCOUNT_CONNECTED,
  CONTENT_CHANGED,
  LISTINGS_SYNCED,
  type ListingsSynced,
} from '../catalog/contract.ts';
import { companyIds } from '../platform/companies.ts';
import { within } from '../platform/db.ts';
import { on, scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { announceDue } from './alerts/announce.ts';
import { noteContent } from './alerts/note.ts';
import { fetchAllowance } from './fetch-allowance.ts';
import { lostNotifications } from './lost-notifications.ts';
import { BUFFER, type BufferJob, repairBuffer, workBuffer } from './notification-buffer.ts';
import { POLL, type PollJob, pollCompany, requestPolls } from './observe.ts';
import { schedulePolls } from './plan.ts';
import { hasMarkets, isScarce } from './poll-rate.ts';
import { foldWorkers } from './profile/fold.ts';
import { watchedByIds } from './store.ts';
import { pollSuspects } from './suspicion/follow.ts';
import { settleGone } from './watch/gone.ts';
import { pageFetch } from './watch/pages/read.ts';
import { POLL_WATCHED, pollWatched, type WatchPollJob } from './watch/poll.ts';
import { type PageJob, POLL_PAGE, pollPage } from './watch/poll-page.ts';
import { scheduleWatched } from './watch/schedule.ts';
import { resumeWaiting } from './watch/store.ts';

const SCHEDULE = scheduledQueue('monitoring.repair', {
  expireInSeconds: 55,
  retryLimit: 0,
  retryDelay: 1,
});

const ALERTS = scheduledQueue('monitoring.alerts', {
  expireInSeconds: 55,
  retryLimit: 0,
  retryDelay: 1,
});

/** Announces what has lasted, in each company. */
async function announceAll(ctx: MarketplaceContext, signal: AbortSignal): Promise<void> {
  for (const companyId of await companyIds(ctx.db)) {
    await settleGone(ctx, companyId, signal);
    await announceDue(ctx, companyId, signal);
  }
}

/** Starts with another company each minute, so that each gets its share of what is scarce. */
function inTurn(ids: readonly number[], now: Date): number[] {
  const first = Math.floor(now.getTime() / 60_000) % Math.max(1, ids.length);
  return [...ids.slice(first), ...ids.slice(0, first)];
}

async function schedule(ctx: MarketplaceContext, signal: AbortSignal): Promise<void> {
  for (const companyId of inTurn(await companyIds(ctx.db), ctx.clock())) {
    signal.throwIfAborted();
    await repairBuffer(ctx, companyId);
    await schedulePolls(ctx, companyId);
    await scheduleWatched(ctx, companyId);
    await pollSuspects(ctx, companyId);
  }
}

/** Polls the companies of many jobs at once, so that none waits for the marketplace's answers to another. */
async function pollAll(
  ctx: MarketplaceContext,
  jobs: readonly PollJob[],
  signal: AbortSignal,
): Promise<void> {
  const companies = Map.groupBy(jobs, (job) => job.companyId);
  // Where some fail, the others are finished first.
  const ends = await Promise.allSettled(
    [...companies].map(([companyId, some]) => pollCompany(ctx, companyId, some, signal)),
  );
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'Polling failed for some companies');
}

/** Polls new and changed listings, which also corrects a market whose listing was not known yet. */
async function pollSynced(
  ctx: MarketplaceContext,
  { companyId, listingIds }: ListingsSynced,
): Promise<void> {
  await within(ctx.db, { company: companyId }, async (trx) => {
    const watched = await watchedByIds(trx, companyId, listingIds);
    // Where polls are scarce, the schedule takes the new ones first, as many as the limit allows.
    const listings = watched.filter(
      ({ marketplaceId }) => hasMarkets(ctx, marketplaceId) && !isScarce(ctx, marketplaceId),
    );
    await requestPolls(
      ctx,
      trx,
      listings.map(({ id, accountId }) => ({
        poll: { companyId, accountId, listingId: id, tries: 0 },
      })),
    );
  });
}

/** The queues that monitoring works. */
export function workers(ctx: MarketplaceContext): Worker[] {
  const polls: Worker<PollJob> = {
    queue: POLL,
    handle: (jobs, signal) =>
      pollAll(
        ctx,
        jobs.map(({ data }) => data),
        signal,
      ),
  };
  const synced = on(
    LISTINGS_SYNCED,
    'monitoring.follow-listings',
    async (jobs) => {
      for (const { data } of jobs) await pollSynced(ctx, data);
    },
    { batch: 20, retryLimit: 10 },
  );
  const schedules: Worker<Tick> = {
    queue: SCHEDULE,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) => schedule(ctx, signal),
  };
  const alerts: Worker<Tick> = {
    queue: ALERTS,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) => announceAll(ctx, signal),
  };
  const mayFetch = fetchAllowance(ctx);
  const buffered: Worker<BufferJob> = {
    queue: BUFFER,
    handle: (jobs, signal) =>
      workBuffer(
        ctx,
        jobs.flatMap(({ data }) => data.companyIds),
        mayFetch,
        signal,
      ),
  };
  const watchPolls: Worker<WatchPollJob> = {
    queue: POLL_WATCHED,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await pollWatched(ctx, data, signal);
    },
  };
  const fetchText = pageFetch(ctx.config.pageLook);
  const pagePolls: Worker<PageJob> = {
    queue: POLL_PAGE,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) await pollPage(ctx, fetchText, data, signal);
    },
  };
  // Competitors that wait for an account of their marketplace can be polled once there is one.
  const connected = on(
    ACCOUNT_CONNECTED,
    'monitoring.wake-watched',
    async (jobs) => {
      for (const { data } of jobs)
        await within(ctx.db, { company: data.companyId }, (trx) =>
          resumeWaiting(trx, data.companyId, ctx.clock()),
        );
    },
    { batch: 20, retryLimit: 10 },
  );
  const content = on(CONTENT_CHANGED, 'monitoring.note-content', async (jobs) => {
    for (const { data } of jobs)
      await within(ctx.db, { company: data.companyId }, (trx) =>
        noteContent(
          trx,
          data.companyId,
          data.changes.map((change) => ({ ...change, at: new Date(data.at) })),
        ),
      );
  });
  return [
    content,
    polls,
    buffered,
    synced,
    schedules,
    alerts,
    watchPolls,
    pagePolls,
    connected,
    lostNotifications(ctx),
    ...foldWorkers(ctx),
  ];
}
