// Shopee's pushes: one address for all shops, signed with the application's key, and accepted only by an empty answer.
import { createHmac } from 'node:crypto';
import { toAmount } from '../../kernel/money.ts';
import { createDelivery, type Delivery, type DeliverySettings } from '../delivery.ts';
import { findOffer, type Order, type World, type WorldEvent } from '../world.ts';
import type { LostPush } from './memory.ts';
import { statusOf } from './orders.ts';
import { CURRENCY, seconds } from './room.ts';

export const DEFAULT_SHOPEE_DELIVERY = {
  lossPercent: 2,
  duplicatePercent: 1,
  timeoutMs: 3_000,
  retrySpanMs: 12_900_000,
  delayMs: 0,
  parallel: 16,
} as const;

const ATTEMPTS = 4;
/** Pushes are disabled if more than a number of them were answered in this time, and less than a share of these with success. */
const JUDGED_MS = 6 * 3_600_000;
const MOST_UNJUDGED = 600;
const LEAST_SHARE = 0.3;

export interface PushMeans {
  now(): number;
  random(): number;
  onLost(push: Omit<LostPush, 'id'>): void;
}

export interface Pushes {
  delivery: Delivery;
  send(push: Push): void;
  /** Whether pushes are disabled after too many refusals. */
  isOff(): boolean;
}

/** Without a shop it is about the application itself, and names shops in its data. */
export interface Push {
  code: number;
  shopId: number | null;
  data: object;
}

export const SHOP_AUTHORISED = 1;
export const SHOP_DEAUTHORISED = 2;
export const ENDS_SOON = 12;
const ORDER_STATUS = 3;
const PRICE_UPDATED = 22;

/** Counts the answers to pushes, and decides whether pushes are disabled because too few are accepted. */
function createJudge(now: () => number) {
  let answered: { at: number; isTaken: boolean }[] = [];
  let isOff = false;
  return {
    isOff: () => isOff,
    note(isTaken: boolean) {
      const at = now();
      answered = [...answered.filter((one) => one.at > at - JUDGED_MS), { at, isTaken }];
      const taken = answered.filter((one) => one.isTaken).length;
      if (answered.length > MOST_UNJUDGED && taken < LEAST_SHARE * answered.length) isOff = true;
    },
  };
}

/**
 * Creates the sender of pushes.
 * @param address that of the console, which is part of the signature
 */
export function createPushes(
  settings: DeliverySettings,
  { address, key }: { address: string; key: string },
  means: PushMeans,
): Pushes {
  const judge = createJudge(means.now);
  const delivery = createDelivery(
    settings,
    { attempts: ATTEMPTS, isTaken: (status) => status === 200, isTriedAgain: () => true },
    {
      now: means.now,
      random: means.random,
      async fetch(input, init) {
        const response = await fetch(input, init);
        const text = await response.text();
        const isTaken = response.ok && text === '';
        judge.note(isTaken);
        return new Response(null, { status: isTaken ? 200 : 500 });
      },
    },
  );
  return {
    delivery,
    isOff: judge.isOff,
    send({ code, shopId, data }) {
      if (judge.isOff()) return;
      const at = new Date(means.now());
      const body = JSON.stringify({
        code,
        ...(shopId !== null && { shop_id: shopId }),
        timestamp: seconds(at.getTime()),
        data,
      });
      const proof = createHmac('sha256', key).update(`${address}|${body}`).digest('hex');
      delivery.send({
        headers: { 'content-type': 'application/json', authorization: proof },
        body: () => body,
        onGivenUp: () => means.onLost({ at: at.toISOString(), body }),
      });
    },
  };
}

function pushesOfOrder(world: World, order: Order, now: number): Push[] {
  const shop = world.sellers.get(order.sellerId)?.shopee;
  if (order.shop !== 'shopee' || !shop) return [];
  const data = {
    ordersn: order.id,
    status: statusOf(order, now),
    completed_scenario: '',
    update_time: seconds(now),
  };
  return [{ code: ORDER_STATUS, shopId: shop.shopId, data }];
}

/** The pushes that sellers get: about changed prices, their own changes included, and about orders. */
export function pushesOf(world: World, events: readonly WorldEvent[], now: number): Push[] {
  return events.flatMap((event): Push[] => {
    if (event.kind === 'order') return pushesOfOrder(world, event.order, now);
    if (event.kind !== 'price') return [];
    const found = findOffer(world, event.itemId);
    const shop = found && world.sellers.get(found.offer.sellerId)?.shopee;
    if (found?.product.shop !== 'shopee' || !shop) return [];
    const [itemId, modelId = '0'] = event.itemId.split('.');
    return [
      {
        code: PRICE_UPDATED,
        shopId: shop.shopId,
        data: {
          item_id: Number(itemId),
          model_id: Number(modelId),
          currency: CURRENCY,
          old_value: toAmount(event.from),
          new_value: toAmount(event.to),
          update_time: seconds(now),
        },
      },
    ];
  });
}
