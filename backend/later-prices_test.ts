// Prices that a marketplace accepts now and sets later, from the rule to the price that buyers see: Magalu's wire in
// the sandbox, the product's queues and database, and its webhook over HTTP.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { createApp } from './app.ts';
import { connectAccount, type MarketplaceContext, secretsOf } from './catalog/actions.ts';
import { workers as catalogWorkers } from './catalog/jobs.ts';
import { syncAccount } from './catalog/sync.ts';
import type { Manifest } from './integrations/manifest.ts';
import type { Marketplace } from './integrations/marketplace.ts';
import { magalu } from './integrations/marketplaces/magalu/manifest.ts';
import { connectMarketplaces, marketplacesOf } from './integrations/registry.ts';
import { webhookRoute } from './monitoring/webhook.ts';
import { LIMITS } from './platform/http.ts';
import { createRule } from './pricing/actions.ts';
import { RuleInput } from './pricing/contract.ts';
import { workers as pricingWorkers } from './pricing/jobs.ts';
import { signatureHeaders } from './sandbox/magalu/messages.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { tenantIdOf } from './sandbox/world/tenants.ts';
import { NEWCOMER, OWN_SELLERS } from './sandbox/world.ts';
import { ANY_PACE } from './testing/any-pace.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { offer } from './testing/monitoring-scene.ts';
import { recordObserved } from './testing/record-markets.ts';
import { until } from './testing/sandbox/wire.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from './testing/test-context.ts';

const HOME = tenantIdOf(OWN_SELLERS.HOME);
/** The time until Magalu sets an accepted price. */
const LATER_MS = 30_000;

interface Listing {
  id: number;
  sku_marketplace: string;
  price: number;
}

let database: TestDatabase;
let sandbox: Sandbox;
let server: Deno.HttpServer<Deno.NetAddr>;
let ctx: TestContext & MarketplaceContext;
let company: SeededCompany;
let accountId: number;
let free: Listing[];
let manifests: Manifest[];

beforeAll(async () => {
  database = await testDatabase();
  const { owner } = database;
  const base = testContext(database.db, { uuid: () => crypto.randomUUID() });
  base.setTime(new Date());
  company = await seedCompany(owner);
  await owner`update company set ${owner(ANY_PACE)} where id = ${company.companyId}`;
  // Made before the sandbox, whose notifications it takes.
  server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, (request) =>
    app.fetch(request),
  );
  sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    clock: base.clock,
    magalu: {
      webhookUrl: `http://127.0.0.1:${server.addr.port}/api/webhooks/magalu`,
      acceptMs: [LATER_MS, LATER_MS],
      delivery: { lossPercent: 0, duplicatePercent: 100, retrySpanMs: 1_000 },
    },
  });
  const place = {
    environment: { MAGALU_RATE_LIMITS: 'off' },
    publicUrl: 'http://localhost:8080',
    sandboxUrl: sandbox.url,
    secrets: {},
  };
  // Magalu reports no competitors; here it does, so that a rule has competitors.
  const manifest = { ...magalu, traits: { ...magalu.traits, reportsCompetitors: true } };
  ctx = { ...base, marketplaces: connectMarketplaces(place, base.clock, {}, [manifest]) };
  manifests = [manifest];
  const app = createApp(ctx, [webhookRoute(ctx)], {
    authenticate: () => Promise.reject(new Error('there is no sign-in here')),
    knowsOrigin: () => Promise.resolve(false),
    version: 'test',
    checkAnswers: true,
    limits: LIMITS,
  });
  accountId = await connect(company, OWN_SELLERS.HOME);
  free = await owner<Listing[]>`
    select l.id, l.sku_marketplace, l.price from listing l
    join listing_particulars about on about.listing_id = l.id and about.company_id = l.company_id
    where l.account_id = ${accountId} and l.status = 'ENABLED' and about.automated_since is null order by l.id`;
});
afterAll(async () => {
  await sandbox.stop();
  await server.shutdown();
  await database.close();
});
beforeEach(() => sandbox.control.deliver({ lossPercent: 0 }, 'magalu'));

async function connect({ companyId }: SeededCompany, sellerId: number): Promise<number> {
  const grant = { code: `demo-magalu-${sellerId}`, params: {} };
  const id = await connectAccount(ctx, companyId, 'magalu', grant);
  const synced = await syncAccount(ctx, { companyId, accountId: id }, AbortSignal.timeout(60_000));
  assert.ok(synced.ok, JSON.stringify(synced));
  return id;
}

