// The accounts of the company under test, and the application's settings for the sandbox's marketplaces.
import type postgres from 'postgres';
import {
  connectAccount,
  type MarketplaceContext,
  requestListingRefresh,
  withAccount,
} from '../catalog/actions.ts';
import { storeSecrets } from '../catalog/notification-secrets.ts';
import { ok } from '../kernel/result.ts';
import { within } from '../platform/db.ts';
import { type Sandbox, SHOPEE_PARTNER_KEY } from '../sandbox/sandbox.ts';
import { SHOPEE_PARTNER } from '../sandbox/shopee/stage.ts';
import type { Shop } from '../sandbox/world.ts';
import { type Pick, pickListings } from './listings.ts';

/** What a seller's consent returns. */
const GRANTS: Record<Shop, { code: string; params: Record<string, string> }> = {
  mercadolivre: { code: 'TG-demo-810000001', params: {} },
  amazon: {
    code: 'demo-amazon-A1CASAAURORA01',
    params: { selling_partner_id: 'A1CASAAURORA01' },
  },
  magalu: { code: 'demo-magalu-810000001', params: {} },
  shopee: { code: 'demo-shopee-310000001', params: { shop_id: '310000001' } },
};
const CLIENT = 'primazia-sandbox';
export const WEBHOOK_KEY = 'webhook-key-under-test';
/** The address of pushes as the sandbox has it in its console. */
const PUSH_URL = 'http://localhost:8080/api/webhooks/shopee';
const AMAZON_STORE = 'A2Q3Y263D00KWC';
const AWS_ACCOUNT = '000000000000';

/** The sandbox in the place of the marketplaces, without a limit. */
export const application = (sandboxUrl: string) => ({
  MELI_CLIENT_ID: CLIENT,
  MELI_CLIENT_SECRET: CLIENT,
  MELI_BASE_URL: sandboxUrl,
  MELI_CALLS_PER_MINUTE: '0',
  AMAZON_CLIENT_ID: CLIENT,
  AMAZON_CLIENT_SECRET: CLIENT,
  AMAZON_BASE_URL: `${sandboxUrl}/amazon`,
  AMAZON_LOGIN_URL: `${sandboxUrl}/amazon`,
  AMAZON_MARKETPLACE_ID: AMAZON_STORE,
  AMAZON_WEBHOOK_KEY: WEBHOOK_KEY,
  AMAZON_RATE_LIMITS: 'off',
  AMAZON_AWS_ACCOUNT: AWS_ACCOUNT,
  MAGALU_CLIENT_ID: CLIENT,
  MAGALU_CLIENT_SECRET: CLIENT,
  MAGALU_BASE_URL: `${sandboxUrl}/magalu`,
  MAGALU_LOGIN_URL: `${sandboxUrl}/magalu`,
  MAGALU_RATE_LIMITS: 'off',
  SHOPEE_PARTNER_ID: SHOPEE_PARTNER,
  SHOPEE_PARTNER_KEY,
  SHOPEE_BASE_URL: `${sandboxUrl}/shopee`,
  SHOPEE_PUSH_URL: PUSH_URL,
  SHOPEE_CALLS_PER_SECOND: '0',
});

/** Subscribes to an account's notifications and stores the secrets that sign them. */
async function subscribe(
  ctx: MarketplaceContext,
  account: { companyId: number; accountId: number },
  shop: Shop,
): Promise<void> {
  const subscribed = await withAccount(
    ctx,
    account.companyId,
    account.accountId,
    async (marketplace, session) => (await marketplace.subscribe?.(session, new Map())) ?? ok({}),
  );
  if (!subscribed.ok)
    throw new Error(`Cannot subscribe to notifications of ${shop}: ${subscribed.error.message}`);
  await storeSecrets(ctx, account, subscribed.value);
}

/** Connects the accounts and reads only the needed listings instead of syncing all. */
export async function connectAll(
  ctx: MarketplaceContext,
  owner: postgres.Sql,
  companyId: number,
  sandbox: Sandbox,
  wanted: Partial<Record<Shop, number>>,
): Promise<Pick[]> {
  const picks: Pick[] = [];
  for (const [shop, count] of Object.entries(wanted) as [Shop, number][]) {
    const accountId = await connectAccount(ctx, companyId, shop, GRANTS[shop]);
    await subscribe(ctx, { companyId, accountId }, shop);
    const some = pickListings(sandbox, shop, count);
    const listings = some.map(({ skuMarketplace }) => skuMarketplace);
    await within(ctx.db, { company: companyId }, (trx) =>
      requestListingRefresh(ctx, trx, { companyId, accountId, listings }),
    );
    picks.push(...some);
  }
  await owner`delete from pgboss.job where name = 'catalog.sync'`;
  await owner`update account set last_synced_at = now()`;
  return picks;
}
