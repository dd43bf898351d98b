import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { TENANT } from '../../../testing/conformance/magalu.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { createSubscriber } from './subscriptions.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const HERE = 'https://primazia.test/api/webhooks/magalu';
const PATH = '/v1/onboarding/signup';
const session = { sellerId: TENANT, accessToken: 'token' };
const TOPICS = ['portfolios_sku', 'portfolios_price', 'portfolios_stock', 'orders_order'];
const signups = (webhook: string) => ({
  body: { results: TOPICS.map((topic_id) => ({ id: `of ${topic_id}`, topic_id, webhook })) },
});
const heldSince = (at: Date) => new Map(TOPICS.map((topic) => [topic, at]));

async function subscribe(script: Record<string, Scripted | Scripted[]>, held = heldSince(NOW)) {
  const stubbed = stub(script);
  const answer = await createSubscriber(HERE, stubbed.fetcher, () => NOW)(session, held);
  return { answer, changes: stubbed.calls.filter(({ method }) => method !== 'GET') };
}
const secret = (text: string) => ({ body: { id: 'x', secret: text } });

describe('the subscription to an account’s topics', () => {
  it('keeps the secret of each topic, which is sent once', async () => {
    const { answer, changes } = await subscribe(
      { [`PUT ${PATH}`]: [secret('a'), secret('b'), secret('c'), secret('d')] },
      new Map(),
    );
    const expected = {
      portfolios_sku: 'a',
      portfolios_price: 'b',
      portfolios_stock: 'c',
      orders_order: 'd',
    };
    assert.deepEqual(answer, { ok: true, value: expected });
    assert.deepEqual(
      changes.map(({ json }) => json),
      TOPICS.map((topic_id) => ({ webhook: HERE, topic_id })),
    );
  });

  it('changes nothing where all is as it should be', async () => {
    const { answer, changes } = await subscribe({ [`GET ${PATH}`]: signups(HERE) });
    assert.deepEqual(answer, { ok: true, value: {} });
    assert.deepEqual(changes, []);
  });

  it('begins again where a secret is lost', async () => {
    const held = heldSince(NOW);
    held.delete('portfolios_price');
    const { answer, changes } = await subscribe(
      {
        [`GET ${PATH}`]: signups(HERE),
        [`DELETE ${PATH}/of%20portfolios_price`]: { status: 204, body: undefined },
        [`PUT ${PATH}`]: secret('new'),
      },
      held,
    );
    assert.deepEqual(answer, { ok: true, value: { portfolios_price: 'new' } });
    assert.deepEqual(
      changes.map(({ method }) => method),
      ['DELETE', 'PUT'],
    );
  });

  it('replaces secrets that are old, and those for another address', async () => {
    const put = { [`PUT ${PATH}`]: secret('new') };
    const old = await subscribe(
      { [`GET ${PATH}`]: signups(HERE), ...put },
      heldSince(new Date('2026-04-01T00:00:00Z')),
    );
    const moved = await subscribe({ [`GET ${PATH}`]: signups('https://old.test'), ...put });
    for (const { answer } of [old, moved])
      assert.deepEqual(Object.keys(answer.ok ? answer.value : {}), TOPICS);
  });

  it('recognizes a refusal, and still returns the received secrets', async () => {
    const refused = { status: 403, body: { slug: 'insufficient_scope' } };
    const none = await subscribe({ [`PUT ${PATH}`]: refused }, new Map());
    assert.equal(!none.answer.ok && none.answer.error.code, 'insufficient_scope');
    const some = await subscribe({ [`PUT ${PATH}`]: [refused, secret('b'), refused] }, new Map());
    assert.deepEqual(some.answer, { ok: true, value: { portfolios_price: 'b' } });
    const silent = await subscribe({ [`PUT ${PATH}`]: { body: {} } }, new Map());
    assert.equal(!silent.answer.ok && silent.answer.error.code, 'no_secret');
  });
});
