// Magalu's notifications: signed with the secret of the subscription, and saying only what there is to read again.
import { createHmac } from 'node:crypto';
import type { Message } from '../delivery.ts';
import { tenantIdOf } from '../world/tenants.ts';
import { findOffer, type World, type WorldEvent } from '../world.ts';
import type { SettledWrite, Signup } from './memory.ts';
import { livingSecrets, type Topic } from './signups.ts';

interface Notice {
  tenantId: string;
  topic: Topic;
  status: string;
  sku: string;
}

const RESOURCES: Partial<Record<Topic, string>> = {
  portfolios_sku: 'skus',
  portfolios_price: 'prices',
  portfolios_stock: 'stocks',
};

const bodyOf = ({ tenantId, topic, status, sku }: Notice): string =>
  JSON.stringify({
    data: {
      status,
      params: { sku },
      resource: `/seller/v1/portfolios/${RESOURCES[topic]}/${encodeURIComponent(sku)}`,
    },
    tenant_id: tenantId,
    topic,
  });

/** What a body is signed with at a time: one signature for each secret that lives. */
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

/** What happened to the SKUs of our own sellers. */
function noticesOf(world: World, events: readonly WorldEvent[]): Notice[] {
  return events.flatMap((event): Notice[] => {
    if (event.kind !== 'price' && event.kind !== 'stock' && event.kind !== 'status') return [];
    const found = findOffer(world, event.itemId);
    if (found?.product.shop !== 'magalu' || !world.sellers.get(found.offer.sellerId)?.own)
      return [];
    const about = { tenantId: tenantIdOf(found.offer.sellerId), sku: found.offer.sku };
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
      ? [{ tenantId, sku, topic: 'portfolios_sku', status: 'policies_blocked_price' }]
      : [],
  );

export interface Happening {
  world: World;
  events: readonly WorldEvent[];
  settled: readonly SettledWrite[];
  /** Whoever subscribed at the time of an attempt. */
  signups: () => readonly Signup[];
}

/** The notifications for those who subscribed. Each attempt is signed anew, with the secrets of its time. */
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
