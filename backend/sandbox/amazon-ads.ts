// The wire of Amazon Ads on the simulated market, below `/amazon-ads`; its tokens are those of Login with Amazon.
import { Hono } from 'hono';
import { entryOf } from './amazon/memory.ts';
import { mountEntities } from './amazon-ads/entity-calls.ts';
import { mountFiles, mountReports } from './amazon-ads/reports.ts';
import {
  type AdsEnv,
  type AdsRoom,
  type AdsWire,
  BASE,
  profileBody,
  profileOf,
  refuse,
  sellerBy,
} from './amazon-ads/room.ts';
import { type Faults, type Refusals, suffer } from './faults.ts';

const failed = (status: number, headers: Record<string, string>, code: string, message: string) =>
  Response.json({ code, message, details: message }, { status, headers });

const REFUSALS: Refusals = {
  rateLimited: (headers) => failed(429, headers, 'THROTTLED', 'Too many requests'),
  failed: (status, headers) => failed(status, headers, 'INTERNAL_ERROR', 'Internal error'),
  tokenRefused: () => failed(401, {}, 'UNAUTHORIZED', 'Not authorized'),
};

/** `POST /sp/campaigns/list` is `sp/campaigns/list`, `PUT /sp/campaigns` is `sp/campaigns`: faults are named by it. */
const operationOf = (path: string) => path.slice(BASE.length + 1);

/** Creates the wire server. */
export function createAmazonAds(room: AdsRoom, faults: Faults): AdsWire {
  const wire = new Hono<AdsEnv>().basePath(BASE);

  wire.use('*', async (call, next) => {
    const { method, path } = call.req;
    const operation = operationOf(path);
    call.set('operation', operation);
    const fault = faults.take({ marketplace: 'amazon', operation, method, path });
    if (fault === null) return next();
    const answer = async () => {
      await next();
      return call.res;
    };
    call.res = await suffer(fault, faults.hold, REFUSALS, answer);
  });

  mountFiles(wire, room);

  wire.use('*', async (call, next) => {
    const token = call.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
    const access = entryOf(room.memory().access, token);
    if (!access?.isForAds || access.endsAt <= room.now())
      return refuse(call, 401, 'UNAUTHORIZED', 'Not authorized to access scope');
    if (call.req.header('amazon-advertising-api-clientid') === undefined)
      return refuse(call, 401, 'UNAUTHORIZED', 'Client id header is missing');
    const seller = sellerBy(room, access.sellerId ?? '');
    if (seller === null) return refuse(call, 401, 'UNAUTHORIZED', 'No matching advertiser found');
    if (call.req.path === `${BASE}/v2/profiles`) {
      const isAllowed = call.req.query('accessLevel') !== 'edit' || room.mayWrite(seller.id);
      return call.json(isAllowed ? [profileBody(seller)] : []);
    }
    const scope = call.req.header('amazon-advertising-api-scope');
    if (scope === undefined) return refuse(call, 401, 'UNAUTHORIZED', 'Scope header is missing');
    if (scope !== String(profileOf(seller)))
      return refuse(call, 401, 'UNAUTHORIZED', 'No matching advertiser found for scope');
    call.set('sellerId', seller.id);
    return next();
  });

  mountEntities(wire, room);
  mountReports(wire, room);

  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 500, 'INTERNAL_ERROR', 'Internal error');
  });
  return wire;
}
