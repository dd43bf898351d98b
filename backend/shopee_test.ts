// A shop of Shopee in the whole product: its connector and the sandbox's wire, with real accounts, rules, pushes and jobs.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { CHECK_ACCESS } from './catalog/access.ts';
import { accountsOf, connectAccount, type MarketplaceContext } from './catalog/actions.ts';
import { workers as catalogWorkers } from './catalog/jobs.ts';
import { REFRESH_LISTING } from './catalog/queues.ts';
import { shopee } from './integrations/marketplaces/shopee/manifest.ts';
import { signatureOf } from './integrations/proof.ts';
import { connectMarketplaces } from './integrations/registry.ts';
import type { Market } from './kernel/market.ts';
import { Problem } from './kernel/problem.ts';
import { workers as monitoringWorkers } from './monitoring/jobs.ts';
import { webhookRoute } from './monitoring/webhook.ts';
import { type AppEnv, LIMITS, mount } from './platform/http.ts';
import { createRule } from './pricing/actions.ts';
import { RuleInput } from './pricing/contract.ts';
import { workers as pricingWorkers } from './pricing/jobs.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { ANY_PACE } from './testing/any-pace.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { offer } from './testing/monitoring-scene.ts';
import { recordObserved } from './testing/record-markets.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
  waiting,
} from './testing/test-context.ts';

const PARTNER_KEY = 'a key for this test alone';
const PUBLIC_URL = 'http://localhost:8080';
const PUSH_URL = `${PUBLIC_URL}/api/webhooks/shopee`;
const SHOP = 310_000_001;
const OTHERS = 310_000_002;
const SHOPEE = 4;
const KNOWN = new Map([[SHOPEE, { ...shopee.traits, reportsCompetitors: true }]]);

let database: TestDatabase;
let sandbox: Sandbox;
let ctx: TestContext & MarketplaceContext;
let company: SeededCompany;
let other: SeededCompany;
let accountId: number;
let post: (push: object, key?: string) => Promise<{ status: number; text: string }>;

/** The product's webhooks over HTTP. */
function openWebhooks() {
  const app = new Hono<AppEnv>();
  mount(ctx, app, [webhookRoute(ctx)], {
    authenticate: () => Promise.reject(new Error('no route here needs a person')),
    checkAnswers: true,
    limits: LIMITS,
    around: async (c, work) => {
      c.set('foreign', null);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return Response.json({ code: error.code }, { status: error.status });
      }
    },
  });
  return async (push: object, key = PARTNER_KEY) => {
    const body = JSON.stringify(push);
    const answer = await app.request('/webhooks/shopee', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        authorization: signatureOf(key, `${PUSH_URL}|`, body),
      },
    });
    return { status: answer.status, text: await answer.text() };
  };
}

const pushOf = (code: number, shop_id: number | null, data: object) => ({
  code,
  ...(shop_id !== null && { shop_id }),
  timestamp: Math.floor(ctx.clock().getTime() / 1000),
  data,
});
const TAKEN = { status: 200, text: '' };
const LOST = 'monitoring.lost-notifications';

beforeAll(async () => {
  database = await testDatabase();
  const base = testContext(database.db);
  sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    publicUrl: PUBLIC_URL,
    clock: base.clock,
    shopee: { partnerKey: PARTNER_KEY },
  });
  const place = {
    environment: { SHOPEE_CALLS_PER_SECOND: '0' },
    publicUrl: PUBLIC_URL,
    sandboxUrl: sandbox.url,
    secrets: { shopeePartnerKey: PARTNER_KEY, amazonWebhookKey: 'another key of this test' },
  };
  ctx = Object.assign(base, { marketplaces: connectMarketplaces(place, base.clock) });
  post = openWebhooks();
  company = await seedCompany(database.owner);
  other = await seedCompany(database.owner);
  await database.owner`update company set ${database.owner(ANY_PACE)}`;
  const grant = { code: `demo-shopee-${SHOP}`, params: { shop_id: String(SHOP) } };
  accountId = await connectAccount(ctx, company.companyId, 'shopee', grant);
  const theirs = { code: `demo-shopee-${OTHERS}`, params: { shop_id: String(OTHERS) } };
  await connectAccount(ctx, other.companyId, 'shopee', theirs);
  await drain(ctx, [...catalogWorkers(ctx), ...monitoringWorkers(ctx)]);
});
afterAll(async () => {
  await sandbox.stop();
  await database.close();
});

