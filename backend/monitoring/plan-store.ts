import { sql } from 'kysely';
import { SKEW_MS } from '../kernel/clock.ts';
import type { BuyboxStatus } from '../kernel/market.ts';
import type { Trx } from '../platform/db.ts';
import { type Candidate, FRESH_MS, pauseAfter } from './engine/poll-plan.ts';

/** An account whose markets are polled, with its marketplace. */
export interface PlannedAccount {
  id: number;
  marketplaceId: number;
  sellerId: string;
}

/** The accounts that are polled, by their ids. */
export const activeAccounts = (trx: Trx, companyId: number): Promise<PlannedAccount[]> =>
  trx
    .selectFrom('account')
    .select(['id', 'marketplace_id as marketplaceId', 'seller_id as sellerId'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

/** Calls a second of an operation that a marketplace reported as an account's limit; null: it did not. */
export async function reportedRate(
  trx: Trx,
  marketplace: string,
  sellerId: string,
  operation: string,
): Promise<number | null> {
  const { rows } = await sql<{ rate: number | null }>`
    select told_per_second as rate from pace.bucket
    where marketplace = ${marketplace} and account = ${sellerId} and operation = ${operation}`.execute(
    trx,
  );
  return rows[0]?.rate ?? null;
}

interface Row {
  listing_id: number;
  ruled: boolean;
  status: string | null;
  changed_at: Date | null;
  worth: number;
  observed_at: Date | null;
  created_at: Date;
  failed_at: Date | null;
  again_at: Date | null;
}

/** When a market was last observed; null: never, or by a clock that was ahead and was corrected since. */
const seenAt = (now: Date) =>
  sql`case when market.observed_at <= ${new Date(now.getTime() + SKEW_MS)} then market.observed_at end`;
/** A failed poll counts until one succeeds; one by a clock that was ahead and was corrected since does not. */
const stillFails = (now: Date) =>
  sql`(failed.failed_at > coalesce(${seenAt(now)}, '-infinity')
    and failed.failed_at <= ${new Date(now.getTime() + SKEW_MS)})`;

/**
 * The listings for sale of an account, as far as planning needs them.
 * @param isDue only those that may be due; where there are more than the limit, those that have waited longest, so that each is
 * considered in time. Otherwise those under a rule come first
 */
export async function candidates(
  trx: Trx,
  companyId: number,
  accountId: number,
  now: Date,
  { limit, isDue }: { limit: number; isDue: boolean },
): Promise<Candidate[]> {
  const freshFrom = new Date(now.getTime() - FRESH_MS);
  const seen = seenAt(now);
  const fails = stillFails(now);
  const pause = sql`case when ${fails} then failed.again_at end`;
  const failedAt = sql`case when ${fails} then failed.failed_at end`;
  const waitsSince = sql`greatest(coalesce(${seen}, listing.created_at), ${failedAt})`;
  const { rows } = await sql<Row>`
    select listing.id as listing_id, stake.listing_id is not null as ruled,
      market.buybox_status as status, market.changed_at,
      -- Where the marketplace does not tell what is sold, what is for sale stands for it.
      listing.price::double precision * coalesce(about.sold, listing.stock) as worth,
      ${seen} as observed_at, listing.created_at, ${failedAt} as failed_at, ${pause} as again_at
    from listing
    left join listing_at_stake stake
      on stake.company_id = listing.company_id and stake.listing_id = listing.id
    left join market on market.company_id = listing.company_id and market.listing_id = listing.id
    left join listing_particulars about
      on about.company_id = listing.company_id and about.listing_id = listing.id
    left join failed_look failed
      on failed.company_id = listing.company_id and failed.listing_id = listing.id
    where listing.company_id = ${companyId} and listing.account_id = ${accountId}
      and listing.status = 'ENABLED'
      and (not ${isDue}::boolean
        or (coalesce(${seen}, '-infinity') <= ${freshFrom}
          and coalesce(${pause}, '-infinity') <= ${now}))
    order by (not ${isDue}::boolean and stake.listing_id is not null) desc, ${waitsSince}, listing.id
    limit ${limit}`.execute(trx);
  return rows.map((row) => ({
    listingId: row.listing_id,
    ruled: row.ruled,
    status: row.status as BuyboxStatus | null,
    changedAt: row.changed_at?.getTime() ?? null,
    worth: row.worth,
    observedAt: row.observed_at?.getTime() ?? null,
    knownSince: row.created_at.getTime(),
    failedAt: row.failed_at?.getTime() ?? null,
    notBefore: row.again_at?.getTime() ?? null,
  }));
}

/** The account of a listing that is for sale in an active account; null: there is none. */
export async function accountOfListing(
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<PlannedAccount | null> {
  const row = await trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'listing.company_id')
        .onRef('account.id', '=', 'listing.account_id'),
    )
    .select([
      'account.id',
      'account.marketplace_id as marketplaceId',
      'account.seller_id as sellerId',
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.id', '=', listingId)
    .where('account.status', '=', 'active')
    .executeTakeFirst();
  return row ?? null;
}

/** Counts polls that failed for good; each one delays the next. */
export async function countFailures(
  trx: Trx,
  companyId: number,
  failed: readonly { listingId: number; code: string }[],
  now: Date,
): Promise<void> {
  if (failed.length === 0) return;
  const ids = [...new Set(failed.map(({ listingId }) => listingId))];
  const { rows } = await sql<{ id: number; failures: number }>`
    select listing.id, coalesce(failed.failures, 0) as failures
    from listing
    left join market on market.company_id = listing.company_id and market.listing_id = listing.id
    left join failed_look failed
      on failed.company_id = listing.company_id and failed.listing_id = listing.id
        and ${stillFails(now)}
    where listing.company_id = ${companyId} and listing.id in (${sql.join(ids)})`.execute(trx);
  const codes = new Map(failed.map(({ listingId, code }) => [listingId, code]));
  const values = rows.map(({ id, failures }) => ({
    company_id: companyId,
    listing_id: id,
    failures: failures + 1,
    code: codes.get(id) ?? '',
    failed_at: now,
    again_at: new Date(now.getTime() + pauseAfter(failures + 1)),
  }));
  if (values.length === 0) return;
  await trx
    .insertInto('failed_look')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'listing_id']).doUpdateSet((row) => ({
        failures: row.ref('excluded.failures'),
        code: row.ref('excluded.code'),
        failed_at: row.ref('excluded.failed_at'),
        again_at: row.ref('excluded.again_at'),
      })),
    )
    .execute();
}
