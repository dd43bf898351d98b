// The sealed credentials of accounts.
import { sql } from 'kysely';
import type { Trx } from '../platform/db.ts';
import { rowVersion } from './row-version.ts';

/** An account with its sealed credentials; these are null where none are stored. */
export const accountWithCredentials = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account')
    .leftJoin('account_credentials as credentials', (join) =>
      join
        .onRef('credentials.account_id', '=', 'account.id')
        .onRef('credentials.company_id', '=', 'account.company_id'),
    )
    .select(['account.id', 'marketplace_id', 'seller_id', 'status', 'credentials.sealed'])
    .where('account.company_id', '=', companyId)
    .where('account.id', '=', accountId)
    .executeTakeFirst();

/** The credentials, locked for this transaction: others that want to renew them wait. */
export const lockCredentials = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account_credentials')
    .select(['sealed', rowVersion.as('version')])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export interface SealedCredentials {
  companyId: number;
  accountId: number;
  sealed: Uint8Array;
  expiresAt: Date;
  refreshEndsAt: Date | null;
  authorizationEndsAt: Date | null;
  now: Date;
}

/** An authorization that ends this much later than the one before is a new one, whose end the company is notified of too. */
const ANOTHER_END = sql`interval '1 day'`;

export async function saveCredentials(trx: Trx, given: SealedCredentials): Promise<void> {
  const values = {
    sealed: given.sealed,
    expires_at: given.expiresAt,
    refresh_ends_at: given.refreshEndsAt,
    authorization_ends_at: given.authorizationEndsAt,
    updated_at: given.now,
  };
  const notified = sql<number | null>`case
    when excluded.authorization_ends_at < account_credentials.authorization_ends_at + ${ANOTHER_END}
    then account_credentials.notified_days end`;
  await trx
    .insertInto('account_credentials')
    .values({
      account_id: given.accountId,
      company_id: given.companyId,
      ...values,
      notified_days: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .doUpdateSet({ ...values, notified_days: notified }),
    )
    .execute();
}

/** The end dates of a company's authorizations, or of one account's; inactive accounts are left out. */
export const endingAuthorizations = (trx: Trx, companyId: number, accountId: number | null) =>
  trx
    .selectFrom('account_credentials as credentials')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'credentials.company_id')
        .onRef('account.id', '=', 'credentials.account_id'),
    )
    .select(['account_id', 'account.name', 'authorization_ends_at', 'notified_days'])
    .where('credentials.company_id', '=', companyId)
    .where('authorization_ends_at', 'is not', null)
    .where('account.status', '!=', 'inactive')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId!))
    .orderBy('account_id')
    .execute();

export async function markNotified(
  trx: Trx,
  companyId: number,
  accountId: number,
  days: number,
): Promise<void> {
  await trx
    .updateTable('account_credentials')
    .set({ notified_days: days })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Accounts, inactive ones left out, whose refresh token ends before `end` unless it is used. */
export async function unusedTokens(trx: Trx, companyId: number, end: Date): Promise<number[]> {
  const rows = await trx
    .selectFrom('account_credentials as credentials')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'credentials.company_id')
        .onRef('account.id', '=', 'credentials.account_id'),
    )
    .select('account_id')
    .where('credentials.company_id', '=', companyId)
    .where('refresh_ends_at', '<', end)
    .where('account.status', '!=', 'inactive')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}