interface Row {
  id: number;
  sku_marketplace: string;
  price: number;
  promotion_status: string;
}
const listingsOf = ({ companyId }: SeededCompany) => database.owner<Row[]>`
  select id, sku_marketplace, price, promotion_status from listing
  where company_id = ${companyId} and marketplace_id = ${SHOPEE} and status = 'ENABLED'
  order by id`;
const updatesOf = (listingId: number) => database.owner<{ state: string; new_price: number }[]>`
  select state, new_price from price_update where listing_id = ${listingId} order by id`;
const statusOf = async () =>
  (await accountsOf(ctx, company.companyId)).find(({ id }) => id === accountId)?.status;

/**
 * Creates a rule for some listings with a competitor slightly above them. Shopee reports no other sellers, so that rules wait:
 * here another source is simulated.
 */
async function price(rows: readonly Row[]) {
  const above = Math.max(...rows.map((row) => row.price)) + 101;
  const known = {
    ...ctx,
    marketplaces: { ...ctx.marketplaces, traits: KNOWN },
  };
  const market: Market = {
    observedAt: ctx.clock(),
    buybox: { status: 'OUTSIDE_BUYBOX', winnerSellerId: null, priceToWin: null, reason: null },
    offers: [offer('elsewhere', above, { marketplaceId: SHOPEE })],
  };
  const observed = rows.map(({ id }) => ({ listingId: id, market }));
  await recordObserved(known, company.companyId, observed);
  const rule = RuleInput.parse({
    name: `Fora do buybox ${rows[0]?.id}`,
    competition: 'EXTERNAL',
    strategy: 'WIN',
    minPrice: Math.round(above / 2) / 100,
    maxPrice: (above * 2) / 100,
    listingIds: rows.map(({ id }) => id),
  });
  await createRule(known, company.actor, rule);
  await drain(known, pricingWorkers(known));
}

describe('a shop of Shopee', () => {
  it('has its models as listings of their own, and no markets', async () => {
    const rows = await listingsOf(company);
    assert.ok(rows.length > 60, String(rows.length));
    const markets = await database.owner`
      select 1 from market where listing_id = any(${rows.map(({ id }) => id)})`;
    assert.equal(markets.length, 0);
  });

  it('gets the prices of a rule for several models of an item', async () => {
    const rows = await listingsOf(company);
    // Listings of one item, with prices so similar that no guard stops them.
    const itemOf = ({ sku_marketplace }: Row) => sku_marketplace.split('.')[0]!;
    const like = (one: Row) =>
      rows.filter(
        (row) => itemOf(row) === itemOf(one) && Math.abs(row.price - one.price) < one.price * 0.02,
      );
    const free = rows
      .filter(({ promotion_status }) => promotion_status === 'none')
      .map(like)
      .find((models) => models.length > 1)!;
    const calls = sandbox.control.shopeePrices().length;
    await price(free);
    for (const { id, price: before, sku_marketplace } of free) {
      const [update] = await updatesOf(id);
      assert.equal(update?.state, 'applied');
      const shown = sandbox.control.item(sku_marketplace);
      assert.ok(shown && shown.price > before);
      assert.equal(shown.price, update.new_price);
    }
    assert.equal(sandbox.control.shopeePrices().length - calls, free.length);
  });
});

