// Accounts, and the state of their notifications.
import { sql } from 'kysely';
import type { CallFailure } from '../integrations/marketplace.ts';
import type { Trx } from '../platform/db.ts';
import type { AccountStatus } from './contract.ts';

/** A marketplace's message is cut to this length. */
const WORDS_LENGTH = 300;

export const accountsOf = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'marketplace_id', 'status', 'last_synced_at'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const activeAccounts = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

/** The active accounts of one seller, in all companies; scope `seller`. */
export const accountsOfSeller = (trx: Trx, marketplaceId: number, sellerId: string) =>
  trx
    .selectFrom('account')
    .select(['id', 'company_id'])
    .where('marketplace_id', '=', marketplaceId)
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

export const sellerIds = (trx: Trx, companyId: number) =>
  trx.selectFrom('account').select('seller_id').where('company_id', '=', companyId).execute();

/** The account of a seller, created or activated again; returns its id. */
export async function saveAccount(
  trx: Trx,
  account: { companyId: number; marketplaceId: number; sellerId: string; name: string; now: Date },
): Promise<number> {
  const row = await trx
    .insertInto('account')
    .values({
      company_id: account.companyId,
      marketplace_id: account.marketplaceId,
      seller_id: account.sellerId,
      name: account.name,
      status: 'active',
      created_at: account.now,
      last_synced_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'marketplace_id', 'seller_id'])
        .doUpdateSet({ name: account.name, status: 'active' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns the account's name where it had another status before, else null */
export async function setAccountStatus(
  trx: Trx,
  companyId: number,
  accountId: number,
  status: AccountStatus,
  end?: { at: Date; message: string },
): Promise<string | null> {
  const ended = end && { ended_at: end.at, end_message: end.message.slice(0, WORDS_LENGTH) };
  const changed = await trx
    .updateTable('account')
    .set({ status, ...ended })
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .where('status', '!=', status)
    .returning('name')
    .executeTakeFirst();
  return changed?.name ?? null;
}

export async function markSynced(
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ last_synced_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .execute();
}

/** Records when notifications of accounts came, for the accounts that exist. */
export async function noteNotified(
  trx: Trx,
  companyId: number,
  accountIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_webhook (company_id, account_id, notified_at)
    select company_id, id, ${now} from account
    where company_id = ${companyId} and id = any(${[...accountIds]}::bigint[])
    order by id
    on conflict (company_id, account_id) do update set notified_at = excluded.notified_at`.execute(
    trx,
  );
}

/** Records how the subscription to an account's notifications ended. */
export async function noteSubscribed(
  trx: Trx,
  { companyId, accountId }: { companyId: number; accountId: number },
  failure: CallFailure | null,
  now: Date,
): Promise<void> {
  const row = {
    subscribed_at: now,
    failure: failure?.kind ?? null,
    message: failure?.message.slice(0, WORDS_LENGTH) ?? null,
  };
  await trx
    .insertInto('account_webhook')
    .values({ company_id: companyId, account_id: accountId, notified_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(row))
    .execute();
}
