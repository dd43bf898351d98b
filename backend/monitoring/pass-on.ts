// Notifications that are not about a listing's market or content: each is passed on to the domain that handles it.
import { type MarketplaceContext, requestAccessCheck } from '../catalog/actions.ts';
import { ORDERS_NOTIFIED, PRICE_WRITTEN } from '../catalog/contract.ts';
import type { ListingNotification, MarketplaceNotification } from '../integrations/marketplace.ts';
import type { Trx } from '../platform/db.ts';

/** A notification as it reached one account of a company. */
export interface Received<Notification = MarketplaceNotification> {
  accountId: number;
  notification: Notification;
}

export const isAboutListings = (received: Received): received is Received<ListingNotification> =>
  received.notification.about === 'market' || received.notification.about === 'listing';

/** Passes on the notifications of a company that are not about listings, in the caller's transaction. */
export async function passOn(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  received: readonly Received[],
): Promise<void> {
  const orders = new Map<number, Set<string>>();
  for (const { accountId, notification } of received) {
    const account = { companyId, accountId };
    switch (notification.about) {
      case 'order': {
        const orderIds = orders.get(accountId) ?? new Set();
        orders.set(accountId, orderIds.add(notification.subject.orderId));
        break;
      }
      case 'price_write':
        await ctx.jobs.emit(trx, PRICE_WRITTEN, { ...account, ...notification.subject });
        break;
      case 'access_ended':
      case 'access_ending':
        await requestAccessCheck(ctx, trx, {
          ...account,
          isEnded: notification.about === 'access_ended',
        });
        break;
    }
  }
  for (const [accountId, orderIds] of orders)
    await ctx.jobs.emit(trx, ORDERS_NOTIFIED, { companyId, accountId, orderIds: [...orderIds] });
}
