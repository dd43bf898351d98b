// What a marketplace tells of an ad beside its content: its own automation of the price, units sold, the product's
// universal number. Kept apart, so that a unit sold writes no listing anew and is news to nobody.
import { sql } from 'kysely';
import type { RemoteListing } from '../integrations/marketplace.ts';
import type { Trx } from '../platform/db.ts';

/** Beyond this a count of sales is a slip of the marketplace. */
const MOST_SOLD = 2_000_000_000;

/**
 * Stores the particulars of an account's ads that are stored already; others are passed over.
 * @returns the ads that came under the marketplace's automation, or out of it: whoever sets prices has to know
 * @param isAsked the marketplace was asked for these very ads: then the time is kept even where nothing differs
 */
export async function storeParticulars(
  trx: Trx,
  account: { companyId: number; accountId: number },
  listings: readonly RemoteListing[],
  { isAsked, now }: { isAsked: boolean; now: Date },
): Promise<number[]> {
  if (listings.length === 0) return [];
  const rows = listings.map(({ skuMarketplace, automation, sold, gtin }) => ({
    sku: skuMarketplace,
    automated: automation !== null,
    name: automation?.name ?? null,
    sold: sold === null ? null : Math.min(sold, MOST_SOLD),
    gtin,
  }));
  const { rows: stored } = await sql<{ id: number; was_automated: boolean; is_automated: boolean }>`
    with fetched as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as fetched(sku text, automated boolean, name text, sold integer, gtin text)
    ), told as (
      select l.company_id, l.id, f.*, known.automated_since as since
      from fetched f
      join listing l on l.sku_marketplace = f.sku
      left join listing_particulars known
        on known.company_id = l.company_id and known.listing_id = l.id
      where l.company_id = ${account.companyId} and l.account_id = ${account.accountId}
        -- Leads to these rows and past the others, whatever is known of the table.
        and l.sku_marketplace = any(${rows.map(({ sku }) => sku)}::text[])
        and (${isAsked} or known.listing_id is null
          or (known.automated_since is not null, known.automation_name, known.sold, known.gtin)
            is distinct from (f.automated, f.name, f.sold, f.gtin))
    ), stored as (
      insert into listing_particulars as p
        (company_id, listing_id, automated_since, automation_name, sold, gtin, told_at)
      select company_id, id, case when automated then ${now}::timestamptz end, name, sold, gtin, ${now}
      from told order by id
      on conflict (company_id, listing_id) do update set
        automated_since = case when excluded.automated_since is not null
          then coalesce(p.automated_since, excluded.automated_since) end,
        automation_name = excluded.automation_name,
        sold = excluded.sold,
        gtin = excluded.gtin,
        told_at = excluded.told_at
      where p.told_at <= excluded.told_at
      returning listing_id
    )
    select told.id, told.since is not null as was_automated, told.automated as is_automated
    from stored join told on told.id = stored.listing_id order by told.id`.execute(trx);
  return stored.filter((row) => row.was_automated !== row.is_automated).map(({ id }) => id);
}
