// What the engine is asked about, read in batches: ads with their rules, and what pricing remembers of them.
import { type Selectable, sql } from 'kysely';
import { Condition, ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';
import type { Minor } from '../kernel/money.ts';
import type { Tables, Trx } from '../platform/db.ts';
import type { Dismissal } from './dismissals.ts';
import type { ListingFacts, Rule } from './terms.ts';
import { fromStoredRule } from './translate.ts';

/** Whether a column is one of many ids, as one parameter however many there are. */
export const anyOf = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** What holds for the whole company. */
export async function companySettings(
  trx: Trx,
  companyId: number,
): Promise<{ stopsPriceChanges: boolean; staleMarketHours: number }> {
  const row = await trx
    .selectFrom('company')
    .select(['stops_price_changes', 'stale_market_hours'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return {
    stopsPriceChanges: row.stops_price_changes,
    staleMarketHours: row.stale_market_hours,
  };
}

/** Of some listings those that a rule prices, in the order in which they are locked. */
export async function ruledListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('rule_listing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
}

/** All listings of a company that a rule prices, in the order of their ids. */
export const allRuledListings = async (trx: Trx, companyId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('rule_listing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
};

/**
 * Holds listings for this transaction. Whoever decides, moves or sends a price update of a listing holds the
 * listing's row in listing_pricing first, always in the order of the ids, and takes rules and updates only after it:
 * so two of them take turns and never wait for each other in a circle.
 */
export async function lockListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  // Sent together, and worked in this order.
  const made = sql`
    insert into listing_pricing (listing_id, company_id)
    select l.id, l.company_id from listing l
    where l.company_id = ${companyId} and l.id = any(${listingIds}::bigint[])
      and not exists (select from listing_pricing p where p.listing_id = l.id)
    order by l.id
    on conflict do nothing`.execute(trx);
  const held = trx
    .selectFrom('listing_pricing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .orderBy('listing_id')
    .forUpdate()
    .execute();
  await Promise.all([made, held]);
}

/** An ad with the rule that prices it, as the engine reads both. */
export interface Priced {
  listingId: number;
  accountId: number;
  skuMarketplace: string;
  title: string;
  currencyCode: string;
  countryCode: string;
  facts: ListingFacts;
  rule: { id: number; name: string; version: number; terms: Rule };
  dismissal: Dismissal | null;
}

type RuleRow = Selectable<Tables['rule']>;

const LISTING_COLUMNS = [
  'listing.id',
  'listing.account_id',
  'listing.marketplace_id',
  'listing.sku_marketplace',
  'listing.title',
  'listing.price',
  'listing.shipping_price',
  'listing.currency_code',
  'listing.country_code',
  'listing.stock',
  'listing.status',
  'listing.condition',
  'listing.promotion_status',
] as const;

type ListingRow = Pick<
  Selectable<Tables['listing']>,
  | 'marketplace_id'
  | 'price'
  | 'shipping_price'
  | 'currency_code'
  | 'stock'
  | 'status'
  | 'condition'
  | 'promotion_status'
> & { last_set_price: Minor | null };

const factsOf = (row: ListingRow): ListingFacts => ({
  price: row.price,
  shippingPrice: row.shipping_price,
  currencyCode: row.currency_code,
  marketplaceId: MarketplaceId.parse(row.marketplace_id),
  status: ListingStatus.parse(row.status),
  stock: row.stock,
  promotionStatus: PromotionStatus.parse(row.promotion_status),
  condition: Condition.parse(row.condition),
  lastSetPrice: row.last_set_price,
});

const ruleRows = (trx: Trx, companyId: number, ids: readonly number[]): Promise<RuleRow[]> =>
  trx
    .selectFrom('rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(anyOf('id', ids))
    .execute();

/** The ads among `listingIds` that a rule prices, with all that the engine reads but their markets. */
export async function loadPriced(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Priced[]> {
  const rows = await trx
    .selectFrom('rule_listing')
    .innerJoin('listing', (join) =>
      join
        .onRef('listing.company_id', '=', 'rule_listing.company_id')
        .onRef('listing.id', '=', 'rule_listing.listing_id'),
    )
    .leftJoin('listing_pricing', 'listing_pricing.listing_id', 'rule_listing.listing_id')
    .select(LISTING_COLUMNS)
    .select(['rule_listing.rule_id', 'last_set_price', 'dismissed_price', 'dismissed_fingerprint'])
    .where('rule_listing.company_id', '=', companyId)
    .where(anyOf('rule_listing.listing_id', listingIds))
    .orderBy('listing.id')
    .execute();
  const ruleIds = [...new Set(rows.map((row) => row.rule_id))];
  // One rule may price many ads: each is read and translated once.
  const rules = new Map(
    (await ruleRows(trx, companyId, ruleIds)).map((row) => [
      row.id,
      { id: row.id, name: row.name, version: row.version, terms: fromStoredRule(row) },
    ]),
  );
  return rows.map((row) => ({
    listingId: row.id,
    accountId: row.account_id,
    skuMarketplace: row.sku_marketplace,
    title: row.title,
    currencyCode: row.currency_code,
    countryCode: row.country_code,
    facts: factsOf(row),
    rule: rules.get(row.rule_id)!,
    dismissal:
      row.dismissed_price === null || row.dismissed_fingerprint === null
        ? null
        : { price: row.dismissed_price, mark: row.dismissed_fingerprint },
  }));
}

/** Where the price of an ad is set, and what it is by now. */
export interface Target {
  accountId: number;
  skuMarketplace: string;
  currencyCode: string;
  price: Minor;
}

export async function loadTargets(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, Target>> {
  const rows = await trx
    .selectFrom('listing')
    .select([
      'id',
      'account_id as accountId',
      'sku_marketplace as skuMarketplace',
      'currency_code as currencyCode',
      'price',
    ])
    .where('company_id', '=', companyId)
    .where(anyOf('id', listingIds))
    .execute();
  return new Map(rows.map(({ id, ...target }) => [id, target]));
}

/** What the engine reads of one ad, whether a rule prices it or not. */
export async function loadFacts(
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<ListingFacts | null> {
  const row = await trx
    .selectFrom('listing')
    .leftJoin('listing_pricing', 'listing_pricing.listing_id', 'listing.id')
    .select(LISTING_COLUMNS)
    .select('last_set_price')
    .where('listing.company_id', '=', companyId)
    .where('listing.id', '=', listingId)
    .executeTakeFirst();
  return row === undefined ? null : factsOf(row);
}

export async function titlesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('listing')
    .select(['id', 'title'])
    .where('company_id', '=', companyId)
    .where(anyOf('id', listingIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Remembers for a listing what a person does not want; the caller holds the listing. */
export async function dismiss(
  trx: Trx,
  companyId: number,
  listingId: number,
  { price, mark }: Dismissal,
): Promise<void> {
  await trx
    .updateTable('listing_pricing')
    .set({ dismissed_price: price, dismissed_fingerprint: mark })
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .execute();
}

/** Forgets dismissals whose circumstances are over. */
export async function forgetDismissals(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  await trx
    .updateTable('listing_pricing')
    .set({ dismissed_price: null, dismissed_fingerprint: null })
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}

/** Remembers the price that the product set last; null makes whatever price stands now the one to start from. */
export async function setLastSetPrice(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  price: Minor | null,
): Promise<void> {
  await trx
    .updateTable('listing_pricing')
    .set({ last_set_price: price })
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}
