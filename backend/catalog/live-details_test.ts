import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { createApp } from '../app.ts';
import type { RemoteVariation } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import { connectAccount, type MarketplaceContext } from './actions.ts';
import { workers } from './jobs.ts';
import { routes } from './routes.ts';

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let ours: SeededCompany;
let theirs: SeededCompany;
let accountId: number;
const ids = new Map<string, number>();

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock, { sellerId: `seller-${crypto.randomUUID()}` });
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  ours = await seedCompany(database.owner);
  theirs = await seedCompany(database.owner);
  market.codes.add('code');
  for (const id of ['M1', 'M2', 'M/3 ?']) market.listings.set(id, remoteListing(id));
  market.listings.set('BARE', remoteListing('BARE', { sku: null }));
  const grant = { code: 'code', params: {} };
  accountId = await connectAccount(ctx, ours.companyId, 'memory', grant);
  await drain(ctx, workers(ctx));
  const rows = await database.owner<{ id: number; sku: string }[]>`
    select id, sku_marketplace as sku from listing where account_id = ${accountId}`;
  for (const { id, sku } of rows) ids.set(sku, id);
});

/** Calls a route as a user of a company; gives the status and the answer. */
async function ask(path: string, company = ours) {
  const app = createApp(ctx, routes(ctx), {
    authenticate: () =>
      Promise.resolve({
        ...company.actor,
        sessionId: 'test',
        expiresAt: ctx.clock(),
        opens: null,
      }),
    version: 'test',
    checkAnswers: true,
  });
  const response = await app.request(`/api${path}`, {
    headers: { authorization: 'Bearer token', 'accepted-language': 'es' },
  });
  return { status: response.status, body: await response.json() };
}
const refused = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.code];

/** Failures of the marketplace, and the problem that the caller gets. */
const FAILURES = [
  ['unavailable', [503, 'marketplace_unavailable']],
  ['rate_limited', [503, 'marketplace_unavailable']],
] as const;

describe('the variations of a listing', () => {
  const variationsOf = (sku: string, company = ours) =>
    ask(`/v1/listings/variations/${ids.get(sku)}`, company);
  const row = (skuMarketplace: string, attributes: Record<string, string>) => ({
    skuMarketplace,
    sku: `SKU-${skuMarketplace}`,
    attributes,
    stock: 4,
    price: 1_990,
  });

  it('are those of the marketplace, with the company’s own listings of them', async () => {
    const odd: RemoteVariation = { ...row('ELSEWHERE', {}), sku: null, stock: null, price: null };
    market.families.set('M1', [
      row('M1', { COLOR: 'Azul', SIZE: 'M' }),
      row('M2', { COLOR: 'Verde', VOLTAGE: '220V' }),
      odd,
    ]);
    const { status, body } = await variationsOf('M1');
    assert.equal(status, 200);
    const reported = (sku: string, attrs: object, listingId: number | null) => ({
      sku: `SKU-${sku}`,
      skuMarketplace: sku,
      attrs,
      stock: 4,
      price: 19.9,
      listingId,
    });
    assert.deepEqual(body, {
      headers: ['COLOR', 'SIZE', 'VOLTAGE'],
      data: [
        reported('M1', { COLOR: 'Azul', SIZE: 'M' }, null),
        reported('M2', { COLOR: 'Verde', VOLTAGE: '220V' }, ids.get('M2')!),
        {
          sku: null,
          skuMarketplace: 'ELSEWHERE',
          attrs: {},
          stock: null,
          price: null,
          listingId: null,
        },
      ],
    });
  });

  it('are none if it has none, or the marketplace has no variations', async () => {
    const nothing = { status: 200, body: { headers: [], data: [] } };
    assert.deepEqual(await variationsOf('M1'), nothing);
    const { getVariations: _, ...plain } = market;
    ctx.marketplaces = marketplacesOf([plain]);
    assert.deepEqual(await variationsOf('M1'), nothing);
  });

  it('of a listing that the company does not have are refused', async () => {
    assert.deepEqual(refused(await variationsOf('M1', theirs)), [404, 'listing_not_found']);
  });

  for (const [kind, expected] of FAILURES)
    it(`fail where the marketplace is ${kind}`, async () => {
      market.broken.set('M1', callFailure(kind, 'x'));
      assert.deepEqual(refused(await variationsOf('M1')), expected);
    });

  it('fail where the marketplace refuses, or the account is not connected', async () => {
    market.broken.set('M1', callFailure('forbidden', 'x'));
    assert.deepEqual(refused(await variationsOf('M1')), [422, 'variations_not_told']);
    await database.owner`update account set status = 'inactive' where id = ${accountId}`;
    assert.deepEqual(refused(await variationsOf('M1')), [409, 'account_inactive']);
  });
});

