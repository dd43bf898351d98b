// The test page's calls in the whole product: Magalu's connector and the sandbox's wire, with a real account and real webhooks.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { createApp } from './app.ts';
import { connectAccount, type MarketplaceContext } from './catalog/actions.ts';
import type { TestAccount } from './catalog/contract.ts';
import { workers as catalogWorkers } from './catalog/jobs.ts';
import { allRoutes } from './domains.ts';
import { MAGALU } from './integrations/marketplaces/magalu/id.ts';
import { connectMarketplaces } from './integrations/registry.ts';
import { signatureHeaders } from './sandbox/magalu/messages.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { tenantIdOf } from './sandbox/world/tenants.ts';
import { findOffer, itemsOf, OWN_SELLERS } from './sandbox/world.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { isPlain, until } from './testing/sandbox/wire.ts';
import { drain, type SeededCompany, seedCompany, testContext } from './testing/test-context.ts';

const TENANT = tenantIdOf(OWN_SELLERS.HOME);
const DELIVERY = { lossPercent: 0, duplicatePercent: 0 };

type Json = Record<string, unknown>;
interface Answer {
  status: number;
  body: Json;
}

let database: TestDatabase;
let sandbox: Sandbox;
let ctx: MarketplaceContext;
let company: SeededCompany;
let stage: Awaited<ReturnType<typeof serve>>;
let account: string;

