// Amazon's wire over the living market: Login with Amazon and the Selling Partner API, below `/amazon`.
import { Hono } from 'hono';
import { mountCatalog } from './amazon/catalog.ts';
import { mountExpectedPrices } from './amazon/expected-prices.ts';
import { mountFees } from './amazon/fees.ts';
import { mountFinances } from './amazon/finances.ts';
import { mountListings } from './amazon/listings.ts';
import { LOGIN_REFUSALS, mountLwa } from './amazon/lwa.ts';
import { entryOf } from './amazon/memory.ts';
import { createBuckets, operationOf } from './amazon/operations.ts';
import { mountOrders } from './amazon/orders.ts';
import { mountPricing } from './amazon/pricing.ts';
import { mountDocuments, mountReports } from './amazon/reports.ts';
import {
  type AmazonEnv,
  type AmazonRoom,
  type AmazonWire,
  BASE,
  errorsOf,
  refuse,
  storeIn,
} from './amazon/room.ts';
import { mountSales } from './amazon/sales.ts';
import { mountSellers } from './amazon/sellers.ts';
import { mountNotificationsApi } from './amazon/subscriptions.ts';
import { type Faults, type Refusals, suffer, TOKEN_OPERATION } from './faults.ts';

const failed = (status: number, headers: Record<string, string>, code: string, message: string) =>
  Response.json(errorsOf(code, message), { status, headers });

const REFUSALS: Refusals = {
  rateLimited: (headers) =>
    failed(429, headers, 'QuotaExceeded', 'You exceeded your quota for the requested resource.'),
  failed: (status, headers) =>
    status === 500
      ? failed(500, headers, 'InternalFailure', 'We encountered an internal error.')
      : failed(503, headers, 'ServiceUnavailable', 'Service is temporarily unavailable.'),
  tokenRefused: LOGIN_REFUSALS.tokenRefused,
};

const pathBelow = (path: string) => path.slice(BASE.length);

const DENIED = 'Access to requested resource is denied.';

/** The wire server: every operation that the product uses, as in the models and records. */
export function createAmazon(room: AmazonRoom, faults: Faults, applicationId: string): AmazonWire {
  const wire = new Hono<AmazonEnv>().basePath(BASE);
  const allows = createBuckets(room.now);

  wire.use('*', async (call, next) => {
    const { method, path } = call.req;
    const operation = operationOf(method, pathBelow(path))?.name ?? null;
    call.set('operation', operation ?? '');
    call.set('sellerId', '');
    const fault = faults.take({ marketplace: 'amazon', operation, method, path });
    if (fault === null) return next();
    const answer = async () => {
      await next();
      return call.res;
    };
    const refusals = operation === TOKEN_OPERATION ? LOGIN_REFUSALS : REFUSALS;
    call.res = await suffer(fault, faults.hold, refusals, answer);
  });

  wire.use('*', async (call, next) => {
    await next();
    call.header('x-amzn-requestid', room.uuid());
  });

  mountLwa(wire, room);
  mountDocuments(wire, room);

  wire.use('*', async (call, next) => {
    const operation = operationOf(call.req.method, pathBelow(call.req.path));
    if (!operation) return refuse(call, 404, 'NotFound', 'The requested resource was not found.');
    const token = call.req.header('x-amz-access-token');
    if (token === undefined)
      return refuse(
        call,
        403,
        'Unauthorized',
        DENIED,
        'Access token is missing in the request header.',
      );
    const access = entryOf(room.memory().access, token);
    if (!access)
      return refuse(
        call,
        403,
        'Unauthorized',
        DENIED,
        'The access token you provided is revoked, malformed or invalid.',
      );
    if (access.endsAt <= room.now())
      return refuse(
        call,
        403,
        'Unauthorized',
        DENIED,
        'The access token you provided has expired.',
      );
    if ((access.sellerId === null) !== operation.grantless || access.isForAds)
      return refuse(call, 403, 'Unauthorized', DENIED, 'The token is of another kind.');
    const caller = access.sellerId ?? 'application';
    if (room.limited() && !allows(caller, operation)) return REFUSALS.rateLimited({});
    call.set('sellerId', access.sellerId ?? '');
    const named = storeIn(call);
    if (typeof named !== 'string') room.open(caller, named);
    await next();
    if (operation.rate !== null && call.res.status < 500)
      call.header('x-amzn-ratelimit-limit', String(operation.rate));
    return undefined;
  });

  mountSellers(wire, room);
  mountListings(wire, room);
  mountReports(wire, room);
  mountPricing(wire, room);
  mountExpectedPrices(wire, room);
  mountFees(wire, room);
  mountCatalog(wire, room);
  mountOrders(wire, room);
  mountSales(wire, room);
  mountFinances(wire, room);
  mountNotificationsApi(wire, room, applicationId);

  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 500, 'InternalFailure', 'We encountered an internal error.');
  });
  return wire;
}
