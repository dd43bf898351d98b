// SQL of a company's accounts: their state, who may connect one, and the progress of their syncs.
import { sql, type UpdateObject } from 'kysely';
import type { CallFailure } from '../../integrations/marketplace.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import type { SyncState } from '../contract.ts';

/** A marketplace's message is cut to this length. */
const MESSAGE_LENGTH = 300;

export interface IntegrationRow {
  id: number;
  name: string;
  marketplace_id: number;
  seller_id: string;
  status: string;
  created_at: Date;
  last_synced_at: Date | null;
  country_code: string | null;
  has_credentials: boolean;
  authorization_ends_at: Date | null;
  ads: number;
  sync_state: string | null;
  sync_at: Date | null;
  found: number | null;
  taken: number | null;
  failure: string | null;
  message: string | null;
  notified_at: Date | null;
  webhook_failure: string | null;
  webhook_message: string | null;
  ended_at: Date | null;
  end_message: string | null;
}

/** The company's accounts by name, or the one of them that is named. */
export async function integrations(
  trx: Trx,
  companyId: number,
  accountId: number | null = null,
): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select a.id, a.name, a.marketplace_id, a.seller_id, a.status, a.created_at, a.last_synced_at,
      a.ended_at, a.end_message,
      -- What was connected before the country was asked for sells where its ads are.
      coalesce(a.country_code, (select l.country_code from listing l
        where l.company_id = a.company_id and l.account_id = a.id limit 1)) as country_code,
      c.account_id is not null as has_credentials, c.authorization_ends_at,
      (select count(*) from listing l where l.company_id = a.company_id and l.account_id = a.id
        and l.status <> 'ARCHIVED') as ads,
      s.state as sync_state, s.at as sync_at, s.found, s.taken, s.failure, s.message,
      w.notified_at, w.failure as webhook_failure, w.message as webhook_message
    from account a
    left join account_sync s on s.company_id = a.company_id and s.account_id = a.id
    left join account_webhook w on w.company_id = a.company_id and w.account_id = a.id
    left join account_credentials c on c.company_id = a.company_id and c.account_id = a.id
    where a.company_id = ${companyId} and (${accountId}::bigint is null or a.id = ${accountId})
    order by lower(a.name), a.id`.execute(trx);
  return rows;
}

export interface NewGrant {
  companyId: number;
  stateHash: string;
  personId: number;
  marketplaceId: number;
  countryCode: string;
  accountId: number | null;
  sealedVerifier: Uint8Array;
  now: Date;
  expiresAt: Date;
}

/** Stores a grant, and deletes those that ended before `before`. */
export async function addGrant(trx: Trx, grant: NewGrant, before: Date): Promise<void> {
  await trx
    .deleteFrom('account_grant')
    .where('company_id', '=', grant.companyId)
    .where('expires_at', '<', before)
    .execute();
  await trx
    .insertInto('account_grant')
    .values({
      company_id: grant.companyId,
      state_hash: grant.stateHash,
      person_id: grant.personId,
      marketplace_id: grant.marketplaceId,
      country_code: grant.countryCode,
      account_id: grant.accountId,
      sealed_verifier: grant.sealedVerifier,
      created_at: grant.now,
      expires_at: grant.expiresAt,
      used_at: null,
    })
    .execute();
}

interface GrantKey {
  companyId: number;
  personId: number;
  marketplaceId: number;
  stateHash: string;
}

/** A person's own grant at this marketplace, locked for this transaction. */
export const lockGrant = (trx: Trx, { companyId, personId, marketplaceId, stateHash }: GrantKey) =>
  trx
    .selectFrom('account_grant')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('state_hash', '=', stateHash)
    .where('person_id', '=', personId)
    .where('marketplace_id', '=', marketplaceId)
    .forUpdate()
    .executeTakeFirst();

/** Marks it as used; null: it may be used again. */
export async function markGrant(
  trx: Trx,
  { companyId, stateHash }: Pick<GrantKey, 'companyId' | 'stateHash'>,
  usedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('account_grant')
    .set({ used_at: usedAt })
    .where('company_id', '=', companyId)
    .where('state_hash', '=', stateHash)
    .execute();
}

/**
 * Accounts of a seller in other companies, inactive ones left out; scope `seller`. Until the transaction ends nobody
 * else connects that seller.
 */
export async function elsewhere(
  trx: Trx,
  companyId: number,
  { marketplaceId, sellerId }: { marketplaceId: number; sellerId: string },
): Promise<{ companyId: number; id: number }[]> {
  const seller = `seller:${marketplaceId}:${sellerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${seller}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'company_id'])
    .where('marketplace_id', '=', marketplaceId)
    .where('seller_id', '=', sellerId)
    .where('company_id', '!=', companyId)
    .where('status', '!=', 'inactive')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ companyId: row.company_id, id: row.id }));
}

