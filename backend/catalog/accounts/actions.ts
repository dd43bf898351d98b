// The state of a company's accounts, and what a person does with one that is connected.
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { sellerOf } from '../../kernel/seller.ts';
import type { Actor } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  type AccountIntegration,
  type AccountProblem,
  AccountStatus,
  expiringStage,
  SyncState,
  wholeDays,
} from '../contract.ts';
import type { MarketplaceContext } from '../credentials.ts';
import { problem } from '../problems.ts';
import { requestSync } from '../queues.ts';
import { announceAccounts } from './progress.ts';
import { type Quota, readQuota } from './quota.ts';
import * as store from './store.ts';

const FAILURES: Readonly<Record<string, AccountProblem>> = {
  unavailable: 'unavailable',
  rate_limited: 'rate_limited',
  forbidden: 'forbidden',
};

function problemOf(row: store.IntegrationRow): AccountProblem | null {
  if (row.status === 'inactive') return row.has_credentials ? 'refused' : 'disconnected';
  if (row.sync_state !== 'failed' || row.failure === null) return null;
  return FAILURES[row.failure] ?? 'unreadable';
}

/** The marketplace's own words for a problem; null: it gave none. */
function detailOf(row: store.IntegrationRow, problem: AccountProblem | null): string | null {
  if (problem === null || problem === 'disconnected') return null;
  return problem === 'refused' ? row.end_message : row.message;
}

function toIntegration(
  row: store.IntegrationRow,
  quota: Quota | null,
  now: Date,
): AccountIntegration {
  const problem = problemOf(row);
  const endsAt = row.authorization_ends_at;
  const isExpiring = endsAt !== null && expiringStage(endsAt, now) !== null;
  const isUnderWay = row.status === 'active' && row.sync_state !== null && row.sync_at !== null;
  return {
    id: row.id,
    name: row.name,
    marketplaceId: MarketplaceId.parse(row.marketplace_id),
    status: AccountStatus.parse(row.status),
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    sellerId: sellerOf(row.seller_id),
    countryCode: row.country_code,
    ads: row.ads,
    connectedAt: row.created_at.toISOString(),
    sync: isUnderWay
      ? {
          state: SyncState.parse(row.sync_state),
          at: row.sync_at!.toISOString(),
          found: row.found,
          taken: row.taken ?? 0,
        }
      : null,
    authorizationEndsAt: endsAt?.toISOString() ?? null,
    expiresInDays: isExpiring ? wholeDays(endsAt, now) : null,
    notifications:
      row.status === 'inactive'
        ? null
        : {
            lastAt: row.notified_at?.toISOString() ?? null,
            refusal: row.webhook_failure === null ? null : row.webhook_message,
          },
    quota: quota && {
      usedPercent: quota.usedPercent,
      restsUntil: quota.restsUntil?.toISOString() ?? null,
    },
    problem,
    problemDetail: detailOf(row, problem),
    endedAt: row.status === 'inactive' ? (row.ended_at?.toISOString() ?? null) : null,
  };
}

/** Accounts with what each may call at this moment. */
async function withQuotas(
  ctx: MarketplaceContext,
  trx: Trx,
  rows: readonly store.IntegrationRow[],
): Promise<AccountIntegration[]> {
  const accounts: AccountIntegration[] = [];
  for (const row of rows) {
    const marketplace = ctx.marketplaces.byId(row.marketplace_id);
    const isRequested = marketplace !== null && row.status !== 'inactive';
    const quota = isRequested ? await readQuota(trx, marketplace, row.seller_id) : null;
    accounts.push(toIntegration(row, quota, ctx.clock()));
  }
  return accounts;
}

/** The company's accounts, by name, with their state. */
export const integrationsOf = (
  ctx: MarketplaceContext,
  companyId: number,
): Promise<AccountIntegration[]> =>
  within(ctx.db, { company: companyId }, async (trx) =>
    withQuotas(ctx, trx, await store.integrations(trx, companyId)),
  );

const unknownAccount = () => problem('account_not_found');

