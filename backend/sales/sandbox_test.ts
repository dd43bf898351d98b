// The orders of the sandbox's marketplaces, read over their wires: what they add up to here is what the marketplaces count.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connectAccount } from '../catalog/actions.ts';
import { connectMarketplaces } from '../integrations/registry.ts';
import { within } from '../platform/db.ts';
import { type Sandbox, SHOPEE_PARTNER_KEY, startSandbox } from '../sandbox/sandbox.ts';
import { tenantIdOf } from '../sandbox/world/tenants.ts';
import { OWN_SELLERS, orderState, ordersOf } from '../sandbox/world.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { drain, seedCompany, testContext } from '../testing/test-context.ts';
import { sumCompany } from './day-sums.ts';
import { reconciliation, salesDays } from './days.ts';
import { workers } from './jobs.ts';

const NOON = new Date('2026-11-23T15:00:00Z');
const HISTORY_DAYS = 12;

const ACCOUNTS = [
  {
    slug: 'mercadolivre',
    sellerId: '810000001',
    grant: { code: 'TG-demo-810000001', params: {} },
    tellsRefunds: true,
  },
  {
    slug: 'amazon',
    sellerId: 'A1CASAAURORA01',
    grant: {
      code: 'demo-amazon-A1CASAAURORA01',
      params: { selling_partner_id: 'A1CASAAURORA01' },
    },
    tellsRefunds: true,
  },
  {
    slug: 'magalu',
    sellerId: tenantIdOf(OWN_SELLERS.HOME),
    grant: { code: 'demo-magalu-810000001', params: {} },
    tellsRefunds: false,
  },
  {
    slug: 'shopee',
    sellerId: '310000001',
    grant: { code: 'demo-shopee-310000001', params: { shop_id: '310000001' } },
    tellsRefunds: true,
  },
] as const;

describe('the orders of the sandbox', () => {
  let sandbox: Sandbox;
  let database: TestDatabase;
  beforeAll(async () => {
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      historyDays: HISTORY_DAYS,
      clock: () => NOON,
    });
    database = await testDatabase();
  });
  afterAll(async () => {
    await sandbox.stop();
    await database.close();
  });

  for (const { slug, sellerId, grant, tellsRefunds } of ACCOUNTS) {
    it(`at ${slug} add up to what it counts, day by day`, async () => {
      const plain = testContext(database.db);
      plain.setTime(NOON);
      const place = {
        environment: {
          AMAZON_RATE_LIMITS: 'off',
          AMAZON_WEBHOOK_KEY: 'key-of-the-notifications',
          MELI_CALLS_PER_MINUTE: '0',
          MAGALU_RATE_LIMITS: 'off',
          SHOPEE_CALLS_PER_SECOND: '0',
        },
        publicUrl: 'http://localhost:8080',
        sandboxUrl: sandbox.url,
        secrets: { shopeePartnerKey: SHOPEE_PARTNER_KEY },
      };
      const marketplaces = connectMarketplaces(place, plain.clock);
      const ctx = Object.assign(plain, { marketplaces });
      const marketplaceId = marketplaces.bySlug(slug)!.id;
      const { companyId } = await seedCompany(database.owner, { marketplaceId, sellerId });
      await connectAccount(ctx, companyId, slug, grant);
      await drain(ctx, workers(ctx));
      await sumCompany(ctx, companyId, AbortSignal.timeout(60_000));

      const { days } = await reconciliation(ctx, companyId, {});
      const counted = days.filter(({ marketplace }) => (marketplace?.orders ?? 0) > 0);
      assert.ok(counted.length >= HISTORY_DAYS - 1, `${counted.length} days were counted`);
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
      const { accounts } = await salesDays(ctx, companyId, {});
      const sums = accounts[0]!.days.flatMap((day) => day.sums ?? []);
      const units = sums.reduce((sum, one) => sum + one.refundedUnits, 0);
      assert.equal(units, tellsRefunds ? refunded.reduce((sum, order) => sum + order.units, 0) : 0);
      const amount = sums.reduce((sum, one) => sum + (one.refunds?.amount ?? 0), 0);
      const paidBack = refunded.reduce((sum, order) => sum + order.units * order.price, 0);
      assert.equal(Math.round(amount * 100), tellsRefunds ? paidBack : 0);
      if (tellsRefunds) assert.ok(refunded.length > 0);
      else assert.ok(sums.every(({ refunds }) => refunds === null));

      const [kept] = await within(ctx.db, { company: companyId }, (trx) =>
        trx.selectFrom('shipment').selectAll().limit(1).execute(),
      );
      if (slug === 'amazon') assert.equal(kept?.recipient_name, null);
    });
  }
});
