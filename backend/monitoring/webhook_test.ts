import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { CHECK_ACCESS } from '../catalog/access.ts';
import { REFRESH_LISTING } from '../catalog/actions.ts';
import { ORDERS_NOTIFIED, PRICE_WRITTEN } from '../catalog/contract.ts';
import { storeSecrets } from '../catalog/notification-secrets.ts';
import {
  type Marketplace,
  type MarketplaceNotification,
  UNPROVEN,
} from '../integrations/marketplace.ts';
import { sameSecret, signatureOf } from '../integrations/proof.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { Problem } from '../kernel/problem.ts';
import { fail, ok } from '../kernel/result.ts';
import { type AppEnv, LIMITS, mount } from '../platform/http.ts';
import { bytesOf } from '../testing/incoming.ts';
import { memoryMarketplace } from '../testing/memory-marketplace.ts';
import { type Scene, scene } from '../testing/monitoring-scene.ts';
import { emitted, type SeededCompany, seedCompany, waiting } from '../testing/test-context.ts';
import { webhookRoute } from './webhook.ts';

let the: Scene;
let other: SeededCompany;

beforeEach(async () => {
  the = await scene();
  other = await seedCompany(the.database.owner);
});
afterEach(() => the.close());

interface Sent {
  seller: string;
  topic: string;
  list: MarketplaceNotification[];
}

/** A marketplace that signs the bytes of what it sends with a secret of the account and topic. */
const signing: Partial<Marketplace> = {
  peekNotification: ({ body }) => {
    const { seller, topic } = body as Sent;
    return { sellerId: seller, topic };
  },
  decodeNotification: ({ body, headers, raw }, secrets) => {
    const given = headers.get('x-signature') ?? '';
    const isProven = secrets.some((secret) => sameSecret(given, signatureOf(secret, raw)));
    return isProven ? ok((body as Sent).list) : fail(UNPROVEN);
  },
};

/** The product as it is reached over HTTP, with one marketplace. */
function productWith(more: Partial<Marketplace>) {
  const marketplace = { ...memoryMarketplace(the.ctx.clock), ...more };
  const ctx = { ...the.ctx, marketplaces: marketplacesOf([marketplace]) };
  const app = new Hono<AppEnv>();
  mount(ctx, app, [webhookRoute(ctx)], {
    authenticate: () => Promise.reject(new Error('there is no sign-in here')),
    checkAnswers: true,
    limits: LIMITS,
    around: async (c, work) => {
      c.set('foreign', null);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return Response.json(
          { code: error.code, detail: error.more.detail },
          { status: error.status },
        );
      }
    },
  });
  return async (body: unknown, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await app.request('/webhooks/memory', {
      method: 'POST',
      body: bytesOf(body) as Uint8Array<ArrayBuffer>,
      headers: sent,
    });
    return { status: answer.status, text: await answer.text() };
  };
}

const listing = (sellerId: string): MarketplaceNotification => ({
  sellerId,
  about: 'listing',
  subject: { skuMarketplace: 'X1' },
  market: null,
});
const ACCEPTED = { status: 200, text: '{"accepted":true}' };
const REFUSED = { status: 401, text: '{"code":"unauthorized"}' };
const fetched = () => waiting(the.ctx, REFRESH_LISTING);

