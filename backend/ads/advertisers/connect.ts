// How the advertising of an account is opened: by a separate consent, where the marketplace requires one.
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type {
  AccountSession,
  Advertiser,
  CallFailure,
  Credentials,
  Grant,
} from '../../integrations/marketplace.ts';
import { AdsCapabilities } from '../../kernel/ads.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { within } from '../../platform/db.ts';
import type { AdsAccount } from '../contract.ts';
import { problem } from '../problems.ts';
import { type AdsAccountKey, seal } from './access.ts';
import { requestReading } from './queues.ts';
import * as store from './store.ts';

/** The advertiser of an account among those to which a token gives access. */
async function advertiserOf(
  ctx: MarketplaceContext,
  marketplaceId: number,
  sellerId: string,
  credentials: Credentials,
): Promise<Advertiser> {
  const { accessToken } = credentials;
  const channel = ctx.marketplaces.byId(marketplaceId)?.ads;
  const found = await channel?.getAdvertisers({ sellerId, accessToken });
  if (!found?.ok) throw problem('advertising_refused', { detail: found?.error.message });
  const own = found.value.find((one) => one.sellerId === sellerId);
  if (own === undefined)
    throw problem('advertising_refused', {
      detail: `The authorization opens no advertiser of the seller ${sellerId}`,
    });
  return own;
}

/**
 * Opens an account's advertising with an authorization code of the marketplace, and requests its campaigns and figures.
 * @throws Problem 409 `no_advertiser`, 422 `advertising_refused`
 */
export async function connectAdvertising(
  ctx: MarketplaceContext,
  companyId: number,
  accountId: number,
  grant: Grant,
): Promise<void> {
  const account = await within(ctx.db, { company: companyId }, (trx) =>
    store.accountOf(trx, companyId, accountId),
  );
  const channel = account && ctx.marketplaces.byId(account.marketplace_id)?.ads;
  if (!account || channel?.authorize === undefined) throw problem('no_advertiser');
  const granted = await channel.authorize(grant);
  if (!granted.ok) throw problem('advertising_refused', { detail: granted.error.message });
  const { marketplace_id, seller_id } = account;
  const advertiser = await advertiserOf(ctx, marketplace_id, seller_id, granted.value);
  const sealed = await seal(ctx, accountId, granted.value);
  await within(ctx.db, { company: companyId }, async (trx) => {
    await store.saveAdvertiser(trx, { companyId, accountId, advertiser, sealed, now: ctx.clock() });
    await requestReading(ctx, trx, { companyId, accountId });
  });
}

/**
 * Opens the advertising of an account whose own authorization covers it, where the seller advertises, and requests its campaigns
 * and figures. Advertising that is open already stays.
 */
export async function openAdvertising(
  ctx: MarketplaceContext,
  { companyId, accountId }: AdsAccountKey,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const company = { company: companyId };
  const { account, known } = await within(ctx.db, company, async (trx) => ({
    account: await store.accountOf(trx, companyId, accountId),
    known: await store.advertiserOf(trx, companyId, accountId),
  }));
  const channel = account && ctx.marketplaces.byId(account.marketplace_id)?.ads;
  if (!account || !channel || channel.authorize !== undefined || known) return ok(null);
  const work = (_: unknown, session: AccountSession) => channel.getAdvertisers(session);
  const found = await withAccount(ctx, companyId, accountId, work, signal);
  if (!found.ok) return found;
  const own = found.value.find((one) => one.sellerId === account.seller_id);
  if (own === undefined) return ok(null);
  await within(ctx.db, company, async (trx) => {
    const saved = { companyId, accountId, advertiser: own, sealed: null, now: ctx.clock() };
    await store.saveAdvertiser(trx, saved);
    await requestReading(ctx, trx, { companyId, accountId });
  });
  return ok(null);
}

/** The advertising of the company's accounts, in the order of their names. */
export const adsAccounts = (ctx: MarketplaceContext, companyId: number): Promise<AdsAccount[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const rows = await store.accountsWithAds(trx, companyId);
    return rows.map((row): AdsAccount => {
      const isOffered = ctx.marketplaces.byId(row.marketplace_id)?.ads !== undefined;
      const known = row.status === 'active' ? 'active' : 'inactive';
      return {
        accountId: row.id,
        accountName: row.name,
        marketplaceId: MarketplaceId.parse(row.marketplace_id),
        status: row.status !== null ? known : isOffered ? 'none' : 'unavailable',
        capabilities: row.capabilities === null ? null : AdsCapabilities.parse(row.capabilities),
        readAt: row.read_at?.toISOString() ?? null,
        figuresAt: row.figures_at?.toISOString() ?? null,
      };
    });
  });
