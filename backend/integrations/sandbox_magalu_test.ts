// Magalu's connector against the sandbox: two independent implementations of one wire format.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { dayOf } from '../kernel/time-zone.ts';
import type { Fault } from '../sandbox/faults.ts';
import { signatureHeaders } from '../sandbox/magalu/messages.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { tenantIdOf } from '../sandbox/world/tenants.ts';
import { findOffer, itemsOf, NEWCOMER, OWN_SELLERS, ordersOf } from '../sandbox/world.ts';
import { until } from '../testing/sandbox/wire.ts';
import type {
  AccountSession,
  Credentials,
  IncomingNotification,
  Marketplace,
  PushOutcome,
  RemoteListing,
} from './marketplace.ts';
import { magalu } from './marketplaces/magalu/manifest.ts';
import { connectMarketplaces } from './registry.ts';

const TENANT = tenantIdOf(OWN_SELLERS.HOME);
const clock = () => new Date();
const isOfPrice = ({ body }: IncomingNotification) =>
  (body as { topic: string }).topic === 'portfolios_price';

describe('Magalu’s connector and the sandbox', () => {
  let sandbox: Sandbox;
  let hook: Deno.HttpServer<Deno.NetAddr>;
  let marketplace: Marketplace;
  let session: AccountSession;
  const received: IncomingNotification[] = [];
  const listings = new Map<string, RemoteListing>();

  beforeAll(async () => {
    hook = Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
      async (request) => {
        const raw = new Uint8Array(await request.arrayBuffer());
        const body: unknown = JSON.parse(new TextDecoder().decode(raw));
        received.push({ body, raw, headers: request.headers, url: request.url });
        return new Response(null, { status: 204 });
      },
    );
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      historyDays: 3,
      magalu: {
        webhookUrl: `http://127.0.0.1:${hook.addr.port}/`,
        acceptMs: [0, 0],
        delivery: { lossPercent: 0, duplicatePercent: 0 },
      },
    });
    marketplace = openMarketplace();
    session = { sellerId: TENANT, accessToken: (await connect()).accessToken };
  });
  afterAll(async () => {
    await sandbox.stop();
    await hook.shutdown();
  });
  beforeEach(() => {
    sandbox.control.acceptWithin(0, 0);
    received.length = 0;
  });

  function openMarketplace(): Marketplace {
    const place = {
      environment: { MAGALU_RATE_LIMITS: 'off' },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: {},
    };
    const found = connectMarketplaces(place, clock, {}, [magalu]).bySlug('magalu');
    assert.ok(found);
    return found;
  }
  async function connect(sellerId: number = OWN_SELLERS.HOME): Promise<Credentials> {
    const granted = await marketplace.authorize({ code: `demo-magalu-${sellerId}`, params: {} });
    assert.ok(granted.ok, JSON.stringify(granted));
    return granted.value[0]!.credentials;
  }
  const push = (skuMarketplace: string, price: number, by = marketplace): Promise<PushOutcome> =>
    by.setPrice(session, {
      skuMarketplace,
      price,
      currencyCode: 'BRL',
      operationKey: `key of ${skuMarketplace}`,
    });
  const fault = (one: Omit<Fault, 'marketplace'>) =>
    sandbox.control.fail({ ...one, marketplace: 'magalu' });
  const itemOf = (sku: string) =>
    itemsOf(sandbox.world(), OWN_SELLERS.HOME, 'magalu').find(
      (itemId) => findOffer(sandbox.world(), itemId)?.offer.sku === sku,
    )!;
  const writesOf = (sku: string) => sandbox.control.writes().filter((one) => one.sku === sku);
  /** A listing whose price the seller sets, and which no earlier test has used. */
  let next = 0;
  const freeListing = (): RemoteListing => {
    const free = [...listings.values()].filter(
      ({ automation, status }) => automation === null && status === 'ENABLED',
    );
    return free[next++]!;
  };

  it('agree on tokens: refresh tokens work once, and only the last one', async () => {
    const first = await connect();
    const renewed = await marketplace.refresh(first, { sellerId: TENANT });
    assert.ok(renewed.ok);
    for (const dead of [first, { ...first, refreshToken: `made-up.${TENANT}` }]) {
      const again = await marketplace.refresh(dead, { sellerId: TENANT });
      assert.equal(!again.ok && again.error.code, 'invalid_grant');
    }
    session = { sellerId: TENANT, accessToken: renewed.value.accessToken };
    const foreign = await marketplace.getPrice({ ...session, accessToken: 'nobody' }, 'x');
    assert.equal(!foreign.ok && foreign.error.kind, 'unauthorized');
  });

  it('refuse a token in another organisation’s name', async () => {
    const other = { ...session, sellerId: tenantIdOf(NEWCOMER.id) };
    const price = await marketplace.getPrice(other, 'x');
    assert.equal(!price.ok && price.error.kind, 'forbidden');
    const push = { skuMarketplace: 'x', price: 1_000, currencyCode: 'BRL', operationKey: 'k' };
    const outcome = await marketplace.setPrice(other, push);
    assert.equal(outcome.kind === 'failed' && outcome.failure.kind, 'forbidden');
    assert.equal(sandbox.control.writes().length, 0);
  });

  it('agree on listings, page by page', async () => {
    const skus: string[] = [];
    for await (const page of marketplace.scanListings(session)) {
      assert.ok(page.ok, JSON.stringify(page));
      skus.push(...page.value);
    }
    assert.equal(skus.length, 120);
    assert.equal(new Set(skus).size, skus.length);
    assert.ok(skus.some((sku) => sku.includes('/')));
    const got = await marketplace.getListings(session, skus);
    assert.ok(got.ok);
    for (const [sku, listing] of got.value) {
      assert.ok(listing.ok, `${sku}: ${JSON.stringify(listing)}`);
      listings.set(sku, listing.value);
      const { offer, product } = findOffer(sandbox.world(), itemOf(sku))!;
      assert.equal(listing.value.price, offer.price);
      assert.equal(listing.value.stock, offer.stock);
      assert.equal(listing.value.catalogProductId, product.id);
      assert.ok(listing.value.gtin?.endsWith(product.ean));
    }
    const all = [...listings.values()];
    const ofStatus = (status: string) => all.filter((one) => one.status === status).length;
    assert.deepEqual([ofStatus('ENABLED'), ofStatus('PAUSED')], [110, 10]);
    assert.deepEqual(
      [...new Set(all.map(({ automation }) => automation?.name ?? null))].sort(),
      ['pricing_rule TO_WIN', null].sort(),
    );
    const unknown = await marketplace.getListings(session, ['no such SKU']);
    const answer = unknown.ok ? unknown.value.get('no such SKU') : unknown;
    assert.equal(answer && !answer.ok && answer.error.kind, 'not_found');
  });

  it('agree on variations of one group, and on scores', async () => {
    const all = [...listings.values()];
    const sisters = all.filter(({ groupType }) => groupType === 'relation');
    for (const { skuMarketplace } of sisters.slice(0, 10)) {
      const reported = await marketplace.getVariations?.(session, skuMarketplace);
      assert.ok(reported?.ok && reported.value.length > 1);
      assert.ok(reported.value.some((one) => one.skuMarketplace === skuMarketplace));
      assert.ok(reported.value.every((one) => listings.has(one.skuMarketplace)));
    }
    assert.ok(all.some(({ healthScore }) => healthScore === null));
    for (const { skuMarketplace, healthScore } of all.slice(0, 5)) {
      const health = await marketplace.getHealth?.(session, skuMarketplace, 'pt');
      assert.deepEqual(health, { ok: true, value: { score: healthScore, categories: [] } });
    }
  });

  it('agree on a price: taken with a trace, shown later, reported by the trace', async () => {
    const { skuMarketplace: sku, price } = freeListing();
    sandbox.control.acceptWithin(60_000, 60_000);
    const taken = await push(sku, price - 100);
    assert.ok(taken.kind === 'accepted' && taken.trace !== undefined);
    assert.deepEqual(await marketplace.getPrice(session, sku), { ok: true, value: price });
    const early = await marketplace.getPriceWrite?.(session, taken.trace);
    assert.deepEqual(early, { ok: true, value: { kind: 'pending' } });
    sandbox.control.tick(1, 61_000);
    assert.deepEqual(await marketplace.getPrice(session, sku), { ok: true, value: price - 100 });
    const late = await marketplace.getPriceWrite?.(session, taken.trace);
    assert.deepEqual(late, { ok: true, value: { kind: 'done' } });
    // Already shown: sending it again changes nothing.
    assert.deepEqual(await push(sku, price - 100), { kind: 'confirmed', price: price - 100 });
    assert.deepEqual(writesOf(sku)[0]?.requestId, `key of ${sku}`);
  });

  it('agree on a price that is refused after it was taken', async () => {
    const automated = [...listings.values()].find(({ automation }) => automation !== null)!;
    const { skuMarketplace: sku, price } = automated;
    const taken = await push(sku, price + 100);
    assert.ok(taken.kind === 'accepted' && taken.trace !== undefined);
    const write = await marketplace.getPriceWrite?.(session, taken.trace);
    assert.ok(write?.ok && write.value.kind === 'refused');
    assert.equal(write.value.code, 'PRICING_RULE_ACTIVE');
    assert.deepEqual(await marketplace.getPrice(session, sku), { ok: true, value: price });
  });

  it('create a missing price, and change an existing one', async () => {
    const { skuMarketplace: sku, price } = freeListing();
    sandbox.control.unprice(itemOf(sku));
    const none = await marketplace.getPrice(session, sku);
    assert.equal(!none.ok && none.error.code, 'no_price');
    assert.equal((await push(sku, price + 100)).kind, 'accepted');
    assert.deepEqual(await marketplace.getPrice(session, sku), { ok: true, value: price + 100 });
    assert.equal((await push(sku, price + 200)).kind, 'accepted');
    assert.deepEqual(
      writesOf(sku).map(({ verb }) => verb),
      ['POST', 'PATCH'],
    );
  });

  it('never let the list price fall below the price', async () => {
    const { skuMarketplace: sku, price } = freeListing();
    assert.equal((await push(sku, price + 5_000)).kind, 'accepted');
    assert.equal((await push(sku, price - 300)).kind, 'accepted');
    assert.deepEqual(
      writesOf(sku).map((one) => [one.price, one.listPrice]),
      [
        [price + 5_000, price + 5_000],
        [price - 300, price + 5_000],
      ],
    );
  });

  it('lose no price to a fault, and send none twice', async () => {
    const cases: [Omit<Fault, 'marketplace'>, string, number][] = [
      [{ kind: 'locked', method: 'PATCH' }, 'unavailable', 0],
      [{ kind: 'moved', method: 'PATCH' }, 'unavailable', 0],
      [{ kind: 'rate_limited', method: 'PATCH', retryAfter: 3 }, 'rate_limited', 0],
      [{ kind: 'error', method: 'PATCH' }, 'unavailable', 0],
      // Applied, but the answer was lost: reading the price shows it.
      [{ kind: 'lost_answer', method: 'PATCH' }, 'unavailable', 1],
    ];
    for (const [one, kind, writes] of cases) {
      const { skuMarketplace: sku, price } = freeListing();
      fault(one);
      // A new one each time: the pause after one answer must not delay the next.
      const outcome = await push(sku, price - 100, openMarketplace());
      assert.equal(outcome.kind === 'failed' && outcome.failure.kind, kind, one.kind);
      assert.equal(writesOf(sku).length, writes, one.kind);
      const shown = await marketplace.getPrice(session, sku);
      assert.deepEqual(shown, { ok: true, value: writes === 0 ? price : price - 100 });
    }
  });

  it('agree on orders, and on the sums of a day', async () => {
    const [order] = ordersOf(sandbox.world(), OWN_SELLERS.HOME, 'magalu');
    assert.ok(order);
    const read = await marketplace.getOrder?.(session, order.id);
    assert.ok(read?.ok, JSON.stringify(read));
    const { offer } = findOffer(sandbox.world(), order.itemId)!;
    const { lines, shipments, orderedAt } = read.value;
    assert.deepEqual(
      lines.map((one) => [one.skuMarketplace, one.units, one.price, one.shipping, one.fee]),
      [[offer.sku, order.units, order.price, order.shipping, order.fee]],
    );
    assert.equal(shipments?.length, 1);
    assert.equal(orderedAt.getTime(), order.at);

    const all: string[] = [];
    // An order that is shipped while the pages are read has changed after their first moment.
    const updatedTo = new Date(clock().getTime() + 60_000);
    const query = { updatedFrom: new Date(0), updatedTo, cursor: null as string | null };
    do {
      const page = await marketplace.getOrders?.(session, query);
      assert.ok(page?.ok, JSON.stringify(page));
      assert.equal(page.value.unreadable, 0);
      all.push(...page.value.orders.map(({ orderId }) => orderId));
      query.cursor = page.value.next;
    } while (query.cursor !== null);
    const known = ordersOf(sandbox.world(), OWN_SELLERS.HOME, 'magalu');
    assert.deepEqual([...new Set(all)].sort(), known.map(({ id }) => id).sort());

    const timeZone = 'America/Sao_Paulo';
    const day = dayOf(orderedAt, timeZone);
    const remaining = known.filter(
      ({ at, cancelledAt }) =>
        dayOf(new Date(at), timeZone) === day && (cancelledAt ?? Infinity) > Date.now(),
    );
    const totals = await marketplace.getSalesTotals?.(session, { from: day, to: day, timeZone });
    const sales = remaining.reduce((sum, { units, price }) => sum + units * price, 0);
    const units = remaining.reduce((sum, one) => sum + one.units, 0);
    assert.deepEqual(totals, {
      ok: true,
      value: [{ day, orders: remaining.length, units, sales, currencyCode: 'BRL' }],
    });
  });

  it('agree on webhooks: each topic’s secret proves its own, and a rotated one for a while', async () => {
    const none = new Map<string, Date>();
    const first = await marketplace.subscribe?.(session, none);
    assert.ok(first?.ok, JSON.stringify(first));
    assert.deepEqual(Object.keys(first.value).sort(), [
      'orders_order',
      'portfolios_price',
      'portfolios_sku',
      'portfolios_stock',
    ]);
    // Cached and fresh: nothing is requested again.
    const held = new Map(Object.keys(first.value).map((topic) => [topic, clock()]));
    assert.deepEqual(await marketplace.subscribe?.(session, held), { ok: true, value: {} });
    // A secret that is old is replaced; both sign for an hour.
    const old = new Map(held).set('portfolios_price', new Date(0));
    const second = await marketplace.subscribe?.(session, old);
    assert.ok(second?.ok);
    assert.deepEqual(Object.keys(second.value), ['portfolios_price']);

    const { skuMarketplace: sku, price } = freeListing();
    await push(sku, price - 200);
    await until('Magalu notified the price', () => received.some(isOfPrice));
    const notified = received.find(isOfPrice);
    assert.ok(notified);
    assert.deepEqual(marketplace.peekNotification?.(notified), {
      sellerId: TENANT,
      topic: 'portfolios_price',
    });
    const earlier = first.value.portfolios_price!;
    const later = second.value.portfolios_price!;
    for (const secrets of [[earlier], [later], ['other', later]]) {
      const decoded = marketplace.decodeNotification(notified, secrets);
      assert.ok(decoded.ok);
      assert.deepEqual(
        decoded.value.map(({ about, sellerId, subject }) => [about, sellerId, subject]),
        [['price_write', TENANT, { skuMarketplace: sku }]],
      );
    }
    const unproven = { ok: false, error: 'unproven' };
    for (const secrets of [[], ['other'], [first.value.portfolios_sku!]])
      assert.deepEqual(marketplace.decodeNotification(notified, secrets), unproven);
    // The notification was signed for this organisation, and names another one.
    const named = JSON.stringify(notified.body).replace(TENANT, tenantIdOf(NEWCOMER.id));
    const forged = { ...notified, raw: new TextEncoder().encode(named), body: JSON.parse(named) };
    assert.deepEqual(marketplace.decodeNotification(forged, [later]), unproven);
    // Recorded, and sent again later.
    const text = new TextDecoder().decode(notified.raw);
    const stale = signatureHeaders([later], text, clock().getTime() - 301_000);
    const replayed = { ...notified, headers: new Headers(stale) };
    assert.deepEqual(marketplace.decodeNotification(replayed, [later]), unproven);
  });
});
