import type { Context, MiddlewareHandler } from 'hono';
import { upgradeWebSocket } from 'hono/deno';
import type { WSContext } from 'hono/ws';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import { LiveEvent, type LiveTopic } from './contract.ts';
import { openPool, type Trx } from './db.ts';
import type { Authenticate, Caller } from './http.ts';
import { LiveClient } from './live-client.ts';
import type { Log } from './log.ts';
import { foreignOriginOf, type KnowsOrigin, refuseStrangers } from './origins.ts';
import { problem } from './problems.ts';

const CHANNEL = 'live';
/** PostgreSQL takes less than 8000 bytes a notification; an id has at most 16 digits. */
const IDS_PER_NOTIFICATION = 400;

/** The close code for an invalid or expired token: the page renews it and reconnects. */
const CLOSE_UNAUTHORIZED = 4401;
const CLOSE_GOING_AWAY = 1001;

const FIRST_MESSAGE_MS = 5_000;
/** The end of a session takes effect here within this time, plus the second for which its check is cached. */
const RECHECK_MS = 4_000;
/** The server pings, and disconnects a client without an answer after this time. */
const IDLE_SECONDS = 30;

/** The longest accepted message: a page sends only its token. */
const MAX_MESSAGE = 8 * 1024;
/** The limit of unauthenticated connections of one process. */
const MOST_WAITING = 1_000;

/** The endpoint tags that a token has to permit, for each kind of notification. */
const TAG_OF: Record<LiveTopic, string> = {
  listings: 'catalog',
  markets: 'monitoring',
  rules: 'pricing',
  'price-updates': 'pricing',
  notifications: 'notifications',
  backtests: 'pricing',
  'rule-batches': 'pricing',
  accounts: 'accounts',
  hosts: 'hosts',
  campaigns: 'ads',
  switch: 'pricing',
  // Pages of hosts keep the build with which they started.
  modules: 'modules',
};

const Hello = z.object({ token: z.string().min(1).max(4_096) });
/** Without a company it is sent to all companies, to each with its own id. */
const Notification = z.object({ company: z.number().int().nullable(), event: LiveEvent });

/** Notifies all pages of a company of what changed, once the caller's transaction commits. */
export async function announce(
  trx: Trx,
  companyId: number,
  ...events: readonly LiveEvent[]
): Promise<void> {
  const notifications: string[] = [];
  for (const { type, ids } of events) {
    for (let from = 0; from < ids.length; from += IDS_PER_NOTIFICATION) {
      const some = ids.slice(from, from + IDS_PER_NOTIFICATION);
      notifications.push(JSON.stringify({ company: companyId, event: { type, ids: some } }));
    }
  }
  await notify(trx, notifications);
}

/**
 * Notifies pages that another build of a module is live for them, once the caller's transaction commits.
 * @param companies those whose pages are notified; null: all
 */
export async function announceModules(
  trx: Trx,
  companies: readonly number[] | null,
): Promise<void> {
  const type = 'modules';
  const notifications = (companies ?? [null]).map((company) =>
    JSON.stringify({ company, event: { type, ids: company === null ? [] : [company] } }),
  );
  await notify(trx, notifications);
}

async function notify(trx: Trx, notifications: readonly string[]): Promise<void> {
  if (notifications.length === 0) return;
  await sql`select pg_notify(${CHANNEL}, notification) from unnest(${notifications}::text[]) notification`.execute(
    trx,
  );
}

export interface LiveHubOptions {
  /** The connection of LISTEN, separate from every pool. */
  databaseUrl: string;
  /** Pages of this origin may connect, and those of registered hosts. */
  publicUrl: string;
  knowsOrigin: KnowsOrigin;
  authenticate: Authenticate;
  clock: Clock;
  log: Log;
  /** The time limit for a page to authenticate, in milliseconds. */
  firstMessageMs?: number;
  /** The interval of session checks, in milliseconds: a session may end before its token. */
  recheckMs?: number;
  /** The limit of unauthenticated connections. */
  mostWaiting?: number;
}

export interface LiveHub {
  /** Answers `GET /api/live` with a WebSocket. */
  upgrade: MiddlewareHandler;
  /** Begins to listen. */
  start(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
  /** How many pages are connected and signed in. */
  connections(): number;
}

/** Forwards the database's notifications to the pages of their company. */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { authenticate, clock, log } = options;
  const { firstMessageMs = FIRST_MESSAGE_MS, recheckMs = RECHECK_MS } = options;
  const { mostWaiting = MOST_WAITING } = options;
  const clients = new Set<LiveClient>();
  const listener = openPool(options.databaseUrl, 1);

