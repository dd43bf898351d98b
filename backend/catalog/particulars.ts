// What a marketplace reports of a listing beside its content: its own automation of the price, units sold, the product's
// universal number, how healthy it is and its relation to others. Kept apart, so that a sold unit does not rewrite the
// listing and counts as no change.
import { sql } from 'kysely';
import type { RemoteListing } from '../integrations/marketplace.ts';
import { SKEW_MS } from '../kernel/clock.ts';
import type { Trx } from '../platform/db.ts';

/** A larger count of units is an error of the marketplace. */
export const MOST_UNITS = 2_000_000_000;
/** Longer names of variations are cut to this length: a table cell shows them. */
const LONGEST_VARIATION = 200;

/** Changes of particulars that others have to know of. */
export interface ParticularsNews {
  /** Entered or left the marketplace's automation: what sets prices has to know. */
  handedOver: number[];
  /** Appear differently in a list. */
  shown: number[];
  /** Their brands as they were and as they are; null: not reported. */
  brands: { listingId: number; before: string | null; after: string | null }[];
}

const toRow = ({ skuMarketplace, automation, sold, ...reported }: RemoteListing) => ({
  sku: skuMarketplace,
  automated: automation !== null,
  name: automation?.name ?? null,
  sold: sold === null ? null : Math.min(sold, MOST_UNITS),
  gtin: reported.gtin,
  health: reported.healthScore,
  grouped: reported.groupType,
  variation:
    reported.variation === null
      ? null
      : [...reported.variation].slice(0, LONGEST_VARIATION).join(''),
  channels: reported.channels,
  tags: reported.tags,
  made_of: reported.madeOf ?? null,
  brand: reported.brand ?? null,
});

/**
 * Stores the particulars of an account's listings that are already stored; others are ignored. An answer that is older
 * than the stored one is dropped, unless the stored time lies in the future.
 * @param isRequested these very listings were requested from the marketplace: then the time is stored even where nothing differs
 * @param requestedAt when it was requested, before it answered
 */
export async function storeParticulars(
  trx: Trx,
  account: { companyId: number; accountId: number },
  listings: readonly RemoteListing[],
  { isRequested, requestedAt }: { isRequested: boolean; requestedAt: Date },
): Promise<ParticularsNews> {
  if (listings.length === 0) return { handedOver: [], shown: [], brands: [] };
  const rows = listings.map(toRow);
  const latest = new Date(requestedAt.getTime() + SKEW_MS);
  const { rows: stored } = await sql<{
    id: number;
    is_handed_over: boolean;
    is_shown: boolean;
    brand: string | null;
    brand_before: string | null;
  }>`
    with fetched as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as fetched(sku text, automated boolean, name text, sold integer, gtin text,
          health smallint, grouped text, variation text, channels text[], tags text[], made_of text, brand text)
    ), reported as (
      select l.company_id, l.id, f.*,
        (known.automated_since is not null) <> f.automated as is_handed_over,
        (known.health_score, known.group_type, known.variation, known.channels, known.tags)
          is distinct from (f.health, f.grouped, f.variation, f.channels, f.tags) as is_shown,
        known.brand as brand_before
      from fetched f
      join listing l on l.sku_marketplace = f.sku
      left join listing_particulars known
        on known.company_id = l.company_id and known.listing_id = l.id
      where l.company_id = ${account.companyId} and l.account_id = ${account.accountId}
        -- Leads to these rows and past the others, whatever is known of the table.
        and l.sku_marketplace = any(${rows.map(({ sku }) => sku)}::text[])
        and (${isRequested} or known.listing_id is null
          or (known.automated_since is not null, known.automation_name, known.sold, known.gtin,
              known.health_score, known.group_type, known.variation, known.channels, known.tags,
              known.made_of, known.brand)
            is distinct from (f.automated, f.name, f.sold, f.gtin,
              f.health, f.grouped, f.variation, f.channels, f.tags, f.made_of, f.brand))
    ), stored as (
      insert into listing_particulars as p
        (company_id, listing_id, automated_since, automation_name, sold, gtin, health_score, group_type,
          variation, channels, tags, made_of, brand, told_at)
      select company_id, id, case when automated then ${requestedAt}::timestamptz end, name, sold, gtin, health, grouped,
        variation, channels, tags, made_of, brand, ${requestedAt}
      from reported order by id
      on conflict (company_id, listing_id) do update set
        automated_since = case when excluded.automated_since is not null
          then coalesce(p.automated_since, excluded.automated_since) end,
        automation_name = excluded.automation_name,
        sold = excluded.sold,
        gtin = excluded.gtin,
        health_score = excluded.health_score,
        group_type = excluded.group_type,
        variation = excluded.variation,
        channels = excluded.channels,
        tags = excluded.tags,
        made_of = excluded.made_of,
        brand = excluded.brand,
        told_at = excluded.told_at
      where p.told_at <= excluded.told_at or p.told_at > ${latest}
      returning listing_id
    )
    select reported.id, reported.is_handed_over, reported.is_shown, reported.brand,
      reported.brand_before
    from stored join reported on reported.id = stored.listing_id order by reported.id`.execute(trx);
  return {
    handedOver: stored.flatMap((row) => (row.is_handed_over ? [row.id] : [])),
    shown: stored.flatMap((row) => (row.is_shown ? [row.id] : [])),
    brands: stored.map((row) => ({
      listingId: row.id,
      before: row.brand_before,
      after: row.brand,
    })),
  };
}
