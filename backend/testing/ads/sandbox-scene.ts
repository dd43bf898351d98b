// A company whose advertising is connected to the sandbox's Amazon Ads, or to its Product Ads of Mercado Livre, read once.
import { connectAdvertising } from '../../ads/actions.ts';
import { workers } from '../../ads/jobs.ts';
import {
  connectAccount,
  type MarketplaceContext,
  refreshAccountListings,
} from '../../catalog/actions.ts';
import { connectMarketplaces } from '../../integrations/registry.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { OWN_SELLERS } from '../../sandbox/world.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../test-context.ts';

export const NOON = new Date('2026-11-23T15:00:00Z');
const SELLER = 'A1CASAAURORA01';

export interface AdsScene {
  sandbox: Sandbox;
  database: TestDatabase;
  ctx: TestContext & MarketplaceContext;
  company: SeededCompany;
  accountId: number;
  /** Works the queues until nothing is due, with the pauses that reports and retries take. */
  work(rounds?: number): Promise<void>;
  close(): Promise<void>;
}

/** How the account of a marketplace is connected, and its advertising where that takes an authorization of its own. */
const SHOPS = {
  amazon: {
    grant: { code: `demo-amazon-${SELLER}`, params: { selling_partner_id: SELLER } },
    adsGrant: { code: `demo-amazon-ads-${SELLER}`, params: {} },
  },
  mercadolivre: {
    grant: { code: `TG-demo-${OWN_SELLERS.HOME}`, params: {} },
    adsGrant: null,
  },
} as const;

/** @param historyDays so many days have passed in the sandbox already */
export async function adsScene(
  historyDays: number,
  shop: keyof typeof SHOPS = 'amazon',
): Promise<AdsScene> {
  const database = await testDatabase();
  const plain = testContext(database.db);
  plain.setTime(NOON);
  const sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    historyDays,
    clock: plain.clock,
  });
  const place = {
    environment: { AMAZON_RATE_LIMITS: 'off', AMAZON_WEBHOOK_KEY: 'key-of-the-notifications' },
    publicUrl: 'http://localhost:8080',
    sandboxUrl: sandbox.url,
    secrets: {},
  };
  const ctx = Object.assign(plain, { marketplaces: connectMarketplaces(place, plain.clock) });
  const company = await seedCompany(database.owner);
  const { companyId } = company;
  const { grant, adsGrant } = SHOPS[shop];
  const accountId = await connectAccount(ctx, companyId, shop, grant);
  const work = async (rounds = 6) => {
    for (let round = 0; round < rounds; round++) {
      await drain(ctx, workers(ctx));
      ctx.advance(60_000);
    }
  };
  if (adsGrant !== null) await connectAdvertising(ctx, companyId, accountId, adsGrant);
  await work();
  // A sync of the full catalog needs a report, and the test's clock would have to advance for it.
  const advertised = await database.owner<{ sku: string }[]>`
    select distinct sku_marketplace as sku from ads_ad`;
  const skus = advertised.map(({ sku }) => sku);
  await refreshAccountListings(ctx, { companyId, accountId }, skus, AbortSignal.timeout(20_000));
  return {
    sandbox,
    database,
    ctx,
    company,
    accountId,
    work,
    async close() {
      await sandbox.stop();
      await database.close();
    },
  };
}
