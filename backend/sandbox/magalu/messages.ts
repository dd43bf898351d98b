// Magalu's notifications: signed with the secret of the subscription; they only name what has to be read again.
import { createHmac } from 'node:crypto';
import type { Message } from '../delivery.ts';
import { tenantIdOf } from '../world/tenants.ts';
import { findOffer, type Order, type OrderStep, type World, type WorldEvent } from '../world.ts';
import type { SettledWrite, Signup } from './memory.ts';
import { livingSecrets, type Topic } from './signups.ts';

interface Notice {
  tenantId: string;
  topic: Topic;
  status: string;
  /** The SKU or the order. */
  params: { sku: string } | { id: string };
}

/** The resource of each topic. */
const RESOURCES: Record<Topic, string> = {
  portfolios_sku: '/seller/v1/portfolios/skus',
  portfolios_price: '/seller/v1/portfolios/prices',
  portfolios_stock: '/seller/v1/portfolios/stocks',
  orders_order: '/seller/v1/orders',
};

const bodyOf = ({ tenantId, topic, status, params }: Notice): string => {
  const key = 'sku' in params ? params.sku : params.id;
  const resource = `${RESOURCES[topic]}/${encodeURIComponent(key)}`;
  return JSON.stringify({ data: { status, params, resource }, tenant_id: tenantId, topic });
};

/** The signatures of a body at a time: one for each valid secret. */
export function signatureHeaders(
  secrets: readonly string[],
  body: string,
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map(
    (secret) =>
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature-256': signatures.join(','),
  };
}

/** Of an order that was placed or progressed; returns are not reported. */
const ofOrder = ({ shop, sellerId, id }: Order, step: 'placed' | OrderStep): Notice[] =>
  shop !== 'magalu' || step === 'refunded'
    ? []
    : [
        {
          tenantId: tenantIdOf(sellerId),
          topic: 'orders_order',
          status: step === 'placed' ? 'approved' : step,
          params: { id },
        },
      ];

/** What happened to the SKUs and orders of our own sellers. */
function noticesOf(world: World, events: readonly WorldEvent[]): Notice[] {
  return events.flatMap((event): Notice[] => {
    if (event.kind === 'order') return ofOrder(event.order, event.step);
    if (event.kind !== 'price' && event.kind !== 'stock' && event.kind !== 'status') return [];
    const found = findOffer(world, event.itemId);
    if (found?.product.shop !== 'magalu' || !world.sellers.get(found.offer.sellerId)?.own)
      return [];
    const params = { sku: found.offer.sku };
    const about = { tenantId: tenantIdOf(found.offer.sellerId), params };
    if (event.kind === 'price') return [{ ...about, topic: 'portfolios_price', status: 'updated' }];
    if (event.kind === 'stock') return [{ ...about, topic: 'portfolios_stock', status: 'updated' }];
    const status = event.to === 'active' ? 'published' : 'unpublished';
    return [{ ...about, topic: 'portfolios_sku', status }];
  });
}

/** Prices that were not set in the end. */
const refusedNotices = (settled: readonly SettledWrite[]): Notice[] =>
  settled.flatMap(({ write: { tenantId, sku, settled: end } }) =>
    end?.code === 'POLICIES_BLOCKED_PRICE'
      ? [{ tenantId, params: { sku }, topic: 'portfolios_sku', status: 'policies_blocked_price' }]
      : [],
  );

export interface Happening {
  world: World;
  events: readonly WorldEvent[];
  settled: readonly SettledWrite[];
  /** The subscribers at the time of an attempt. */
  signups: () => readonly Signup[];
}

/** The notifications for those who subscribed. Each attempt is signed on its own, with the secrets of its time. */
export function messagesOf({ world, events, settled, signups }: Happening): Message[] {
  const notices = [...noticesOf(world, events), ...refusedNotices(settled)];
  const find = ({ tenantId, topic }: Notice) =>
    signups().find((one) => one.tenantId === tenantId && one.topic === topic);
  return notices
    .filter((notice) => find(notice) !== undefined)
    .map((notice) => ({
      body: () => bodyOf(notice),
      headers: (body, sentAt) => {
        const signup = find(notice);
        const secrets = signup === undefined ? [] : livingSecrets(signup, sentAt.getTime());
        return signatureHeaders(secrets, body, sentAt.getTime());
      },
    }));
}
