// The orders of the sandbox's marketplaces, read over their wires: their sums here equal what the marketplaces count.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connectAccount, type MarketplaceContext } from '../catalog/actions.ts';
import { connectMarketplaces } from '../integrations/registry.ts';
import { addDays, dayOf } from '../kernel/time-zone.ts';
import { within } from '../platform/db.ts';
import { type Sandbox, SHOPEE_PARTNER_KEY, startSandbox } from '../sandbox/sandbox.ts';
import { tenantIdOf } from '../sandbox/world/tenants.ts';
import {
  contestOf,
  findOffer,
  isAvailable,
  itemsOf,
  OWN_SELLERS,
  orderState,
  ordersOf,
} from '../sandbox/world.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { type SalesScene, salesScene } from '../testing/sales-scene.ts';
import { drain, seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import { addUpBuyboxTime } from './buybox-time/buybox-time.ts';
import { sumCompany } from './day-sums.ts';
import { reconciliation, salesDays } from './days.ts';
import { workers } from './jobs.ts';
import { READ_CHANGES } from './read.ts';
import { READ_TOTALS } from './totals.ts';

const NOON = new Date('2026-11-23T15:00:00Z');
/** As the demo begins. */
const HISTORY_DAYS = 90;
/** Days that are compared with the marketplace's own sums. */
const RECONCILED_DAYS = 28;
/** Without the marketplaces' limits. */
const ENVIRONMENT = {
  AMAZON_RATE_LIMITS: 'off',
  AMAZON_WEBHOOK_KEY: 'key-of-the-notifications',
  MELI_CALLS_PER_MINUTE: '0',
  MAGALU_RATE_LIMITS: 'off',
  SHOPEE_CALLS_PER_SECOND: '0',
};
const placeOf = ({ url }: Sandbox) => ({
  environment: ENVIRONMENT,
  publicUrl: 'http://localhost:8080',
  sandboxUrl: url,
  secrets: { shopeePartnerKey: SHOPEE_PARTNER_KEY },
});

const ACCOUNTS = [
  {
    slug: 'mercadolivre',
    sellerId: '810000001',
    grant: { code: 'TG-demo-810000001', params: {} },
    reportsRefunds: true,
  },
  {
    slug: 'amazon',
    sellerId: 'A1CASAAURORA01',
    grant: {
      code: 'demo-amazon-A1CASAAURORA01',
      params: { selling_partner_id: 'A1CASAAURORA01' },
    },
    reportsRefunds: true,
  },
  {
    slug: 'magalu',
    sellerId: tenantIdOf(OWN_SELLERS.HOME),
    grant: { code: 'demo-magalu-810000001', params: {} },
    reportsRefunds: false,
  },
  {
    slug: 'shopee',
    sellerId: '310000001',
    grant: { code: 'demo-shopee-310000001', params: { shop_id: '310000001' } },
    reportsRefunds: true,
  },
] as const;

/** A company, and a sandbox that sells by its clock, step by step. */
async function openMarket(pace: number): Promise<{ scene: SalesScene; sandbox: Sandbox }> {
  const scene = await salesScene();
  const { clock } = scene.ctx;
  return { scene, sandbox: await startSandbox({ tickMs: 0, limited: false, pace, clock }) };
}

/** Reads what has changed since, and then what the marketplaces count. */
async function readAgain(
  ctx: TestContext & MarketplaceContext,
  companyId: number,
  accountIds: readonly number[],
): Promise<void> {
  for (const queue of [READ_CHANGES, READ_TOTALS]) {
    for (const accountId of accountIds)
      await within(ctx.db, { company: companyId }, (trx) =>
        ctx.jobs.send(trx, queue, [{ companyId, accountId }], { key: String(accountId) }),
      );
    await drain(ctx, workers(ctx));
  }
}

describe('the orders of the sandbox', () => {
  let now = NOON;
  let sandbox: Sandbox;
  let database: TestDatabase;
  beforeAll(async () => {
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      historyDays: HISTORY_DAYS,
      clock: () => now,
    });
    database = await testDatabase();
  });
  afterAll(async () => {
    await sandbox.stop();
    await database.close();
  });

  for (const { slug, sellerId, grant, reportsRefunds } of ACCOUNTS) {
    it(`at ${slug} add up to what it counts, day by day`, async () => {
      const plain = testContext(database.db);
      plain.setTime(now);
      const marketplaces = connectMarketplaces(placeOf(sandbox), plain.clock);
      const ctx = Object.assign(plain, { marketplaces });
      const marketplaceId = marketplaces.bySlug(slug)!.id;
      const seeded = await seedCompany(database.owner, { marketplaceId, sellerId });
      const { companyId, accountId } = seeded;
      await connectAccount(ctx, companyId, slug, grant);
      await drain(ctx, workers(ctx));
      // What changed in the latest minutes is found by the next search, and is in sums that are read after it.
      now = new Date(now.getTime() + 10 * 60_000);
      plain.setTime(now);
      await readAgain(ctx, companyId, [accountId]);
      await sumCompany(ctx, companyId, AbortSignal.timeout(60_000));

      const { days } = await reconciliation(ctx, companyId, {});
      const counted = days.filter(({ marketplace }) => (marketplace?.orders ?? 0) > 0);
      assert.ok(counted.length >= RECONCILED_DAYS - 1, `${counted.length} days were counted`);
      for (const { day, ours, marketplace, difference } of days)
        assert.deepEqual(
          difference,
          { orders: 0, units: 0, sales: 0, percent: difference?.percent === null ? null : 0 },
          `${day}: ${JSON.stringify({ ours, marketplace })}`,
        );

      const ledger = ordersOf(sandbox.world(), OWN_SELLERS.HOME, slug);
      const refunded = ledger.filter(
        (order) => orderState(order, sandbox.world().now) === 'refunded',
      );
      const from = addDays(dayOf(now, 'UTC'), -HISTORY_DAYS);
      const { accounts } = await salesDays(ctx, companyId, { from, to: dayOf(now, 'UTC') });
      const [{ days: past, timeZone }] = accounts as [(typeof accounts)[number]];
      const sold = ledger.filter((order) => orderState(order, sandbox.world().now) !== 'cancelled');
      const byDay = Map.groupBy(sold, ({ at }) => dayOf(new Date(at), timeZone));
      assert.ok(byDay.size >= HISTORY_DAYS - 1, `${byDay.size} days had sales`);
      for (const { day, sums } of past) {
        const due = byDay.get(day) ?? [];
        const [own] = sums ?? [];
        assert.deepEqual(
          [own?.orders ?? 0, own?.units ?? 0, Math.round((own?.revenue ?? 0) * 100)],
          [
            due.length,
            due.reduce((sum, { units }) => sum + units, 0),
            due.reduce((sum, { units, price }) => sum + units * price, 0),
          ],
          day,
        );
      }
      const sums = past.flatMap((day) => day.sums ?? []);
      const units = sums.reduce((sum, one) => sum + one.refundedUnits, 0);
      assert.equal(
        units,
        reportsRefunds ? refunded.reduce((sum, order) => sum + order.units, 0) : 0,
      );
      const amount = sums.reduce((sum, one) => sum + (one.refunds?.amount ?? 0), 0);
      const paidBack = refunded.reduce((sum, order) => sum + order.units * order.price, 0);
      assert.equal(Math.round(amount * 100), reportsRefunds ? paidBack : 0);
      if (reportsRefunds) assert.ok(refunded.length > 0);
      else assert.ok(sums.every(({ refunds }) => refunds === null));

      const [stored] = await within(ctx.db, { company: companyId }, (trx) =>
        trx.selectFrom('shipment').selectAll().limit(1).execute(),
      );
      if (slug === 'amazon') assert.equal(stored?.recipient_name, null);
    });
  }
});

