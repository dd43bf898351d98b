// Plans polls of public pages: a few of each company in turn, as often as all together may call their host.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { ProductPages } from '../../kernel/product-page.ts';
import type { Trx } from '../../platform/db.ts';
import { publishWatched } from './actions.ts';
import { pagesReadOf } from './pages/allowed.ts';
import { pausedUntil, reserveCalls } from './pages/hosts.ts';
import { POLL_PAGE } from './poll-page.ts';
import * as store from './store.ts';

/** Polls of a company that are planned at once at most, so that others get theirs. */
const OF_COMPANY = 2;
/** How far ahead polls are planned. */
const WITHIN_MS = 60_000;
/** After this a poll that was enqueued and not made counts as lost. */
const AGAIN_MS = 10 * 60_000;

/** Enqueues polls of the pages of one marketplace, in the caller's transaction; null: the installation does not read them. */
export async function schedulePages(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  place: { marketplaceId: number; countryCode: string },
): Promise<void> {
  const now = ctx.clock();
  const { marketplaceId } = place;
  const pages = pagesReadOf(ctx, marketplaceId);
  const until = pages === null ? null : await pausedUntil(trx, pages.host, now);
  if (pages === null || until !== null) {
    const reason = pages === null ? 'no_reader' : 'page_refused';
    const closed = { now, reason, nextPollAt: until } as const;
    const listingIds = await store.closeDue(trx, companyId, marketplaceId, closed);
    return await publishWatched(ctx, trx, companyId, listingIds);
  }
  await enqueue(ctx, trx, companyId, place, pages);
}

async function enqueue(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  place: { marketplaceId: number; countryCode: string },
  { host }: ProductPages,
): Promise<void> {
  const now = ctx.clock();
  const againAt = new Date(now.getTime() + AGAIN_MS);
  const ids = await store.takeDue(trx, companyId, place, { now, againAt, limit: OF_COMPANY });
  if (ids.length === 0) return;
  const want = ids.length;
  const moments = await reserveCalls(trx, host, { now, withinMs: WITHIN_MS, want });
  for (const [n, startAfter] of moments.entries())
    await ctx.jobs.send(trx, POLL_PAGE, [{ companyId, competitorId: ids[n]! }], { startAfter });
  const later = ids.slice(moments.length);
  if (later.length > 0) await store.setNextPoll(trx, companyId, later, now);
}
