// Listings as changes of their rules see them: what names and prices them, and the rule with how many listings it prices.
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { StoredRule } from '../../engine/rule.ts';
import { anyOf } from '../../updates/listing-store.ts';
import { pairsOf } from '../../updates/pairs.ts';
import type { ListingKeys, RuledListing } from './types.ts';

type Bare = Omit<RuledListing, 'rule' | 'pairs'>;
type RuleColumns = Omit<StoredRule, 'created_at' | 'updated_at'>;

const EPOCH = new Date(0);

/** Rules with how many listings each prices, by their ids. */
async function rulesOf(
  trx: Trx,
  companyId: number,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, RuledListing['rule']>> {
  if (ruleIds.length === 0) return new Map();
  const [rules, counted] = await Promise.all([
    trx
      .selectFrom('rule')
      .select(['id', 'name', 'origin', 'version', 'status', 'min_price', 'max_price', 'settings'])
      .where('company_id', '=', companyId)
      .where(anyOf('id', ruleIds))
      .$castTo<RuleColumns>()
      .execute(),
    trx
      .selectFrom('rule_listing')
      .select(['rule_id', (eb) => eb.fn.countAll<number>().as('listings')])
      .where('company_id', '=', companyId)
      .where(anyOf('rule_id', ruleIds))
      .groupBy('rule_id')
      .execute(),
  ]);
  const listings = new Map(counted.map(({ rule_id, listings: count }) => [rule_id, count]));
  return new Map(
    rules.map((rule) => [
      rule.id,
      { ...rule, listings: listings.get(rule.id) ?? 0, created_at: EPOCH, updated_at: EPOCH },
    ]),
  );
}

/** By listing the rule that prices it. */
async function ownersOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await trx
    .selectFrom('rule_listing')
    .select(['listing_id', 'rule_id'])
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
  return new Map(rows.map(({ listing_id, rule_id }) => [listing_id, rule_id]));
}

/**
 * Listings with their rules, in the order of their ids. Each table is read by the keys that the one before gave: a join
 * would be planned by the latest statistics, and where they are from before the company had its 50,000 rules it would
 * scan all of them for each listing.
 */
async function listingsWhere(
  trx: Trx,
  companyId: number,
  condition: RawBuilder<unknown>,
): Promise<RuledListing[]> {
  const { rows } = await sql<Bare>`
    select l.id as "listingId", l.marketplace_id as "marketplaceId", l.title, l.sku, l.sku_marketplace as "skuMarketplace",
      l.catalog_product_id as "catalogProductId", l.link, l.currency_code as "currencyCode",
      l.country_code as "countryCode", l.price
    from listing l
    where l.company_id = ${companyId} and ${condition}
    order by l.id`.execute(trx);
  const ids = rows.map(({ listingId }) => listingId);
  const owners = await ownersOf(trx, companyId, ids);
  const pairs = Map.groupBy(await pairsOf(trx, companyId, ids), ({ listingId }) => listingId);
  const rules = await rulesOf(trx, companyId, [...new Set(owners.values())]);
  return rows.map((listing) => ({
    ...listing,
    rule: rules.get(owners.get(listing.listingId) ?? 0) ?? null,
    pairs: (pairs.get(listing.listingId) ?? []).map(({ otherId, ruleId }) => ({
      listingId: otherId,
      hasRule: ruleId !== null,
    })),
  }));
}

/** Listings that are looked up at once, so that no statement gets long. */
const AT_ONCE = 1_000;

/** Listings with their rules, in the order of their ids; those that do not exist are left out. */
export async function loadListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<RuledListing[]> {
  const ids = listingIds.toSorted((a, b) => a - b);
  const listings: RuledListing[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    listings.push(...(await listingsWhere(trx, companyId, sql`l.id = any(${some}::bigint[])`)));
  }
  return listings;
}

/** The listings that are not archived and that one of the keys names. */
export const loadListingsByKeys = (
  trx: Trx,
  companyId: number,
  { ids, skus, codes }: ListingKeys,
): Promise<RuledListing[]> =>
  listingsWhere(
    trx,
    companyId,
    // Each by an index of its own.
    sql`l.status != 'ARCHIVED' and l.id in (
      select id from listing where company_id = ${companyId} and id = any(${ids}::bigint[])
      union all
      select id from listing where company_id = ${companyId} and sku = any(${skus}::text[])
      union all
      select named.id from account join listing named
        on named.company_id = account.company_id and named.account_id = account.id
        and named.sku_marketplace = any(${codes}::text[])
      where account.company_id = ${companyId}
      union all
      select id from listing where company_id = ${companyId} and catalog_product_id = any(${codes}::text[]))`,
  );

/** Some of the listings that a rule prices, after one of them, in the order of their ids. */
export const ruledListingsAfter = (
  trx: Trx,
  companyId: number,
  listingId: number,
  limit: number,
): Promise<RuledListing[]> =>
  listingsWhere(
    trx,
    companyId,
    sql`l.id = any(array(select listing_id from rule_listing
      where company_id = ${companyId} and listing_id > ${listingId} order by listing_id limit ${limit}))`,
  );

/** Locks the rules of listings, in the order of their ids; the caller has locked the listings. */
export async function lockRulesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  const owners = await ownersOf(trx, companyId, listingIds);
  if (owners.size === 0) return;
  await trx
    .selectFrom('rule')
    .select('id')
    .where('company_id', '=', companyId)
    .where(anyOf('id', [...new Set(owners.values())]))
    .orderBy('id')
    .forUpdate()
    .execute();
}
