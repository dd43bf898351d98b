// Magalu's wire over the living market: ID Magalu and the seller's API, below `/magalu`.
import { Hono } from 'hono';
import { entryOf } from './amazon/memory.ts';
import { type Faults, type Refusals, suffer, TOKEN_OPERATION } from './faults.ts';
import { createLimiter } from './limiter.ts';
import { INVALID_GRANT, mountOauth } from './magalu/oauth.ts';
import { mountOrders } from './magalu/orders.ts';
import { mountPortfolio } from './magalu/portfolio.ts';
import { mountPrices } from './magalu/prices.ts';
import { BASE, type MagaluEnv, type MagaluRoom, type MagaluWire, refuse } from './magalu/room.ts';
import { mountSignups } from './magalu/signups.ts';

const failed = (status: number, headers: Record<string, string>, slug: string, message: string) =>
  Response.json({ slug, message, details: [] }, { status, headers });

const REFUSALS: Refusals = {
  rateLimited: (headers) => failed(429, headers, 'too_many_requests', 'Too many requests'),
  failed: (status, headers) =>
    status === 500
      ? failed(500, headers, 'internal_error', 'Internal error')
      : failed(503, headers, 'service_unavailable', 'Service unavailable'),
  tokenRefused: () => Response.json(INVALID_GRANT, { status: 400 }),
};
const LOCKED = () => failed(423, {}, 'resource_locked', 'The resource is being changed');
const moved = (path: string) => new Response(null, { status: 303, headers: { location: path } });

/** The gateway's refusal of a token. */
const unauthorized = (developerMessage: string) =>
  Response.json(
    {
      developerMessage,
      userMessage: 'Você precisa entrar novamente',
      moreInfo: 'https://developers.magalu.com',
      errorCode: 30001,
    },
    { status: 401, headers: { 'x-authorization-error': developerMessage } },
  );

/** An operation: its name, by which faults are set; its scope; and its limit per minute. */
interface Operation {
  name: string;
  scope: string | null;
  perMinute: number;
}

const portfolio = (what: string, right: 'read' | 'write') =>
  `open:portfolio-${what}-seller:${right}`;

const OPERATIONS: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/oauth\/token$/, { name: TOKEN_OPERATION, scope: null, perMinute: 600 }],
  ['GET', /^\/seller\/v1\/portfolios\/me$/, { name: 'me', scope: null, perMinute: 550 }],
  [
    'GET',
    /^\/seller\/v1\/portfolios\/skus(?:\/[^/]+)?$/,
    { name: 'readProducts', scope: portfolio('skus', 'read'), perMinute: 550 },
  ],
  [
    'GET',
    /^\/seller\/v1\/portfolios\/stocks\/[^/]+$/,
    { name: 'readStocks', scope: portfolio('stocks', 'read'), perMinute: 850 },
  ],
  [
    'GET',
    /^\/seller\/v1\/portfolios\/prices\/[^/]+$/,
    { name: 'prices', scope: portfolio('prices', 'read'), perMinute: 800 },
  ],
  [
    'POST',
    /^\/seller\/v1\/portfolios\/prices\/[^/]+$/,
    { name: 'prices', scope: portfolio('prices', 'write'), perMinute: 800 },
  ],
  [
    'PATCH',
    /^\/seller\/v1\/portfolios\/prices\/[^/]+$/,
    { name: 'prices', scope: portfolio('prices', 'write'), perMinute: 800 },
  ],
  [
    'GET',
    /^\/seller\/v1\/portfolios\/products\/scores$/,
    { name: 'scores', scope: portfolio('scores', 'read'), perMinute: 550 },
  ],
  ['GET', /^\/seller\/v1\/pricing-rules\/active$/, { name: 'rules', scope: null, perMinute: 550 }],
  [
    'GET',
    /^\/seller\/v1\/orders(?:\/[^/]+)?$/,
    { name: 'readOrders', scope: 'open:order-order-seller:read', perMinute: 850 },
  ],
  ['GET', /^\/v0\/traces\/[^/]+$/, { name: 'traces', scope: null, perMinute: 550 }],
  ['GET', /^\/v1\/onboarding\/signup$/, { name: 'signup', scope: null, perMinute: 550 }],
  ['PUT', /^\/v1\/onboarding\/signup$/, { name: 'signup', scope: null, perMinute: 550 }],
  ['DELETE', /^\/v1\/onboarding\/signup\/[^/]+$/, { name: 'signup', scope: null, perMinute: 550 }],
];

const operationOf = (method: string, path: string): Operation | null =>
  OPERATIONS.find(([its, pattern]) => its === method && pattern.test(path))?.[2] ?? null;

/** Calls are counted for each organisation and operation. */
function createCounter(now: () => number) {
  const limiters = new Map<string, ReturnType<typeof createLimiter>>();
  return (tenantId: string, { name, perMinute }: Operation): boolean => {
    const allows = limiters.get(name) ?? createLimiter(perMinute, now);
    limiters.set(name, allows);
    return allows(tenantId);
  };
}

/** The wire server: every operation that the product uses, as far as its behaviour is known. */
export function createMagalu(room: MagaluRoom, faults: Faults): MagaluWire {
  const wire = new Hono<MagaluEnv>().basePath(BASE);
  const allows = createCounter(room.now);
  const find = (method: string, path: string) => operationOf(method, path.slice(BASE.length));

  wire.use('*', async (call, next) => {
    const { method, path } = call.req;
    const operation = find(method, path)?.name ?? null;
    const fault = faults.take({ marketplace: 'magalu', operation, method, path });
    if (fault === null) return next();
    if (fault.kind === 'locked') return LOCKED();
    if (fault.kind === 'moved') return moved(path);
    const answer = async () => {
      await next();
      return call.res;
    };
    call.res = await suffer(fault, faults.hold, REFUSALS, answer);
    return undefined;
  });

  // It is echoed, so that both sides' records can be matched.
  wire.use('*', async (call, next) => {
    await next();
    call.header('x-request-id', call.req.header('x-request-id') ?? room.uuid());
  });

  mountOauth(wire, room);

  wire.use('*', async (call, next) => {
    const operation = find(call.req.method, call.req.path);
    if (operation === null) return refuse(call, 404, 'resource_not_found', 'No such resource');
    const token = /^Bearer (.+)$/i.exec(call.req.header('authorization') ?? '')?.[1] ?? '';
    const access = entryOf(room.memory().access, token);
    if (access === null) return unauthorized('Invalid access token');
    if (access.endsAt <= room.now()) return unauthorized('Access token expired');
    const tenant = call.req.header('x-tenant-id');
    if (tenant !== undefined && tenant !== access.tenantId)
      return refuse(call, 403, 'tenant_mismatch', 'The token is for another organisation');
    const { scope } = operation;
    if (scope !== null && !access.scopes.includes(scope))
      return refuse(call, 403, 'insufficient_scope', `The scope ${scope} is missing`);
    if (room.limited() && !allows(access.tenantId, operation)) return REFUSALS.rateLimited({});
    call.set('access', access);
    return next();
  });

  mountPortfolio(wire, room);
  mountPrices(wire, room);
  mountOrders(wire, room);
  mountSignups(wire, room);

  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 500, 'internal_error', 'Internal error');
  });
  return wire;
}
