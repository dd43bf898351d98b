// How long an authorization lasts: what a marketplace's notifications say of it is checked, the company is notified
// before it ends, and a refresh token that is seldom used is renewed in time.
import * as z from 'zod';
import { Id } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { companyIds } from '../platform/companies.ts';
import { type Trx, within } from '../platform/db.ts';
import { type Queue, scheduledQueue } from '../platform/jobs.ts';
import { announceAccounts } from './accounts/progress.ts';
import { ACCOUNT_EXPIRING, expiringStage, wholeDays } from './contract.ts';
import * as store from './credential-store.ts';
import { type MarketplaceContext, mayPass, renewNow } from './credentials.ts';

const AccessJob = z.object({
  companyId: Id,
  accountId: Id,
  /** True: the marketplace said that the authorization ended; false: that it ends soon. */
  isEnded: z.boolean(),
});
export type AccessJob = z.infer<typeof AccessJob>;

/** Checks whether an authorization lasts. Of several jobs for one account only one waits. */
export const CHECK_ACCESS: Queue<AccessJob> = {
  name: 'catalog.check-access',
  schema: AccessJob,
  batch: 1,
  concurrency: 2,
  expireInSeconds: 120,
  retryLimit: 12,
  retryDelay: 5,
  policy: 'short',
};

/** Looks for authorizations that end soon. */
export const ACCESS_ALL = scheduledQueue('catalog.access-all');

/** An unused refresh token is renewed this long before it ends, in milliseconds. */
const UNUSED_MS = 7 * 24 * 3_600_000;

/** Asks for a check of whether an authorization lasts, in the caller's transaction. */
export const requestAccessCheck = (
  ctx: AppContext,
  trx: Trx,
  { companyId, accountId, isEnded }: AccessJob,
): Promise<void> =>
  // Jobs for authorizations that ended have a key of their own, so that a waiting job for one that ends soon does not suppress them.
  ctx.jobs.send(trx, CHECK_ACCESS, [{ companyId, accountId, isEnded }], {
    key: `${accountId}${isEnded ? ':ended' : ''}`,
  });

/** Notifies the company of the authorizations that end soon: each some days before, and once for each of these. */
async function notifyOfEnds(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  accountId: number | null = null,
): Promise<void> {
  const now = ctx.clock();
  for (const row of await store.endingAuthorizations(trx, companyId, accountId)) {
    const endsAt = row.authorization_ends_at!;
    const stage = expiringStage(endsAt, now);
    if (stage === null || (row.notified_days !== null && row.notified_days <= stage)) continue;
    await store.markNotified(trx, companyId, row.account_id, stage);
    await ctx.jobs.emit(trx, ACCOUNT_EXPIRING, {
      companyId,
      accountId: row.account_id,
      accountName: row.name,
      days: wholeDays(endsAt, now),
      endsAt: endsAt.toISOString(),
    });
    await announceAccounts(trx, companyId, [row.account_id]);
  }
}

/**
 * Checks whether an authorization lasts, by a renewal: a notification may be late, or come twice, and the person may have
 * connected the account again since. @throws where the marketplace could not be asked
 */
export async function checkAccess(
  ctx: MarketplaceContext,
  { companyId, accountId, isEnded }: AccessJob,
): Promise<void> {
  const renewed = await renewNow(ctx, { companyId, accountId }, { isEnded });
  if (renewed === null) return;
  if (!renewed.ok) {
    const { code, message } = renewed.error;
    if (mayPass(renewed.error))
      throw new Error(`The authorization of account ${accountId} could not be checked: ${code}`);
    ctx.log.warn('The marketplace did not renew an authorization', {
      companyId,
      accountId,
      code,
      message,
    });
    return;
  }
  await within(ctx.db, { company: companyId }, (trx) =>
    notifyOfEnds(ctx, trx, companyId, accountId),
  );
}

/** Notifies of authorizations that end soon, and renews refresh tokens that would end unused. */
export async function watchAccess(ctx: MarketplaceContext, signal: AbortSignal): Promise<void> {
  const unusedFrom = new Date(ctx.clock().getTime() + UNUSED_MS);
  for (const companyId of await companyIds(ctx.db)) {
    signal.throwIfAborted();
    await within(ctx.db, { company: companyId }, async (trx) => {
      await notifyOfEnds(ctx, trx, companyId);
      for (const accountId of await store.unusedTokens(trx, companyId, unusedFrom))
        await requestAccessCheck(ctx, trx, { companyId, accountId, isEnded: false });
    });
  }
}