/** The account of a seller in the company, where it is connected. */
export async function connected(
  trx: Trx,
  companyId: number,
  { marketplaceId, sellerId }: { marketplaceId: number; sellerId: string },
): Promise<{ companyId: number; id: number }[]> {
  const rows = await trx
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('marketplace_id', '=', marketplaceId)
    .where('seller_id', '=', sellerId)
    .where('status', '!=', 'inactive')
    .execute();
  return rows.map(({ id }) => ({ companyId, id }));
}

/** The account of a seller who agreed: a new one waits for its name, one that has a name is activated again. */
export const letIn = (
  trx: Trx,
  account: {
    companyId: number;
    marketplaceId: number;
    sellerId: string;
    name: string;
    countryCode: string;
    now: Date;
  },
): Promise<{ id: number; status: string }> =>
  trx
    .insertInto('account')
    .values({
      company_id: account.companyId,
      marketplace_id: account.marketplaceId,
      seller_id: account.sellerId,
      name: account.name,
      status: 'pending',
      country_code: account.countryCode,
      created_at: account.now,
      last_synced_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'marketplace_id', 'seller_id']).doUpdateSet({
        status: sql<string>`case account.status when 'pending' then 'pending' else 'active' end`,
        country_code: account.countryCode,
      }),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();

/** An account, locked for this transaction. */
export const lockAccount = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'status', 'marketplace_id', 'seller_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export async function change(
  trx: Trx,
  companyId: number,
  accountId: number,
  to: { name?: string; status?: string; ended_at?: Date; end_message?: null },
): Promise<void> {
  await trx
    .updateTable('account')
    .set(to)
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .execute();
}

export async function forgetCredentials(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<void> {
  for (const table of [
    'account_credentials',
    'account_sync',
    'account_webhook',
    'notification_secret',
  ] as const) {
    await trx
      .deleteFrom(table)
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .execute();
  }
}

/** A sync that waits its turn, where none runs. */
export async function markWaiting(
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('account_sync')
    .values({
      company_id: companyId,
      account_id: accountId,
      state: 'waiting',
      at: now,
      found: null,
      taken: 0,
      failure: null,
      message: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .doUpdateSet({ state: 'waiting', at: now, found: null, taken: 0 })
        .where('account_sync.state', '!=', 'running'),
    )
    .execute();
}

/** A sync that begins, whatever the state before. */
export async function markRunning(
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
): Promise<void> {
  const begun = { state: 'running', at: now, found: null, taken: 0 };
  await trx
    .insertInto('account_sync')
    .values({
      company_id: companyId,
      account_id: accountId,
      ...begun,
      failure: null,
      message: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(begun))
    .execute();
}

/** Stores the progress of an account's sync. */
async function noteSync(
  trx: Trx,
  companyId: number,
  accountId: number,
  noted: UpdateObject<Tables, 'account_sync'>,
): Promise<void> {
  await trx
    .updateTable('account_sync')
    .set(noted)
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();
}

export const markFound = (trx: Trx, companyId: number, accountId: number, found: number) =>
  noteSync(trx, companyId, accountId, { found });

export const addTaken = (trx: Trx, companyId: number, accountId: number, taken: number) =>
  noteSync(trx, companyId, accountId, { taken: sql<number>`taken + ${taken}::integer` });

export const markEnded = (
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
  failure: CallFailure | null,
): Promise<void> => {
  const state: SyncState = failure === null ? 'done' : 'failed';
  return noteSync(trx, companyId, accountId, {
    state,
    at: now,
    failure: failure?.kind ?? null,
    message: failure?.message.slice(0, MESSAGE_LENGTH) ?? null,
  });
};