  const isSignedIn = (client: LiveClient) => client.caller !== null;
  const signedIn = () => [...clients].filter(isSignedIn).length;
  const waiting = () => clients.size - signedIn();

  /** Checks the token again; null: the client was disconnected. */
  async function admit(client: LiveClient, token: string): Promise<Caller | null> {
    try {
      const caller = await authenticate(token, null, client.foreign);
      if (caller.companyId !== null) return caller;
      client.drop(CLOSE_UNAUTHORIZED, 'no company');
    } catch (error) {
      if (error instanceof Problem) {
        client.drop(CLOSE_UNAUTHORIZED, error.code);
      } else if (client.caller) {
        // The database is unavailable: the session counts as valid until its token expires.
        log.warn('Live connection could not be checked again', { reason: String(error) });
        return client.caller;
      } else {
        log.error('Live connection could not be authenticated', error);
        client.drop(1011, 'try again');
      }
    }
    return null;
  }

  async function greet(client: LiveClient, token: string): Promise<void> {
    const caller = await admit(client, token);
    if (!caller || !clients.has(client)) return;
    client.clearTimers();
    client.caller = caller;
    client.token = token;
    const left = caller.expiresAt.getTime() - clock().getTime();
    client.after(left, () => client.drop(CLOSE_UNAUTHORIZED, 'token ended'));
    watch(client);
    client.send({ type: 'ready' });
  }

  function watch(client: LiveClient): void {
    client.after(recheckMs, () => {
      void admit(client, client.token).then((caller) => {
        if (caller && clients.has(client)) watch(client);
      });
    });
  }

  function receive(client: LiveClient, data: unknown): void {
    const isShort = typeof data === 'string' && data.length <= MAX_MESSAGE;
    const hello = isShort ? readJson(Hello, data) : null;
    if (hello) void greet(client, hello.token);
    else client.drop(CLOSE_UNAUTHORIZED, 'send a token');
  }

  function fanOut(payload: string): void {
    const notification = readJson(Notification, payload);
    if (!notification) {
      log.warn('Live notification cannot be parsed', { payload });
      return;
    }
    const { company, event } = notification;
    for (const client of clients) {
      const { caller } = client;
      if (caller === null || caller.companyId === null) continue;
      if (company !== null && caller.companyId !== company) continue;
      if (!(caller.opens?.has(TAG_OF[event.type]) ?? true)) continue;
      client.send(company === null ? { ...event, ids: [caller.companyId] } : event);
    }
  }

  const accept = upgradeWebSocket(
    (c) => {
      const foreign = foreignOriginOf(c.req.raw.headers, options.publicUrl);
      let client: LiveClient | undefined;
      return {
        onOpen(_event, socket) {
          const opened = new LiveClient(socket as WSContext<WebSocket>, foreign, (left) =>
            clients.delete(left),
          );
          client = opened;
          clients.add(opened);
          opened.after(firstMessageMs, () => opened.drop(CLOSE_UNAUTHORIZED, 'no token'));
        },
        onMessage(event) {
          if (client && clients.has(client)) receive(client, event.data);
        },
        onClose() {
          client?.leave();
        },
        onError() {
          client?.leave();
        },
      };
    },
    { idleTimeout: IDLE_SECONDS },
  );

  return {
    upgrade: async (c: Context, next) => {
      const foreign = foreignOriginOf(c.req.raw.headers, options.publicUrl);
      if (foreign !== null) await refuseStrangers(foreign, options.knowsOrigin);
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
        throw problem('websocket_expected', { detail: 'Connect with a WebSocket' });
      }
      if (waiting() >= mostWaiting) {
        throw kernelProblem('service_not_available', { detail: 'Too many pages are connecting' });
      }
      return await accept(c, next);
    },

    async start() {
      let outages = -1;
      await listener.listen(CHANNEL, fanOut, () => {
        outages += 1;
        if (outages === 0) return;
        // Notifications during the outage are lost: `ready` is sent again, and the pages refetch.
        log.info('Listening to the database again', { outages });
        for (const client of clients) if (isSignedIn(client)) client.send({ type: 'ready' });
      });
    },

    async close() {
      for (const client of [...clients]) client.drop(CLOSE_GOING_AWAY, 'going away');
      await listener.end({ timeout: 1 });
    },

    connections: signedIn,
  };
}

/** Null where the text is not JSON of that form. */
function readJson<T extends z.ZodType>(schema: T, text: string): z.output<T> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