/** The test defines the markets: a poll would find no competitors. */
const work = (by: MarketplaceContext = ctx) =>
  drain(by, [...pricingWorkers(by), ...catalogWorkers(by)]);

/** The same product with a marketplace that behaves differently in some calls, such as in a crashing process. */
function process(change: (own: Marketplace) => Partial<Marketplace>): MarketplaceContext {
  const own = ctx.marketplaces.bySlug('magalu')!;
  return { ...ctx, marketplaces: marketplacesOf([{ ...own, ...change(own) }], manifests) };
}

/** Puts a listing under a rule against a competitor outside of the buybox, one cent below. */
async function requestPrice(): Promise<{ listing: Listing; price: number }> {
  const listing = free.shift()!;
  const price = listing.price - 200;
  const market = {
    observedAt: ctx.clock(),
    buybox: {
      status: 'OUTSIDE_BUYBOX' as const,
      winnerSellerId: null,
      priceToWin: null,
      reason: null,
    },
    offers: [offer('rival', price + 1, { marketplaceId: magalu.id })],
  };
  await recordObserved(ctx, company.companyId, [{ listingId: listing.id, market }]);
  const limits = { minPrice: (price - 500) / 100, maxPrice: (listing.price + 500) / 100 };
  const kind = { name: `Rule of ${listing.id}`, competition: 'EXTERNAL', strategy: 'WIN' };
  const input = RuleInput.parse({ ...kind, ...limits, listingIds: [listing.id] });
  await createRule(ctx, company.actor, input);
  return { listing, price };
}

const updatesOf = ({ id }: Listing) =>
  database.owner<{ state: string; new_price: number; trace: string | null; failure: unknown }[]>`
    select state, new_price, trace, failure from price_update where listing_id = ${id} order by id`;
const writesOf = ({ sku_marketplace }: Listing) =>
  sandbox.control.writes().filter(({ sku }) => sku === sku_marketplace);
const delivered = () =>
  until(
    'Magalu’s notifications were taken',
    () => sandbox.control.notifications('magalu').pending === 0,
  );

async function later(ms: number): Promise<void> {
  ctx.advance(ms);
  // Processes what is due, without waiting for the timer.
  sandbox.control.tick(1, 1);
  await until('what is due is dealt with', () =>
    sandbox.control
      .writes()
      .every(({ settled, dueAt }) => settled !== null || dueAt > ctx.clock().getTime()),
  );
  await delivered();
}

describe('a price that Magalu sets later', () => {
  it('is applied once, however often notifications report it', async () => {
    const { listing, price } = await requestPrice();
    await work();
    const [sent] = await updatesOf(listing);
    assert.equal(sent?.state, 'sent');
    assert.equal(sent.trace, writesOf(listing)[0]?.traceId);
    await later(LATER_MS);
    await work();
    const updates = await updatesOf(listing);
    assert.deepEqual(
      updates.map(({ state, new_price }) => [state, new_price]),
      [['applied', price]],
    );
    assert.equal(writesOf(listing).length, 1);
  });

  it('is read back if no notification arrives', async () => {
    sandbox.control.deliver({ lossPercent: 100 }, 'magalu');
    const { listing } = await requestPrice();
    await work();
    await later(LATER_MS);
    for (let n = 0; n < 4; n++) {
      await later(30_000);
      await work();
    }
    assert.deepEqual(
      (await updatesOf(listing)).map(({ state }) => state),
      ['applied'],
    );
    assert.equal(writesOf(listing).length, 1);
  });

  it('is refused with Magalu’s message if the trace reports it', async () => {
    sandbox.control.deliver({ lossPercent: 100 }, 'magalu');
    const { listing } = await requestPrice();
    await work();
    // In the meantime Magalu's own price automation takes over the price.
    sandbox.control.handOver(writesOf(listing)[0]!.itemId);
    await later(LATER_MS);
    for (let n = 0; n < 4; n++) {
      await later(30_000);
      await work();
    }
    const [update] = await updatesOf(listing);
    assert.equal(update?.state, 'rejected');
    assert.equal((update.failure as { code: string }).code, 'PRICING_RULE_ACTIVE');
  });

  for (const when of ['before Magalu set it', 'after Magalu set it'] as const) {
    it(`survives a crash between the 202 and its record, and continues ${when}`, async () => {
      const { listing, price } = await requestPrice();
      const dying = process((own) => ({
        async setPrice(session, push) {
          await own.setPrice(session, push);
          throw new Error('the process died');
        },
      }));
      await work(dying).catch(() => undefined);
      assert.equal(writesOf(listing).length, 1);
      assert.deepEqual(
        (await updatesOf(listing)).map(({ state, trace }) => [state, trace]),
        [['sent', null]],
      );
      if (when === 'after Magalu set it') await later(LATER_MS);
      for (let n = 0; n < 8; n++) {
        await later(20_000);
        await work();
      }
      const updates = await updatesOf(listing);
      assert.deepEqual(updates.at(-1)?.state, 'applied');
      assert.equal(sandbox.control.item(writesOf(listing)[0]!.itemId)?.price, price);
      // If no notification arrived, the same price was sent again.
      assert.ok(writesOf(listing).every((write) => write.price === price));
      assert.ok(writesOf(listing).length <= (when === 'after Magalu set it' ? 1 : 2));
    });
  }
});

