import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { SELLER, settings } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { createSubscriber } from './subscriptions.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const session = { sellerId: SELLER, accessToken: 'Atza|seller' };
const TOKEN = 'POST /auth/o2/token';
const PLACES = '/notifications/v1/destinations';
const TYPES = [
  'ANY_OFFER_CHANGED',
  'PRICING_HEALTH',
  'ORDER_CHANGE',
  'LISTINGS_ITEM_STATUS_CHANGE',
  'LISTINGS_ITEM_ISSUES_CHANGE',
];
const of = (type: string) => `/notifications/v1/subscriptions/${type}`;

const bus = { accountId: '000000000000', region: 'us-east-1' };
const place = (destinationId: string, resource: object) => ({ destinationId, name: 'x', resource });
const here = place('D-1', { eventBridge: { ...bus, name: 'aws.partner/x' } });
const list = (...payload: unknown[]) => ({ body: { payload } });
const subscription = (destinationId: string) => ({
  body: { payload: { subscriptionId: 'S-1', destinationId, payloadVersion: '1.0' } },
});
const missing = { status: 404, body: { errors: [{ code: 'NotFound', message: 'None' }] } };
const all = (method: string, answer: Scripted) =>
  Object.fromEntries(TYPES.map((type) => [`${method} ${of(type)}`, answer]));
const granted = {
  [TOKEN]: { body: { access_token: 'Atza|application', expires_in: 3_600 } },
  [`GET ${PLACES}`]: list(here),
  ...all('GET', missing),
  ...all('POST', subscription('D-1')),
};

function subscriber(
  script: Record<string, Scripted | Scripted[]>,
  delivery: Parameters<typeof createSubscriber>[1] = settings.delivery,
) {
  const stubbed = stub(script);
  const means = { login: stubbed.fetcher, api: stubbed.fetcher };
  return { ...stubbed, subscribe: createSubscriber(settings, delivery, means, () => NOW) };
}

describe('subscribe', () => {
  it('uses the destination that is there, and makes a subscription for each type', async () => {
    const { subscribe, calls, paths } = subscriber(granted);
    assert.deepEqual(await subscribe(session), { ok: true, value: {} });
    assert.deepEqual(paths(), [
      TOKEN,
      `GET ${PLACES}`,
      ...TYPES.flatMap((type) => [`GET ${of(type)}`, `POST ${of(type)}`]),
    ]);
    assert.deepEqual(
      [calls[0]?.form?.grant_type, calls[0]?.form?.scope],
      ['client_credentials', 'sellingpartnerapi::notifications'],
    );
    assert.equal(calls[1]?.headers?.['x-amz-access-token'], 'Atza|application');
    assert.equal(calls[3]?.headers?.['x-amz-access-token'], 'Atza|seller');
    assert.deepEqual(calls[3]?.json, { payloadVersion: '1.0', destinationId: 'D-1' });
  });

  it('creates a missing destination once', async () => {
    const elsewhere = place('D-0', { eventBridge: { ...bus, region: 'sa-east-1' } });
    const { subscribe, calls } = subscriber({
      ...granted,
      [`GET ${PLACES}`]: list(elsewhere, { destinationId: 7 }, place('D-2', { sqs: { arn: 'x' } })),
      [`POST ${PLACES}`]: { body: { payload: here } },
    });
    assert.ok((await subscribe(session)).ok);
    assert.ok((await subscribe(session)).ok);
    const made = calls.filter(({ operation }) => operation === 'createDestination');
    assert.deepEqual(
      made.map(({ json }) => json),
      [{ name: 'primazia', resourceSpecification: { eventBridge: bus } }],
    );
    assert.equal(calls.filter(({ operation }) => operation === 'token').length, 1);
  });

  it('changes nothing where everything is set already', async () => {
    const { subscribe, paths } = subscriber({ ...granted, ...all('GET', subscription('D-1')) });
    assert.ok((await subscribe(session)).ok);
    assert.ok(paths().every((path) => path === TOKEN || path.startsWith('GET')));
  });

  it('redirects a subscription with another destination, and reuses an equal one', async () => {
    const { subscribe, paths } = subscriber({
      ...granted,
      ...all('GET', subscription('D-0')),
      ...all('POST', { status: 409, body: { errors: [{ code: 'Conflict', message: 'x' }] } }),
      ...Object.fromEntries(TYPES.map((type) => [`DELETE ${of(type)}/S-1`, { body: {} }])),
    });
    assert.deepEqual(await subscribe(session), { ok: true, value: {} });
    assert.equal(paths().filter((path) => path.startsWith('DELETE')).length, TYPES.length);
  });

  it('has a queue carry what only a queue can', async () => {
    const queueArn = 'arn:aws:sqs:us-east-1:000000000000:offers';
    const queue = place('D-9', { sqs: { arn: queueArn } });
    const { subscribe, calls } = subscriber(
      { ...granted, [`GET ${PLACES}`]: list(here, queue) },
      { queueArn, eventBus: bus },
    );
    assert.ok((await subscribe(session)).ok);
    const made = calls.filter(({ operation }) => operation === 'createSubscription');
    assert.deepEqual(
      made.map(({ json }) => (json as { destinationId: string }).destinationId),
      ['D-9', 'D-9', 'D-9', 'D-1', 'D-1'],
    );
    const alone = subscriber(
      { ...granted, [`GET ${PLACES}`]: list(queue) },
      { queueArn, eventBus: null },
    );
    assert.ok((await alone.subscribe(session)).ok);
    assert.ok(!alone.paths().some((path) => path.includes('LISTINGS')));
  });

  it('subscribes to the other types if one is not permitted', async () => {
    const refusal = { status: 403, body: { errors: [{ code: 'Unauthorized', message: 'No' }] } };
    const part = `POST ${of('PRICING_HEALTH')}`;
    const { subscribe, paths } = subscriber({ ...granted, [part]: refusal });
    const answer = await subscribe(session);
    assert.equal(!answer.ok && answer.error.kind, 'forbidden');
    assert.ok(TYPES.every((type) => paths().includes(`POST ${of(type)}`)));
  });

  it('finds the destination again if the known one was deleted', async () => {
    const gone = { status: 400, body: { errors: [{ code: 'InvalidInput', message: 'No' }] } };
    const { subscribe, calls } = subscriber({
      ...granted,
      [`GET ${PLACES}`]: [list(here), list(place('D-7', { eventBridge: bus }))],
      [`POST ${of('ANY_OFFER_CHANGED')}`]: [gone, subscription('D-7')],
    });
    assert.equal((await subscribe(session)).ok, false);
    assert.ok((await subscribe(session)).ok);
    assert.deepEqual(calls.at(-1)?.json, { payloadVersion: '1.0', destinationId: 'D-7' });
  });

  it('fails with what failed', async () => {
    const away = { status: 503, body: {} };
    const parts = [
      TOKEN,
      `GET ${PLACES}`,
      `GET ${of('PRICING_HEALTH')}`,
      `POST ${of('PRICING_HEALTH')}`,
    ];
    for (const part of parts) {
      const answer = await subscriber({ ...granted, [part]: away }).subscribe(session);
      assert.equal(!answer.ok && answer.error.kind, 'unavailable', part);
    }
  });
});
