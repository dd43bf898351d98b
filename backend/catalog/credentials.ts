import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import {
  type AccountSession,
  type CallFailure,
  type Credentials,
  type Marketplace,
  type Marketplaces,
  neverLeft,
  type PushOutcome,
} from '../integrations/marketplace.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import { once } from '../platform/once.ts';
import * as accountStore from './account-store.ts';
import { announceAccounts } from './accounts/progress.ts';
import { ACCOUNT_CONNECTED, ACCOUNT_DISCONNECTED, type AccountConnected } from './contract.ts';
import * as credentialStore from './credential-store.ts';

/** The context of an installation that is connected to marketplaces. */
export interface MarketplaceContext extends AppContext {
  marketplaces: Marketplaces;
}

/** Credentials that end within this are renewed before they are used. */
const NEARLY_OVER_MILLISECONDS = 60_000;
/** A renewal holds a row of the database, so it may not hang. */
const RENEWAL_MILLISECONDS = 20_000;
/** The longest wait for a shared renewal or read; renewed credentials may be stored late. */
const SHARED_RENEWAL_MILLISECONDS = 60_000;
const SHARED_READING_MILLISECONDS = 30_000;
/** Pauses before each further attempt to store renewed credentials, in milliseconds. */
const STORE_AGAIN = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** RFC 6749 5.2: the refresh token is invalid, expired, revoked or used. Anything else may pass. */
const DEAD_GRANT = 'invalid_grant';

const StoredInstant = z.iso.datetime().transform((text) => new Date(text));

const StoredCredentials = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: StoredInstant,
  refreshEndsAt: StoredInstant.nullable().optional(),
  authorizationEndsAt: StoredInstant.nullable().optional(),
  scopes: z.array(z.string()).optional(),
});

interface Account {
  companyId: number;
  id: number;
  sellerId: string;
  marketplace: Marketplace;
}

const purpose = (accountId: number) => `account-credentials:${accountId}`;

/** Publishes, in the caller's transaction, that a marketplace authorized an account: the first time, or again. */
export const publishConnected = (
  ctx: AppContext,
  trx: Trx,
  event: AccountConnected,
): Promise<void> => ctx.jobs.emit(trx, ACCOUNT_CONNECTED, event);

/** Seals credentials and stores them with their account, in the caller's transaction. */
export async function storeCredentials(
  ctx: AppContext,
  trx: Trx,
  account: { companyId: number; id: number },
  credentials: Credentials,
): Promise<void> {
  await credentialStore.saveCredentials(trx, {
    companyId: account.companyId,
    accountId: account.id,
    sealed: await ctx.vault.seal(JSON.stringify(credentials), purpose(account.id)),
    expiresAt: credentials.expiresAt,
    refreshEndsAt: credentials.refreshEndsAt ?? null,
    authorizationEndsAt: credentials.authorizationEndsAt ?? null,
    now: ctx.clock(),
  });
}

const unseal = async (
  ctx: AppContext,
  accountId: number,
  sealed: Uint8Array,
): Promise<Credentials> => {
  const stored = JSON.parse(await ctx.vault.unseal(sealed, purpose(accountId)));
  const { refreshEndsAt, authorizationEndsAt, scopes, ...rest } = StoredCredentials.parse(stored);
  return {
    ...rest,
    ...(refreshEndsAt !== undefined && { refreshEndsAt }),
    ...(authorizationEndsAt !== undefined && { authorizationEndsAt }),
    ...(scopes !== undefined && { scopes }),
  };
};

/** Renewed credentials, with the end dates and permissions that were reported before and not again. */
const withKnown = (
  { refreshEndsAt, authorizationEndsAt, scopes }: Credentials,
  renewed: Credentials,
): Credentials => ({
  ...(refreshEndsAt !== undefined && { refreshEndsAt }),
  ...(authorizationEndsAt !== undefined && { authorizationEndsAt }),
  ...(scopes !== undefined && { scopes }),
  ...renewed,
});

const notConnected = (message: string): CallFailure => ({
  kind: 'unauthorized',
  code: 'account_inactive',
  message,
  retryAfterMs: null,
});

/**
 * Asks for new credentials. Where no answer comes, it is not known whether the refresh token is used up: it is tried once
 * more at once, while the marketplace may still accept it. A token that it does not accept any more is lost, and only a
 * person can connect the account again.
 */
async function ask(
  account: Account,
  stored: Credentials,
): Promise<Result<Credentials, CallFailure>> {
  // The caller's signal is left out on purpose: stopping midway would lose what the marketplace gave.
  const signal = AbortSignal.timeout(RENEWAL_MILLISECONDS);
  const { sellerId } = account;
  const first = await account.marketplace.refresh(stored, { sellerId, signal });
  if (first.ok || first.error.kind !== 'unavailable' || neverLeft(first.error)) return first;
  return await account.marketplace.refresh(stored, { sellerId, signal });
}

