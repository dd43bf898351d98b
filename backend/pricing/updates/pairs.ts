// Listings that share one price: a listing of the marketplace's catalog, and the one that it was made of.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

/** A listing, another one that shares its price, and the rule that the other has; null: none. */
export interface Pair {
  listingId: number;
  otherId: number;
  otherTitle: string;
  ruleId: number | null;
}

/** The listings that share their price with these; archived ones are left out. */
export async function pairsOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Pair[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<Pair>`
    with own as (
      select l.id, l.account_id, l.sku_marketplace, about.made_of
      from listing l
      left join listing_particulars about on about.company_id = l.company_id and about.listing_id = l.id
      where l.company_id = ${companyId} and l.id = any(${listingIds}::bigint[])
    ), pair as (
      select own.id, other.id as other_id, other.title
      from own join listing other on other.company_id = ${companyId}
        and other.account_id = own.account_id and other.sku_marketplace = own.made_of
      where other.status <> 'ARCHIVED'
      union
      select own.id, other.id, other.title
      from own join listing_particulars made on made.company_id = ${companyId}
        and made.made_of = own.sku_marketplace
      join listing other on other.company_id = made.company_id and other.id = made.listing_id
        and other.account_id = own.account_id
      where other.status <> 'ARCHIVED'
    )
    select pair.id as "listingId", pair.other_id as "otherId", pair.title as "otherTitle",
      taken.rule_id as "ruleId"
    from pair left join rule_listing taken
      on taken.company_id = ${companyId} and taken.listing_id = pair.other_id
    order by pair.id, pair.other_id`.execute(trx);
  return rows;
}

/** Listings with those that share their price: they are locked together, so that only one of a pair gets a rule. */
export async function withPairs(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<number[]> {
  const pairs = await pairsOf(trx, companyId, listingIds);
  return [...new Set([...listingIds, ...pairs.map(({ otherId }) => otherId)])].sort(
    (a, b) => a - b,
  );
}
