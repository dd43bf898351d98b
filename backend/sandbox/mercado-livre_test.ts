import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from '@std/testing/bdd';
import {
  CLIENT,
  callWire,
  connect,
  isError,
  isPlain,
  type Json,
  openWire,
} from '../testing/sandbox/wire.ts';
import { startSandbox } from './sandbox.ts';
import { OWN_SELLERS } from './world.ts';

describe('faults on demand', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());

  afterEach(() => wire.sandbox.control.clearFaults());
  const competing = () => wire.stands('competing', isPlain).offer;

  it('refuses for now, as often as set, and only what fits', async () => {
    wire.sandbox.control.fail({ kind: 'rate_limited', count: 2, path: '/users/', retryAfter: 3 });
    assert.equal((await wire.get(`/items/${competing().itemId}`)).status, 200);
    const limited = await wire.get('/users/me');
    assert.equal(limited.status, 429);
    isError(limited.body, 429, 'too_many_requests');
    assert.equal(limited.headers.get('retry-after'), '3');
    assert.equal((await wire.get('/users/me')).status, 429);
    assert.equal((await wire.get('/users/me')).status, 200);
    wire.sandbox.control.fail({ kind: 'error', count: 1, method: 'PUT' });
    assert.equal((await wire.get('/users/me')).status, 200);
    isError((await wire.put(competing().itemId, { price: 50 })).body, 500, 'internal_server_error');
  });

  it('is injected by operation, with an unavailable marketplace among them', async () => {
    const { itemId } = competing();
    wire.sandbox.control.fail({ kind: 'unavailable', operation: 'getPrice', retryAfter: 2 });
    assert.equal((await wire.get('/users/me')).status, 200);
    const away = await wire.get(`/items/${itemId}/sale_price`);
    isError(away.body, 503, 'service_unavailable');
    assert.equal(away.headers.get('retry-after'), '2');
  });

  it('applies a call, but loses the answer', async () => {
    const { itemId } = competing();
    wire.sandbox.control.fail({ kind: 'lost_answer', count: 1, method: 'PUT' });
    await assert.rejects(wire.put(itemId, { price: 55.55 }));
    assert.equal(((await wire.get(`/items/${itemId}/sale_price`)).body as Json).amount, 55.55);
  });

  it('does nothing where it times out, and answers late where it is set to', async () => {
    const { itemId, price } = competing();
    wire.sandbox.control.fail({ kind: 'timeout', count: 1, method: 'PUT', delayMs: 30 });
    await assert.rejects(wire.put(itemId, { price: 66.66 }));
    assert.equal(
      ((await wire.get(`/items/${itemId}/sale_price`)).body as Json).amount,
      price / 100,
    );
    wire.sandbox.control.fail({ kind: 'late_answer', count: 1, method: 'PUT', delayMs: 80 });
    const startedAt = performance.now();
    assert.equal((await wire.put(itemId, { price: 66.66 })).status, 200);
    assert.ok(performance.now() - startedAt >= 75);
  });
});

describe('limits', () => {
  it('limits each token to a number of calls a minute, refilled over time', async () => {
    let now = Date.UTC(2026, 10, 21, 12);
    const sandbox = await startSandbox({
      tickMs: 0,
      ratePerMinute: 6,
      clock: () => new Date(now),
      client: { id: CLIENT.client_id, secret: CLIENT.client_secret },
      tokenSeconds: 60,
    });
    try {
      const mine = await connect(sandbox.url);
      const other = await connect(sandbox.url, OWN_SELLERS.ELECTRONICS);
      const ask = async (token: string) =>
        (await callWire(sandbox.url, 'GET', '/users/me', { token })).status;
      for (let i = 0; i < 6; i++) assert.equal(await ask(mine.access), 200);
      assert.equal(await ask(mine.access), 429);
      assert.equal(await ask(other.access), 200);
      now += 10_000;
      assert.equal(await ask(mine.access), 200);
      assert.equal(await ask(mine.access), 429);

      now += 60_000;
      assert.equal(await ask(mine.access), 401, 'the token has ended');

      const form = { grant_type: 'refresh_token', refresh_token: mine.refresh };
      const stranger = { ...form, client_id: 'client', client_secret: 'wrong' };
      const refused = await callWire(sandbox.url, 'POST', '/oauth/token', { form: stranger });
      assert.equal((refused.body as Json).error, 'invalid_client');
      const own = await callWire(sandbox.url, 'POST', '/oauth/token', {
        form: { ...CLIENT, ...form },
      });
      assert.equal(own.status, 200);
      assert.equal((own.body as Json).expires_in, 60);
    } finally {
      await sandbox.stop();
    }
  });
});
