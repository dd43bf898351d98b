import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import type { LiveEvent } from '../platform/contract.ts';
import { within } from '../platform/db.ts';
import { announce, createLiveHub, type LiveHub } from '../platform/live.ts';
import { type IdentityScene, identityScene, type ScenePerson } from '../testing/identity-scene.ts';
import { signingHost } from '../testing/signing-host.ts';
import * as identity from './actions.ts';
import { knownOrigins } from './host-origins.ts';
import { changeHost } from './hosts.ts';
import { changeRole, removeMember } from './members.ts';

let scene: IdentityScene;
let serra: number;
let bia: ScenePerson;
let hub: LiveHub;
let server: Deno.HttpServer<Deno.NetAddr>;

const clock = () => new Date();

beforeAll(async () => {
  scene = await identityScene({ clock });
  serra = await scene.company('Serra');
  bia = await scene.person('Bia', { [serra]: 'owner' });
  hub = createLiveHub({
    databaseUrl: scene.database.url,
    publicUrl: 'http://localhost:8080',
    knowsOrigin: knownOrigins(scene.ctx),
    authenticate: identity.authenticate(scene.ctx),
    clock,
    log: scene.ctx.log,
    recheckMs: 300,
  });
  await hub.start();
  const app = new Hono().get('/api/live', hub.upgrade);
  server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: () => {} }, app.fetch);
});
afterAll(async () => {
  await hub.close();
  await server.shutdown();
  await scene.close();
});

interface Connection {
  closed: Promise<number>;
  /** The kinds of the received notifications. */
  received: string[];
}

/** Opens a live connection from a page of an origin; gives it when it is ready or closed. */
async function connect(token: string, origin?: string): Promise<Connection> {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/api/live`, { headers });
  const received: string[] = [];
  const first = Promise.withResolvers<void>();
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => {
      first.resolve();
      resolve(code);
    };
  });
  socket.onopen = () => socket.send(JSON.stringify({ token }));
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type === 'ready') first.resolve();
    else received.push(type);
  };
  await first.promise;
  return { closed, received };
}

describe('a live connection', () => {
  const actor = () => scene.actor(bia, serra, 'owner');
  type Entered = { person: ScenePerson; refresh_token: string };
  const ends: Record<string, (given: Entered) => Promise<unknown>> = {
    'the session ended': ({ refresh_token }) => identity.logout(scene.ctx, refresh_token),
    'the person left the company': ({ person }) => removeMember(scene.ctx, actor(), person.id),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`is closed soon after ${name}, and others stay open`, async () => {
      const person = await scene.person('Rui', { [serra]: 'manager' });
      const session = await scene.enter(person, serra);
      const other = await scene.person('Eva', { [serra]: 'manager' });
      const stays = await connect((await scene.enter(other, serra)).token);
      const { closed } = await connect(session.token);
      await end({ person, refresh_token: session.refresh_token });
      assert.equal(await closed, 4401);
      await changeRole(scene.ctx, actor(), other.id, 'analyst');
      const open = new Promise((resolve) => setTimeout(() => resolve('open'), 700));
      assert.equal(await Promise.race([stays.closed, open]), 'open');
    });
  }
});

describe('a live connection of a page of a host', () => {
  const ERP = 'https://erp.test';
  const owner = () => scene.actor(bia, serra, 'owner');
  const report = (type: LiveEvent['type']) =>
    within(scene.ctx.db, { company: serra }, (trx) => announce(trx, serra, { type, ids: [1] }));

  it('receives the events of what its module shows, and no others', async () => {
    const { enter } = await signingHost(scene.ctx, owner(), { origins: [ERP] });
    const { token } = await enter(bia.email, 'mfe-pricing');
    const page = await connect(token, ERP);
    const all = await connect((await scene.enter(bia, serra)).token);
    const types = ['notifications', 'accounts', 'rules', 'listings', 'markets'] as const;
    for (const type of types) await report(type);
    await report('price-updates');
    for (const { received } of [page, all])
      while (!received.includes('price-updates')) await new Promise((done) => setTimeout(done, 10));
    assert.deepEqual(page.received, ['rules', 'listings', 'markets', 'price-updates']);
    assert.deepEqual(all.received, [...types, 'price-updates']);
  });

  it('is opened only by a token of that host, and closed soon after the host removes the page', async () => {
    const ours = await signingHost(scene.ctx, owner(), { origins: [ERP] });
    const other = await signingHost(scene.ctx, owner(), { origins: ['https://other.test'] });
    const { token } = await ours.enter(bia.email);
    const elsewhere = await connect((await other.enter(bia.email)).token, ERP);
    assert.equal(await elsewhere.closed, 4401);
    const signedIn = await connect((await scene.enter(bia, serra)).token, ERP);
    assert.equal(await signedIn.closed, 4401);
    const page = await connect(token, ERP);
    await changeHost(scene.ctx, owner(), ours.host.id, { origins: [], modules: null });
    assert.equal(await page.closed, 4401);
  });
});