describe('Magalu’s webhook', () => {
  const topic = 'portfolios_price';
  const url = () => `http://127.0.0.1:${server.addr.port}/api/webhooks/magalu`;
  const bodyOf = (tenantId: string) =>
    JSON.stringify({
      data: { status: 'updated', params: { sku: free[0]!.sku_marketplace } },
      tenant_id: tenantId,
      topic,
    });
  async function post(body: string, headers: Record<string, string>): Promise<number> {
    const answer = await fetch(url(), { method: 'POST', body, headers });
    await answer.body?.cancel();
    return answer.status;
  }
  const signed = (secret: string, body: string, ms = 0) =>
    signatureHeaders([secret], body, ctx.clock().getTime() + ms);
  /** Authorizes a seller in the browser, which adds it to the market. */
  async function bring(seller: string): Promise<void> {
    const query = new URLSearchParams({
      client_id: 'c',
      redirect_uri: 'http://localhost:8080/app',
      state: 's',
      scope: 'any',
      choose_tenants: 'true',
      seller,
      answer: 'allow',
    });
    const page = `${sandbox.url}/sandbox/consent/magalu/answer?${query}`;
    const went = await fetch(page, { redirect: 'manual' });
    assert.equal(went.status, 302);
    await went.body?.cancel();
  }
  const json = { 'content-type': 'application/json' };

  it('takes what an account’s secret signed, and refuses all else', async () => {
    const stranger = await seedCompany(database.owner);
    await bring(tenantIdOf(NEWCOMER.id));
    const strangersId = await connect(stranger, NEWCOMER.id);
    const secretOf = async (companyId: number, account: number) =>
      (await secretsOf(ctx, { companyId, accountId: account }, topic))[0]!;
    const own = await secretOf(company.companyId, accountId);
    const theirs = await secretOf(stranger.companyId, strangersId);
    const body = bodyOf(HOME);
    assert.equal(await post(body, signed(own, body)), 200);
    // No signature, another secret, another name, another body, too old, in the future.
    assert.equal(await post(body, json), 401);
    assert.equal(await post(body, signed(theirs, body)), 401);
    const named = bodyOf(tenantIdOf(NEWCOMER.id));
    assert.equal(await post(named, signed(own, named)), 401);
    assert.equal(await post(bodyOf('nobody'), signed(own, body)), 401);
    assert.equal(await post(body, signed(own, body, -301_000)), 401);
    assert.equal(await post(body, signed(own, body, 301_000)), 401);
  });

  it('takes both secrets while one replaces the other, and the earlier one for no longer than a day', async () => {
    const account = { companyId: company.companyId, accountId };
    const [before] = await secretsOf(ctx, account, topic);
    ctx.advance(31 * 86_400_000);
    const again = await syncAccount(ctx, account, AbortSignal.timeout(60_000));
    assert.ok(again.ok);
    const secrets = await secretsOf(ctx, account, topic);
    assert.equal(secrets.length, 2);
    const body = bodyOf(HOME);
    for (const secret of secrets) assert.equal(await post(body, signed(secret, body)), 200);
    ctx.advance(25 * 3_600_000);
    assert.equal(await post(body, signed(before!, body)), 401);
  });
});
