import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import {
  callAmazon,
  connectAmazon,
  grantlessToken,
  HOME,
  listingsOf,
  priceBody,
} from '../testing/sandbox/amazon.ts';
import { CLIENT, callWire, connect, until } from '../testing/sandbox/wire.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import { contestOf, findOffer, findPage, isAvailable, OWN_SELLERS, toPlain } from './world.ts';

const CONTROL = 'a-control-token';

let running: Sandbox[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  for (const sandbox of running) await sandbox.stop();
  running = [];
  rmSync(folder, { recursive: true });
});
async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ tickMs: 0, ...options });
  running.push(sandbox);
  return sandbox;
}
async function stop(sandbox: Sandbox) {
  running = running.filter((one) => one !== sandbox);
  await sandbox.stop();
}

/** Listings of the first own seller that lose, and whose price may be set. */
function losing({ world }: Sandbox) {
  const { products, sellers } = world();
  return products.flatMap((product) => {
    const [own] = product.offers;
    const fits =
      own?.sellerId === OWN_SELLERS.HOME &&
      !own.automated &&
      own.promotion === null &&
      contestOf(sellers, product, own).status === 'competing';
    return fits ? [{ product, own }] : [];
  });
}

describe('memory', () => {
  it('keeps prices, tokens and the market itself over a restart', async () => {
    const first = await start({ dataFolder: folder });
    const { access, refresh } = await connect(first.url);
    const [listing] = losing(first);
    assert.ok(listing);
    const path = `/items/${listing.own.itemId}`;
    await callWire(first.url, 'PUT', path, { token: access, json: { price: 123.45 } });
    first.control.tick(50);
    const before = toPlain(first.world());
    const puts = first.control.puts();
    await stop(first);

    const second = await start({ dataFolder: folder, seed: 99 });
    assert.deepEqual(toPlain(second.world()), before);
    assert.deepEqual(second.control.puts(), puts);
    const me = await callWire(second.url, 'GET', '/users/me', { token: access });
    assert.equal(me.status, 200);
    const form = { ...CLIENT, grant_type: 'refresh_token', refresh_token: refresh };
    const renewed = await callWire(second.url, 'POST', '/oauth/token', { form });
    assert.equal(renewed.status, 200);
    await stop(second);

    // Used rate limits stay used after the restart.
    const third = await start({ dataFolder: folder });
    const again = await callWire(third.url, 'POST', '/oauth/token', { form });
    assert.equal(again.status, 400);
  });

  it('continues as if it had not stopped', async () => {
    const clock = () => new Date(Date.UTC(2026, 10, 23, 12));
    const whole = await start({ clock });
    whole.control.tick(200);
    const first = await start({ clock, dataFolder: folder });
    first.control.tick(120);
    await stop(first);
    const second = await start({ clock, dataFolder: folder });
    second.control.tick(80);
    assert.deepEqual(toPlain(second.world()), toPlain(whole.world()));
  });

  it('keeps Amazon’s side over a restart: prices on their way, tokens and subscriptions', async () => {
    const first = await start({ dataFolder: folder, limited: false });
    const { access, refresh } = await connectAmazon(first.url);
    const token = await grantlessToken(first.url);
    const destination = await callAmazon(first.url, 'POST', '/notifications/v1/destinations', {
      token,
      json: {
        name: 'product',
        resourceSpecification: { eventBridge: { accountId: '210987654321', region: 'us-east-1' } },
      },
    });
    const { destinationId } = (destination.body as { payload: { destinationId: string } }).payload;
    const subscription = '/notifications/v1/subscriptions/ANY_OFFER_CHANGED';
    const json = { payloadVersion: '1.0', destinationId };
    await callAmazon(first.url, 'POST', subscription, { token: access, json });
    const listing = listingsOf(first).find(({ offer }) => !offer.automated && isAvailable(offer));
    assert.ok(listing);
    const { itemId, sku, price } = listing.offer;
    const query = { marketplaceIds: 'A2Q3Y263D00KWC' };
    await callAmazon(first.url, 'PATCH', `/listings/2021-08-01/items/${HOME}/${sku}`, {
      token: access,
      query,
      json: priceBody(price / 100 - 1),
    });
    await stop(first);

    const second = await start({ dataFolder: folder });
    assert.equal(findOffer(second.world(), itemId)?.offer.price, price);
    second.control.tick(1, 8_000);
    assert.equal(findOffer(second.world(), itemId)?.offer.price, price - 100);
    assert.equal(second.control.patches()[0]?.settledAs, 'applied');
    const found = await callAmazon(second.url, 'GET', subscription, { token: access });
    assert.equal(found.status, 200);
    const form = { ...CLIENT, grant_type: 'refresh_token', refresh_token: refresh };
    const renewed = await callWire(second.url, 'POST', '/amazon/auth/o2/token', { form });
    assert.equal(renewed.status, 200);
  });

  it('leaves nothing open if its port is taken', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await assert.rejects(startSandbox({ port, dataFolder: folder }), Deno.errors.AddrInUse);
    await start({ dataFolder: folder });
  });
});

