// Amazon's notifications as they reach the product: posted by an EventBridge API destination, from an event bus or
// from a pipe that reads a queue.
import type { Message } from '../delivery.ts';
import { stirsMarket } from '../notifications.ts';
import {
  findOffer,
  findPage,
  type Offer,
  type Product,
  type World,
  type WorldEvent,
} from '../world.ts';
import type { Destination, Subscription } from './memory.ts';
import { issuesChange, offerChange, priceHealth, statusChange } from './notifications.ts';
import { orderChange } from './orders.ts';
import { type NotificationType, SOURCE } from './subscriptions.ts';

/** The identity of the sender. */
export interface Sender {
  applicationId: string;
  /** Null: the destination no longer exists. */
  destination(id: string): Destination | null;
  /** The key of the API destination's connection; null: none is sent. */
  webhookKey: string | null;
  uuid(): string;
}

/** What happened in the world, and who subscribed. `now` in milliseconds since 1970. */
export interface Happening {
  world: World;
  events: readonly WorldEvent[];
  subscriptions: readonly Subscription[];
  sender: Sender;
  now: number;
}

/** The body of a call: an event of the bus, or the queue's messages (always one). */
function wrap(
  { resource }: Destination,
  { applicationId, uuid }: Sender,
  type: NotificationType,
  notification: unknown,
  at: string,
): unknown {
  if (resource.sqs) {
    const body = JSON.stringify(notification);
    return [{ messageId: uuid(), body, eventSource: 'aws:sqs', eventSourceARN: resource.sqs.arn }];
  }
  const account = resource.eventBridge?.accountId ?? '';
  return {
    version: '0',
    id: uuid(),
    'detail-type': type,
    source: `${SOURCE}/${account}/${applicationId}`,
    account,
    time: at.replace(/\.\d{3}Z$/, 'Z'),
    region: resource.eventBridge?.region ?? '',
    resources: [],
    detail: notification,
  };
}

/** The fields of price health begin with a lower-case letter, all others with a capital. */
function notificationOf(
  { applicationId, uuid }: Sender,
  { subscriptionId }: Subscription,
  type: NotificationType,
  payload: unknown,
  at: string,
): unknown {
  const id = uuid();
  return type === 'PRICING_HEALTH'
    ? {
        notificationVersion: '1.0',
        notificationType: type,
        payloadVersion: '1.0',
        eventTime: at,
        payload,
        notificationMetadata: {
          applicationId,
          subscriptionId,
          publishTime: at,
          notificationId: id,
        },
      }
    : {
        NotificationVersion: '1.0',
        // Its schema has another name than the subscription.
        NotificationType:
          type === 'LISTINGS_ITEM_STATUS_CHANGE' ? 'LISTINGS_ITEM_STATUS_CHANGED' : type,
        PayloadVersion: '1.0',
        EventTime: at,
        NotificationMetadata: {
          ApplicationId: applicationId,
          SubscriptionId: subscriptionId,
          PublishTime: at,
          NotificationId: id,
        },
        Payload: payload,
      };
}

/** A message is made once: every attempt, and a duplicate, has the same ids. */
function messageOf(
  sender: Sender,
  subscription: Subscription,
  type: NotificationType,
  payload: unknown,
  at: string,
): Message[] {
  const destination = sender.destination(subscription.destinationId);
  if (destination === null) return [];
  const notification = notificationOf(sender, subscription, type, payload, at);
  const text = JSON.stringify(wrap(destination, sender, type, notification, at));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(sender.webhookKey === null ? {} : { 'x-api-key': sender.webhookKey }),
  };
  return [{ headers, body: () => text }];
}

/** The subscription of an own seller to notifications of a type; null: there is none, or the seller is a competitor. */
function subscriptionOf(
  { world, subscriptions }: Happening,
  offer: Offer,
  type: NotificationType,
): Subscription | null {
  const seller = world.sellers.get(offer.sellerId);
  if (!seller?.own) return null;
  const id = seller.amazon?.id;
  return subscriptions.find((one) => one.sellerId === id && one.notificationType === type) ?? null;
}