/** Deactivates an account until a person reconnects it, and notifies the company. */
async function setAside(ctx: MarketplaceContext, trx: Trx, account: Account, answer: string) {
  const { companyId, id: accountId } = account;
  const end = { at: ctx.clock(), message: answer };
  const accountName = await accountStore.setAccountStatus(
    trx,
    companyId,
    accountId,
    'inactive',
    end,
  );
  if (accountName === null) return;
  await ctx.jobs.emit(trx, ACCOUNT_DISCONNECTED, { companyId, accountId, accountName });
  await announceAccounts(trx, companyId, [accountId]);
  ctx.log.warn(
    'Marketplace refused to renew the authorization; the account has to be connected again',
    {
      companyId,
      accountId,
      answer,
    },
  );
}

/**
 * Renews credentials, once however many processes ask: the first locks the row while it asks the marketplace, the
 * others wait and find what it stored. The new credentials are committed before anyone uses them, since the old
 * ones may be dead already.
 */
async function renew(
  ctx: MarketplaceContext,
  account: Account,
  stale: Credentials,
): Promise<Result<Credentials, CallFailure>> {
  const taken: { credentials?: Credentials; replaces?: string } = {};
  try {
    return await within(ctx.db, { company: account.companyId }, async (trx) => {
      const row = await credentialStore.lockCredentials(trx, account.companyId, account.id);
      if (row === undefined) return fail(notConnected('The account has no credentials.'));
      const stored = await unseal(ctx, account.id, row.sealed);
      if (stored.accessToken !== stale.accessToken) return ok(stored);
      // The process that locked the row before may have been refused for good.
      const now = await credentialStore.accountWithCredentials(trx, account.companyId, account.id);
      if (now?.status === 'inactive') return fail(notConnected('The account is not connected.'));

      const answer = await ask(account, stored);
      if (!answer.ok) {
        if (answer.error.code !== DEAD_GRANT) return answer;
        await setAside(ctx, trx, account, answer.error.message);
        return fail(notConnected(answer.error.message));
      }
      const renewed = withKnown(stored, answer.value);
      taken.replaces = row.version;
      taken.credentials = renewed;
      await storeCredentials(ctx, trx, account, renewed);
      return ok(renewed);
    });
  } catch (error) {
    if (taken.credentials === undefined || taken.replaces === undefined) throw error;
    ctx.log.warn('Renewed credentials could not be stored at once', {
      accountId: account.id,
      error,
    });
    return await storeLate(ctx, account, taken.credentials, taken.replaces);
  }
}

/**
 * Stores renewed credentials after the transaction that fetched them broke (the database restarted, say).
 * Without them the account would be lost: its refresh token is used up. They replace only the credentials that were
 * renewed; where others are stored by now, those are valid.
 */
async function storeLate(
  ctx: MarketplaceContext,
  account: Account,
  credentials: Credentials,
  replaces: string,
): Promise<Result<Credentials, CallFailure>> {
  for (let attempt = 0; ; attempt++) {
    await sleep(STORE_AGAIN[attempt]);
    try {
      return await within(ctx.db, { company: account.companyId }, async (trx) => {
        const row = await credentialStore.lockCredentials(trx, account.companyId, account.id);
        if (row === undefined) return fail(notConnected('The account has no credentials.'));
        if (row.version !== replaces) return ok(await unseal(ctx, account.id, row.sealed));
        await storeCredentials(ctx, trx, account, credentials);
        // Another process may have tried the used token before, and been refused.
        const { companyId, id: accountId } = account;
        const accountName = await accountStore.setAccountStatus(
          trx,
          companyId,
          accountId,
          'active',
        );
        if (accountName !== null) {
          await publishConnected(ctx, trx, { companyId, accountId });
          await announceAccounts(trx, companyId, [accountId]);
        }
        return ok(credentials);
      });
    } catch (error) {
      if (attempt + 1 === STORE_AGAIN.length) throw error;
    }
  }
}

type Renewal = Promise<Result<Credentials, CallFailure>>;
const renewals = new WeakMap<AppContext, Map<number, Renewal>>();

/** One renewal of an account at a time in this process, so that those who wait hold no connection. */
const renewOnce = (ctx: MarketplaceContext, account: Account, stale: Credentials): Renewal =>
  once(openOf(renewals, ctx), account.id, SHARED_RENEWAL_MILLISECONDS, () =>
    renew(ctx, account, stale),
  );

/** An account that is connected, with its credentials; null: it is not. */
async function read(ctx: MarketplaceContext, companyId: number, accountId: number) {
  const row = await within(ctx.db, { company: companyId }, (trx) =>
    credentialStore.accountWithCredentials(trx, companyId, accountId),
  );
  if (row === undefined || row.sealed === null || row.status === 'inactive') return null;
  return { row, stored: await unseal(ctx, accountId, row.sealed) };
}

type Reading = ReturnType<typeof read>;
const readings = new WeakMap<AppContext, Map<string, Reading>>();

