// Shopee's connector against the sandbox: two independent implementations of one wire format.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Result } from '../kernel/result.ts';
import { dayOf } from '../kernel/time-zone.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { OWN_SELLERS, orderState, ordersOf } from '../sandbox/world.ts';
import type {
  AccountSession,
  AuthorizedSeller,
  CallFailure,
  IncomingNotification,
  Marketplace,
  RemoteListing,
} from './marketplace.ts';
import { shopee } from './marketplaces/shopee/manifest.ts';
import type { OrderPage, RemoteOrder, SalesTotal } from './orders.ts';
import { connectMarketplaces } from './registry.ts';

const SHOP = '310000001';
const PUBLIC_URL = 'http://localhost:8080';
const PARTNER_KEY = 'a key for this test alone';
const HISTORY_DAYS = 20;
const clock = () => new Date();

describe('Shopee’s connector and the sandbox', () => {
  let sandbox: Sandbox;
  let marketplace: Marketplace;
  let session: AccountSession;
  /** The received pushes, oldest first. */
  const pushes: IncomingNotification[] = [];
  let receiver: Deno.HttpServer<Deno.NetAddr>;
  /** The body of the answer to a push. */
  let thanks = '';
  const listings = new Map<string, RemoteListing>();

  const connect = (partnerKey = PARTNER_KEY, at = clock) => {
    const place = {
      environment: { SHOPEE_CALLS_PER_SECOND: '0' },
      publicUrl: PUBLIC_URL,
      sandboxUrl: sandbox.url,
      secrets: { shopeePartnerKey: partnerKey },
    };
    const found = connectMarketplaces(place, at, {}, [shopee]).bySlug('shopee');
    assert.ok(found);
    return found;
  };

  beforeAll(async () => {
    receiver = Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: () => {} },
      async (request) => {
        const raw = await request.bytes();
        const body = JSON.parse(new TextDecoder().decode(raw));
        pushes.push({ body, headers: request.headers, raw, url: request.url });
        return new Response(thanks);
      },
    );
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      historyDays: HISTORY_DAYS,
      publicUrl: PUBLIC_URL,
      shopee: {
        partnerKey: PARTNER_KEY,
        webhookUrl: `http://127.0.0.1:${receiver.addr.port}/`,
        delivery: { lossPercent: 0, duplicatePercent: 0, retrySpanMs: 0 },
      },
    });
    marketplace = connect();
  });
  afterAll(async () => {
    await sandbox.stop();
    await receiver.shutdown();
  });

  const sessionOf = ({ sellerId, credentials }: AuthorizedSeller): AccountSession => ({
    sellerId,
    accessToken: credentials.accessToken,
  });
  const grant = { code: `demo-shopee-${SHOP}`, params: { shop_id: SHOP } };
  async function connected(): Promise<AuthorizedSeller> {
    const granted = await marketplace.authorize(grant);
    assert.ok(granted.ok, JSON.stringify(granted));
    return granted.value[0]!;
  }
  const idsOf = async (of: AccountSession) => {
    const ids: string[] = [];
    for await (const page of marketplace.scanListings(of)) {
      assert.ok(page.ok, JSON.stringify(page));
      ids.push(...page.value);
    }
    return ids;
  };
  const push = (skuMarketplace: string, price: number) => ({
    skuMarketplace,
    price,
    currencyCode: 'BRL',
    operationKey: 'k',
  });
  const found = (fits: (one: RemoteListing) => boolean) => {
    const one = [...listings.values()].find(fits);
    assert.ok(one);
    return one;
  };
  const isFree = (one: RemoteListing) => one.promotionStatus === 'none' && one.status === 'ENABLED';
  const pushed = async (code: number) => {
    const isSuch = ({ body }: IncomingNotification) => (body as { code: number }).code === code;
    await sandbox.control.delivered('shopee');
    const one = pushes.findLast(isSuch);
    assert.ok(one, String(code));
    return one;
  };

  it('agree on tokens: a shop by a code, renewals that work once, and when the consent ends', async () => {
    const seller = await connected();
    assert.deepEqual([seller.sellerId, seller.nickname], [SHOP, 'Casa Aurora']);
    const { authorizationEndsAt, refreshEndsAt, expiresAt } = seller.credentials;
    const days = (at: Date | null | undefined) =>
      Math.round(((at?.getTime() ?? 0) - Date.now()) / 86_400_000);
    assert.deepEqual([days(authorizationEndsAt), days(refreshEndsAt)], [365, 30]);
    assert.ok(expiresAt.getTime() - Date.now() <= 4 * 3_600_000);

    const renewed = await marketplace.refresh(seller.credentials, seller);
    assert.ok(renewed.ok);
    assert.equal(days(renewed.value.authorizationEndsAt), 365);
    const again = await marketplace.refresh(seller.credentials, seller);
    assert.equal(!again.ok && again.error.code, 'invalid_grant');
    session = { sellerId: SHOP, accessToken: renewed.value.accessToken };
    const foreign = await marketplace.getPrice({ ...session, accessToken: 'unknown' }, '1');
    assert.equal(!foreign.ok && foreign.error.kind, 'unauthorized');
    const other = await marketplace.getPrice({ ...session, sellerId: '310000002' }, '1');
    assert.equal(!other.ok && other.error.kind, 'unauthorized');
    const wrong = await marketplace.authorize({ ...grant, params: { shop_id: '310000002' } });
    assert.equal(!wrong.ok && wrong.error.code, 'invalid_grant');
  });

  it('agree on signatures: another key, and a clock that is wrong, are refused', async () => {
    const forged = await connect('a key that is wrong').getPrice(session, '1');
    assert.equal(!forged.ok && forged.error.code, 'error_sign');
    const late = connect(PARTNER_KEY, () => new Date(Date.now() - 6 * 60_000));
    const refused = await late.getPrice(session, '1');
    assert.equal(!refused.ok && refused.error.kind, 'forbidden');
  });

  it('agree on listings: models by themselves, with prices and stocks of their own', async () => {
    const ids = await idsOf(session);
    assert.ok(ids.length > 60, String(ids.length));
    assert.equal(new Set(ids).size, ids.length);
    const got = await marketplace.getListings(session, ids);
    assert.ok(got.ok);
    assert.deepEqual([...got.value.keys()], ids);
    for (const [id, listing] of got.value) {
      assert.ok(listing.ok, id);
      listings.set(id, listing.value);
      assert.ok(listing.value.sku && listing.value.imageUrl && listing.value.link, id);
      assert.equal(listing.value.variation !== null, id.includes('.'), id);
    }
    const all = [...listings.values()];
    for (const status of ['ENABLED', 'PAUSED'] as const)
      assert.ok(
        all.some((one) => one.status === status),
        status,
      );
    for (const promotion of ['none', 'pending', 'started'] as const)
      assert.ok(
        all.some((one) => one.promotionStatus === promotion),
        promotion,
      );
    assert.ok(
      all.every(
        ({ gtin, currencyCode, countryCode }) =>
          gtin && currencyCode === 'BRL' && countryCode === 'BR',
      ),
    );
  });

  it('agree on the variations of an item, and on its models if the item is requested', async () => {
    const one = found(({ groupType }) => groupType === 'relation');
    const reported = await marketplace.getVariations?.(session, one.skuMarketplace);
    assert.ok(reported?.ok && reported.value.length > 1);
    const own = reported.value.find((row) => row.skuMarketplace === one.skuMarketplace);
    assert.deepEqual([own?.price, own?.sku, own?.stock], [one.price, one.sku, one.stock]);
    assert.deepEqual(Object.keys(own?.attributes ?? {}), ['Modelo', 'Cor']);

    const [item = ''] = one.skuMarketplace.split('.');
    const whole = await marketplace.getListings(session, [item]);
    assert.ok(whole.ok);
    const [first, ...models] = [...whole.value];
    assert.equal(first?.[0] === item && !first[1].ok && first[1].error.kind, 'not_found');
    assert.deepEqual(
      models.map(([id]) => id),
      reported.value.map((row) => row.skuMarketplace),
    );
  });

  it('agree on health: what is missing, and no score', async () => {
    const scored = await Promise.all(
      [...listings.keys()].slice(0, 30).map((id) => marketplace.getHealth?.(session, id, 'pt')),
    );
    const steps = scored.flatMap((one) => {
      assert.ok(one?.ok);
      assert.equal(one.value.score, null);
      return one.value.categories.flatMap(({ items }) => items);
    });
    assert.ok(steps.some(({ isDone }) => isDone) && steps.some(({ message }) => message !== null));
  });

  it('agree on prices: several models of an item in one call, each separately', async () => {
    const one = found((of) => isFree(of) && of.groupType === 'relation');
    const key = marketplace.batchKey?.(one.skuMarketplace);
    const models = [...listings.values()].filter(
      ({ skuMarketplace }) => marketplace.batchKey?.(skuMarketplace) === key,
    );
    assert.ok(models.length > 1);
    const before = sandbox.control.shopeePrices().length;
    const pushesOf = models.map(({ skuMarketplace, price }) => push(skuMarketplace, price + 7));
    const set = await marketplace.setPrices?.(session, pushesOf);
    assert.deepEqual(set, {
      ok: true,
      value: pushesOf.map(({ price }) => ({ kind: 'confirmed', price })),
    });
    assert.equal(sandbox.control.shopeePrices().length - before, models.length);
    for (const { skuMarketplace, price } of pushesOf)
      assert.deepEqual(await marketplace.getPrice(session, skuMarketplace), {
        ok: true,
        value: price,
      });
    const single = found((of) => isFree(of) && !of.skuMarketplace.includes('.'));
    const price = single.price + 3;
    const alone = await marketplace.setPrice(session, push(single.skuMarketplace, price));
    assert.deepEqual(alone, { kind: 'confirmed', price });
  });

  it('agree on refusals: promotions, bounds, and variations that are too far apart', async () => {
    for (const status of ['started', 'pending'] as const) {
      const locked = found((of) => of.promotionStatus === status);
      const held = await marketplace.setPrice(
        session,
        push(locked.skuMarketplace, locked.price + 9),
      );
      assert.equal(held.kind === 'rejected' && held.code, 'in_promotion', status);
    }
    const one = found((of) => isFree(of) && of.groupType === 'relation');
    const far = await marketplace.setPrice(session, push(one.skuMarketplace, one.price * 9));
    assert.equal(far.kind === 'rejected' && far.code, 'price_ratio');
    assert.ok(far.kind === 'rejected' && far.message.includes(one.skuMarketplace));
    const single = found((of) => isFree(of) && !of.skuMarketplace.includes('.'));
    const low = await marketplace.setPrice(session, push(single.skuMarketplace, 1));
    assert.equal(low.kind, 'rejected');
    for (const gone of ['99', `${single.skuMarketplace}.5`]) {
      const refused = await marketplace.setPrice(session, push(gone, 1_000));
      assert.equal(refused.kind, 'rejected', gone);
    }
  });

  it('agree on orders: those of the ledger, by when they changed, and their sums by day', async () => {
    const ledger = ordersOf(sandbox.world(), OWN_SELLERS.HOME, 'shopee');
    assert.ok(ledger.length > 20, String(ledger.length));
    const found = new Map<string, RemoteOrder>();
    let cursor: string | null = null;
    const updatedFrom = new Date(Date.now() - HISTORY_DAYS * 86_400_000);
    // An order that is shipped while the pages are read has changed after their first moment.
    const updatedTo = new Date(Date.now() + 60_000);
    do {
      const page: Result<OrderPage, CallFailure> = await marketplace.getOrders!(session, {
        updatedFrom,
        updatedTo,
        cursor,
      });
      assert.ok(page.ok, JSON.stringify(page));
      assert.equal(page.value.unreadable, 0);
      for (const order of page.value.orders) found.set(order.orderId, order);
      cursor = page.value.next;
    } while (cursor !== null);
    assert.deepEqual([...found.keys()].sort(), ledger.map(({ id }) => id).sort());
    for (const { id, itemId, units, price, at } of ledger) {
      const order = found.get(id);
      const lines = order?.lines.map((line) => [line.skuMarketplace, line.units, line.price]);
      assert.deepEqual(lines, [[itemId, units, price]]);
      assert.equal(Math.floor(at / 1000), (order?.orderedAt.getTime() ?? 0) / 1000);
    }
    const states = new Set(
      [...found.values()].flatMap(({ lines }) => lines.map((one) => one.state)),
    );
    assert.ok(states.has('paid'));
    const [one] = found.values();
    assert.deepEqual(await marketplace.getOrder?.(session, one?.orderId ?? ''), {
      ok: true,
      value: one,
    });
    const foreign = ordersOf(sandbox.world(), OWN_SELLERS.ELECTRONICS, 'shopee')[0];
    const refused = await marketplace.getOrder?.(session, foreign?.id ?? '');
    assert.equal(refused?.ok === false && refused.error.kind, 'not_found');

    const timeZone = 'America/Sao_Paulo';
    const from = dayOf(new Date(Date.now() - HISTORY_DAYS * 86_400_000), timeZone);
    const totals = await marketplace.getSalesTotals?.(session, {
      from,
      to: dayOf(new Date(), timeZone),
      timeZone,
    });
    assert.ok(totals?.ok);
    const sold = ledger.filter((order) => orderState(order, Date.now()) !== 'cancelled');
    const sum = (of: (total: SalesTotal) => number) =>
      totals.value.reduce((all, total) => all + of(total), 0);
    assert.equal(
      sum(({ orders }) => orders),
      sold.length,
    );
    assert.equal(
      sum(({ sales }) => sales),
      sold.reduce((all, { units, price }) => all + units * price, 0),
    );
  });

  it('agree on faults with status 200', async () => {
    const { skuMarketplace, price } = found(isFree);
    sandbox.control.fail({ kind: 'error', marketplace: 'shopee', operation: 'updatePrice' });
    const broken = await marketplace.setPrice(session, push(skuMarketplace, price));
    assert.equal(broken.kind === 'failed' && broken.failure.kind, 'unavailable');
    sandbox.control.fail({ kind: 'rate_limited', marketplace: 'shopee', operation: 'updatePrice' });
    // The pause applies to all shops, so the other calls of this test would have to wait.
    const limited = await connect().setPrice(session, push(skuMarketplace, price));
    assert.equal(limited.kind === 'failed' && limited.failure.kind, 'rate_limited');
    // A GET is retried after a temporary fault, with a new signature.
    sandbox.control.fail({ kind: 'unavailable', marketplace: 'shopee', count: 1 });
    assert.ok((await connect().getPrice(session, skuMarketplace)).ok);
  });

  it('agree on pushes: proven, about what was changed, and of several shops', async () => {
    const changed = await pushed(22);
    const decoded = marketplace.decodeNotification(changed, []);
    assert.ok(decoded.ok);
    const [about, written] = decoded.value;
    assert.ok(about?.about === 'listing' && 'skuMarketplace' in about.subject);
    assert.equal(about.sellerId, SHOP);
    assert.ok(listings.has(about.subject.skuMarketplace));
    assert.deepEqual(written, { sellerId: SHOP, about: 'price_write', subject: about.subject });

    sandbox.control.endSoon([310_000_001, 999]);
    const ending = marketplace.decodeNotification(await pushed(12), []);
    assert.deepEqual(ending, {
      ok: true,
      value: [SHOP, '999'].map((sellerId) => ({ sellerId, about: 'access_ending', subject: null })),
    });
    assert.deepEqual(marketplace.decodeNotification(await pushed(1), []), { ok: true, value: [] });
  });

  it('refuse a push with a wrong signature, of another body or address, or that is old', async () => {
    const real = await pushed(12);
    const refused = (incoming: IncomingNotification, why: string) =>
      assert.deepEqual(marketplace.decodeNotification(incoming, []), { ok: false, error: why });
    const withHeader = (authorization: string) => new Headers({ authorization });
    for (const headers of [new Headers(), withHeader(''), withHeader('0'.repeat(64))])
      refused({ ...real, headers }, 'unproven');
    const raw = new TextEncoder().encode(JSON.stringify({ ...(real.body as object), code: 2 }));
    refused({ ...real, raw }, 'unproven');
    const proofOf = (text: string) => createHmac('sha256', PARTNER_KEY).update(text).digest('hex');
    const text = new TextDecoder().decode(real.raw);
    refused({ ...real, headers: withHeader(proofOf(`https://evil.example/|${text}`)) }, 'unproven');
    const old = JSON.stringify({ ...(real.body as object), timestamp: 1_700_000_000 });
    refused(
      {
        ...real,
        body: JSON.parse(old),
        raw: new TextEncoder().encode(old),
        headers: withHeader(proofOf(`${PUBLIC_URL}/api/webhooks/shopee|${old}`)),
      },
      'not_of_now',
    );
  });

  it('agree on the end of a consent, also in the middle of a push of prices', async () => {
    const seller = await connected();
    const of = sessionOf(seller);
    const { skuMarketplace, price } = found(isFree);
    sandbox.control.deauthorise(310_000_001);
    const refused = await marketplace.setPrice(of, push(skuMarketplace, price + 50));
    assert.equal(refused.kind === 'failed' && refused.failure.kind, 'unauthorized');
    const renewed = await marketplace.refresh(seller.credentials, seller);
    assert.equal(!renewed.ok && renewed.error.code, 'invalid_grant');
    const ended = marketplace.decodeNotification(await pushed(2), []);
    assert.deepEqual(ended, {
      ok: true,
      value: [{ sellerId: SHOP, about: 'access_ended', subject: null }],
    });
    await connected();
  });

  it('count an answer with a body as none, and switch pushes off that are not taken', async () => {
    thanks = '{"accepted":true}';
    const { lost } = sandbox.control.notifications('shopee');
    assert.equal(lost, 0);
    for (let n = 0; n < 200; n++) sandbox.control.endSoon([310_000_001]);
    await sandbox.control.delivered('shopee');
    assert.ok(sandbox.control.notifications('shopee').missed > 0);
    const came = pushes.length;
    sandbox.control.endSoon([310_000_001]);
    await sandbox.control.delivered('shopee');
    assert.equal(pushes.length, came);
    thanks = '';
  });
});
