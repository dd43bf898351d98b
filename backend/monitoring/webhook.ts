// A marketplace's notification comes in: it is decoded by the marketplace's connector, and taken in for each account of its
// seller, where `observe.ts` records the market that it carries, or has the market polled.
import type { MarketplaceContext } from '../catalog/actions.ts';
import { problem } from '../catalog/problems.ts';
import { type Route, route } from '../platform/http.ts';
import { webhook } from './contract.ts';
import { createIntake } from './notification-intake.ts';

/** A notification is a few hundred bytes. */
const BODY_LIMIT = 64 * 1024;

export function webhookRoute(ctx: MarketplaceContext): Route {
  const takeIn = createIntake(ctx);
  return route(
    webhook,
    async ({ params, body, headers }) => {
      const marketplace = ctx.marketplaces.bySlug(params.marketplace);
      if (marketplace === null) throw problem('unknown_marketplace');
      const notification = marketplace.decodeNotification({ body, headers });
      if (!notification.ok) {
        // Answered with a 200 all the same: sent again it would be no better.
        ctx.log.warn('Notification not understood', {
          marketplace: marketplace.slug,
          reason: notification.error,
        });
        return { accepted: false };
      }
      if (notification.value === null) return { accepted: false };
      return { accepted: await takeIn(marketplace.id, notification.value) };
    },
    { bodyLimit: BODY_LIMIT },
  );
}
