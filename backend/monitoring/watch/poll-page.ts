// Polls watched competitors on their public pages, where the installation allows their host: one page at a time, at most every six
// hours, and each for one company.
import * as z from 'zod';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { Id } from '../../kernel/id.ts';
import { ok } from '../../kernel/result.ts';
import { within } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import { resultFor } from './engine/page.ts';
import type { PollResult } from './engine/state.ts';
import { pagesReadOf } from './pages/allowed.ts';
import { claimCall, pauseHost, saveRobots } from './pages/hosts.ts';
import { type FetchText, type PageAnswer, readPage, readRobots } from './pages/read.ts';
import { type PollObservations, savePolls } from './record-polls.ts';
import * as store from './store.ts';

const PageJob = z.object({ companyId: Id, competitorId: Id });
export type PageJob = z.infer<typeof PageJob>;

export const POLL_PAGE: Queue<PageJob> = {
  name: 'monitoring.watch-page',
  schema: PageJob,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 120,
  // The schedule repeats what is not done.
  retryLimit: 0,
  retryDelay: 5,
  policy: 'standard',
};

/** The least time between two polls of one page, whatever the result. */
export const PAGE_EVERY_MS = 6 * 3_600_000;

const toResult = (
  answer: PageAnswer,
  row: store.WatchRow,
  { condition }: store.WatchingListing,
  { ownSellers, isFirst }: { ownSellers: ReadonlySet<string>; isFirst: boolean },
): PollResult => {
  if (answer.kind !== 'product') return answer;
  const wanted = { itemId: row.item_id, sellerId: row.seller_id, condition };
  const result = resultFor(answer, wanted, ownSellers, isFirst);
  // The reasons `below_twentieth` and `item_not_listed` are about lists of offers, and not about a page.
  return result.kind === 'closed' ? { kind: 'closed', reason: 'page_unreadable' } : result;
};

const observationsOf = (answer: PageAnswer, { link }: store.WatchRow): PollObservations => ({
  source: 'page',
  leastMs: PAGE_EVERY_MS,
  productOf: (productId) =>
    answer.kind === 'product'
      ? ok({ ...answer, productId, gtin: null, imageUrl: null, link })
      : undefined,
  resultOf: (row, listing, of) => toResult(answer, row, listing, of),
});

/** Makes one poll, unless the host was called just now; a host's robots.txt is read first where it is not known. */
export async function pollPage(
  ctx: MarketplaceContext,
  fetchText: FetchText,
  { companyId, competitorId }: PageJob,
  signal: AbortSignal,
): Promise<void> {
  const company = { company: companyId };
  const [row] = await within(ctx.db, company, (trx) =>
    store.watchesByIds(trx, companyId, [competitorId]),
  );
  const pages = row && pagesReadOf(ctx, row.marketplace_id);
  if (row === undefined || !pages || row.is_paused) return;
  const { host } = pages;
  const state = await claimCall(ctx.db, host, ctx.clock());
  if (state === null) return;
  const settle = async (answer: PageAnswer) => {
    signal.throwIfAborted();
    if (answer.kind === 'closed' && answer.reason === 'page_refused') {
      ctx.log.warn('A host refused to have its pages read', { host });
      await pauseHost(ctx.db, host, ctx.clock());
    }
    const ids = [competitorId];
    await within(ctx.db, company, (trx) =>
      savePolls(ctx, trx, { companyId, ids }, observationsOf(answer, row)),
    );
  };
  if (state.robots === null) {
    const robots = await readRobots(fetchText, host, signal);
    if (!robots.ok)
      return await settle(
        robots.error === 'refused'
          ? { kind: 'closed', reason: 'page_refused' }
          : { kind: 'unanswered' },
      );
    await saveRobots(ctx.db, host, robots.value, ctx.clock());
    return await within(ctx.db, company, (trx) =>
      store.setNextPoll(trx, companyId, [competitorId], ctx.clock()),
    );
  }
  const of = {
    productId: row.product_id,
    sellerId: row.seller_id,
    marketplaceId: row.marketplace_id,
  };
  await settle(await readPage(fetchText, pages, of, state.robots, signal));
}
