import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { createLiveHub, type LiveHub } from '../platform/live.ts';
import { type IdentityScene, identityScene, type ScenePerson } from '../testing/identity-scene.ts';
import * as identity from './actions.ts';
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
    authenticate: identity.authenticate(scene.house),
    clock,
    log: scene.house.log,
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

/** Opens a live connection; tells when it is ready, and with what code it was closed. */
async function connect(token: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/api/live`);
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  await new Promise<void>((ready) => {
    socket.onopen = () => socket.send(JSON.stringify({ token }));
    socket.onmessage = () => ready();
  });
  return { closed };
}

describe('a live connection', () => {
  const actor = () => scene.actor(bia, serra, 'owner');
  type Entered = { person: ScenePerson; refresh_token: string };
  const ends: Record<string, (given: Entered) => Promise<unknown>> = {
    'the session ended': ({ refresh_token }) => identity.logout(scene.house, refresh_token),
    'the person left the company': ({ person }) => removeMember(scene.house, actor(), person.id),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`is closed soon after ${name}, and others stay`, async () => {
      const person = await scene.person('Rui', { [serra]: 'manager' });
      const session = await scene.enter(person, serra);
      const other = await scene.person('Eva', { [serra]: 'manager' });
      const stays = await connect((await scene.enter(other, serra)).token);
      const { closed } = await connect(session.token);
      await end({ person, refresh_token: session.refresh_token });
      assert.equal(await closed, 4401);
      await changeRole(scene.house, actor(), other.id, 'analyst');
      const open = new Promise((resolve) => setTimeout(() => resolve('open'), 700));
      assert.equal(await Promise.race([stays.closed, open]), 'open');
    });
  }
});
