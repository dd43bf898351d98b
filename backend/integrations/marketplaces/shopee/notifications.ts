// Pushes: what changed in a shop, and the end of its consent.
// https://open.shopee.com/push-mechanism/1
import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  type IncomingNotification,
  type MarketplaceNotification,
  UNPROVEN,
} from '../../marketplace.ts';
import { sameSecret, signatureOf } from '../../proof.ts';
import { codeOf } from './units.ts';
import { Push } from './wire.ts';

/** How pushes are proven. */
export interface PushProof {
  partnerKey: string;
  pushUrl: string;
}

const DEAUTHORISED = 2;
const ENDS_SOON = 12;
/** An order got another status, or a tracking number. */
const ABOUT_ORDERS = new Set([3, 4]);
const PRICE_UPDATED = 22;
/** An item was banned, promoted, reserved, found to violate the rules, or not published. */
const ABOUT_ITEMS = new Set([6, 7, 8, 9, 16, PRICE_UPDATED, 27]);

/** Shopee repeats a push up to three and a half hours after the first attempt; an older one is a replay. */
const OLDEST_MS = 6 * 3_600_000;
/** How far Shopee's clock may be ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** The signature covers the address as it is in the console, and the body as it was sent. */
const isProven = ({ partnerKey, pushUrl }: PushProof, { headers, raw }: IncomingNotification) =>
  sameSecret(headers.get('authorization') ?? '', signatureOf(partnerKey, `${pushUrl}|`, raw));

/** What an access push is about: one notification for each shop that it names. */
const ofShops = (
  shops: readonly string[],
  about: 'access_ended' | 'access_ending',
): MarketplaceNotification[] =>
  [...new Set(shops)].map((sellerId) => ({ sellerId, about, subject: null }));

/**
 * What a push from Shopee is about; empty for a code that the product does not use; a failure says why it is invalid.
 *
 * Pushes about the application itself name several shops in their data and none beside it, and any of them may be unknown
 * here. Our own price updates cause pushes too, and nothing in a push shows who set the price.
 */
export function notificationsOf({
  code,
  shop_id: sellerId,
  data,
}: Push): Result<readonly MarketplaceNotification[], string> {
  if (code === DEAUTHORISED) {
    const named = [sellerId, data?.shop_id ?? null].filter((shop) => shop !== null);
    return ok(ofShops([...named, ...(data?.shop_id_list ?? [])], 'access_ended'));
  }
  if (code === ENDS_SOON) return ok(ofShops(data?.shop_expire_soon ?? [], 'access_ending'));
  if (!ABOUT_ITEMS.has(code) && !ABOUT_ORDERS.has(code)) return ok([]);
  if (sellerId === null) return fail('unknown_seller');
  if (ABOUT_ORDERS.has(code)) {
    // Some pushes write the name in one word, some do not.
    const orderId = data?.ordersn ?? data?.order_sn ?? null;
    if (orderId === null) return fail('unknown_resource');
    return ok([{ sellerId, about: 'order', subject: { orderId } }]);
  }
  const itemId = data?.item_id ?? null;
  // A push about a promotion may name no item.
  if (itemId === null) return code === 9 ? ok([]) : fail('unknown_resource');
  const subject = { skuMarketplace: codeOf({ itemId, modelId: data?.model_id ?? null }) };
  return ok([
    { sellerId, about: 'listing', subject, market: null },
    ...(code === PRICE_UPDATED ? [{ sellerId, about: 'price_write', subject } as const] : []),
  ]);
}

/** What a push is about, where its signature and its time prove that Shopee sent it lately. */
export function decodeNotification(
  proof: PushProof,
  clock: Clock,
  incoming: IncomingNotification,
): Result<readonly MarketplaceNotification[], string> {
  if (!isProven(proof, incoming)) return fail(UNPROVEN);
  const read = Push.safeParse(incoming.body);
  if (!read.success) return fail('not_a_notification');
  const age = clock().getTime() - read.data.timestamp * 1000;
  if (age > OLDEST_MS || age < -AHEAD_MS) return fail('not_of_now');
  return notificationsOf(read.data);
}
