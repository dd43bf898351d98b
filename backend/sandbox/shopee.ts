// Shopee's wire over the living market: the Open Platform, below `/shopee`.
import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { type Faults, type Refusals, suffer, TOKEN_OPERATION } from './faults.ts';
import { createLimiter } from './limiter.ts';
import { mountAuth, mountShop, RENEWAL_PATH, TOKEN_PATH } from './shopee/auth.ts';
import { mountItems } from './shopee/items.ts';
import { CONSUMED_PATH, LOST_PATH, mountLost } from './shopee/lost.ts';
import { opens } from './shopee/memory.ts';
import { mountOrders } from './shopee/orders.ts';
import { mountPrices } from './shopee/prices.ts';
import { mountQuality } from './shopee/quality.ts';
import { mountReturns } from './shopee/returns.ts';
import {
  BASE,
  refuse,
  type ShopeeCall,
  type ShopeeEnv,
  type ShopeeRoom,
  type ShopeeWire,
} from './shopee/room.ts';

/** How long a signature is valid. */
const SIGNED_MS = 5 * 60_000;

const failed = (error: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ request_id: crypto.randomUUID(), error, message }, { headers });

/** Its own errors have status 200, like most others. */
const REFUSALS: Refusals = {
  rateLimited: (headers) => failed('error_rate_limit', 'Too many requests.', headers),
  failed: (status, headers) =>
    status === 500
      ? failed('error_server', 'Something wrong. Please try later.', headers)
      : failed('error_system_busy', 'System is busy, please try again later.', headers),
  tokenRefused: () => failed('error_shop_refresh_token', 'Invalid refresh_token.'),
};

/** The names of operations, by which faults select them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  [TOKEN_PATH]: TOKEN_OPERATION,
  [RENEWAL_PATH]: TOKEN_OPERATION,
  '/api/v2/shop/get_shop_info': 'getShopInfo',
  '/api/v2/product/get_item_list': 'getItemList',
  '/api/v2/product/get_item_base_info': 'getItemBaseInfo',
  '/api/v2/product/get_model_list': 'getModelList',
  '/api/v2/product/get_item_promotion': 'getItemPromotion',
  '/api/v2/product/get_item_content_diagnosis_result': 'getItemContentDiagnosisResult',
  '/api/v2/product/update_price': 'updatePrice',
  '/api/v2/order/get_order_list': 'getOrderList',
  '/api/v2/order/get_order_detail': 'getOrderDetail',
  '/api/v2/returns/get_return_list': 'getReturnList',
  [LOST_PATH]: 'getLostPushMessage',
  [CONSUMED_PATH]: 'confirmConsumedLostPushMessage',
};
/** Calls without a shop. */
const OF_APPLICATION = [TOKEN_PATH, RENEWAL_PATH, LOST_PATH, CONSUMED_PATH];

const pathBelow = (call: ShopeeCall) => call.req.path.slice(BASE.length);

/** The refusal of a call, by its signature and, with a shop, its token; null: none. */
function refusalOf(call: ShopeeCall, { partner, now, memory }: ShopeeRoom): Response | null {
  const query = (name: string) => call.req.query(name) ?? '';
  const path = pathBelow(call);
  if (query('partner_id') !== partner.id)
    return refuse(call, 'error_auth', 'Invalid partner_id or shopid.', 403);
  const at = Number(query('timestamp')) * 1000;
  if (!(Math.abs(now() - at) <= SIGNED_MS))
    return refuse(call, 'error_param', 'Invalid timestamp.', 403);
  const isOfShop = !OF_APPLICATION.includes(path);
  const token = isOfShop ? query('access_token') : '';
  const shop = isOfShop ? query('shop_id') : '';
  const base = `${partner.id}${path}${query('timestamp')}${token}${shop}`;
  if (query('sign') !== createHmac('sha256', partner.key).update(base).digest('hex'))
    return refuse(call, 'error_sign', 'Wrong sign.', 403);
  if (!isOfShop) return null;
  const shopId = Number(shop);
  if (!opens(memory().access, shopId, token, now()))
    return refuse(call, 'invalid_acceess_token', 'Invalid access_token.', 403);
  call.set('shopId', shopId);
  return null;
}

/** The wire server: every operation that the product uses, as in the documentation and records. */
export function createShopee(room: ShopeeRoom, faults: Faults): ShopeeWire {
  const wire = new Hono<ShopeeEnv>().basePath(BASE);
  const allows = createLimiter(room.ratePerMinute, room.now);

  wire.use('*', async (call, next) => {
    call.set('shopId', 0);
    const { method, path } = call.req;
    const operation = OPERATIONS[pathBelow(call)] ?? null;
    const fault = faults.take({ marketplace: 'shopee', operation, method, path });
    if (fault === null) return next();
    const answer = async () => {
      await next();
      return call.res;
    };
    call.res = await suffer(fault, faults.hold, REFUSALS, answer);
  });

  wire.use('*', async (call, next) => {
    const refusal = refusalOf(call, room);
    if (refusal !== null) return refusal;
    // All shops share the quota of the application.
    if (room.limited() && !allows(room.partner.id)) return REFUSALS.rateLimited({});
    await next();
    return undefined;
  });

  mountAuth(wire, room);
  mountShop(wire, room);
  mountItems(wire, room);
  mountPrices(wire, room);
  mountQuality(wire, room);
  mountOrders(wire, room);
  mountReturns(wire, room);
  mountLost(wire, room);

  wire.all('*', (call) => refuse(call, 'error_not_found', 'The api is not found.', 404));
  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 'error_server', 'Something wrong. Please try later.', 500);
  });
  return wire;
}
