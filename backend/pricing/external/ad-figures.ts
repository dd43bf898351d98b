// Advertising figures of the last 30 days, read from the marketplaces that report them, for rules by ACOS and ROAS. They are
// read several times a day, so that such a rule is also repriced when its pause of a day ends.
import * as z from 'zod';
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type { AdFigures, CallFailure, DayRange } from '../../integrations/marketplace.ts';
import { Id } from '../../kernel/id.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Queue } from '../../platform/jobs.ts';
import { enqueueDecisions } from '../updates/queues.ts';
import { accountsDue, forgetFigures, storeFigures, type Window } from './ad-figures-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Figures are good for so long, and then asked for again. */
const FRESH_MS = 6 * HOUR_MS - 5 * 60_000;
/** Figures that could not be renewed for so long are forgotten. */
const GOOD_MS = 3 * DAY_MS;
/** The window that ACOS and ROAS rules look at. */
const DAYS = 30;

const AccountJob = z.object({ companyId: Id, accountId: Id });
export type AccountJob = z.infer<typeof AccountJob>;

export const AD_FIGURES: Queue<AccountJob> = {
  name: 'pricing.ad-figures',
  schema: AccountJob,
  batch: 1,
  concurrency: 2,
  expireInSeconds: 1_800,
  retryLimit: 3,
  retryDelay: 60,
  policy: 'short',
};

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The last 30 whole days, as UTC counts them. */
export function windowOf(now: Date): Window & { range: DayRange } {
  const today = Date.parse(dayOf(now.getTime()));
  const range = { from: dayOf(today - DAYS * DAY_MS), to: dayOf(today - DAY_MS) };
  return { days: DAYS, until: new Date(today), range };
}

/** Asks for a company's figures that are due, and forgets those that no one renewed. */
export async function requestFigures(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
): Promise<void> {
  const now = ctx.clock().getTime();
  const forgotten = await forgetFigures(trx, companyId, new Date(now - GOOD_MS));
  await enqueueDecisions(ctx, trx, companyId, forgotten);
  for (const account of await accountsDue(trx, companyId, new Date(now - FRESH_MS))) {
    if (ctx.marketplaces.byId(account.marketplaceId)?.getAdFigures === undefined) continue;
    const job = { companyId, accountId: account.id };
    await ctx.jobs.send(trx, AD_FIGURES, [job], { key: String(account.id) });
  }
}

/** All figures of an account; a page that fails fails all: what is left out would count as not advertised. */
const ask = (ctx: MarketplaceContext, { companyId, accountId }: AccountJob, signal: AbortSignal) =>
  withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<Map<string, AdFigures>, CallFailure>> => {
      const all = new Map<string, AdFigures>();
      const { range } = windowOf(ctx.clock());
      for await (const page of marketplace.getAdFigures?.(session, range) ?? []) {
        if (!page.ok) return page;
        for (const [sku, { spend, sales }] of page.value) {
          const before = all.get(sku) ?? { spend: 0, sales: 0 };
          all.set(sku, { spend: before.spend + spend, sales: before.sales + sales });
        }
      }
      return ok(all);
    },
    signal,
  );

/** Stores the advertising figures of an account, and has its listings repriced. */
export async function ingestFigures(
  ctx: MarketplaceContext,
  job: AccountJob,
  signal: AbortSignal,
): Promise<void> {
  const reported = await ask(ctx, job, signal);
  if (!reported.ok) {
    const { kind, code, message } = reported.error;
    // Another attempt in a minute would change nothing; the next round asks again.
    if (kind !== 'unavailable') {
      ctx.log.warn('Advertising figures could not be fetched', { ...job, code, message });
      return;
    }
    throw new Error(`The figures of account ${job.accountId} could not be read: ${code}`);
  }
  const { companyId } = job;
  await within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const listingIds = await storeFigures(trx, job, reported.value, windowOf(now), now);
    await enqueueDecisions(ctx, trx, companyId, listingIds);
  });
}