describe('a notification that a secret of its account proves', () => {
  const store = (company: SeededCompany, secret: string) =>
    storeSecrets(the.ctx, company, { skus: secret });
  const signed = (secret: string, body: Sent) =>
    [body, { 'x-signature': signatureOf(secret, bytesOf(body)) }] as const;
  const about = (company: SeededCompany, ...list: MarketplaceNotification[]): Sent => ({
    seller: company.sellerId,
    topic: 'skus',
    list,
  });

  it('is accepted with that secret only, and silently refused with any other', async () => {
    const post = productWith(signing);
    const ours = about(the.company, listing(the.company.sellerId));
    assert.deepEqual(await post(...signed('ours', ours)), REFUSED);
    await store(the.company, 'ours');
    await store(other, 'theirs');
    assert.deepEqual(await post(...signed('theirs', ours)), REFUSED);
    assert.deepEqual(await post(ours), REFUSED);
    const unknown = { ...ours, topic: 'prices' };
    assert.deepEqual(await post(...signed('ours', unknown)), REFUSED);
    assert.deepEqual(await fetched(), []);
    assert.deepEqual(await post(...signed('ours', ours)), ACCEPTED);
    assert.equal((await fetched()).length, 1);
  });

  it('does not apply to accounts of others', async () => {
    const post = productWith(signing);
    await store(other, 'theirs');
    const foreign = about(other, listing(other.sellerId), listing(the.company.sellerId));
    assert.deepEqual(await post(...signed('theirs', foreign)), REFUSED);
    assert.deepEqual(await fetched(), []);
  });

  it('may bear the secret of before for a day after it was replaced', async () => {
    const post = productWith(signing);
    const ours = about(the.company, listing(the.company.sellerId));
    for (const secret of ['first', 'second']) {
      the.ctx.advance(1_000);
      await store(the.company, secret);
    }
    assert.deepEqual(await post(...signed('first', ours)), ACCEPTED);
    assert.deepEqual(await post(...signed('second', ours)), ACCEPTED);
    the.ctx.advance(25 * 3_600_000);
    assert.deepEqual(await post(...signed('first', ours)), REFUSED);
    assert.deepEqual(await post(...signed('second', ours)), ACCEPTED);
    the.ctx.advance(1_000);
    await store(the.company, 'third');
    const rows = await the.database.owner`select sealed from notification_secret`;
    assert.equal(rows.length, 2);
    assert.ok(rows.every(({ sealed }) => !new TextDecoder().decode(sealed).includes('second')));
  });
});

describe('a notification', () => {
  const speaking: Partial<Marketplace> = {
    decodeNotification: ({ body }) => ok(body as MarketplaceNotification[]),
  };
  const from = ({ companyId, accountId }: SeededCompany) => ({ companyId, accountId });

  it('may name several sellers, and applies to each', async () => {
    const post = productWith(speaking);
    const sellers = [the.company.sellerId, 'a stranger', other.sellerId];
    assert.deepEqual(await post(sellers.map(listing)), ACCEPTED);
    assert.deepEqual(
      (await fetched()).map(({ companyId }) => companyId).sort(),
      [the.company.companyId, other.companyId].sort(),
    );
    assert.deepEqual(await post([listing('a stranger')]), {
      status: 200,
      text: '{"accepted":false}',
    });
  });

  it('about an order, a price or an authorization is passed on', async () => {
    const post = productWith(speaking);
    const { sellerId } = the.company;
    const list: MarketplaceNotification[] = [
      { sellerId, about: 'order', subject: { orderId: 'O-7' } },
      { sellerId, about: 'price_write', subject: { skuMarketplace: 'X1' } },
      { sellerId, about: 'access_ending', subject: null },
      { sellerId, about: 'access_ended', subject: null },
    ];
    assert.deepEqual(await post([...list, ...list]), ACCEPTED);
    const account = from(the.company);
    const orders = await emitted(the.ctx, ORDERS_NOTIFIED);
    assert.ok(orders.length > 0);
    for (const one of orders) assert.deepEqual(one, { ...account, orderIds: ['O-7'] });
    const written = { ...account, skuMarketplace: 'X1' };
    assert.deepEqual(await emitted(the.ctx, PRICE_WRITTEN), [written, written]);
    const checks = await waiting(the.ctx, CHECK_ACCESS);
    assert.deepEqual(
      checks.sort((a, b) => Number(a.isEnded) - Number(b.isEnded)),
      [
        { ...account, isEnded: false },
        { ...account, isEnded: true },
      ],
    );
    assert.deepEqual(await fetched(), []);
  });

  it('is answered as its marketplace expects', async () => {
    const list = [listing(the.company.sellerId)];
    for (const [body, text] of [
      [null, ''],
      [{ ok: 1 }, '{"ok":1}'],
    ] as const) {
      const post = productWith({ ...speaking, answerNotification: { status: 202, body } });
      assert.deepEqual(await post(list), { status: 202, text });
      assert.deepEqual(await post([listing('a stranger')]), { status: 202, text });
    }
  });
});