describe('the health of a listing', () => {
  const healthOf = (sku: string, skuMarketplace: string, company = ours, account = accountId) =>
    ask(
      `/listing/sku/${encodeURIComponent(sku)}/sku-marketplace/${encodeURIComponent(skuMarketplace)}/health?accountId=${account}`,
      company,
    );
  const item = (code: string, isDone: boolean) => ({
    code,
    isDone,
    description: `About ${code}`,
    message: isDone ? null : `Do ${code}`,
  });

  it('contains completed and missing items, without empty categories', async () => {
    market.healths.set('M/3 ?', {
      score: 67,
      categories: [
        { name: 'CHARACTERISTICS', items: [item('brand', true), item('title', false)] },
        { name: 'PICTURES', items: [] },
        { name: 'Condições', items: [item('stock', true)] },
      ],
    });
    const { status, body } = await healthOf('SKU-M/3 ?', 'M/3 ?');
    assert.equal(status, 200);
    const reported = (code: string, type: boolean) => ({
      code,
      type,
      description: `About ${code}`,
      message: type ? null : `Do ${code}`,
    });
    assert.deepEqual(body, {
      id: ids.get('M/3 ?'),
      health: 'AVERAGE',
      score: 67,
      totalHealth: 3,
      totalHealthCompleted: 2,
      categories: [
        {
          name: 'CHARACTERISTICS',
          descriptions: [reported('brand', true), reported('title', false)],
        },
        { name: 'Condições', descriptions: [reported('stock', true)] },
      ],
    });
  });

  it('that is not worked out yet is unprocessed, with a score of zero', async () => {
    const { body } = await healthOf('-', 'BARE');
    assert.deepEqual(body, {
      id: ids.get('BARE'),
      health: 'UNPROCESSED',
      score: 0,
      totalHealth: 0,
      totalHealthCompleted: 0,
      categories: [],
    });
  });

  it('is requested in the caller’s language', async () => {
    const locales: string[] = [];
    const getHealth: typeof market.getHealth = (session, sku, locale) => {
      locales.push(locale);
      return market.getHealth!(session, sku, locale);
    };
    ctx.marketplaces = marketplacesOf([{ ...market, getHealth }]);
    await healthOf('SKU-M1', 'M1');
    assert.deepEqual(locales, ['es']);
  });

  const strangers: [string, () => ReturnType<typeof ask>][] = [
    ['of another company', () => healthOf('SKU-M1', 'M1', theirs)],
    ['under another SKU', () => healthOf('SKU-M2', 'M1')],
    ['under a SKU that it does not have', () => healthOf('SKU-BARE', 'BARE')],
    ['of another account', () => healthOf('SKU-M1', 'M1', ours, accountId + 1_000)],
    ['that nobody has', () => healthOf('SKU-M9', 'M9')],
  ];
  for (const [name, work] of strangers)
    it(`of a listing ${name} is refused`, async () => {
      assert.deepEqual(refused(await work()), [404, 'listing_not_found']);
    });

  for (const [kind, expected] of [
    ...FAILURES,
    ['invalid', [400, 'health_not_told']],
    ['not_found', [404, 'health_not_told']],
  ] as const)
    it(`fails where the marketplace is ${kind}`, async () => {
      market.broken.set('M1', callFailure(kind, 'x'));
      const answer = await healthOf('SKU-M1', 'M1');
      assert.deepEqual(refused(answer), expected);
      assert.equal(answer.body.detail, 'memory: x');
    });

  it('is not reported by a marketplace without health', async () => {
    const { getHealth: _, ...plain } = market;
    ctx.marketplaces = marketplacesOf([plain]);
    assert.deepEqual(refused(await healthOf('SKU-M1', 'M1')), [404, 'health_not_told']);
  });
});

describe('the words about listings', () => {
  const words: [string, object][] = [
    [
      '/v1/listings/status',
      {
        status: ['ENABLED', 'PAUSED', 'INACTIVE', 'REVIEW', 'ARCHIVED'],
        groupType: ['none', 'relation', 'variation'],
      },
    ],
    ['/v1/listings/channels', { channels: ['marketplace', 'mshops'] }],
    ['/v1/listings/promotions/status', { promotions: ['none', 'pending', 'started'] }],
  ];
  for (const [path, expected] of words)
    it(`are at ${path}`, async () => {
      assert.deepEqual(await ask(path), { status: 200, body: expected });
    });

  it('name the types of listings from the lowest to the highest', async () => {
    const { body } = await ask('/v1/listings/types');
    assert.deepEqual(body.fulfillment, [true, false]);
    assert.deepEqual(
      body.types.map(({ name }: { name: string }) => name),
      ['Free', 'Bronze', 'Silver', 'Gold', 'Classic', 'Diamond', 'Premium'],
    );
  });
});