describe('notifications', () => {
  function receiver() {
    const bodies: Record<string, unknown>[] = [];
    const server = Deno.serve(
      { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
      async (request) => {
        bodies.push((await request.json()) as Record<string, unknown>);
        return new Response(null, { status: 200 });
      },
    );
    const url = `http://127.0.0.1:${server.addr.port}/api/webhooks/mercadolivre`;
    return { bodies, url, stop: () => server.shutdown() };
  }

  it('report competitors and our own changes, each to its seller', async () => {
    const hook = receiver();
    const sandbox = await start({
      webhookUrl: hook.url,
      delivery: { lossPercent: 0, duplicatePercent: 0 },
    });
    const [listing] = losing(sandbox);
    assert.ok(listing);
    const competitor = listing.product.offers[1]?.itemId ?? '';
    sandbox.control.change(competitor, { price: 99_900 });
    await until('the competitor’s change was notified', () => hook.bodies.length === 1);
    assert.equal(hook.bodies[0]?.topic, 'catalog_item_competition_status');
    assert.equal(hook.bodies[0]?.resource, `/items/${listing.own.itemId}/price_to_win`);
    assert.equal(hook.bodies[0]?.user_id, String(OWN_SELLERS.HOME));

    const { access } = await connect(sandbox.url);
    const json = { price: 123.45 };
    await callWire(sandbox.url, 'PUT', `/items/${listing.own.itemId}`, { token: access, json });
    await until('our change was notified', () => hook.bodies.length === 4);
    const topics = hook.bodies.slice(1).map((body) => body.topic);
    assert.deepEqual(topics.sort(), ['catalog_item_competition_status', 'items', 'items_prices']);
    await hook.stop();
  });

  it('that were given up are listed on demand', async () => {
    const sandbox = await start({
      webhookUrl: 'http://127.0.0.1:9/nobody',
      delivery: { lossPercent: 0, duplicatePercent: 0, retrySpanMs: 50 },
      dataFolder: folder,
    });
    const [listing] = losing(sandbox);
    assert.ok(listing);
    sandbox.control.change(listing.product.offers[1]?.itemId ?? '', { price: 99_900 });
    await until('it gave up', () => sandbox.control.notifications().missed === 1);
    const { access } = await connect(sandbox.url);
    const missed = await callWire(sandbox.url, 'GET', '/missed_feeds?app_id=1', { token: access });
    const { messages } = missed.body as { messages: Record<string, unknown>[] };
    assert.equal(messages.length, 1);
    assert.deepEqual(Object.keys(messages[0] ?? {}).sort(), [
      '_id',
      'application_id',
      'attempts',
      'received',
      'request',
      'resource',
      'response',
      'sent',
      'topic',
      'user_id',
    ]);
    assert.equal(messages[0]?.attempts, 8);
  });
});

describe('the clock', () => {
  it('advances the market automatically, until it is paused', async () => {
    const sandbox = await start({ tickMs: 5, pace: 60_000 });
    const begun = sandbox.world().now;
    await until('time passed', () => sandbox.world().now > begun);
    const { products } = sandbox.world();
    await until('somebody moved', () => sandbox.world().products !== products);
    sandbox.control.pause();
    const still = sandbox.world();
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(sandbox.world(), still);
    sandbox.control.resume();
    await until('it goes on', () => sandbox.world() !== still);
  });

  it('continues from the state to which the market was advanced', async () => {
    const sandbox = await start({ tickMs: 5 });
    sandbox.control.tick(1_800, 2_000);
    const { now } = sandbox.world();
    assert.ok(now > Date.now() + 3_500_000);
    await until('time passes still', () => sandbox.world().now > now);
  });
});

describe('the strings behind the stage', () => {
  const call = (url: string, method: string, path: string, json?: unknown) =>
    callWire(url, method, path, { token: CONTROL, ...(json === undefined ? {} : { json }) });

  it('are not there without a token, and not for anyone without it', async () => {
    const closed = await start();
    const { access } = await connect(closed.url);
    const none = await callWire(closed.url, 'GET', '/control/puts', { token: access });
    assert.equal(none.status, 404);
    const open = await start({ controlToken: CONTROL });
    for (const token of ['', 'wrong'])
      assert.equal((await callWire(open.url, 'GET', '/control/puts', { token })).status, 401);
  });

  it('change the market, advance it, and show received calls', async () => {
    const { url, world } = await start({ controlToken: CONTROL });
    const [product] = world().products;
    const competitor = product?.offers[1]?.itemId ?? '';
    const itemPath = `/control/items/${competitor}`;
    assert.equal((await call(url, 'POST', itemPath, { price: 432.1, stock: 7 })).status, 204);
    assert.equal(findOffer(world(), competitor)?.offer.price, 43_210);
    assert.equal(findOffer(world(), competitor)?.offer.stock, 7);
    const view = (await call(url, 'GET', itemPath)).body as Record<string, unknown>;
    assert.equal(view.price, 432.1);
    assert.equal(view.productId, product?.id);

    const { now } = world();
    assert.equal(
      (await call(url, 'POST', '/control/ticks', { count: 3, stepMs: 1_000 })).status,
      204,
    );
    assert.ok(world().now >= now + 3_000);

    await call(url, 'POST', '/control/faults', { kind: 'error', count: 1 });
    assert.equal((await callWire(url, 'POST', '/oauth/token', { form: CLIENT })).status, 500);
    assert.equal((await callWire(url, 'POST', '/oauth/token', { form: CLIENT })).status, 400);
    assert.equal((await call(url, 'GET', '/control/puts')).status, 200);
    assert.equal((await call(url, 'DELETE', '/control/faults')).status, 204);
    assert.equal((await call(url, 'POST', '/control/limits', { limited: false })).status, 204);
    for (const closed of [403, null])
      assert.equal((await call(url, 'POST', '/control/offers', { closed })).status, 204);
    const page = world().products.find((one) => one.ceiling !== null)?.id ?? '';
    assert.equal((await call(url, 'POST', `/control/pages/${page}`, { elsewhere: 9 })).status, 204);
    assert.equal(findPage(world(), page)?.ceiling, 900);
    const acceptance = { least: 0, most: 5 };
    assert.equal((await call(url, 'POST', '/control/acceptance', acceptance)).status, 204);
    assert.deepEqual((await call(url, 'GET', '/control/patches')).body, []);
    const amazon = { marketplace: 'amazon', parallel: 4, delayMs: 1 };
    assert.equal((await call(url, 'POST', '/control/notifications', amazon)).status, 204);
    const theirs = await call(url, 'GET', '/control/notifications?marketplace=amazon');
    assert.equal((theirs.body as Record<string, number>).pending, 0);
    for (const path of ['pause', 'resume'])
      assert.equal((await call(url, 'POST', `/control/${path}`)).status, 204);
    const delivery = { lossPercent: 0, url: null };
    assert.equal((await call(url, 'POST', '/control/notifications', delivery)).status, 204);
    const counts = (await call(url, 'GET', '/control/notifications')).body as Record<
      string,
      number
    >;
    assert.equal(counts.delivered, 0);
  });

  it('refuse what makes no sense', async () => {
    const { url } = await start({ controlToken: CONTROL });
    for (const [path, json] of [
      ['/control/faults', { kind: 'flood', count: 1 }],
      ['/control/ticks', { count: 0 }],
      ['/control/items/MLB1', { price: -1 }],
      ['/control/notifications', { lossPercent: 200 }],
      ['/control/notifications', { marketplace: 'nowhere' }],
      ['/control/faults', { kind: 'error', rate: 2 }],
      ['/control/acceptance', { least: 5, most: 1 }],
      ['/control/limits', {}],
      ['/control/offers', { closed: 500 }],
      ['/control/storms', { pages: ['B000000000'], moves: 1 }],
      ['/control/pages/B000000000', { elsewhere: 10 }],
    ] as const)
      assert.equal((await call(url, 'POST', path, json)).status, 422, path);
    assert.equal((await call(url, 'POST', '/control/items/MLB1', { price: 5 })).status, 404);
    assert.equal((await call(url, 'GET', '/control/items/MLB1')).status, 404);
  });
});

describe('what people see', () => {
  it('serves pictures and pages without a token, and nothing that runs', async () => {
    const { url, world } = await start();
    const [product] = world().products;
    const picture = await fetch(`${url}/sandbox/pictures/${product?.id}.svg`);
    assert.equal(picture.status, 200);
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    assert.ok((await picture.text()).startsWith('<svg'));
    const page = await fetch(`${url}/sandbox/products/${product?.offers[0]?.itemId}`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.ok((await page.text()).includes(product?.title ?? '?'));
    const asin = world().products.find((one) => one.shop === 'amazon')?.id;
    for (const path of [`pictures/${asin}.svg`, `products/${asin}`]) {
      const answer = await fetch(`${url}/sandbox/${path}`);
      await answer.body?.cancel();
      assert.equal(answer.status, 200, path);
    }
    for (const path of ['pictures/MLB1.svg', 'pictures/..%2f..%2fetc', 'products/MLB1']) {
      const answer = await fetch(`${url}/sandbox/${path}`);
      await answer.body?.cancel();
      assert.equal(answer.status, 404, path);
    }
  });

  it('reports whether it is up', async () => {
    const { url } = await start();
    const answer = await callWire(url, 'GET', '/health');
    assert.equal(answer.status, 200);
    assert.equal((answer.body as Record<string, unknown>).status, 'ok');
  });
});
