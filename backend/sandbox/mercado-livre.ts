// Mercado Livre's wire over the living market: the formats, refusals and limits of its API.
import { Hono } from 'hono';
import { brokenAnswer, type Fault, type Faults } from './faults.ts';
import { mountCompetition } from './mercado-livre/competition.ts';
import { mountItems } from './mercado-livre/items.ts';
import { mountOauth } from './mercado-livre/oauth.ts';
import { mountPrices } from './mercado-livre/prices.ts';
import { notFound, type Room, refuse, type Wire, type WireEnv } from './mercado-livre/room.ts';
import { mountUsers } from './mercado-livre/users.ts';

export type { Room } from './mercado-livre/room.ts';

const MINUTE = 60_000;
const HANG_MS = 15_000;
const MOST_BUCKETS = 1_000;

/** One bucket of calls for each token: it fills steadily, and a call takes one out. */
function createLimiter(perMinute: number, now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>();
  return (token: string): boolean => {
    const at = now();
    const bucket = buckets.get(token) ?? { left: perMinute, at };
    const left = Math.min(perMinute, bucket.left + ((at - bucket.at) * perMinute) / MINUTE);
    buckets.delete(token);
    buckets.set(token, { left: Math.max(0, left - 1), at });
    const oldest = buckets.keys().next();
    if (buckets.size > MOST_BUCKETS && !oldest.done) buckets.delete(oldest.value);
    return left >= 1;
  };
}

const tooMany = (retryAfter: number | undefined) =>
  Response.json(
    { message: 'Too Many Requests', error: 'too_many_requests', status: 429, cause: [] },
    {
      status: 429,
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    },
  );

const broken = () =>
  Response.json(
    {
      message: 'Internal Server Error',
      error: 'internal_server_error',
      status: 500,
      cause: [],
    },
    { status: 500 },
  );

/** Plays a fault out around the call that meets it. */
async function suffer(
  fault: Fault,
  hold: Faults['hold'],
  answer: () => Promise<Response>,
): Promise<Response> {
  const delayMs = fault.delayMs ?? HANG_MS;
  switch (fault.kind) {
    case 'rate_limited':
      return tooMany(fault.retryAfter);
    case 'error':
      return broken();
    case 'timeout':
      await hold(delayMs);
      return brokenAnswer();
    case 'lost_answer':
      await answer();
      return brokenAnswer();
    case 'late_answer': {
      const late = await answer();
      await hold(delayMs);
      return late;
    }
  }
}

/** The wire server: every operation that the product uses, as the marketplace's documentation and records have it. */
export function createMercadoLivre(room: Room, faults: Faults): Wire {
  const wire = new Hono<WireEnv>();
  const allows = createLimiter(room.ratePerMinute, room.now);

  wire.use(async (call, next) => {
    const fault = faults.take(call.req.method, call.req.path);
    if (fault === null) return next();
    const answer = async () => {
      await next();
      return call.res;
    };
    call.res = await suffer(fault, faults.hold, answer);
  });

  mountOauth(wire, room);

  wire.use(async (call, next) => {
    const token = /^Bearer (.+)$/i.exec(call.req.header('authorization') ?? '')?.[1] ?? '';
    const access = room.accessOf(token);
    if (access === null || access.endsAt <= room.now())
      return call.json({ code: 'unauthorized', message: 'invalid access token' }, 401);
    if (!allows(token)) return tooMany(undefined);
    call.set('caller', { sellerId: access.sellerId, accessToken: token });
    return next();
  });

  mountUsers(wire, room);
  mountItems(wire, room);
  mountPrices(wire, room);
  mountCompetition(wire, room);

  wire.all('*', (call) => notFound(call, `Resource ${call.req.path} not found.`));
  wire.onError((error, call) => {
    console.error('The sandbox failed:', error);
    return refuse(call, 500, 'internal_server_error', 'Internal Server Error');
  });
  return wire;
}