/** Amazon's reason for a notification: an offer changed, the featured offer, or the price outside Amazon. */
const CHANGE_TYPES: Partial<Record<WorldEvent['kind'], ChangeType>> = {
  award: 'Featured Offer',
  ceiling: 'External',
};
type ChangeType = 'Internal' | 'External' | 'Featured Offer';

/** One message for each page that changed to each seller of ours with an offer on it. */
function reportChanges(happening: Happening, at: string): Message[] {
  const { world, events, sender } = happening;
  const pages = new Map<string, ChangeType>();
  for (const event of events) {
    if (!stirsMarket(event)) continue;
    const before = pages.get(event.productId) ?? 'Internal';
    pages.set(event.productId, CHANGE_TYPES[event.kind] ?? before);
  }
  return [...pages].flatMap(([productId, type]) => {
    const product = findPage(world, productId);
    if (product?.shop !== 'amazon') return [];
    const wanted = product.offers.flatMap(
      (offer) => subscriptionOf(happening, offer, 'ANY_OFFER_CHANGED') ?? [],
    );
    if (wanted.length === 0) return [];
    const change = offerChange(world, product, type, at);
    return wanted.flatMap((subscription) => {
      const { sellerId } = subscription;
      const payload = { AnyOfferChangedNotification: { SellerId: sellerId, ...change } };
      return messageOf(sender, subscription, 'ANY_OFFER_CHANGED', payload, at);
    });
  });
}

/** The types of notification that report an event of one listing. */
function typesOf(event: WorldEvent, events: readonly WorldEvent[]): NotificationType[] {
  switch (event.kind) {
    case 'too_dear':
      return ['PRICING_HEALTH'];
    case 'status':
      return ['LISTINGS_ITEM_STATUS_CHANGE'];
    case 'order':
      // Returns are in the finances of the account, not in its orders.
      return event.step === 'refunded' || event.step === 'delivered' ? [] : ['ORDER_CHANGE'];
    case 'settled': {
      const { itemId } = event;
      const isBack = events.some((one) => one.kind === 'status' && one.itemId === itemId);
      return event.as === 'suppressed' || isBack ? ['LISTINGS_ITEM_ISSUES_CHANGE'] : [];
    }
    default:
      return [];
  }
}

function payloadOf(
  event: WorldEvent,
  type: NotificationType,
  world: World,
  { product, offer }: { product: Product; offer: Offer },
  sellerId: string,
  at: string,
): unknown {
  if (event.kind === 'order') return orderChange(event, offer, sellerId, at);
  if (type === 'PRICING_HEALTH') return priceHealth(world, product, offer, sellerId, at);
  return type === 'LISTINGS_ITEM_STATUS_CHANGE'
    ? statusChange(product, offer, sellerId)
    : issuesChange(product, offer, sellerId);
}

/** Messages about single listings, to their own sellers. */
function reportListings(happening: Happening, at: string): Message[] {
  const { world, events, sender } = happening;
  return events.flatMap((event) => {
    if (!('itemId' in event)) return [];
    return typesOf(event, events).flatMap((type) => {
      const found = findOffer(world, event.itemId);
      if (found?.product.shop !== 'amazon') return [];
      const { product, offer } = found;
      const subscription = subscriptionOf(happening, offer, type);
      if (!subscription) return [];
      const { sellerId } = subscription;
      const payload = payloadOf(event, type, world, { product, offer }, sellerId, at);
      return messageOf(sender, subscription, type, payload, at);
    });
  });
}

/** The messages that Amazon sends to its sellers about what happened: only of types that they subscribed to. */
export function messagesOf(happening: Happening): Message[] {
  if (happening.subscriptions.length === 0) return [];
  const at = new Date(happening.now).toISOString();
  return [...reportChanges(happening, at), ...reportListings(happening, at)];
}
