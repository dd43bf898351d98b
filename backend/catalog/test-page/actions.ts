// What the test page asks of a marketplace, account by account, past everything that is stored.
import type {
  AccountSession,
  CallFailure,
  Marketplace,
  PriceWrite,
  RemoteIdentity,
} from '../../integrations/marketplace.ts';
import { toAmount } from '../../kernel/money.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { sellerOf } from '../../kernel/seller.ts';
import { type Trx, within } from '../../platform/db.ts';
import { NotificationProof, type TestAccount } from '../contract.ts';
import { type MarketplaceContext, tokenOf, withAccount } from '../credentials.ts';
import { throwUnavailable } from '../live-details.ts';
import { problem } from '../problems.ts';
import * as store from './store.ts';

/** An account, and the signal of who asks. */
export interface AccountRequest {
  companyId: number;
  accountId: number;
  signal: AbortSignal;
}

/**
 * Throws what a failed call comes to.
 * @throws Problem 404 `listing_not_found`, 409 `account_inactive`, 422 `marketplace_refused`, 503 `marketplace_unavailable`
 */
export function throwFailure(failure: CallFailure): never {
  throwUnavailable(failure);
  const detail = `${failure.code}: ${failure.message}`;
  throw failure.kind === 'not_found'
    ? problem('listing_not_found', { detail })
    : problem('marketplace_refused', { detail });
}

/**
 * A listing by the marketplace's code of it.
 * @throws Problem 404 `account_not_found`, `listing_not_found`
 */
export async function listingForTest(
  trx: Trx,
  companyId: number,
  accountId: number,
  sku: string,
): Promise<{ id: number; currencyCode: string }> {
  if (!(await store.accountExists(trx, companyId, accountId))) throw problem('account_not_found');
  const row = await store.listingBySku(trx, companyId, accountId, sku);
  if (row === undefined) throw problem('listing_not_found');
  return { id: row.id, currencyCode: row.currency_code };
}

async function ask<T>(
  ctx: MarketplaceContext,
  { companyId, accountId, signal }: AccountRequest,
  call: (marketplace: Marketplace, session: AccountSession) => Promise<Result<T, CallFailure>>,
): Promise<T> {
  const exists = await within(ctx.db, { company: companyId }, (trx) =>
    store.accountExists(trx, companyId, accountId),
  );
  if (!exists) throw problem('account_not_found');
  const answer = await withAccount(ctx, companyId, accountId, call, signal);
  return answer.ok ? answer.value : throwFailure(answer.error);
}

/** The company's accounts at a marketplace, with their tokens and last notifications. */
export async function testAccountsOf(
  ctx: MarketplaceContext,
  companyId: number,
  marketplaceId: number,
): Promise<TestAccount[]> {
  const found = await within(ctx.db, { company: companyId }, async (trx) => {
    const accounts = [];
    for (const account of await store.accountsAt(trx, companyId, marketplaceId))
      accounts.push({ account, received: await store.receivedOf(trx, companyId, account.id) });
    return accounts;
  });
  return await Promise.all(
    found.map(async ({ account, received }) => {
      const token = await tokenOf(ctx, companyId, account.id);
      return {
        id: account.id,
        name: account.name,
        sellerId: sellerOf(account.seller_id),
        token: token && {
          scopes: token.scopes && [...token.scopes],
          endsAt: token.endsAt.toISOString(),
        },
        received: received.map((row) => ({
          receivedAt: row.received_at.toISOString(),
          topic: row.topic,
          proof: NotificationProof.parse(row.proof),
        })),
      };
    }),
  );
}

/**
 * The owner of an account's token; null: the marketplace has no call for it.
 * @throws Problem 404 `account_not_found`, and as `throwFailure`
 */
export const identityOf = (
  ctx: MarketplaceContext,
  request: AccountRequest,
): Promise<RemoteIdentity | null> =>
  ask(
    ctx,
    request,
    async (marketplace, session): Promise<Result<RemoteIdentity | null, CallFailure>> =>
      (await marketplace.identify?.(session)) ?? ok(null),
  );

/** The first page of an account's listings, by the marketplace's codes. @throws as `identityOf` */
export const skusOf = (ctx: MarketplaceContext, request: AccountRequest): Promise<string[]> =>
  ask(ctx, request, async (marketplace, session): Promise<Result<string[], CallFailure>> => {
    for await (const page of marketplace.scanListings(session)) return page;
    return ok([]);
  });

/** The price that buyers see of a listing now. @throws as `identityOf` */
export async function priceOf(
  ctx: MarketplaceContext,
  request: AccountRequest,
  sku: string,
): Promise<{ price: number; currencyCode: string }> {
  const { companyId, accountId } = request;
  const { currencyCode } = await within(ctx.db, { company: companyId }, (trx) =>
    listingForTest(trx, companyId, accountId, sku),
  );
  const price = await ask(ctx, request, (marketplace, session) =>
    marketplace.getPrice(session, sku),
  );
  return { price: toAmount(price), currencyCode };
}

/** How an accepted price came out; `pending` where the marketplace has no traces. @throws as `identityOf` */
export const priceWriteOf = (
  ctx: MarketplaceContext,
  request: AccountRequest,
  trace: string,
): Promise<PriceWrite> =>
  ask(
    ctx,
    request,
    async (marketplace, session): Promise<Result<PriceWrite, CallFailure>> =>
      (await marketplace.getPriceWrite?.(session, trace)) ?? ok({ kind: 'pending' }),
  );
