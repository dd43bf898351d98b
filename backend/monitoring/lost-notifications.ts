// Notifications that a marketplace could not deliver, as while we were down: they are fetched and taken in as those that
// come by themselves, and confirmed once they are written down.
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { Marketplace } from '../integrations/marketplace.ts';
import { scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { createIntake, type Intake } from './notification-intake.ts';

const LOST = scheduledQueue('monitoring.lost-notifications', { retryLimit: 0 });

/** Fetches what one marketplace could not deliver, to the last. What is not confirmed comes again at the next time. */
async function fetchLost(
  ctx: MarketplaceContext,
  marketplace: Marketplace,
  takeIn: Intake,
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
    await Promise.all(notifications.map((one) => takeIn(id, one)));
    const confirmed = await marketplace.confirmLost?.(receipt, signal);
    if (confirmed?.ok !== true || !hasMore) return;
  }
}

/** Fetches what was lost every ten minutes: a marketplace gives a notification up after hours only. */
export function lostNotifications(ctx: MarketplaceContext): Worker<Tick> {
  const takeIn = createIntake(ctx);
  return {
    queue: LOST,
    schedule: { cron: '7-59/10 * * * *', data: {} },
    handle: async (_jobs, signal) => {
      for (const marketplace of ctx.marketplaces.all)
        await fetchLost(ctx, marketplace, takeIn, signal);
    },
  };
}
