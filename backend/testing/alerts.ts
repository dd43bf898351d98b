// Announces what monitoring has noted, as its worker does each minute.
import { announceDue } from '../monitoring/alerts/announce.ts';
import { ALERT_DEFAULTS } from '../monitoring/contract.ts';
import { settleGone } from '../monitoring/watch/gone.ts';
import type { TestContext } from './test-context.ts';

/** Advances the clock, by default by the delay of alerts, and publishes the alerts that are due. */
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
