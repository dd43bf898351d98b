// Calls for an account's advertising. Where that has an authorization of its own, its credentials are stored separately
// from the account's, and renewed here.
import * as z from 'zod';
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type {
  AdsChannel,
  AdsSession,
  CallFailure,
  Credentials,
} from '../../integrations/marketplace.ts';
import { fail, type Result } from '../../kernel/result.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import * as store from './store.ts';

/** Credentials that expire within this are renewed before they are used. */
const NEARLY_OVER_MS = 60_000;
/** A renewal locks a row of the database, so it may not hang. */
const RENEWAL_MS = 20_000;

const Stored = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
});

const purpose = (accountId: number) => `ads-credentials:${accountId}`;

export const seal = (ctx: AppContext, accountId: number, credentials: Credentials) =>
  ctx.vault.seal(JSON.stringify(credentials), purpose(accountId));

const unseal = async (ctx: AppContext, accountId: number, sealed: Uint8Array) =>
  Stored.parse(JSON.parse(await ctx.vault.unseal(sealed, purpose(accountId))));

export interface AdsAccountKey {
  companyId: number;
  accountId: number;
}

const notOpen: CallFailure = {
  kind: 'unauthorized',
  code: 'ads_inactive',
  message: 'Advertising of the account is not open',
  retryAfterMs: null,
};

/** Renews the credentials once, even if several processes try: the others wait for the row and find the new ones. */
async function renew(
  ctx: AppContext,
  channel: AdsChannel,
  { companyId, accountId }: AdsAccountKey,
  stale: Credentials,
): Promise<Result<Credentials, CallFailure>> {
  return await within(ctx.db, { company: companyId }, async (trx) => {
    const row = await store.lockAdvertiser(trx, companyId, accountId);
    if (!row?.sealed || row.status !== 'active') return fail(notOpen);
    const stored = await unseal(ctx, accountId, row.sealed);
    if (stored.accessToken !== stale.accessToken) return { ok: true, value: stored };
    const signal = AbortSignal.timeout(RENEWAL_MS);
    const renewed = (await channel.refresh?.(stored, signal)) ?? fail(notOpen);
    if (renewed.ok) {
      const sealed = await seal(ctx, accountId, renewed.value);
      await store.setSealed(trx, companyId, accountId, sealed);
    } else if (renewed.error.code === 'invalid_grant')
      await deactivate(ctx, trx, row, renewed.error);
    return renewed;
  });
}

/** Stops the work of an account's advertising until a person authorizes it again. */
async function deactivate(
  ctx: AppContext,
  trx: Trx,
  { company_id: companyId, account_id: accountId }: { company_id: number; account_id: number },
  { code, message }: CallFailure,
): Promise<void> {
  await store.setStatus(trx, companyId, accountId, 'inactive', message);
  ctx.log.warn('Marketplace ended the authorization of advertising; it has to be given again', {
    companyId,
    accountId,
    code,
  });
}

/**
 * Makes a call for an account's advertising. Credentials that expire soon are renewed first; where the marketplace refuses them, they
 * are renewed and the call is made once more. Not for use inside a transaction.
 */
export async function withAdvertiser<T>(
  ctx: MarketplaceContext,
  key: AdsAccountKey,
  call: (channel: AdsChannel, session: AdsSession) => Promise<Result<T, CallFailure>>,
  signal?: AbortSignal,
): Promise<Result<T, CallFailure>> {
  const { companyId, accountId } = key;
  const row = await within(ctx.db, { company: companyId }, (trx) =>
    store.advertiserOf(trx, companyId, accountId),
  );
  const channel = row && ctx.marketplaces.byId(row.marketplace_id)?.ads;
  if (!row || !channel || row.status !== 'active') return fail(notOpen);
  const sessionOf = (accessToken: string): AdsSession => ({
    advertiserId: row.advertiser_id,
    sellerId: row.seller_id,
    countryCode: row.country_code,
    accessToken,
    ...(signal && { signal }),
  });
  if (channel.authorize === undefined) {
    const work = (_: unknown, { accessToken }: { accessToken: string }) =>
      call(channel, sessionOf(accessToken));
    return await withAccount(ctx, companyId, accountId, work, signal);
  }
  if (row.sealed === null) return fail(notOpen);
  const stored = await unseal(ctx, accountId, row.sealed);
  if (stored.expiresAt.getTime() > ctx.clock().getTime() + NEARLY_OVER_MS) {
    const reply = await call(channel, sessionOf(stored.accessToken));
    if (reply.ok || reply.error.kind !== 'unauthorized') return reply;
  }
  const renewed = await renew(ctx, channel, key, stored);
  return renewed.ok ? await call(channel, sessionOf(renewed.value.accessToken)) : renewed;
}
