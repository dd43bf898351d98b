import type { CallFailure } from '../integrations/marketplace.ts';
import type { Result } from '../kernel/result.ts';
import type { MarketplaceContext } from './credentials.ts';

/**
 * Concludes a job by the outcome of its calls: done, skipped (the account waits for a person), put off for as long as
 * the marketplace asks, or failed with an error, so that it is retried.
 */
export async function conclude(
  ctx: MarketplaceContext,
  outcome: Result<null, CallFailure>,
  account: { companyId: number; accountId: number },
  putOff: (startAfter: Date) => Promise<void>,
): Promise<void> {
  if (outcome.ok) return;
  const { code, kind, message, retryAfterMs } = outcome.error;
  const fields = { companyId: account.companyId, accountId: account.accountId, code };
  if (code === 'account_inactive') {
    ctx.log.warn('Account skipped: it is not connected', fields);
  } else if (kind === 'rate_limited' && retryAfterMs !== null) {
    await putOff(new Date(ctx.clock().getTime() + retryAfterMs));
    ctx.log.info('The marketplace limits requests; retrying later', { ...fields, retryAfterMs });
  } else {
    throw new Error(`Account ${account.accountId} could not be read: ${code}, ${message}`);
  }
}
