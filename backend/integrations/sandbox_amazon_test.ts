// Amazon's connector against the sandbox: two independent implementations of one wire format.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Market } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import type { Result } from '../kernel/result.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { incoming } from '../testing/incoming.ts';
import type {
  AccountSession,
  CallFailure,
  Fee,
  ListingNotification,
  Marketplace,
  MarketTarget,
  PushOutcome,
  RemoteListing,
} from './marketplace.ts';
import { connectMarketplaces } from './registry.ts';

const SELLER = 'A1CASAAURORA01';
const KEY = 'key-of-the-notifications';
const clock = () => new Date();

describe('Amazon’s connector and the sandbox', () => {
  let sandbox: Sandbox;
  let webhook: Deno.HttpServer<Deno.NetAddr>;
  let marketplace: Marketplace;
  let session: AccountSession;
  const notifications: ListingNotification[] = [];
  const listings = new Map<string, RemoteListing>();
  const markets = new Map<string, Market>();

  beforeAll(async () => {
    const quiet = { port: 0, hostname: '127.0.0.1', onListen: () => {} };
    webhook = Deno.serve(quiet, async (request) => {
      const headers = Object.fromEntries(request.headers);
      const decoded = marketplace.decodeNotification(incoming(await request.json(), headers), []);
      assert.ok(decoded.ok && decoded.value.length > 0, JSON.stringify(decoded));
      notifications.push(...(decoded.value as ListingNotification[]));
      return Response.json({ accepted: true });
    });
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      amazon: {
        webhookUrl: `http://127.0.0.1:${webhook.addr.port}/`,
        webhookKey: KEY,
        acceptMs: [50, 100],
        delivery: { lossPercent: 0, duplicatePercent: 0 },
      },
    });
    const place = {
      environment: { AMAZON_RATE_LIMITS: 'off', AMAZON_WEBHOOK_KEY: KEY },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: {},
    };
    const found = connectMarketplaces(place, clock).bySlug('amazon');
    assert.ok(found);
    marketplace = found;
  });
  afterAll(async () => {
    await sandbox.stop();
    await webhook.shutdown();
  });

  const targetOf = ({ skuMarketplace, catalogProductId, condition }: RemoteListing) => ({
    skuMarketplace,
    catalogProductId,
    condition,
  });
  async function marketsOf(targets: MarketTarget[]) {
    const seen = await marketplace.getMarkets!(session, targets, clock());
    assert.ok(seen.ok, JSON.stringify(seen));
    return seen.value;
  }
  const set = (skuMarketplace: string, price: Minor) =>
    marketplace.setPrice(session, {
      skuMarketplace,
      price,
      currencyCode: 'BRL',
      operationKey: 'key-of-the-push',
    });
  /** Waits until a condition holds, as long as the sandbox may take to process a price and send its notification. */
  async function until(isSo: () => boolean | Promise<boolean>, what: string) {
    for (let n = 0; n < 600; n++) {
      if (await isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    assert.fail(`It never came: ${what}`);
  }
  const shows = async (sku: string, price: Minor) => {
    const shown = await marketplace.getPrice(session, sku);
    return shown.ok && shown.value === price;
  };

  it('agree on tokens: one exchange, a refresh token that lasts, no seller but one’s own', async () => {
    const code = `demo-amazon-${SELLER}`;
    const granted = await marketplace.authorize({ code, params: { selling_partner_id: SELLER } });
    assert.ok(granted.ok, JSON.stringify(granted));
    const [seller] = granted.value;
    assert.equal(seller?.sellerId, SELLER);
    assert.notEqual(seller.nickname, SELLER);
    for (const _ of [1, 2]) {
      const renewed = await marketplace.refresh(seller.credentials, seller);
      assert.ok(renewed.ok);
      session = { sellerId: SELLER, accessToken: renewed.value.accessToken };
    }
    const dead = { ...seller.credentials, refreshToken: 'Atzr|nobody' };
    const refused = await marketplace.refresh(dead, seller);
    assert.equal(!refused.ok && refused.error.code, 'invalid_grant');
    const foreign = await marketplace.authorize({
      code,
      params: { selling_partner_id: 'A1NORTEELETRO2' },
    });
    assert.equal(!foreign.ok && foreign.error.kind, 'forbidden');
    const stale = await marketplace.getPrice({ ...session, accessToken: 'Atza|nobody' }, 'X');
    assert.equal(!stale.ok && stale.error.kind, 'unauthorized');
  });

  it('agree on listings', async () => {
    const skus: string[] = [];
    for await (const page of marketplace.scanListings(session)) {
      assert.ok(page.ok, JSON.stringify(page));
      skus.push(...page.value);
    }
    assert.ok(skus.length > 50, String(skus.length));
    assert.equal(new Set(skus).size, skus.length);
    const got = await marketplace.getListings(session, [...skus, 'NOBODY-1']);
    assert.ok(got.ok);
    const unknown = got.value.get('NOBODY-1');
    assert.equal(unknown && !unknown.ok && unknown.error.kind, 'not_found');
    got.value.delete('NOBODY-1');
    for (const [sku, listing] of got.value) {
      assert.ok(listing.ok, `${sku}: ${JSON.stringify(listing)}`);
      listings.set(sku, listing.value);
      const { link, imageUrl, catalogProductId, currencyCode } = listing.value;
      assert.ok(imageUrl && catalogProductId, sku);
      assert.equal(link, `https://www.amazon.com.br/dp/${catalogProductId}`);
      assert.equal(currencyCode, 'BRL');
    }
    const statuses = new Set([...listings.values()].map(({ status }) => status));
    assert.ok(statuses.has('ENABLED'));
    assert.ok([...listings.values()].some(({ fulfillment }) => fulfillment));
  });

  it('agree on families, each of their listings with what distinguishes it', async () => {
    const members = [...listings.values()].filter(({ groupType }) => groupType === 'relation');
    assert.ok(members.length > 10 && members.length < listings.size, String(members.length));
    for (const { skuMarketplace, variation } of members.slice(0, 6)) {
      const reported = await marketplace.getVariations?.(session, skuMarketplace);
      assert.ok(reported?.ok && reported.value.length > 1);
      const own = reported.value.find((one) => one.skuMarketplace === skuMarketplace);
      assert.equal(Object.values(own?.attributes ?? {}).join(', '), variation);
      for (const { skuMarketplace: sku, stock, price } of reported.value) {
        const listing = listings.get(sku);
        assert.deepEqual([stock, price], [listing?.stock, listing?.price], sku);
      }
    }
  });

  it('agree on the health of listings, in the requested language', async () => {
    const all = [...listings.values()];
    assert.ok(new Set(all.map(({ healthScore }) => healthScore)).size > 2);
    const poor = all.find(({ healthScore }) => (healthScore ?? 100) < 90)!;
    const wordsOf = async (locale: string) => {
      const reported = await marketplace.getHealth?.(session, poor.skuMarketplace, locale);
      assert.ok(reported?.ok);
      assert.equal(reported.value.score, poor.healthScore);
      const items = reported.value.categories.flatMap((category) => category.items);
      return items.flatMap(({ isDone, message }) => (isDone ? [] : [message]));
    };
    const said = await Promise.all(['pt', 'en', 'es'].map(wordsOf));
    assert.equal(new Set(said.map((messages) => JSON.stringify(messages))).size, 3);
  });

  it('agree on markets of every status', async () => {
    for (const [sku, market] of await marketsOf([...listings.values()].map(targetOf))) {
      assert.ok(market.ok, `${sku}: ${JSON.stringify(market)}`);
      markets.set(sku, market.value);
      const { buybox, offers } = market.value;
      const own = offers.filter((offer) => offer.isOwn);
      if (buybox.status === 'WINNING') assert.equal(buybox.winnerSellerId, SELLER);
      if (buybox.status === 'LOSING') assert.notEqual(buybox.winnerSellerId, SELLER);
      if (own.length === 1 && listings.get(sku)?.status === 'ENABLED')
        assert.equal(own[0]?.price, listings.get(sku)?.price, sku);
    }
    const seen = [...markets.values()].map(({ buybox }) => buybox);
    const statuses = new Set(seen.map(({ status }) => status));
    for (const status of ['WINNING', 'LOSING', 'NOT_COMPETING'] as const)
      assert.ok(statuses.has(status), `${status} of ${[...statuses]}`);
    assert.ok(seen.some(({ status, priceToWin }) => status === 'LOSING' && priceToWin !== null));
  });

  it('agree on fees: a share of the price, and an amount where Amazon sends', async () => {
    const targets = [...listings.values()].filter(({ price }) => price > 1_000);
    const reported = await marketplace.getFees?.(session, targets);
    assert.ok(reported?.ok);
    assert.equal(reported.value.size, targets.length);
    for (const { skuMarketplace: sku, fulfillment } of targets) {
      const fee: Result<Fee, CallFailure> | undefined = reported.value.get(sku);
      assert.ok(fee?.ok, `${sku}: ${JSON.stringify(fee)}`);
      const { feePercent, feeFixed }: Fee = fee.value;
      assert.ok(feePercent > 10.9 && feePercent < 15.1, `${sku}: ${feePercent}`);
      assert.equal(feeFixed > 0, fulfillment, sku);
    }
    const nobody = { ...targets[0]!, skuMarketplace: 'NOBODY-1' };
    const refused = await marketplace.getFees?.(session, [nobody]);
    const answer = refused?.ok ? refused.value.get('NOBODY-1') : null;
    assert.equal(answer && !answer.ok && answer.error.kind, 'invalid');
  });

  it('agree on subscriptions, which may be repeated', async () => {
    for (const _ of [1, 2])
      assert.deepEqual(await marketplace.subscribe?.(session, new Map()), { ok: true, value: {} });
  });

  it('agree on a price that is accepted, then applied, and on who wins by it', async () => {
    const losers = [...markets].flatMap(([sku, { buybox }]) =>
      buybox.status === 'LOSING' && buybox.priceToWin !== null
        ? [{ sku, price: buybox.priceToWin }]
        : [],
    );
    let taken: { sku: string; price: Minor } | undefined;
    const others: PushOutcome[] = [];
    for (const loser of losers) {
      const outcome = await set(loser.sku, loser.price);
      if (outcome.kind !== 'accepted') others.push(outcome);
      else taken ??= loser;
    }
    assert.ok(taken, JSON.stringify(others));
    // A few listings have limits at Amazon, or its own automation.
    for (const other of others) assert.equal(other.kind, 'rejected');
    const { sku, price } = taken;
    await until(() => shows(sku, price), `the price of ${sku}`);
    assert.deepEqual(await set(sku, price), { kind: 'confirmed', price });
    const target = targetOf(listings.get(sku)!);
    const after = (await marketsOf([target])).get(sku);
    assert.ok(after?.ok);
    assert.equal(after.value.buybox.status, 'WINNING');
    const sent = sandbox.control.patches().filter((one) => one.sku === sku && !one.preview);
    assert.deepEqual(
      sent.map((one) => [one.price, one.status, one.settledAs]),
      [[price / 100, 'ACCEPTED', 'applied']],
    );

    // The change is notified, with the market that a poll sees.
    const isTheMarket = ({ subject, market }: ListingNotification) =>
      'catalogProductId' in subject &&
      subject.catalogProductId === target.catalogProductId &&
      market?.buybox.status === 'WINNING';
    await until(() => notifications.some(isTheMarket), 'the notification');
    const reported = notifications.find(isTheMarket);
    assert.equal(reported?.sellerId, SELLER);
    const essence = ({ offers }: Market) =>
      offers.map((one) => [one.sellerId, one.price, one.shippingPrice, one.isOwn, one.fulfillment]);
    assert.ok(reported?.market);
    assert.deepEqual(essence(reported.market), essence(after.value));
  });

  it('agree on refusals, and on prices that a listing cannot have', async () => {
    const gone = await set('NOBODY-1', 1_000);
    assert.equal(gone.kind, 'rejected');
    const codes = new Set<string>();
    for (const sku of listings.keys()) {
      const low = await set(sku, 1);
      if (low.kind === 'rejected') codes.add(low.code);
    }
    assert.ok(codes.has('price_automated'), [...codes].join());
    assert.ok(codes.has('price_below_seller_minimum'), [...codes].join());
  });
});
