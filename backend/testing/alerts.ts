// Announces what monitoring has noted, as its worker does each minute.
import { announceDue } from '../monitoring/alerts/announce.ts';
import { ALERT_DEFAULTS } from '../monitoring/contract.ts';
import { settleGone } from '../monitoring/watch/gone.ts';
import type { TestContext } from './test-context.ts';

/** Moves the clock on, by as long as a company waits unless it says otherwise, and announces what has lasted. */
export async function announceAfter(
  ctx: TestContext,
  companyId: number,
  minutes = ALERT_DEFAULTS.holdMinutes,
): Promise<void> {
  ctx.advance(minutes * 60_000);
  const never = new AbortController().signal;
  await settleGone(ctx, companyId, never);
  await announceDue(ctx, companyId, never);
}