/** One account as it is in this transaction. @throws Problem 404 `account_not_found` */
export async function integrationOf(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<AccountIntegration> {
  const [account] = await withQuotas(ctx, trx, await store.integrations(trx, companyId, accountId));
  if (account === undefined) throw unknownAccount();
  return account;
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof store.lockAccount>>>;

/** Changes one account in one transaction, publishes the change live, and returns the account's new state. */
const withOne = (
  ctx: MarketplaceContext,
  { companyId }: Actor,
  accountId: number,
  work: (trx: Trx, account: LockedAccount) => Promise<void>,
): Promise<AccountIntegration> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const account = await store.lockAccount(trx, companyId, accountId);
    if (account === undefined) throw unknownAccount();
    await work(trx, account);
    await announceAccounts(trx, companyId, [accountId]);
    return await integrationOf(ctx, trx, companyId, accountId);
  });

const write = (
  ctx: MarketplaceContext,
  trx: Trx,
  actor: Actor,
  { action, accountId, values }: { action: string; accountId: number; values: object },
) =>
  auditAct(ctx, trx, actor, {
    action: `catalog.${action}`,
    subject: String(accountId),
    values,
  });

const inactive = () => problem('account_inactive');

/** Requests a sync of the account's listings, in the caller's transaction. */
export async function beginSync(
  ctx: MarketplaceContext,
  trx: Trx,
  account: { companyId: number; accountId: number },
): Promise<void> {
  await requestSync(ctx, trx, account);
  await store.markWaiting(trx, account.companyId, account.accountId, ctx.clock());
}

/**
 * Names a new account and begins to fetch its listings; of one that was completed already only the name is changed.
 * @throws Problem 404 `account_not_found`, 409 `account_inactive`
 */
export const completeAccount = (
  ctx: MarketplaceContext,
  actor: Actor,
  accountId: number,
  name: string,
): Promise<AccountIntegration> =>
  withOne(ctx, actor, accountId, async (trx, account) => {
    if (account.status === 'inactive') throw inactive();
    const { companyId } = actor;
    await store.change(trx, companyId, accountId, { name, status: 'active' });
    if (account.status === 'pending') await beginSync(ctx, trx, { companyId, accountId });
    const values = { name };
    await write(ctx, trx, actor, { action: 'account_completed', accountId, values });
  });

/** @throws Problem 404 `account_not_found` */
export const renameAccount = (
  ctx: MarketplaceContext,
  actor: Actor,
  accountId: number,
  name: string,
): Promise<AccountIntegration> =>
  withOne(ctx, actor, accountId, async (trx, account) => {
    await store.change(trx, actor.companyId, accountId, { name });
    const values = { from: account.name, to: name };
    await write(ctx, trx, actor, { action: 'account_renamed', accountId, values });
  });

/**
 * Requests a sync of an account, as soon as its turn comes; several requests lead to one sync.
 * @throws Problem 404 `account_not_found`, 409 `account_inactive`, `account_unfinished`
 */
export const syncNow = (
  ctx: MarketplaceContext,
  actor: Actor,
  accountId: number,
): Promise<AccountIntegration> =>
  withOne(ctx, actor, accountId, async (trx, account) => {
    if (account.status === 'inactive') throw inactive();
    if (account.status === 'pending') throw problem('account_unfinished');
    await beginSync(ctx, trx, { companyId: actor.companyId, accountId });
    await write(ctx, trx, actor, { action: 'account_sync_asked', accountId, values: {} });
  });

/**
 * Deletes an account's credentials. Its listings, rules and history stay; nothing is fetched and no price is sent until
 * it is connected again. Harmless when it is disconnected already.
 * @throws Problem 404 `account_not_found`
 */
export const disconnectAccount = (
  ctx: MarketplaceContext,
  actor: Actor,
  accountId: number,
): Promise<AccountIntegration> =>
  withOne(ctx, actor, accountId, async (trx, account) => {
    await store.forgetCredentials(trx, actor.companyId, accountId);
    await store.change(trx, actor.companyId, accountId, {
      status: 'inactive',
      ...(account.status !== 'inactive' && { ended_at: ctx.clock(), end_message: null }),
    });
    const values = { name: account.name, marketplaceId: account.marketplace_id };
    await write(ctx, trx, actor, { action: 'account_disconnected', accountId, values });
  });
