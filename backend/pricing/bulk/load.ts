// Ads as changes of their rules see them: what names and prices them, and the rule with how many ads it prices.
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { StoredRule } from '../translate.ts';
import type { AdKeys, RuledAd } from './terms.ts';

interface Row extends Omit<RuledAd, 'rule'> {
  rule: Omit<StoredRule, 'created_at' | 'updated_at'> | null;
  ads: number | null;
}

const EPOCH = new Date(0);

/** Ads with their rules, in the order of their ids. */
async function adsWhere(
  trx: Trx,
  companyId: number,
  condition: RawBuilder<unknown>,
  limit: number | null = null,
): Promise<RuledAd[]> {
  const { rows } = await sql<Row>`
    select l.id as "listingId", l.title, l.sku, l.sku_marketplace as "skuMarketplace",
      l.catalog_product_id as "catalogProductId", l.link, l.currency_code as "currencyCode",
      l.country_code as "countryCode", l.price,
      case when r.id is null then null else jsonb_build_object('id', r.id, 'name', r.name, 'origin', r.origin,
        'version', r.version, 'status', r.status, 'min_price', r.min_price, 'max_price', r.max_price,
        'settings', r.settings) end as rule,
      case when r.id is null then null else (select count(*) from rule_listing other
        where other.company_id = ${companyId} and other.rule_id = r.id) end as ads
    from listing l
    left join rule_listing o on o.company_id = l.company_id and o.listing_id = l.id
    left join rule r on r.company_id = o.company_id and r.id = o.rule_id
    where l.company_id = ${companyId} and ${condition}
    order by l.id
    limit ${limit}`.execute(trx);
  return rows.map(({ rule, ads, ...ad }) => ({
    ...ad,
    rule: rule && { ...rule, ads: ads ?? 0, created_at: EPOCH, updated_at: EPOCH },
  }));
}

/** Ads with their rules, in the order of their ids; those that do not exist are left out. */
export const loadAds = (
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<RuledAd[]> => adsWhere(trx, companyId, sql`l.id = any(${listingIds}::bigint[])`);

/** The ads that are not archived and that one of the keys names. */
export const loadAdsByKeys = (
  trx: Trx,
  companyId: number,
  { ids, skus, codes }: AdKeys,
): Promise<RuledAd[]> =>
  adsWhere(
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

/** Some of the ads that a rule prices, after one of them, in the order of their ids. */
export const ruledAdsAfter = (
  trx: Trx,
  companyId: number,
  listingId: number,
  limit: number,
): Promise<RuledAd[]> =>
  adsWhere(trx, companyId, sql`r.id is not null and l.id > ${listingId}`, limit);

/** Holds the rules of ads, in one order; the caller holds the ads. */
export async function holdRulesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  await sql`
    select id from rule
    where company_id = ${companyId} and id in (select rule_id from rule_listing
      where company_id = ${companyId} and listing_id = any(${listingIds}::bigint[]))
    order by id for update`.execute(trx);
}
