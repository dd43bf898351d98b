// Plans polls of watched competitors: within a share of each account's limit that the seller's own listings do not use.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { within } from '../../platform/db.ts';
import { budgetOf } from '../plan.ts';
import { paceOf } from '../poll-rate.ts';
import { pagesReadOf } from './pages/allowed.ts';
import { POLL_WATCHED, type WatchPollJob } from './poll.ts';
import { schedulePages } from './schedule-pages.ts';
import * as store from './store.ts';

/** The share of a marketplace's limit for watched competitors; planned polls of the own listings have half of the limit. */
export const WATCH_SHARE = 0.15;
/** After this a poll that was enqueued and not made counts as lost. */
const AGAIN_MS = 10 * 60_000;
/** Competitors in one job: about as many as one job can poll in its time. */
const IN_JOB = 40;

/** The most calls to find the product of a listing; see `findProductOf` of the port. */
const SEARCH_CALLS = 11;

/** As many of the due ones as the limit has calls for; at least one search, or none would ever be made. */
function withinLimit(ids: readonly number[], sought: ReadonlySet<number>, limit: number) {
  const most = Math.max(limit, SEARCH_CALLS);
  const [taken, left]: [number[], number[]] = [[], []];
  let calls = 0;
  for (const id of ids) {
    calls += sought.has(id) ? SEARCH_CALLS : 1;
    (calls <= most ? taken : left).push(id);
  }
  return { taken, left };
}

/** Enqueues the polls that each of a company's accounts may make until the next round. */
export async function scheduleWatched(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const now = ctx.clock();
  await within(ctx.db, { company: companyId }, async (trx) => {
    const readable = ctx.marketplaces.known
      .map(({ id }) => id)
      .filter((id) => pagesReadOf(ctx, id) !== null);
    if (readable.length > 0) await store.resumeReadable(trx, companyId, readable, now);
    for (const place of await store.watchedPlaces(trx, companyId)) {
      if (ctx.marketplaces.byId(place.marketplaceId)?.getProductOffers === undefined) {
        await schedulePages(ctx, trx, companyId, place);
        continue;
      }
      const account = await store.pollingAccount(trx, companyId, place);
      if (account === null) continue;
      const limit = await budgetOf(ctx, trx, account, now.getTime(), WATCH_SHARE);
      if (limit === 0) continue;
      const againAt = new Date(now.getTime() + AGAIN_MS);
      const due = await store.takeDue(trx, companyId, place, { now, againAt, limit });
      const sought = await store.soughtAmong(trx, companyId, due);
      const { taken: ids, left } = withinLimit(due, sought, limit);
      if (left.length > 0) await store.setNextPoll(trx, companyId, left, now);
      const size = Math.max(IN_JOB, paceOf(ctx, place.marketplaceId)?.batch ?? 1);
      const jobs: WatchPollJob[] = [];
      for (let from = 0; from < ids.length; from += size)
        jobs.push({ companyId, accountId: account.id, ids: ids.slice(from, from + size) });
      if (jobs.length > 0) await ctx.jobs.send(trx, POLL_WATCHED, jobs);
    }
  });
}
