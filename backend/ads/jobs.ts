import { conclude, type MarketplaceContext } from '../catalog/actions.ts';
import { ACCOUNT_CONNECTED } from '../catalog/contract.ts';
import type { CallFailure } from '../integrations/marketplace.ts';
import type { Result } from '../kernel/result.ts';
import { inEachCompany } from '../platform/companies.ts';
import { type Trx, within } from '../platform/db.ts';
import { on, type Queue, scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { openAdvertising } from './advertisers/connect.ts';
import {
  type AdsJob,
  OPEN_ADVERTISING,
  READ_CAMPAIGNS,
  READ_REPORTS,
  requestReading,
  send,
} from './advertisers/queues.ts';
import { readCampaigns, readReports, requestReports } from './advertisers/read.ts';
import { accountsWithout, activeAdvertisers } from './advertisers/store.ts';
import { decideCampaign } from './automation/decide-campaign.ts';
import { DECIDE_ALL, DECIDE_BIDS, type DecisionJob, requestDecision } from './automation/queues.ts';
import { automatedCampaigns, undecidedCampaigns } from './automation/store.ts';
import { bulkRunner } from './bulk/work.ts';
import { pushChange } from './changes/push.ts';
import { type ChangeJob, PUSH_CHANGE, RECONCILE_CHANGES, requestPush } from './changes/queues.ts';
import { stuckChanges } from './changes/store.ts';
import { verifySuggestions } from './changes/suggestions.ts';
import { pushCreation } from './creation/push.ts';
import { CREATE_CAMPAIGN, type CreationJob, requestCreation } from './creation/queues.ts';
import { stuckCreations } from './creation/store.ts';

const OPEN_ALL = scheduledQueue('ads.open-all');
const READ_ALL = scheduledQueue('ads.read-all');
/** A change that was not updated for this long has lost its job. */
const LOST_MS = 2 * 60_000;
const REPORTS_ALL = scheduledQueue('ads.reports-all');

const forEachAdvertiser = (
  ctx: MarketplaceContext,
  signal: AbortSignal,
  work: (trx: Trx, job: AdsJob) => Promise<void>,
): Promise<void> =>
  inEachCompany(ctx.db, signal, async (trx, companyId) => {
    for (const { account_id: accountId } of await activeAdvertisers(trx, companyId))
      await work(trx, { companyId, accountId });
  });

/** Works a queue of advertisers: jobs are put off for as long as the marketplace demands; those that it refuses wait for the schedule. */
const advertiserWorker = (
  ctx: MarketplaceContext,
  queue: Queue<AdsJob>,
  work: (
    ctx: MarketplaceContext,
    job: AdsJob,
    signal: AbortSignal,
  ) => Promise<Result<null, CallFailure>>,
): Worker<AdsJob> => ({
  queue,
  handle: async (jobs, signal) => {
    for (const { data } of jobs) {
      const outcome = await work(ctx, data, signal);
      if (
        !outcome.ok &&
        outcome.error.kind !== 'unavailable' &&
        outcome.error.kind !== 'rate_limited'
      ) {
        const { code, message } = outcome.error;
        ctx.log.warn('The marketplace refuses to report advertising', { ...data, code, message });
        continue;
      }
      await conclude(ctx, outcome, data, (startAfter) =>
        within(ctx.db, { company: data.companyId }, (trx) =>
          send(ctx, trx, queue, data, startAfter),
        ),
      );
    }
  },
});

/** A strategy may be set before any figures are read: the first decision follows the reading. */
const readAndDecide: typeof readReports = async (ctx, job, signal) => {
  const outcome = await readReports(ctx, job, signal);
  if (outcome.ok)
    await within(ctx.db, { company: job.companyId }, async (trx) => {
      for (const campaignId of await undecidedCampaigns(trx, job))
        await requestDecision(ctx, trx, { companyId: job.companyId, campaignId });
    });
  return outcome;
};

/** Suggestions may have been made at the marketplace since the last reading. */
const readAndVerify: typeof readCampaigns = async (ctx, job, signal) => {
  const began = ctx.clock();
  const outcome = await readCampaigns(ctx, job, signal);
  if (outcome.ok) await verifySuggestions(ctx, job, began);
  return outcome;
};

/** The queues that ads works. */
export function workers(ctx: MarketplaceContext): Worker[] {
  const readAll: Worker<Tick> = {
    queue: READ_ALL,
    schedule: { cron: '9 * * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachAdvertiser(ctx, signal, (trx, job) => requestReading(ctx, trx, job)),
  };
  // A seller may begin to advertise at any time.
  const openAll: Worker<Tick> = {
    queue: OPEN_ALL,
    schedule: { cron: '3 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) => {
        const opened = ctx.marketplaces.all.filter(({ ads }) => ads && ads.authorize === undefined);
        const ids = opened.map(({ id }) => id);
        for (const { id: accountId } of await accountsWithout(trx, companyId, ids))
          await send(ctx, trx, OPEN_ADVERTISING, { companyId, accountId });
      }),
  };
  const connected = on(ACCOUNT_CONNECTED, 'ads.account-connected', async (jobs) => {
    for (const { data } of jobs)
      await within(ctx.db, { company: data.companyId }, (trx) =>
        send(ctx, trx, OPEN_ADVERTISING, data),
      );
  });
  const reportsAll: Worker<Tick> = {
    queue: REPORTS_ALL,
    schedule: { cron: '35 5,17 * * *', data: {} },
    handle: (_jobs, signal) =>
      forEachAdvertiser(ctx, signal, (trx, job) => requestReports(ctx, trx, job)),
  };
  const push: Worker<ChangeJob> = {
    queue: PUSH_CHANGE,
    handle: async (jobs, signal) => {
      const all = await Promise.allSettled(jobs.map(({ data }) => pushChange(ctx, data, signal)));
      const faults = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      if (faults.length > 0) throw new AggregateError(faults, 'Some changes could not be worked');
    },
  };
  const reconcile: Worker<Tick> = {
    queue: RECONCILE_CHANGES,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) => {
        const before = new Date(ctx.clock().getTime() - LOST_MS);
        for (const changeId of await stuckChanges(trx, companyId, before))
          await requestPush(ctx, trx, { companyId, changeId });
        for (const creationId of await stuckCreations(trx, companyId, before))
          await requestCreation(ctx, trx, { companyId, creationId });
      }),
  };
  const create: Worker<CreationJob> = {
    queue: CREATE_CAMPAIGN,
    handle: async (jobs, signal) => {
      const all = await Promise.allSettled(jobs.map(({ data }) => pushCreation(ctx, data, signal)));
      const faults = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      if (faults.length > 0) throw new AggregateError(faults, 'Some campaigns could not be worked');
    },
  };
  const decideAll: Worker<Tick> = {
    queue: DECIDE_ALL,
    // After the reports of the night, before the day begins in Brazil.
    schedule: { cron: '20 9 * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, async (trx, companyId) => {
        for (const campaignId of await automatedCampaigns(trx, companyId))
          await requestDecision(ctx, trx, { companyId, campaignId });
      }),
  };
  const decide: Worker<DecisionJob> = {
    queue: DECIDE_BIDS,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) {
        signal.throwIfAborted();
        await decideCampaign(ctx, data);
      }
    },
  };
  return [
    decideAll,
    decide,
    push,
    create,
    reconcile,
    openAll,
    connected,
    readAll,
    reportsAll,
    advertiserWorker(ctx, OPEN_ADVERTISING, openAdvertising),
    advertiserWorker(ctx, READ_CAMPAIGNS, readAndVerify),
    advertiserWorker(ctx, READ_REPORTS, readAndDecide),
    ...bulkRunner.workers(ctx),
  ];
}
