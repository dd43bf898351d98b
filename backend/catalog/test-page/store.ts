import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { type NotificationProof, RECEIVED_KEPT } from '../contract.ts';

export interface Received {
  companyId: number;
  accountId: number;
  receivedAt: Date;
  topic: string;
  proof: NotificationProof;
}

/** Records a notification of an account and deletes those before its last `RECEIVED_KEPT`. */
export async function addReceived(trx: Trx, one: Received): Promise<void> {
  await trx
    .insertInto('received_notification')
    .values({
      company_id: one.companyId,
      account_id: one.accountId,
      received_at: one.receivedAt,
      topic: one.topic,
      proof: one.proof,
    })
    .execute();
  const ofAccount = sql<boolean>`company_id = ${one.companyId} and account_id = ${one.accountId}`;
  await trx
    .deleteFrom('received_notification')
    .where(ofAccount)
    .where('id', '<=', (of) =>
      of
        .selectFrom('received_notification')
        .select('id')
        .where(ofAccount)
        .orderBy('id', 'desc')
        .offset(RECEIVED_KEPT)
        .limit(1),
    )
    .execute();
}

/** The last notifications of an account, the newest first. */
export const receivedOf = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('received_notification')
    .select(['received_at', 'topic', 'proof'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(RECEIVED_KEPT)
    .execute();

/** The company's accounts at a marketplace, by name. */
export const accountsAt = (trx: Trx, companyId: number, marketplaceId: number) =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'seller_id'])
    .where('company_id', '=', companyId)
    .where('marketplace_id', '=', marketplaceId)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** A listing by its account and the marketplace's code of it. */
export const listingBySku = (trx: Trx, companyId: number, accountId: number, sku: string) =>
  trx
    .selectFrom('listing')
    .select(['id', 'currency_code'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('sku_marketplace', '=', sku)
    .executeTakeFirst();

export const accountExists = async (
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<boolean> =>
  (await trx
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirst()) !== undefined;
