// Notifications that a marketplace could not deliver, for example while we were down: they are fetched, taken in as delivered ones,
// and confirmed once they are stored.
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { Marketplace } from '../integrations/marketplace.ts';
import { scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { createIntake, type Intake } from './notification-intake.ts';

const LOST = scheduledQueue('monitoring.lost-notifications', { retryLimit: 0 });

/** Fetches all that one marketplace could not deliver. What is not confirmed is returned again the next time. */
async function fetchLost(
  ctx: MarketplaceContext,
  marketplace: Marketplace,
  intake: Intake,
  signal: AbortSignal,
): Promise<void> {
  const { id, slug } = marketplace;
  for (;;) {
    signal.throwIfAborted();
    const lost = await marketplace.getLost?.(signal);
    if (lost === undefined) return;
    if (!lost.ok) {
      const { code, message } = lost.error;
      ctx.log.warn('Lost notifications not fetched', { marketplace: slug, code, message });
      return;
    }
    const { notifications, unreadable, receipt, hasMore } = lost.value;
    if (receipt === null) return;
    const count = notifications.length;
    ctx.log.info('Lost notifications fetched', { marketplace: slug, count, unreadable });
    await Promise.all(notifications.map((one) => intake(id, one)));
    const confirmed = await marketplace.confirmLost?.(receipt, signal);
    if (confirmed?.ok === false) {
      const { code, message } = confirmed.error;
      ctx.log.warn('Lost notifications not confirmed', { marketplace: slug, code, message });
    }
    if (confirmed?.ok !== true || !hasMore) return;
  }
}

/** Fetches lost notifications every ten minutes: marketplaces give up delivering only after hours. */
export function lostNotifications(ctx: MarketplaceContext): Worker<Tick> {
  const intake = createIntake(ctx);
  return {
    queue: LOST,
    schedule: { cron: '7-59/10 * * * *', data: {} },
    handle: async (_jobs, signal) => {
      for (const marketplace of ctx.marketplaces.all)
        await fetchLost(ctx, marketplace, intake, signal);
    },
  };
}
