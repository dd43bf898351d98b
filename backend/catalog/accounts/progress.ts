// The progress of fetching an account's listings, published live.
import type { CallFailure } from '../../integrations/marketplace.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import * as store from './store.ts';

interface Account {
  companyId: number;
  accountId: number;
}

/** Notifies the company's pages that accounts changed, in the caller's transaction. */
export const announceAccounts = (trx: Trx, companyId: number, ids: readonly number[]) =>
  announce(trx, companyId, { type: 'accounts', ids: [...ids] });

const report = (
  ctx: AppContext,
  { companyId, accountId }: Account,
  write: (trx: Trx) => Promise<void>,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await write(trx);
    await announceAccounts(trx, companyId, [accountId]);
  });

export const syncBegins = (ctx: AppContext, account: Account) =>
  report(ctx, account, (trx) =>
    store.markRunning(trx, account.companyId, account.accountId, ctx.clock()),
  );

/** The marketplace has named all listings. */
export const syncFound = (ctx: AppContext, account: Account, found: number) =>
  report(ctx, account, (trx) => store.markFound(trx, account.companyId, account.accountId, found));

/** Adds the number of stored listings, in the transaction that stored them. */
export async function syncTook(trx: Trx, account: Account, taken: number): Promise<void> {
  await store.addTaken(trx, account.companyId, account.accountId, taken);
  await announceAccounts(trx, account.companyId, [account.accountId]);
}

/** @param failure how it failed; null: all is fetched */
export const syncEnds = (ctx: AppContext, account: Account, failure: CallFailure | null) =>
  report(ctx, account, (trx) =>
    store.markEnded(trx, account.companyId, account.accountId, ctx.clock(), failure),
  );
