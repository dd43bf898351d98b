import { sql } from 'kysely';
import type { AdFigures } from '../../integrations/marketplace.ts';
import type { Trx } from '../../platform/db.ts';

/** The active accounts of a company whose figures are older than that, or that have none. */
export async function accountsDue(
  trx: Trx,
  companyId: number,
  before: Date,
): Promise<{ id: number; marketplaceId: number }[]> {
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'marketplace_id'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_ad_figures as f')
            .innerJoin('listing as l', (join) =>
              join.onRef('l.company_id', '=', 'f.company_id').onRef('l.id', '=', 'f.listing_id'),
            )
            .select('f.listing_id')
            .where('f.company_id', '=', companyId)
            .whereRef('l.account_id', '=', 'account.id')
            .where('f.updated_at', '>=', before),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, marketplaceId: row.marketplace_id }));
}

export interface Window {
  days: number;
  /** The end of its last day. */
  until: Date;
}

/**
 * Stores the advertising figures that an account's marketplace reported; listings without a report have no figures any
 * more.
 * @returns the listings that have figures now, or had them before
 */
export async function storeFigures(
  trx: Trx,
  { companyId, accountId }: { companyId: number; accountId: number },
  figures: ReadonlyMap<string, AdFigures>,
  { days, until }: Window,
  now: Date,
): Promise<number[]> {
  const rows = [...figures].map(([sku, { spend, sales }]) => ({ sku, spend, sales }));
  const { rows: gone } = await sql<{ id: number }>`
    delete from listing_ad_figures f using listing l
    where f.company_id = ${companyId} and l.company_id = f.company_id and l.id = f.listing_id
      and l.account_id = ${accountId}
      and not l.sku_marketplace = any(${rows.map(({ sku }) => sku)}::text[])
    returning f.listing_id as id`.execute(trx);
  const { rows: stored } = await sql<{ id: number }>`
    insert into listing_ad_figures (company_id, listing_id, spend, sales, days, until, updated_at)
    select l.company_id, l.id, reported.spend, reported.sales, ${days}, ${until}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported(sku text, spend bigint, sales bigint)
    join listing l on l.sku_marketplace = reported.sku
    where l.company_id = ${companyId} and l.account_id = ${accountId}
    order by l.id
    on conflict (company_id, listing_id) do update set spend = excluded.spend, sales = excluded.sales,
      days = excluded.days, until = excluded.until, updated_at = excluded.updated_at
    returning listing_id as id`.execute(trx);
  return [...gone, ...stored].map(({ id }) => id);
}

/**
 * Forgets figures that no one renewed: a price must not follow what advertising cost long ago.
 * @returns the listings that had them
 */
export async function forgetFigures(trx: Trx, companyId: number, before: Date): Promise<number[]> {
  const rows = await trx
    .deleteFrom('listing_ad_figures')
    .where('company_id', '=', companyId)
    .where('updated_at', '<', before)
    .returning('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
}