/** Calls of an account that begin together read its credentials once. */
const readOnce = (ctx: MarketplaceContext, companyId: number, accountId: number): Reading =>
  once(openOf(readings, ctx), `${companyId}:${accountId}`, SHARED_READING_MILLISECONDS, () =>
    read(ctx, companyId, accountId),
  );

/** The running work of one kind in an installation. */
function openOf<Key, Value>(
  all: WeakMap<AppContext, Map<Key, Value>>,
  ctx: AppContext,
): Map<Key, Value> {
  const open = all.get(ctx) ?? new Map<Key, Value>();
  all.set(ctx, open);
  return open;
}

/** The permissions of an account's token (null: not reported) and when it ends; null: the account is not connected. */
export async function tokenOf(
  ctx: MarketplaceContext,
  companyId: number,
  accountId: number,
): Promise<{ scopes: readonly string[] | null; endsAt: Date } | null> {
  const known = await readOnce(ctx, companyId, accountId);
  return known && { scopes: known.stored.scopes ?? null, endsAt: known.stored.expiresAt };
}

/**
 * Renews the credentials of an account now, whether or not they end soon: what the marketplace answers shows whether the
 * authorization lasts, and until when. Null: the account is not connected.
 * @param isEnded the marketplace said that the authorization ended: a refusal with any code deactivates the account
 */
export async function renewNow(
  ctx: MarketplaceContext,
  { companyId, accountId }: { companyId: number; accountId: number },
  { isEnded }: { isEnded: boolean },
): Promise<Result<Credentials, CallFailure> | null> {
  const known = await read(ctx, companyId, accountId);
  if (known === null) return null;
  const { row: found, stored } = known;
  const marketplace = ctx.marketplaces.byId(found.marketplace_id);
  if (marketplace === null) return null;
  const account = { companyId, id: accountId, sellerId: found.seller_id, marketplace };
  const renewed = await renewOnce(ctx, account, stored);
  if (renewed.ok || !isEnded || mayPass(renewed.error)) return renewed;
  await within(ctx.db, { company: companyId }, async (trx) => {
    const row = await credentialStore.lockCredentials(trx, companyId, accountId);
    const present = row && (await unseal(ctx, accountId, row.sealed));
    // A person may have connected the account again meanwhile.
    if (present?.accessToken === stored.accessToken)
      await setAside(ctx, trx, account, renewed.error.message);
  });
  return renewed;
}

/** Whether a call that failed may work at another time. */
export const mayPass = ({ kind }: CallFailure): boolean =>
  kind === 'unavailable' || kind === 'rate_limited';

/** The possible outcomes of a call through `withAccount`. */
export type Reply = Result<unknown, CallFailure> | PushOutcome;

/** The call was not made; callers read it as a failed result or as a failed push. */
export interface Unreached {
  ok: false;
  error: CallFailure;
  kind: 'failed';
  failure: CallFailure;
}

const unreached = (failure: CallFailure): Unreached => ({
  ...fail(failure),
  kind: 'failed',
  failure,
});

function failureOf(reply: Reply): CallFailure | null {
  if ('ok' in reply) return reply.ok ? null : reply.error;
  return reply.kind === 'failed' ? reply.failure : null;
}

/**
 * Makes a call in the name of an account. Its credentials are renewed before the call where they end within a
 * minute, else after it where the marketplace finds them unauthorized; then the call is made once more. A call is
 * never made twice for another reason.
 *
 * Not for use inside a transaction: it reads, and may write, by transactions of its own.
 * @returns what the call came to, or a failure of kind `unauthorized` and code `account_inactive` where the account
 *   has to be connected again by a person, or the failure of the renewal
 */
export async function withAccount<T extends Reply>(
  ctx: MarketplaceContext,
  companyId: number,
  accountId: number,
  call: (marketplace: Marketplace, session: AccountSession) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | Unreached> {
  const known = await readOnce(ctx, companyId, accountId);
  if (known === null) return unreached(notConnected('The account is not connected.'));
  const { row, stored } = known;
  const marketplace = ctx.marketplaces.byId(row.marketplace_id);
  if (marketplace === null) throw new Error(`No marketplace has the id ${row.marketplace_id}`);
  const account = { companyId, id: accountId, sellerId: row.seller_id, marketplace };

  const attempt = (credentials: Credentials) =>
    call(marketplace, {
      sellerId: account.sellerId,
      accessToken: credentials.accessToken,
      ...(signal && { signal }),
    });

  const end = ctx.clock().getTime() + NEARLY_OVER_MILLISECONDS;
  const fresh = stored.expiresAt.getTime() > end;
  if (fresh) {
    const reply = await attempt(stored);
    if (failureOf(reply)?.kind !== 'unauthorized') return reply;
  }
  const renewed = await renewOnce(ctx, account, stored);
  return renewed.ok ? await attempt(renewed.value) : unreached(renewed.error);
}