describe('the orders of one company in four countries', () => {
  const [MELI, AMAZON] = [ACCOUNTS[0], ACCOUNTS[1]];
  const PLACES = [
    { slug: 'amazon', grant: AMAZON.grant, countryCode: 'BR', currencyCode: 'BRL' },
    { slug: 'amazon', grant: AMAZON.grant, countryCode: 'US', currencyCode: 'USD' },
    { slug: 'amazon', grant: AMAZON.grant, countryCode: 'CA', currencyCode: 'CAD' },
    { slug: 'amazon', grant: AMAZON.grant, countryCode: 'MX', currencyCode: 'MXN' },
    {
      slug: 'mercadolivre',
      grant: { ...MELI.grant, code: 'TG-demo-810000006' },
      countryCode: 'MX',
      currencyCode: 'MXN',
    },
  ] as const;
  let scene: SalesScene;
  let sandbox: Sandbox;
  beforeAll(async () => {
    ({ scene, sandbox } = await openMarket(200_000));
  });
  afterAll(async () => {
    await sandbox.stop();
    await scene.close();
  });

  it('add up to what each marketplace counts, each account in its currency', async () => {
    const { companyId } = scene.company;
    const marketplaces = connectMarketplaces(placeOf(sandbox), scene.ctx.clock);
    const ctx = Object.assign(scene.ctx, { marketplaces });
    const accounts = new Map<number, string>();
    for (const { slug, grant, countryCode, currencyCode } of PLACES)
      accounts.set(
        await connectAccount(ctx, companyId, slug, { ...grant, countryCode }),
        currencyCode,
      );
    assert.equal(accounts.size, PLACES.length);
    await drain(ctx, workers(ctx));
    for (let n = 0; n < 60; n++) {
      ctx.advance(10_000);
      sandbox.control.tick(1, 0);
    }
    // Read on the day itself, and again once it is over, when it is compared.
    for (const hours of [0.5, 24]) {
      ctx.advance(hours * 3_600_000);
      await readAgain(ctx, companyId, [...accounts.keys()]);
    }
    await sumCompany(ctx, companyId, AbortSignal.timeout(60_000));

    const { days } = await reconciliation(ctx, companyId, {});
    for (const [accountId, currencyCode] of accounts) {
      const own = days.filter((day) => day.accountId === accountId);
      assert.ok(
        own.some(({ ours }) => (ours?.orders ?? 0) > 0),
        currencyCode,
      );
      for (const { day, currencyCode: counted, ours, marketplace } of own) {
        assert.equal(counted, currencyCode);
        assert.deepEqual(ours, marketplace, `${currencyCode} ${day}`);
      }
    }
  });
});

