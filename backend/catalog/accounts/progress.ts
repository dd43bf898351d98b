// How far the fetching of an account's ads is, told to whoever watches.
import type { CallFailure } from '../../integrations/marketplace.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
import * as store from './store.ts';

interface Account {
  companyId: number;
  accountId: number;
}

/** Tells the company's pages that accounts changed, in the caller's transaction. */
export const announceAccounts = (trx: Trx, companyId: number, ids: readonly number[]) =>
  announce(trx, companyId, { type: 'accounts', ids: [...ids] });

const tell = (
  house: House,
  { companyId, accountId }: Account,
  write: (trx: Trx) => Promise<void>,
) =>
  within(house.db, { company: companyId }, async (trx) => {
    await write(trx);
    await announceAccounts(trx, companyId, [accountId]);
  });

export const syncBegins = (house: House, account: Account) =>
  tell(house, account, (trx) =>
    store.markRunning(trx, account.companyId, account.accountId, house.clock()),
  );

/** The marketplace has named all ads. */
export const syncFound = (house: House, account: Account, found: number) =>
  tell(house, account, (trx) => store.markFound(trx, account.companyId, account.accountId, found));

/** So many more of them are stored, in the transaction that stored them. */
export async function syncTook(trx: Trx, account: Account, taken: number): Promise<void> {
  await store.addTaken(trx, account.companyId, account.accountId, taken);
  await announceAccounts(trx, account.companyId, [account.accountId]);
}

/** @param failure how it failed; null: all is fetched */
export const syncEnds = (house: House, account: Account, failure: CallFailure | null) =>
  tell(house, account, (trx) =>
    store.markEnded(trx, account.companyId, account.accountId, house.clock(), failure),
  );
