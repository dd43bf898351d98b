// Accounts in other countries than Brazil at the sandbox: each with its own pages, currency, competitors and orders.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import type { AccountSession, Marketplace, RemoteListing, RemoteOrder } from './marketplace.ts';
import { connectMarketplaces } from './registry.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = new Date('2026-11-23T18:00:00.000Z');
const SELLER = 'A1CASAAURORA01';

const PLACES = [
  {
    slug: 'amazon',
    countryCode: 'US',
    currencyCode: 'USD',
    timeZone: 'America/Los_Angeles',
    account: `${SELLER}@US`,
    grant: { code: `demo-amazon-${SELLER}`, params: { selling_partner_id: SELLER } },
  },
  {
    slug: 'amazon',
    countryCode: 'CA',
    currencyCode: 'CAD',
    timeZone: 'America/Toronto',
    account: `${SELLER}@CA`,
    grant: { code: `demo-amazon-${SELLER}`, params: { selling_partner_id: SELLER } },
  },
  {
    slug: 'amazon',
    countryCode: 'MX',
    currencyCode: 'MXN',
    timeZone: 'America/Mexico_City',
    account: `${SELLER}@MX`,
    grant: { code: `demo-amazon-${SELLER}`, params: { selling_partner_id: SELLER } },
  },
  {
    slug: 'mercadolivre',
    countryCode: 'MX',
    currencyCode: 'MXN',
    timeZone: 'America/Mexico_City',
    account: '810000006',
    grant: { code: 'TG-demo-810000006', params: {} },
  },
] as const;

describe('the sandbox in other countries', () => {
  let sandbox: Sandbox;
  const begun = Date.now();
  let passed = 0;
  // The clock advances: reports are created meanwhile.
  const clock = () => new Date(NOW.getTime() + passed + Date.now() - begun);
  beforeAll(async () => {
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      clock,
      pace: 200_000,
      amazon: { acceptMs: [0, 0], delivery: { lossPercent: 0, duplicatePercent: 0 } },
    });
  });
  afterAll(() => sandbox.stop());

  const connect = (slug: string): Marketplace => {
    const place = {
      environment: {
        MELI_CALLS_PER_MINUTE: '0',
        AMAZON_RATE_LIMITS: 'off',
        AMAZON_WEBHOOK_KEY: 'key-of-the-notifications',
      },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: { shopeePartnerKey: 'a key for this test alone' },
    };
    const found = connectMarketplaces(place, clock).bySlug(slug);
    assert.ok(found);
    return found;
  };

  async function listingsOf(marketplace: Marketplace, session: AccountSession) {
    const ids: string[] = [];
    for await (const page of marketplace.scanListings(session)) {
      assert.ok(page.ok, JSON.stringify(page));
      ids.push(...page.value);
    }
    const found = await marketplace.getListings(session, ids);
    assert.ok(found.ok, JSON.stringify(found));
    return [...found.value.values()].map((one): RemoteListing => {
      assert.ok(one.ok, JSON.stringify(one));
      return one.value;
    });
  }

  async function ordersOf(marketplace: Marketplace, session: AccountSession) {
    const found: RemoteOrder[] = [];
    let cursor: string | null = null;
    // Of one time: a search whose end moves on with each page never ends.
    const now = clock().getTime();
    do {
      const page: Awaited<ReturnType<NonNullable<Marketplace['getOrders']>>> | undefined =
        await marketplace.getOrders?.(session, {
          updatedFrom: new Date(now - DAY),
          updatedTo: new Date(now - 3 * MINUTE),
          cursor,
        });
      assert.ok(page?.ok, JSON.stringify(page));
      found.push(...page.value.orders);
      cursor = page.value.next;
    } while (cursor !== null);
    return found;
  }

  for (const { slug, countryCode, currencyCode, timeZone, account, grant } of PLACES)
    it(`sells at ${slug} in ${countryCode}: region, listings, buybox, price and orders`, async () => {
      const marketplace = connect(slug);
      assert.ok(marketplace.consent?.countries.includes(countryCode));
      const granted = await marketplace.authorize({ ...grant, countryCode });
      assert.ok(granted.ok, JSON.stringify(granted));
      const [seller] = granted.value;
      assert.equal(seller?.sellerId, account);
      const session = { sellerId: account, accessToken: seller.credentials.accessToken };

      const listings = await listingsOf(marketplace, session);
      assert.ok(listings.length >= 10, `${listings.length} listings`);
      for (const listing of listings)
        assert.deepEqual(
          [listing.currencyCode, listing.countryCode],
          [currencyCode, countryCode],
          listing.skuMarketplace,
        );
      const markets = await marketplace.getMarkets!(session, listings, clock());
      assert.ok(markets.ok, JSON.stringify(markets));
      const winners = [...markets.value.values()].filter(
        (market) => market.ok && market.value.buybox !== null && market.value.offers.length > 1,
      );
      assert.ok(winners.length >= listings.length / 2, `${winners.length} with a buybox`);

      const { skuMarketplace, price } = listings[0]!;
      const push = { skuMarketplace, price: price - 3, currencyCode, operationKey: 'key' };
      const outcome = await marketplace.setPrice(session, push);
      assert.ok(
        outcome.kind === 'accepted' || outcome.kind === 'confirmed',
        JSON.stringify(outcome),
      );
      assert.deepEqual(await marketplace.getPrice(session, skuMarketplace), {
        ok: true,
        value: price - 3,
      });

      for (let n = 0; n < 30; n++) {
        passed += 10_000;
        sandbox.control.tick(1, 0);
      }
      // What changed in the last minutes is not found yet.
      passed += 4 * MINUTE;
      const orders = await ordersOf(marketplace, session);
      assert.ok(orders.length >= 3, `${orders.length} orders`);
      const skus = new Set(listings.map((listing) => listing.skuMarketplace));
      for (const order of orders) {
        assert.equal(order.currencyCode, currencyCode);
        assert.ok(order.lines.every((line) => skus.has(line.skuMarketplace)));
      }
      const days = { from: '2026-11-22', to: '2026-11-24', timeZone };
      const totals = await marketplace.getSalesTotals?.(session, days);
      assert.ok(totals?.ok, JSON.stringify(totals));
      assert.ok(totals.value.every((day) => day.currencyCode === currencyCode));
      const sold = orders.filter(({ lines }) => lines[0]?.state !== 'cancelled');
      assert.ok(
        totals.value.reduce((sum, day) => sum + day.orders, 0) >= sold.length,
        JSON.stringify(totals.value),
      );
    });

  it('does not change the seller’s listings in Brazil', async () => {
    const marketplace = connect('amazon');
    const granted = await marketplace.authorize(PLACES[0].grant);
    assert.ok(granted.ok);
    const [seller] = granted.value;
    const session = { sellerId: SELLER, accessToken: seller!.credentials.accessToken };
    const listings = await listingsOf(marketplace, session);
    assert.equal(listings.length, 150);
    assert.ok(listings.every(({ currencyCode }) => currencyCode === 'BRL'));
    const orders = await ordersOf(marketplace, session);
    assert.ok(orders.length > 0 && orders.every(({ currencyCode }) => currencyCode === 'BRL'));
  });

  it('refuses a country in which the seller does not sell', async () => {
    const refused = await connect('amazon').authorize({
      code: 'demo-amazon-A1NORTEELETRO2',
      params: { selling_partner_id: 'A1NORTEELETRO2' },
      countryCode: 'US',
    });
    assert.equal(!refused.ok && refused.error.code, 'not_in_country');
  });
});