describe('the buybox time of a market that is polled', () => {
  const LISTINGS = 40;
  const SECONDS = 10;
  const HOURS = 1.5;
  const POLL_SECONDS = 600;
  const STATES = {
    winning: 'won',
    sharing_first_place: 'shared',
    competing: 'losing',
    listed: 'barred',
    not_listed: 'barred',
  } as const;

  let scene: SalesScene;
  let sandbox: Sandbox;
  beforeAll(async () => {
    ({ scene, sandbox } = await openMarket(2_000));
  });
  afterAll(async () => {
    await sandbox.stop();
    await scene.close();
  });

  it('is what was awarded, but for what lies between a change and the next poll', async () => {
    const { ctx, company } = scene;
    const marketplace = connectMarketplaces(placeOf(sandbox), ctx.clock).bySlug('mercadolivre')!;
    const granted = await marketplace.authorize(ACCOUNTS[0].grant);
    assert.ok(granted.ok);
    const { sellerId, credentials } = granted.value[0]!;
    const session = { sellerId, accessToken: credentials.accessToken };
    const items = itemsOf(sandbox.world(), OWN_SELLERS.HOME, 'mercadolivre')
      .filter((itemId) => {
        const { product, offer } = findOffer(sandbox.world(), itemId)!;
        return product.catalog && product.offers.length > 1 && isAvailable(offer);
      })
      .slice(0, LISTINGS);
    const read = await marketplace.getListings(session, items);
    assert.ok(read.ok);
    const listings = [...read.value.values()].flatMap((one) => (one.ok ? one.value : []));
    assert.equal(listings.length, LISTINGS);
    const ids = new Map<string, number>();
    for (const itemId of items) ids.set(itemId, await scene.addListing(itemId));

    const awarded = new Map(
      items.map((itemId) => [
        itemId,
        { won: 0, shared: 0, losing: 0, barred: 0, changes: 0, last: '' },
      ]),
    );
    const observe = async () => {
      const markets = await marketplace.getMarkets!(session, listings, ctx.clock());
      assert.ok(markets.ok);
      const observed = [...markets.value].map(([sku, market]) => {
        assert.ok(market.ok, sku);
        return { listingId: ids.get(sku)!, market: market.value };
      });
      await recordObserved(ctx, company.companyId, observed);
    };
    for (let second = 0; second < HOURS * 3_600; second += SECONDS) {
      if (second % POLL_SECONDS === 0) await observe();
      for (const [itemId, sum] of awarded) {
        const { product, offer } = findOffer(sandbox.world(), itemId)!;
        const state = STATES[contestOf(sandbox.world().sellers, product, offer).status];
        sum[state] += SECONDS;
        if (sum.last !== '' && sum.last !== state) sum.changes += 1;
        sum.last = state;
      }
      ctx.advance(SECONDS * 1_000);
      sandbox.control.tick(1, 0);
    }
    await addUpBuyboxTime(ctx, company.companyId, AbortSignal.timeout(60_000));

    let changes = 0;
    for (const [itemId, sum] of awarded) {
      const query = { listingId: ids.get(itemId)!, from: '2026-05-04', to: '2026-05-04' };
      const { accounts } = await salesDays(ctx, company.companyId, query);
      const known = accounts[0]!.days[0]?.buybox;
      assert.ok(known, itemId);
      const delay = sum.changes * (POLL_SECONDS + SECONDS);
      for (const state of ['won', 'shared', 'losing', 'barred'] as const)
        assert.ok(
          Math.abs(known[state] - sum[state]) <= delay,
          `${itemId} ${JSON.stringify({ known, sum })}`,
        );
      changes += sum.changes;
    }
    assert.ok(changes > 10, `${changes} changes`);
  });
});