describe('a push of Shopee', () => {
  const refreshes = async () =>
    (await waiting(ctx, REFRESH_LISTING)).map((job) => [job.companyId, job.listings]);

  it('is answered with nothing, and has what it names read again for its own company', async () => {
    const [mine] = await listingsOf(company);
    const [theirs] = await listingsOf(other);
    const [itemId, modelId = '0'] = theirs!.sku_marketplace.split('.');
    const data = { item_id: Number(itemId), model_id: Number(modelId) };
    assert.deepEqual(await post(pushOf(22, OTHERS, data)), TAKEN);
    assert.deepEqual(await refreshes(), [[other.companyId, [theirs!.sku_marketplace]]]);
    await drain(ctx, catalogWorkers(ctx));
    assert.ok(mine);
  });

  it('reaches nothing of another company’s by a shop that is not its own', async () => {
    const [mine] = await listingsOf(company);
    const before = await database.owner`select * from listing where id = ${mine!.id}`;
    const [itemId] = mine!.sku_marketplace.split('.');
    // The shop of one seller with an item of another, which the marketplace does not have in that shop.
    assert.deepEqual(await post(pushOf(16, OTHERS, { item_id: Number(itemId) })), TAKEN);
    assert.deepEqual(await post(pushOf(16, 999, { item_id: Number(itemId) })), TAKEN);
    await drain(ctx, catalogWorkers(ctx));
    assert.deepEqual(await database.owner`select * from listing where id = ${mine!.id}`, before);
    const [found] = await database.owner<{ count: number }[]>`
      select count(*)::int as count from listing
      where company_id = ${other.companyId} and sku_marketplace like ${`${itemId}%`}`;
    assert.equal(found?.count, 0);
  });

  it('is refused without its proof, and dropped once it is old', async () => {
    const push = pushOf(2, null, { shop_id: SHOP, shop_id_list: [SHOP] });
    assert.equal((await post(push, 'a key that is wrong')).status, 401);
    assert.deepEqual(await post({ ...push, timestamp: push.timestamp - 7 * 3_600 }), TAKEN);
    assert.deepEqual(await waiting(ctx, CHECK_ACCESS), []);
  });

  it('that is replayed disconnects no account whose consent still holds', async () => {
    const push = pushOf(2, null, { shop_id: SHOP, shop_id_list: [SHOP, OTHERS, 999] });
    for (let n = 0; n < 2; n++) assert.deepEqual(await post(push), TAKEN);
    assert.equal((await waiting(ctx, CHECK_ACCESS)).length, 2);
    await drain(ctx, catalogWorkers(ctx));
    assert.equal(await statusOf(), 'active');
  });

  it('that could not be delivered is fetched, a hundred at a time, and once', async () => {
    const [mine] = await listingsOf(company);
    const { price: before, sku_marketplace: sku } = mine!;
    const worker = monitoringWorkers(ctx).find(({ queue }) => queue.name === LOST)!;
    const fetchLost = () => worker.handle([], AbortSignal.timeout(30_000));
    const nowhere = { lossPercent: 0, duplicatePercent: 0, retrySpanMs: 10 };
    sandbox.control.deliver({ url: 'http://127.0.0.1:9/', ...nowhere }, 'shopee');
    for (let n = 1; n <= 101; n++) sandbox.control.change(sku, { price: before + n });
    await sandbox.control.delivered('shopee');
    assert.equal(sandbox.control.notifications('shopee').missed, 101);
    sandbox.control.deliver({ url: null }, 'shopee');

    // If they cannot be verified they are sent again.
    sandbox.control.fail({
      marketplace: 'shopee',
      operation: 'confirmConsumedLostPushMessage',
      kind: 'error',
      count: 1,
    });
    for (let n = 0; n < 2; n++) {
      await fetchLost();
      const refreshed = await refreshes();
      assert.ok(refreshed.length > 0);
      for (const one of refreshed) assert.deepEqual(one, [company.companyId, [sku]]);
      await drain(ctx, catalogWorkers(ctx));
    }
    const [after] = await listingsOf(company);
    assert.equal(after!.price, before + 101);
    await fetchLost();
    assert.deepEqual(await refreshes(), []);
  });

  it('of the end of a consent sets the account aside, in the middle of an update too', async () => {
    const rows = (await listingsOf(company)).filter(
      ({ promotion_status, sku_marketplace }) =>
        promotion_status === 'none' && !sku_marketplace.includes('.'),
    );
    const last = rows.at(-1)!;
    sandbox.control.deauthorise(SHOP);
    await price([last]);
    const [update] = await updatesOf(last.id);
    assert.ok(update && update.state !== 'applied', update?.state);
    assert.equal(sandbox.control.item(last.sku_marketplace)?.price, last.price);
    assert.deepEqual(await post(pushOf(2, null, { shop_id: SHOP, shop_id_list: [SHOP] })), TAKEN);
    await drain(ctx, catalogWorkers(ctx));
    assert.equal(await statusOf(), 'inactive');
    const [theirs] = await accountsOf(ctx, other.companyId);
    assert.notEqual(theirs?.status, 'inactive');
  });
});
