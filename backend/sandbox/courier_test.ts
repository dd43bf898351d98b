import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@std/testing/bdd';
import { until } from '../testing/sandbox/wire.ts';
import { type Courier, type CourierSettings, createCourier, DEFAULT_DELIVERY } from './courier.ts';
import type { MissedFeed } from './ledger.ts';
import { diceAt } from './world/dice.ts';

const NOTIFICATION = {
  topic: 'catalog_item_competition_status',
  resource: '/items/MLB77001122/price_to_win',
  userId: '810000001',
};

/** A real receiver on this machine, with the answers set by the test. */
function receiver(answer: (attempt: number) => number | 'silence') {
  const bodies: Record<string, unknown>[] = [];
  const silence = Promise.withResolvers<Response>();
  const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: () => undefined }, (req) =>
    req.json().then((body: Record<string, unknown>) => {
      bodies.push(body);
      const status = answer(bodies.length);
      if (status !== 'silence') return new Response(null, { status });
      return silence.promise;
    }),
  );
  return {
    bodies,
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    stop: () => {
      silence.resolve(new Response(null));
      return server.shutdown();
    },
  };
}

describe('the courier', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  function start(settings: Partial<CourierSettings>, missed: MissedFeed[] = []): Courier {
    const courier = createCourier(
      {
        ...DEFAULT_DELIVERY,
        lossPercent: 0,
        duplicatePercent: 0,
        url: null,
        applicationId: 42,
        ...settings,
      },
      {
        fetch,
        now: Date.now,
        random: diceAt(5).roll,
        uuid: () => crypto.randomUUID(),
        onMissed: (feed) => missed.push(feed),
      },
    );
    closing.push(courier.stop);
    return courier;
  }
  function receive(answer: (attempt: number) => number | 'silence') {
    const server = receiver(answer);
    closing.push(server.stop);
    return server;
  }

  it('brings a notification in the shape of the wire', async () => {
    const { bodies, url } = receive(() => 200);
    const courier = start({ url });
    courier.send(NOTIFICATION);
    await until('the notification came', () => courier.counts().delivered === 1);
    const [body] = bodies;
    assert.ok(body);
    assert.deepEqual(Object.keys(body), [
      '_id',
      'resource',
      'user_id',
      'topic',
      'application_id',
      'attempts',
      'sent',
      'received',
    ]);
    assert.equal(body.resource, NOTIFICATION.resource);
    assert.equal(body.user_id, '810000001');
    assert.equal(body.topic, NOTIFICATION.topic);
    assert.equal(body.attempts, 1);
    assert.match(String(body.sent), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(courier.counts().pending, 0);
  });

  it('is sent again after a refusal, with the same id and a higher count', async () => {
    const { bodies, url } = receive((attempt) => (attempt < 3 ? 503 : 200));
    const courier = start({ url, retrySpanMs: 300 });
    courier.send(NOTIFICATION);
    await until('it was taken', () => courier.counts().delivered === 1);
    assert.deepEqual(
      bodies.map((body) => body.attempts),
      [1, 2, 3],
    );
    assert.equal(new Set(bodies.map((body) => body._id)).size, 1);
    assert.equal(new Set(bodies.map((body) => body.received)).size, 1);
  });

  it('accepts only a 200 in time as an acknowledgement', async () => {
    for (const answer of [204, 302, 'silence'] as const) {
      const { bodies, url } = receive((attempt) => (attempt === 1 ? answer : 200));
      const courier = start({
        url,
        retrySpanMs: 300,
        timeoutMs: answer === 'silence' ? 500 : 20_000,
      });
      courier.send(NOTIFICATION);
      await until(`it was taken after ${answer}`, () => courier.counts().delivered === 1);
      assert.ok(bodies.length > 1);
      assert.equal(courier.counts().failedAttempts, bodies.length - 1);
    }
  });

  it('gives up after the eighth attempt, and records the missed notification', async () => {
    const missed: MissedFeed[] = [];
    const { bodies, url } = receive(() => 500);
    const courier = start({ url, retrySpanMs: 200 }, missed);
    courier.send(NOTIFICATION);
    await until('it gave up', () => courier.counts().missed === 1);
    assert.equal(bodies.length, 8);
    const [feed] = missed;
    assert.equal(feed?.attempts, 8);
    assert.equal(feed?.response.http_code, 500);
    assert.equal(feed?.request.url, url);
    assert.equal(courier.counts().pending, 0);
  });

  it('loses and doubles the shares that it is set to', async () => {
    const { bodies, url } = receive(() => 200);
    const courier = start({ url, lossPercent: 50, duplicatePercent: 50 });
    for (let i = 0; i < 400; i++) courier.send(NOTIFICATION);
    await until('all are under way no more', () => courier.counts().pending === 0);
    const { lost, delivered } = courier.counts();
    assert.ok(lost > 150 && lost < 250, `${lost} lost`);
    const ids = new Set(bodies.map((body) => body._id)).size;
    assert.equal(ids, 400 - lost);
    assert.ok(delivered > ids * 1.3 && delivered < ids * 1.7);
  });

  it('sends nothing where there is no address, and stops at once', async () => {
    const idle = start({ url: null });
    idle.send(NOTIFICATION);
    assert.equal(idle.counts().pending, 0);
    const { bodies, url } = receive(() => 500);
    // The first pause is one 127th of it.
    const courier = start({ url, retrySpanMs: 127 * 600 });
    courier.send(NOTIFICATION);
    await until('the first attempt was made', () => bodies.length === 1);
    courier.stop();
    await new Promise((resolve) => setTimeout(resolve, 800));
    assert.equal(bodies.length, 1);
  });
});