/** The product over a socket, all calls of which one person makes. */
async function serve(open: MarketplaceContext, port = 0) {
  const caller = {
    ...company.actor,
    sessionId: crypto.randomUUID(),
    expiresAt: new Date(open.clock().getTime() + 86_400_000),
    opens: null,
  };
  const app = createApp(open, allRoutes(open, { version: 'test', workersHealthy: () => true }), {
    authenticate: () => Promise.resolve(caller),
    version: 'test',
    checkAnswers: true,
  });
  const server = Deno.serve({ port, hostname: '127.0.0.1', onListen: () => undefined }, app.fetch);
  const url = `http://127.0.0.1:${server.addr.port}/api`;
  return {
    url,
    close: () => server.shutdown(),
    async call(path: string, body?: Json): Promise<Answer> {
      const answer = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'PUT',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

beforeAll(async () => {
  database = await testDatabase();
  company = await seedCompany(database.owner);
  const base = testContext(database.db);
  const port = freePort();
  sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    clock: base.clock,
    magalu: {
      webhookUrl: `http://127.0.0.1:${port}/api/webhooks/magalu`,
      acceptMs: [0, 0],
      delivery: DELIVERY,
    },
  });
  const place = {
    environment: { MAGALU_RATE_LIMITS: 'off' },
    publicUrl: 'http://localhost:8080',
    sandboxUrl: sandbox.url,
    secrets: { shopeePartnerKey: 'a key of this test', amazonWebhookKey: 'another one' },
  };
  ctx = Object.assign(base, { marketplaces: connectMarketplaces(place, base.clock) });
  stage = await serve(ctx, port);
  const grant = { code: `demo-magalu-${OWN_SELLERS.HOME}`, params: {} };
  const id = await connectAccount(ctx, company.companyId, 'magalu', grant);
  account = `/v1/test/accounts/${id}`;
  await drain(ctx, catalogWorkers(ctx));
});
afterAll(async () => {
  await stage.close();
  await sandbox.stop();
  await database.close();
});

function freePort(): number {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' });
  const { port } = listener.addr;
  listener.close();
  return port;
}

const read = async (path: string, at = stage): Promise<Json> => {
  const { status, body } = await at.call(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const LIST = `/v1/test/accounts?marketplaceId=${MAGALU}`;
const accountNow = async (): Promise<TestAccount> => {
  const { accounts } = await read(LIST);
  const [found, ...others] = accounts as TestAccount[];
  assert.ok(found && others.length === 0);
  return found;
};
const receivedNow = async () =>
  (await accountNow()).received.map(({ topic, proof }) => [topic, proof]);
/** A listing whose price nothing else sets, by a code that a path has to encode. */
function someListing(): { sku: string; price: number } {
  const found = itemsOf(sandbox.world(), OWN_SELLERS.HOME, 'magalu')
    .flatMap((itemId) => findOffer(sandbox.world(), itemId)?.offer ?? [])
    .find((offer) => isPlain(offer) && offer.sku.includes('/'));
  assert.ok(found);
  return found;
}

describe('the test page of Magalu', () => {
  it('shows the token, who the account is, and a page of its SKUs', async () => {
    const { name, sellerId, token } = await accountNow();
    assert.equal(sellerId, TENANT);
    assert.ok(token);
    assert.ok(token.scopes?.includes('open:portfolio-prices-seller:write'));
    assert.ok(Date.parse(token.endsAt) > ctx.clock().getTime());
    const { identity } = await read(`${account}/identity`);
    const { channelId, ...who } = identity as { channelId: string };
    assert.deepEqual(who, { sellerId: TENANT, name });
    assert.match(channelId, /^[\da-f-]{36}$/);
    const { skus } = await read(`${account}/skus`);
    assert.equal((skus as string[]).length, 100);
    assert.ok((skus as string[]).includes(someListing().sku));
  });

  it('reads and sets a price, and shows how its write ended', async () => {
    const { sku, price } = someListing();
    const at = `${account}/price?sku=${encodeURIComponent(sku)}`;
    assert.deepEqual(await read(at), { price: price / 100, currencyCode: 'BRL' });
    sandbox.control.acceptWithin(60_000, 60_000);
    const wanted = { sku, price: (price - 100) / 100 };
    const taken = await stage.call(`${account}/price`, wanted);
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    const { trace, ...rest } = taken.body;
    assert.deepEqual(rest, { outcome: 'accepted', code: null, message: null });
    const write = `${account}/price-write?trace=${encodeURIComponent(String(trace))}`;
    assert.equal((await read(write)).state, 'pending');
    sandbox.control.tick(1, 61_000);
    assert.deepEqual(await read(write), { state: 'done', code: null, message: null });
    assert.equal((await read(at)).price, wanted.price);
    sandbox.control.acceptWithin(0, 0);
  });

  it('sets no price while the company has stopped its price changes', async () => {
    const { sku, price } = someListing();
    const stop = (stops: boolean) =>
      database.owner`update company set stops_price_changes = ${stops} where id = ${company.companyId}`;
    const before = sandbox.control.writes().length;
    await stop(true);
    const refused = await stage.call(`${account}/price`, { sku, price: (price + 500) / 100 });
    await stop(false);
    assert.deepEqual([refused.status, refused.body.code], [409, 'price_changes_stopped']);
    assert.equal(sandbox.control.writes().length, before);
  });

  it('refuses an account of another company, and a SKU that is not there', async () => {
    const other = await seedCompany(database.owner);
    const theirs = await stage.call(`/v1/test/accounts/${other.accountId}/skus`);
    assert.deepEqual([theirs.status, theirs.body.code], [404, 'account_not_found']);
    const none = await stage.call(`${account}/price?sku=nothing`);
    assert.deepEqual([none.status, none.body.code], [404, 'listing_not_found']);
  });

  it('shows the last webhooks, and why the proof of some was refused', async () => {
    const { sku, price } = someListing();
    const count = (await receivedNow()).length;
    await stage.call(`${account}/price`, { sku, price: (price - 300) / 100 });
    await until('Magalu told of the price', async () => (await receivedNow()).length > count);
    assert.deepEqual((await receivedNow())[0], ['portfolios_price', 'proven']);

    const text = JSON.stringify({
      topic: 'portfolios_sku',
      tenant_id: TENANT,
      data: { status: 'published', params: { sku } },
    });
    const post = async (headers: Record<string, string>) => {
      const answer = await fetch(`${stage.url}/webhooks/magalu`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      });
      await answer.body?.cancel();
      assert.equal(answer.status, 401);
    };
    const now = ctx.clock().getTime();
    await post(signatureHeaders(['whsec_made-up'], text, now));
    await post(signatureHeaders(['whsec_made-up'], text, now - 301_000));
    await post({});
    assert.deepEqual((await receivedNow()).slice(0, 3), [
      ['portfolios_sku', 'no_time'],
      ['portfolios_sku', 'wrong_time'],
      ['portfolios_sku', 'wrong_signature'],
    ]);
    for (let n = 0; n < 20; n++) await post({});
    assert.deepEqual(await receivedNow(), Array(20).fill(['portfolios_sku', 'no_time']));
    const [stored] = await database.owner`select count(*)::int as rows from received_notification`;
    assert.equal(stored?.rows, 20);
  });
});

describe('outside of a stage environment', () => {
  for (const environment of ['production', 'development'] as const)
    it(`none of its calls exists, and no webhook is recorded: ${environment}`, async () => {
      await database.owner`delete from received_notification`;
      const elsewhere = await serve({ ...ctx, config: { ...ctx.config, environment } });
      const { sku } = someListing();
      const paths = [
        LIST,
        ...['identity', 'skus', `price?sku=${encodeURIComponent(sku)}`, 'price-write?trace=t'].map(
          (tail) => `${account}/${tail}`,
        ),
      ];
      const answers = [
        ...(await Promise.all(paths.map((path) => elsewhere.call(path)))),
        await elsewhere.call(`${account}/price`, { sku, price: 10 }),
        await elsewhere.call(`${account}/price`, { wrong: true }),
      ];
      for (const { status, body } of answers)
        assert.deepEqual([status, body.code], [404, 'not_found']);
      const sent = await fetch(`${elsewhere.url}/webhooks/magalu`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ topic: 'portfolios_sku', tenant_id: TENANT }),
      });
      await sent.body?.cancel();
      assert.equal(sent.status, 401);
      await elsewhere.close();
      const rows = await database.owner`select 1 from received_notification`;
      assert.equal(rows.length, 0);
    });
});
