import type { CallFailure } from '../integrations/marketplace.ts';
import type { Result } from '../kernel/result.ts';
import type { MarketplaceContext } from './credentials.ts';

/**
 * What becomes of a job by how its calls ended: done, done in vain (the account waits for a person), put off for
 * as long as the marketplace asks, or given back to be tried again.
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
    ctx.log.info('The marketplace asked to wait', { ...fields, retryAfterMs });
  } else {
    throw new Error(`Account ${account.accountId} could not be read: ${code}, ${message}`);
  }
}
