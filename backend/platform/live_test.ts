import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { problem } from '../identity/problems.ts';
import { Problem } from '../kernel/problem.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import type { LiveEvent } from './contract.ts';
import { within } from './db.ts';
import type { Caller } from './http.ts';
import {
  announce,
  announceModules,
  createLiveHub,
  type LiveHub,
  type LiveHubOptions,
} from './live.ts';
import { createLog } from './log.ts';

type Message = LiveEvent | { type: 'ready' };

const until = async (what: string, condition: () => boolean | Promise<boolean>, ms = 10_000) => {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`in vain waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** A page with a connection. */
class Page {
  readonly messages: Message[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly socket: WebSocket;

  constructor(port: number, token?: string) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`);
    this.socket.onopen = () => {
      if (token !== undefined) this.socket.send(JSON.stringify({ token }));
    };
    this.socket.onmessage = (event) => this.messages.push(JSON.parse(event.data));
    this.socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason };
    };
  }

  isReady = () => this.messages.some(({ type }) => type === 'ready');
  events = () => this.messages.filter(({ type }) => type !== 'ready');
  ready = () => until('ready', this.isReady);
  isClosed = () => until('the close', () => this.closed !== null);
}

describe('live', () => {
  let database: TestDatabase;
  let hub: LiveHub;
  let server: Deno.HttpServer<Deno.NetAddr>;
  let now: Date;
  let callers: Map<string, Caller>;
  let pages: Page[];

  const optionsOf = (): LiveHubOptions => ({
    databaseUrl: database.url,
    publicUrl: 'http://localhost:8080',
    knowsOrigin: (origin) => Promise.resolve(origin === 'https://erp.test'),
    clock: () => now,
    log: createLog({ write: () => {}, clock: () => now, level: 'error' }),
    authenticate: async (token) => {
      const found = callers.get(token);
      if (token === 'unchanged') throw problem('password_change_required');
      if (found === undefined) throw kernelProblem('unauthorized');
      return found;
    },
    recheckMs: 200,
    firstMessageMs: 1_000,
  });

  function serve({ upgrade }: LiveHub) {
    const app = new Hono();
    app.get('/api/live', upgrade);
    app.onError((error, c) => c.json({}, error instanceof Problem ? error.status : 500));
    return Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: () => {} }, app.fetch);
  }

  beforeEach(async () => {
    database = await testDatabase();
    now = new Date();
    pages = [];
    const caller = (companyId: number | null): Caller => ({
      personId: 1,
      companyId,
      role: companyId === null ? null : 'owner',
      sessionId: 's',
      expiresAt: new Date(now.getTime() + 900_000),
      opens: null,
    });
    callers = new Map([
      ['aurora', caller(1)],
      ['norte', caller(2)],
      ['hosted', { ...caller(1), opens: new Set(['pricing']) }],
      ['nobody', caller(null)],
      ['short', { ...caller(1), expiresAt: new Date(now.getTime() + 1_000) }],
    ]);
    hub = createLiveHub(optionsOf());
    await hub.start();
    server = serve(hub);
  });
  afterEach(async () => {
    await hub.close();
    for (const page of pages) await page.isClosed();
    await server.shutdown();
    await database.close();
  });

  const open = (token?: string) => {
    const page = new Page(server.addr.port, token);
    pages.push(page);
    return page;
  };
  const report = (companyId: number, event: LiveEvent) =>
    within(database.db, { company: companyId }, (trx) => announce(trx, companyId, event));

  it('notifies the pages of a company of what changed there, and no others', async () => {
    const [one, two, other] = [open('aurora'), open('aurora'), open('norte')];
    await Promise.all([one.ready(), two.ready(), other.ready()]);
    assert.equal(hub.connections(), 3);
    await report(1, { type: 'price-updates', ids: [4, 5] });
    await report(2, { type: 'rules', ids: [9] });
    await until('the events', () => [one, two, other].every((page) => page.events().length === 1));
    assert.deepEqual(one.events(), [{ type: 'price-updates', ids: [4, 5] }]);
    assert.deepEqual(two.events(), one.events());
    assert.deepEqual(other.events(), [{ type: 'rules', ids: [9] }]);
  });

  it('notifies each company of another live build with its own id', async () => {
    const [one, two, hosted] = [open('aurora'), open('norte'), open('hosted')];
    await Promise.all([one.ready(), two.ready(), hosted.ready()]);
    const deploy = (companies: number[] | null) =>
      within(database.db, { system: true }, (trx) => announceModules(trx, companies));
    await deploy([2, 7]);
    await deploy(null);
    await deploy([]);
    await report(1, { type: 'rules', ids: [9] });
    await until('the last event', () => hosted.events().length === 1 && one.events().length === 2);
    assert.deepEqual(one.events(), [
      { type: 'modules', ids: [1] },
      { type: 'rules', ids: [9] },
    ]);
    await until('both events', () => two.events().length === 2);
    assert.deepEqual(two.events(), Array(2).fill({ type: 'modules', ids: [2] }));
    assert.deepEqual(hosted.events(), [{ type: 'rules', ids: [9] }]);
  });

  it('announces nothing that was rolled back, nor of nothing', async () => {
    const page = open('aurora');
    await page.ready();
    await assert.rejects(
      within(database.db, { company: 1 }, async (trx) => {
        await announce(trx, 1, { type: 'rules', ids: [1] });
        throw new Error('no');
      }),
    );
    await report(1, { type: 'rules', ids: [] });
    await report(1, { type: 'rules', ids: [2] });
    await until('the event', () => page.events().length > 0);
    assert.deepEqual(page.events(), [{ type: 'rules', ids: [2] }]);
  });

  it('announces thousands of rows, in pieces that the database takes', async () => {
    const page = open('aurora');
    await page.ready();
    const ids = Array.from({ length: 2_000 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
    await report(1, { type: 'listings', ids });
    const got = () => page.events().flatMap((event) => ('ids' in event ? event.ids : []));
    await until('all ids', () => got().length === ids.length);
    assert.deepEqual(got().sort(), [...ids].sort());
  });

  it('closes with 4401 without a valid token', async () => {
    const silent = open();
    const forged = open('forged');
    const homeless = open('nobody');
    const unchanged = open('unchanged');
    const babbler = open();
    babbler.socket.addEventListener('open', () => babbler.socket.send('{"token":'));
    // Valid, but far longer than any message of a page.
    const endless = open();
    const long = JSON.stringify({ token: 'aurora', more: 'x'.repeat(10_000) });
    endless.socket.addEventListener('open', () => endless.socket.send(long));
    for (const page of [silent, forged, homeless, unchanged, babbler, endless]) {
      await page.isClosed();
      assert.equal(page.closed?.code, 4401);
      assert.equal(page.isReady(), false);
    }
    assert.equal(hub.connections(), 0);
  });

  it('rejects unauthenticated pages beyond the limit', async () => {
    const narrow = createLiveHub({ ...optionsOf(), mostWaiting: 1, firstMessageMs: 60_000 });
    await narrow.start();
    const at = serve(narrow);
    const isOpen = (page: Page) => until('the open', () => page.socket.readyState === 1);
    const silent = new Page(at.addr.port);
    await isOpen(silent);
    const refused = new Page(at.addr.port);
    let isIn = false;
    refused.socket.addEventListener('open', () => {
      isIn = true;
    });
    await refused.isClosed();
    assert.equal(isIn, false);
    silent.socket.send('{"token":"aurora"}');
    await silent.ready();
    const next = new Page(at.addr.port);
    await isOpen(next);
    await narrow.close();
    await Promise.all([silent.isClosed(), next.isClosed()]);
    await at.shutdown();
  });

  it('closes with 4401 when the token ends', async () => {
    const page = open('short');
    await page.ready();
    await page.isClosed();
    assert.deepEqual(page.closed, { code: 4401, reason: 'token ended' });
  });

  it('stays open if a new token arrives in time', async () => {
    const page = open('short');
    await page.ready();
    page.socket.send(JSON.stringify({ token: 'aurora' }));
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    assert.equal(page.closed, null);
    await report(1, { type: 'rules', ids: [3] });
    await until('the event', () => page.events().length === 1);
  });

  it('closes with 4401 when the session ends before its token', async () => {
    const page = open('aurora');
    await page.ready();
    callers.delete('aurora');
    await page.isClosed();
    assert.equal(page.closed?.code, 4401);
  });

  it('listens again after a lost connection, and notifies every page', async () => {
    const page = open('aurora');
    await page.ready();
    await database.owner`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    await until(
      'ready again',
      () => page.messages.filter(({ type }) => type === 'ready').length === 2,
    );
    await report(1, { type: 'rules', ids: [8] });
    await until('the event', () => page.events().length === 1);
  });

  it('drops a page that does not read what it is sent', async () => {
    const connection = await Deno.connect({ hostname: '127.0.0.1', port: server.addr.port });
    const write = async (bytes: Uint8Array) => {
      for (let sent = 0; sent < bytes.length; )
        sent += await connection.write(bytes.subarray(sent));
    };
    const handshake = [
      'GET /api/live HTTP/1.1',
      'host: 127.0.0.1',
      'upgrade: websocket',
      'connection: Upgrade',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
    await write(new TextEncoder().encode(handshake));
    const hello = new TextEncoder().encode('{"token":"aurora"}');
    // A masked text frame, under a mask of zeros.
    await write(new Uint8Array([0x81, 0x80 | hello.length, 0, 0, 0, 0, ...hello]));
    await until('the sign-in', () => hub.connections() === 1);
    const ids = Array.from({ length: 20_000 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
    await until('the drop', async () => {
      await report(1, { type: 'listings', ids });
      return hub.connections() === 0;
    });
    connection.close();
  });

  it('accepts pages of its own origin only, and WebSockets only', async () => {
    const status = async (headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${server.addr.port}/api/live`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await status({ origin: 'https://elsewhere.example' }), 403);
    assert.equal(await status({ origin: 'null' }), 403);
    assert.equal(await status({}), 400);
    // A page of a host is admitted like ours.
    assert.equal(await status({ origin: 'https://erp.test' }), 400);
  });
});
