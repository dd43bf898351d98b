import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@std/testing/bdd';
import {
  callAmazon,
  grantlessToken,
  HOME,
  isAmazonError,
  openAmazon,
} from '../../testing/sandbox/amazon.ts';
import { type Json, until } from '../../testing/sandbox/wire.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { isTooDear } from '../world.ts';

const DESTINATIONS = '/notifications/v1/destinations';
const SUBSCRIPTIONS = '/notifications/v1/subscriptions';
const BUS = { eventBridge: { accountId: '210987654321', region: 'us-east-1' } };
const QUEUE = { sqs: { arn: 'arn:aws:sqs:us-east-1:210987654321:offers' } };
const KEY = 'a-webhook-key';

interface Got {
  headers: Headers;
  body: Json;
}

describe('Amazon’s notifications', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** A real receiver on this machine. */
  function receiver(answer: () => number = () => 200) {
    const got: Got[] = [];
    const server = Deno.serve(
      { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
      async (request) => {
        got.push({ headers: request.headers, body: (await request.json()) as Json });
        return new Response(null, { status: answer() });
      },
    );
    closing.push(() => server.shutdown());
    return { got, url: `http://127.0.0.1:${server.addr.port}/api/webhooks/amazon` };
  }

  async function start(url: string | null = null, amazon: SandboxOptions['amazon'] = {}) {
    const delivery = { lossPercent: 0, duplicatePercent: 0, ...amazon.delivery };
    const wire = await openAmazon({
      amazon: { webhookUrl: url, webhookKey: KEY, ...amazon, delivery },
    });
    closing.push(() => wire.sandbox.stop());
    const grantless = await grantlessToken(wire.sandbox.url);
    const asApplication = (method: string, path: string, json?: unknown) =>
      callAmazon(wire.sandbox.url, method, path, {
        token: grantless,
        ...(json === undefined ? {} : { json }),
      });
    const createDestination = (resourceSpecification: unknown) =>
      asApplication('POST', DESTINATIONS, { name: 'product', resourceSpecification });
    /** Subscribes the seller to all of these. */
    async function subscribe(types: readonly string[], place: unknown = BUS) {
      const { body } = await createDestination(place);
      const { destinationId } = (body as { payload: { destinationId: string } }).payload;
      for (const type of types) {
        const json = { payloadVersion: '1.0', destinationId };
        assert.equal((await wire.post(`${SUBSCRIPTIONS}/${type}`, json)).status, 200);
      }
      return destinationId;
    }
    return { ...wire, asApplication, createDestination, subscribe };
  }

  it('go where the application wants them, once for each place', async () => {
    const { asApplication, createDestination } = await start();
    const made = await createDestination(BUS);
    assert.equal(made.status, 200);
    const { payload } = made.body as { payload: Json & { resource: { eventBridge: Json } } };
    assert.equal(payload.name, 'product');
    const { name, ...place } = payload.resource.eventBridge;
    assert.deepEqual(place, BUS.eventBridge);
    assert.match(String(name), /^aws\.partner\/sellingpartnerapi\.amazon\.com\/210987654321\//);
    isAmazonError(await createDestination(BUS), 409, 'Conflict');
    isAmazonError(await createDestination({ sqs: { arn: 'here' } }), 400, 'InvalidInput');
    const path = `${DESTINATIONS}/${String(payload.destinationId)}`;
    assert.deepEqual((await asApplication('GET', DESTINATIONS)).body, { payload: [payload] });
    assert.deepEqual((await asApplication('GET', path)).body, { payload });
    assert.equal((await asApplication('DELETE', path)).status, 200);
    isAmazonError(await asApplication('GET', path), 404, 'NOT_FOUND');
    isAmazonError(await asApplication('DELETE', path), 404, 'NOT_FOUND');
  });

  it('are subscribed to by each seller, once for each kind', async () => {
    const { get, post, asApplication, subscribe } = await start();
    const path = `${SUBSCRIPTIONS}/ANY_OFFER_CHANGED`;
    isAmazonError(await get(path), 404, 'NOT_FOUND');
    isAmazonError(
      await post(path, { payloadVersion: '1.0', destinationId: 'none' }),
      400,
      'InvalidInput',
    );
    const destinationId = await subscribe(['ANY_OFFER_CHANGED']);
    const { payload } = (await get(path)).body as { payload: Json };
    assert.equal(payload.destinationId, destinationId);
    isAmazonError(await post(path, { payloadVersion: '1.0', destinationId }), 409, 'Conflict');
    isAmazonError(await get(`${SUBSCRIPTIONS}/WEATHER`), 400, 'InvalidInput');
    const one = `${path}/${String(payload.subscriptionId)}`;
    assert.deepEqual((await asApplication('GET', one)).body, { payload });
    assert.equal((await asApplication('DELETE', one)).status, 200);
    isAmazonError(await asApplication('DELETE', one), 404, 'NOT_FOUND');
    isAmazonError(await get(path), 404, 'NOT_FOUND');
  });

  it('report the whole market of a page on which a competitor moved', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe } = await start(hook.url);
    const { product } = plain('winning');
    const competitor = product.offers.find((offer) => offer.behaviour !== null);
    assert.ok(competitor);
    sandbox.control.change(competitor.itemId, { price: competitor.price + 300 });
    await subscribe(['ANY_OFFER_CHANGED', 'PRICING_HEALTH']);
    sandbox.control.change(competitor.itemId, { price: competitor.price - 7 });
    await until('it came', () => hook.got.length === 1);
    const [{ headers, body } = { headers: new Headers(), body: {} as Json }] = hook.got;
    assert.equal(headers.get('x-api-key'), KEY);
    assert.equal(body['detail-type'], 'ANY_OFFER_CHANGED');
    assert.equal(body.account, '210987654321');
    assert.match(String(body.source), /^aws\.partner\/sellingpartnerapi\.amazon\.com\//);
    const { Payload, NotificationType } = body.detail as {
      Payload: { AnyOfferChangedNotification: Json };
      NotificationType: string;
    };
    assert.equal(NotificationType, 'ANY_OFFER_CHANGED');
    const reported = Payload.AnyOfferChangedNotification;
    assert.equal(reported.SellerId, HOME);
    assert.equal((reported.OfferChangeTrigger as Json).ASIN, product.id);
    const amounts = (reported.Offers as { ListingPrice: { Amount: number } }[]).map(
      ({ ListingPrice }) => ListingPrice.Amount,
    );
    assert.ok(amounts.includes((competitor.price - 7) / 100));
  });

  it('notify a seller whose price became too high to be featured', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe } = await start(hook.url);
    await subscribe(['PRICING_HEALTH']);
    const { product, offer } = plain('winning');
    sandbox.control.change(offer.itemId, { price: (product.ceiling ?? 0) + 100 });
    assert.ok(isTooDear(product, { ...offer, price: (product.ceiling ?? 0) + 100 }));
    await until('it came', () => hook.got.length === 1);
    const [got] = hook.got;
    assert.ok(got);
    const { payload } = got.body.detail as { payload: Json };
    assert.equal(payload.issueType, 'BuyBoxDisqualification');
    assert.equal(payload.sellerId, HOME);
    const merchant = payload.merchantOffer as { listingPrice: { amount: number } };
    assert.equal(merchant.listingPrice.amount, ((product.ceiling ?? 0) + 100) / 100);
    const pending = () => sandbox.control.notifications('amazon').pending;
    // The receiver has it before the sender has the receiver's answer.
    await until('it was taken', () => pending() === 0);
    // A further rise causes no notification.
    sandbox.control.change(offer.itemId, { price: (product.ceiling ?? 0) + 200 });
    assert.equal(pending(), 0);
  });

  it('report external changes: a price that is too high now, and the featured offer', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe } = await start(hook.url);
    await subscribe(['ANY_OFFER_CHANGED', 'PRICING_HEALTH']);
    const { product, offer } = plain('winning');
    sandbox.control.elsewhere(product.id, (product.ceiling ?? 0) + 1);
    await until('it came', () => hook.got.length === 1);
    const trigger = ({ body }: Got) => {
      const detail = body.detail as {
        Payload: { AnyOfferChangedNotification: { OfferChangeTrigger: Json } };
      };
      return detail.Payload.AnyOfferChangedNotification.OfferChangeTrigger;
    };
    assert.equal(hook.got.map(trigger)[0]?.OfferChangeType, 'External');
    sandbox.control.elsewhere(product.id, offer.price + offer.shippingPrice - 1);
    await until('both came', () => hook.got.length === 3);
    const types = hook.got.slice(1).map(({ body }) => body['detail-type']);
    assert.deepEqual(types.sort(), ['ANY_OFFER_CHANGED', 'PRICING_HEALTH']);
    assert.throws(() => sandbox.control.elsewhere('MLB1', 1_000), RangeError);
  });

  it('report listings that go off sale, and their issues', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe, patch } = await start(hook.url);
    await subscribe(['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE']);
    const { offer } = plain();
    const value = [
      {
        currency: 'BRL',
        our_price: [{ schedule: [{ value_with_tax: ((offer.amazon?.least ?? 0) - 1) / 100 }] }],
      },
    ];
    const patches = [{ op: 'merge', path: '/attributes/purchasable_offer', value }];
    await patch(offer.sku, { productType: 'PRODUCT', patches });
    sandbox.control.tick(1, 8_000);
    await until('both came', () => hook.got.length === 2);
    const reported = hook.got.map(({ body }) => body.detail as { Payload: Json });
    const payloads = reported.map(({ Payload }) => Payload);
    assert.ok(payloads.every((one) => one.Sku === offer.sku && one.SellerId === HOME));
    assert.deepEqual(payloads.find((one) => 'Status' in one)?.Status, []);
    assert.deepEqual(payloads.find((one) => 'Severities' in one)?.Severities, ['ERROR']);
  });

  it('are delivered from a queue as its messages', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe } = await start(hook.url);
    await subscribe(['ANY_OFFER_CHANGED'], QUEUE);
    const { product, offer } = plain();
    sandbox.control.change(offer.itemId, { price: offer.price + 1 });
    await until('it came', () => hook.got.length === 1);
    const [got] = hook.got;
    assert.ok(got);
    const [message] = got.body as unknown as { body: string }[];
    assert.ok(message);
    assert.ok(message.body.includes(product.id));
  });

  it('are sent again with the same id until they are accepted, unless they can never be', async () => {
    let status = 503;
    const hook = receiver(() => status);
    const { sandbox, plain, subscribe } = await start(hook.url, {
      delivery: { retrySpanMs: 1_000_000 },
    });
    await subscribe(['ANY_OFFER_CHANGED']);
    const { offer } = plain();
    sandbox.control.change(offer.itemId, { price: offer.price + 1 });
    await until('it came', () => hook.got.length === 1);
    status = 202;
    await until('it came again', () => hook.got.length === 2);
    assert.equal(hook.got[0]?.body.id, hook.got[1]?.body.id);
    await until('it was taken', () => sandbox.control.notifications('amazon').delivered === 1);
    status = 403;
    sandbox.control.change(offer.itemId, { price: offer.price + 2 });
    await until('it was given up', () => sandbox.control.notifications('amazon').missed === 1);
    assert.equal(hook.got.length, 3);
  });

  it('are lost or doubled where a test wants it', async () => {
    const hook = receiver();
    const { sandbox, plain, subscribe } = await start(hook.url);
    await subscribe(['ANY_OFFER_CHANGED']);
    const { offer } = plain();
    sandbox.control.deliver({ lossPercent: 100 }, 'amazon');
    sandbox.control.change(offer.itemId, { price: offer.price + 1 });
    assert.equal(sandbox.control.notifications('amazon').lost, 1);
    sandbox.control.deliver({ lossPercent: 0, duplicatePercent: 100, delayMs: 5 }, 'amazon');
    sandbox.control.change(offer.itemId, { price: offer.price + 2 });
    await until('two came', () => hook.got.length === 2);
    assert.equal(hook.got[0]?.body.id, hook.got[1]?.body.id);
    assert.equal(sandbox.control.notifications().lost, 0, 'Mercado Livre’s are its own');
  });
});
