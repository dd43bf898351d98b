// Mercado Livre's wire over the living market: the formats, refusals and limits of its API.
import { Hono } from 'hono';
import { type Faults, type Refusals, suffer, TOKEN_OPERATION } from './faults.ts';
import { createLimiter } from './limiter.ts';
import { mountAdvertising } from './mercado-livre/advertising.ts';
import { mountCompetition } from './mercado-livre/competition.ts';
import { mountFees } from './mercado-livre/fees.ts';
import { mountItems } from './mercado-livre/items.ts';
import { INVALID_GRANT, mountOauth } from './mercado-livre/oauth.ts';
import { mountOrders } from './mercado-livre/orders.ts';
import { mountPrices } from './mercado-livre/prices.ts';
import { mountProductAds } from './mercado-livre/product-ads.ts';
import { mountQuality } from './mercado-livre/quality.ts';
import { notFound, type Room, refuse, type Wire, type WireEnv } from './mercado-livre/room.ts';
import { mountUsers } from './mercado-livre/users.ts';

export type { Room } from './mercado-livre/room.ts';

const failed = (status: number, headers: Record<string, string>, error: string, message: string) =>
  Response.json({ message, error, status, cause: [] }, { status, headers });

const REFUSALS: Refusals = {
  rateLimited: (headers) => failed(429, headers, 'too_many_requests', 'Too Many Requests'),
  failed: (status, headers) =>
    status === 500
      ? failed(500, headers, 'internal_server_error', 'Internal Server Error')
      : failed(503, headers, 'service_unavailable', 'Service Unavailable'),
  tokenRefused: () => Response.json(INVALID_GRANT, { status: 400 }),
};

/** Operations by name, by which faults are set. */
const OPERATIONS: readonly [string, string, RegExp][] = [
  [TOKEN_OPERATION, 'POST', /^\/oauth\/token$/],
  ['me', 'GET', /^\/users\/me$/],
  ['scanItems', 'GET', /^\/users\/\d+\/items\/search$/],
  ['getUsers', 'GET', /^\/users$/],
  ['getItems', 'GET', /^\/items$/],
  ['getPrice', 'GET', /^\/items\/\w+\/(?:sale_price|prices)$/],
  ['getPriceToWin', 'GET', /^\/items\/\w+\/price_to_win$/],
  ['searchProducts', 'GET', /^\/products\/search$/],
  ['getProduct', 'GET', /^\/products\/\w+$/],
  ['getProductItems', 'GET', /^\/products\/\w+\/items$/],
  ['putItem', 'PUT', /^\/items\/\w+$/],
  ['getItem', 'GET', /^\/items\/\w+$/],
  ['getPerformance', 'GET', /^\/item\/\w+\/performance$/],
  ['getListingPrices', 'GET', /^\/sites\/\w+\/listing_prices$/],
  ['searchOrders', 'GET', /^\/orders\/search$/],
  ['getOrder', 'GET', /^\/orders\/\d+$/],
  ['getShipment', 'GET', /^\/shipments\/\d+$/],
  ['getShipmentCosts', 'GET', /^\/shipments\/\d+\/costs$/],
  ['getAdvertisers', 'GET', /^\/advertising\/advertisers$/],
  [
    'searchCampaigns',
    'GET',
    /^\/advertising\/\w+\/advertisers\/\d+\/product_ads\/campaigns\/search$/,
  ],
  ['getCampaign', 'GET', /^\/advertising\/\w+\/product_ads\/campaigns\/\d+$/],
  ['putCampaign', 'PUT', /^\/marketplace\/advertising\/\w+\/product_ads\/campaigns\/\d+$/],
  ['getAdGroup', 'GET', /^\/advertising\/\w+\/product_ads\/ad_groups\/\d+$/],
  ['putAdGroup', 'PUT', /^\/marketplace\/advertising\/\w+\/product_ads\/ad_groups\/\d+$/],
  ['searchAds', 'GET', /^\/advertising\/\w+\/advertisers\/\d+\/product_ads\/ads\/search$/],
];

const operationOf = (method: string, path: string): string | null =>
  OPERATIONS.find(([, its, pattern]) => its === method && pattern.test(path))?.[0] ?? null;

/** The wire server: every operation that the product uses, as in the marketplace's documentation and records. */
export function createMercadoLivre(room: Room, faults: Faults): Wire {
  const wire = new Hono<WireEnv>();
  const allows = createLimiter(room.ratePerMinute, room.now);

  wire.use(async (call, next) => {
    const { method, path } = call.req;
    const operation = operationOf(method, path);
    const fault = faults.take({ marketplace: 'mercadolivre', operation, method, path });
    if (fault === null) return next();
    const answer = async () => {
      await next();
      return call.res;
    };
    call.res = await suffer(fault, faults.hold, REFUSALS, answer);
  });

  mountOauth(wire, room);

  wire.use(async (call, next) => {
    const token = /^Bearer (.+)$/i.exec(call.req.header('authorization') ?? '')?.[1] ?? '';
    const access = room.accessOf(token);
    if (access === null || access.endsAt <= room.now())
      return call.json({ code: 'unauthorized', message: 'invalid access token' }, 401);
    if (room.limited() && !allows(token)) return REFUSALS.rateLimited({});
    call.set('caller', { sellerId: access.sellerId, accessToken: token });
    return next();
  });

  mountUsers(wire, room);
  mountItems(wire, room);
  mountPrices(wire, room);
  mountQuality(wire, room);
  mountFees(wire);
  mountCompetition(wire, room);
  mountAdvertising(wire, room);
  mountProductAds(wire, room);
  mountOrders(wire, room);

  wire.all('*', (call) => notFound(call, `Resource ${call.req.path} not found.`));
  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 500, 'internal_server_error', 'Internal Server Error');
  });
  return wire;
}
