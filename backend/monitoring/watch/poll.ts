// Polls watched competitors: their pages' offers, and once a day the product of each page. No company sees another one's observations.
import * as z from 'zod';
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type { CallFailure, ProductMarket, RemoteProduct } from '../../integrations/marketplace.ts';
import { Id } from '../../kernel/id.ts';
import type { Condition } from '../../kernel/market.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { within } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import { resultFor } from './engine/page.ts';
import type { PollResult } from './engine/state.ts';
import { findProductsOf } from './find-products.ts';
import { type PollObservations, savePolls } from './record-polls.ts';
import * as store from './store.ts';

const WatchPollJob = z.object({ companyId: Id, accountId: Id, ids: z.array(Id).min(1).max(100) });
export type WatchPollJob = z.infer<typeof WatchPollJob>;

/** Polls the competitors that the schedule chose. */
export const POLL_WATCHED: Queue<WatchPollJob> = {
  name: 'monitoring.watch',
  schema: WatchPollJob,
  batch: 5,
  concurrency: 1,
  expireInSeconds: 120,
  // The schedule repeats what is not done.
  retryLimit: 1,
  retryDelay: 5,
  policy: 'standard',
};

/** How often the product of a page is checked. */
const IDENTITY_MS = 24 * 3_600_000;

type Answers<T> = ReadonlyMap<string, Result<T, CallFailure>>;

interface WatchAnswers {
  products: Answers<RemoteProduct>;
  /** By condition, and the product's id. */
  markets: ReadonlyMap<Condition, Answers<ProductMarket>>;
  /** Nothing was answered, as the rate limit was used up. */
  isLimited: boolean;
}

const isDue = (row: store.WatchRow, now: Date) =>
  row.identified_at === null || now.getTime() - row.identified_at.getTime() >= IDENTITY_MS;

/** Requests the offers of pages, and the products of those that were not identified lately. */
async function requestOffers(
  ctx: MarketplaceContext,
  { companyId, accountId }: WatchPollJob,
  rows: readonly store.WatchRow[],
  conditions: ReadonlyMap<number, Condition>,
  signal: AbortSignal,
): Promise<WatchAnswers> {
  const now = ctx.clock();
  const { country_code: countryCode } = rows[0]!;
  const unknown = [...new Set(rows.filter((row) => isDue(row, now)).map((row) => row.product_id))];
  const groups = Map.groupBy(rows, (row) => conditions.get(row.listing_id) ?? 'new');
  const answer = await withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<WatchAnswers, CallFailure>> => {
      const none: Answers<RemoteProduct> = new Map();
      const products =
        unknown.length === 0 || marketplace.getProducts === undefined
          ? ok(none)
          : await marketplace.getProducts(session, unknown, countryCode);
      if (!products.ok) return products;
      const markets = new Map<Condition, Answers<ProductMarket>>();
      for (const [condition, some] of groups) {
        const ids = [...new Set(some.map((row) => row.product_id))];
        const targets = ids.map((productId) => ({ productId, condition }));
        const offers = await marketplace.getProductOffers!(session, targets, now);
        if (!offers.ok) return offers;
        markets.set(condition, offers.value);
      }
      return ok({ products: products.value, markets, isLimited: false });
    },
    signal,
  );
  if (answer.ok) return answer.value;
  ctx.log.warn('Polling watched competitors failed', {
    companyId,
    accountId,
    competitors: rows.length,
    ...answer.error,
  });
  const isLimited = answer.error.kind === 'rate_limited';
  return { products: new Map(), markets: new Map(), isLimited };
}

/** What a failed call means for one page. */
function resultOfFailure({ kind }: CallFailure): PollResult {
  if (kind === 'not_found') return { kind: 'closed', reason: 'not_found' };
  if (kind === 'rate_limited') return { kind: 'limited' };
  return kind === 'forbidden' ? { kind: 'closed', reason: 'forbidden' } : { kind: 'unanswered' };
}

/** What the marketplace's answers show of competitors. */
const observationsOf = ({ products, markets, isLimited }: WatchAnswers): PollObservations => ({
  source: 'api',
  leastMs: 0,
  productOf: (productId) => products.get(productId),
  resultOf(row, { condition }, { ownSellers, isFirst }) {
    const answer = markets.get(condition)?.get(row.product_id);
    if (answer === undefined) return { kind: isLimited ? 'limited' : 'unanswered' };
    if (!answer.ok) return resultOfFailure(answer.error);
    const wanted = { itemId: row.item_id, sellerId: row.seller_id, condition };
    return resultFor(answer.value, wanted, ownSellers, isFirst);
  },
});

/** Polls the competitors of one job. */
export async function pollWatched(
  ctx: MarketplaceContext,
  job: WatchPollJob,
  signal: AbortSignal,
): Promise<void> {
  const company = { company: job.companyId };
  const { sought, rows, conditions, titles } = await within(ctx.db, company, async (trx) => {
    const all = await store.watchesByIds(trx, job.companyId, job.ids);
    const active = all.filter((row) => !row.is_paused);
    const listings = await store.listingsByIds(
      trx,
      job.companyId,
      active.map((row) => row.listing_id),
    );
    return {
      sought: active.filter((row) => row.search_link !== null),
      rows: active.filter((row) => row.search_link === null),
      conditions: new Map(listings.map((one) => [one.id, one.condition])),
      titles: new Map(listings.map((one) => [one.id, one.title])),
    };
  });
  await findProductsOf(ctx, job, sought, titles, signal);
  if (rows.length === 0) return;
  const answers = await requestOffers(ctx, job, rows, conditions, signal);
  signal.throwIfAborted();
  await within(ctx.db, company, (trx) =>
    savePolls(
      ctx,
      trx,
      { companyId: job.companyId, ids: rows.map(({ id }) => id) },
      observationsOf(answers),
    ),
  );
}
