import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  type IncomingNotification,
  type MarketplaceNotification,
  type NotificationOrigin,
  UNPROVEN,
} from '../../marketplace.ts';
import { proofOf } from './proof.ts';
import { NotificationBody } from './wire.ts';

/** Changes of a SKU, its price and its stock; and orders. */
export const TOPICS = [
  'portfolios_sku',
  'portfolios_price',
  'portfolios_stock',
  'orders_order',
] as const;
type Topic = (typeof TOPICS)[number];

const isUsed = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);

/** SKUs and orders come as a parameter, else at the end of the resource. */
const RESOURCE = /^\/seller\/v1\/(?:orders|portfolios\/(?:skus|prices|stocks))\/([^/?#]+)$/;

function keyIn(resource: string | null): string | null {
  const part = RESOURCE.exec(resource ?? '')?.[1];
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The account that a notification claims to be for, and its subscription. */
export function peekNotification({
  body,
}: Pick<IncomingNotification, 'body'>): NotificationOrigin | null {
  const read = NotificationBody.safeParse(body);
  return read.success ? { sellerId: read.data.tenant_id, topic: read.data.topic } : null;
}

/**
 * What a notification is about; empty for a topic that the product does not use; a failure says why it is invalid. Each
 * names one SKU or order and contains too little to be stored: its subject is read again.
 */
export function decodeNotification(
  incoming: IncomingNotification,
  secrets: readonly string[],
  now: Date,
): Result<readonly MarketplaceNotification[], string> {
  if (proofOf(incoming, secrets, now) !== 'proven') return fail(UNPROVEN);
  const read = NotificationBody.safeParse(incoming.body);
  if (!read.success) return fail('not_a_notification');
  const { topic, tenant_id: sellerId, data } = read.data;
  if (!isUsed(topic)) return ok([]);
  const { sku = null, id = null } = data?.params ?? {};
  const key = (topic === 'orders_order' ? id : sku) ?? keyIn(data?.resource ?? null);
  if (key === null) return fail('unknown_resource');
  if (topic === 'orders_order')
    return ok([{ sellerId, subject: { orderId: key }, about: 'order' }]);
  const subject = { skuMarketplace: key };
  return ok([
    topic === 'portfolios_price'
      ? { sellerId, subject, about: 'price_write' }
      : { sellerId, subject, about: 'listing', market: null },
  ]);
}
