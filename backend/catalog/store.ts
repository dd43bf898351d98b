// Listings: what a sync stores of them, and their own prices.
import { type Selectable, sql } from 'kysely';
import type { RemoteListing } from '../integrations/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import type { Tables, Trx } from '../platform/db.ts';
import { MOST_UNITS } from './particulars.ts';
import { rowVersion } from './row-version.ts';

export const listingRows = (trx: Trx, companyId: number, ids: number[]) =>
  trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'listing.account_id')
        .onRef('account.company_id', '=', 'listing.company_id'),
    )
    .leftJoin('listing_particulars as p', (join) =>
      join
        .onRef('p.company_id', '=', 'listing.company_id')
        .onRef('p.listing_id', '=', 'listing.id'),
    )
    .selectAll('listing')
    .select([
      'account.name as account_name',
      'p.health_score',
      'p.group_type',
      'p.variation',
      'p.channels',
      'p.tags',
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.id', 'in', ids)
    .orderBy('listing.id')
    .execute();

/** The shown particulars of a listing; null where the marketplace was not asked since they are stored. */
export interface ShownParticulars {
  health_score: number | null;
  group_type: string | null;
  variation: string | null;
  channels: string[] | null;
  tags: string[] | null;
}
export type ListingRow = Selectable<Tables['listing']> &
  ShownParticulars & { account_name: string };

/** The marketplace's ids of an account's listings that are not archived. */
export async function liveSkus(trx: Trx, companyId: number, accountId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('listing')
    .select('sku_marketplace')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('status', '!=', 'ARCHIVED')
    .orderBy('sku_marketplace')
    .execute();
  return rows.map((row) => row.sku_marketplace);
}

/** What is known of a stored listing before it is fetched. */
export interface KnownListing {
  version: string;
  shippingPrice: Minor | null;
  title: string;
  imageUrl: string | null;
}

/** The stored ones among an account's listings as they are now, by the marketplace's id. */
export async function knownListings(
  trx: Trx,
  companyId: number,
  accountId: number,
  skus: string[],
): Promise<Map<string, KnownListing>> {
  const rows = await trx
    .selectFrom('listing')
    .select([
      'sku_marketplace',
      'title',
      'image_url as imageUrl',
      'shipping_price as shippingPrice',
      rowVersion.as('version'),
    ])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`sku_marketplace = any(${skus}::text[])`)
    .execute();
  return new Map(rows.map(({ sku_marketplace, ...known }) => [sku_marketplace, known]));
}

/** What a sync may change of a listing, with the type that PostgreSQL gives it. */
const CONTENT = {
  sku: 'text',
  title: 'text',
  image_url: 'text',
  link: 'text',
  price: 'bigint',
  shipping_price: 'bigint',
  currency_code: 'text',
  country_code: 'text',
  stock: 'integer',
  status: 'text',
  condition: 'text',
  listing_type_id: 'text',
  fulfillment: 'boolean',
  promotion_status: 'text',
  catalog_product_id: 'text',
} as const;
const CONTENT_NAMES = Object.keys(CONTENT) as (keyof typeof CONTENT)[];

type Content = Pick<Selectable<Tables['listing']>, keyof typeof CONTENT>;

/**
 * What buyers pay for the shipping of a listing. Where the listing does not report it, the stored value stays, which came
 * from an offer; a stored 0 does not, since the listing would report free shipping.
 */
const shippingOf = (
  listing: RemoteListing,
  known: KnownListing | undefined,
  reportsFreeShipping: boolean,
): Minor | null => {
  const before = known?.shippingPrice ?? null;
  return listing.shippingPrice ?? (reportsFreeShipping && before === 0 ? null : before);
};

const contentOf = (
  listing: RemoteListing,
  known: KnownListing | undefined,
  reportsFreeShipping: boolean,
): Content => ({
  sku: listing.sku,
  title: listing.title,
  image_url: listing.imageUrl,
  link: listing.link,
  price: listing.price,
  shipping_price: shippingOf(listing, known, reportsFreeShipping),
  currency_code: listing.currencyCode,
  country_code: listing.countryCode,
  stock: Math.min(listing.stock, MOST_UNITS),
  status: listing.status,
  condition: listing.condition,
  listing_type_id: listing.listingTypeId,
  fulfillment: listing.fulfillment,
  promotion_status: listing.promotionStatus,
  catalog_product_id: listing.catalogProductId,
});

const names = (table: string) => sql.join(CONTENT_NAMES.map((name) => sql.ref(`${table}.${name}`)));

/**
 * Stores what was fetched of an account's listings, in one statement, and gives the ids of those that are new or differ,
 * with the marketplace's. `known` is what they were before the fetch: a row that was written meanwhile (a price that we
 * pushed) is newer than what was fetched and stays as it is; the next poll of it tells more. Rows are locked in the
 * order of their ids, so that two that write many cannot wait for each other.
 */
export async function storeListings(
  trx: Trx,
  account: {
    companyId: number;
    accountId: number;
    marketplaceId: number;
    /** Whether its listings say that buyers pay no shipping. */
    reportsFreeShipping: boolean;
  },
  listings: readonly RemoteListing[],
  known: ReadonlyMap<string, KnownListing>,
  now: Date,
): Promise<{ id: number; skuMarketplace: string }[]> {
  const rows = listings.map((listing) => ({
    sku_marketplace: listing.skuMarketplace,
    seen: known.get(listing.skuMarketplace)?.version ?? null,
    ...contentOf(listing, known.get(listing.skuMarketplace), account.reportsFreeShipping),
  }));
  const types = sql.raw(
    Object.entries({ sku_marketplace: 'text', seen: 'text', ...CONTENT })
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  const columns = sql.join(CONTENT_NAMES.map((name) => sql.ref(name)));
  const assignments = sql.join(
    CONTENT_NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`differing.${name}`)}`),
  );
  const { rows: stored } = await sql<{ id: number; skuMarketplace: string }>`
    with fetched as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fetched(${types})
    ), differing as (
      select listing.id, fetched.* from listing
      join fetched on fetched.sku_marketplace = listing.sku_marketplace
      where listing.company_id = ${account.companyId} and listing.account_id = ${account.accountId}
        -- Leads to these rows and past the others, whatever is known of the table.
        and listing.sku_marketplace = any(${rows.map((row) => row.sku_marketplace)}::text[])
        and listing.xmin::text = fetched.seen
        and (${names('listing')}) is distinct from (${names('fetched')})
      order by listing.id for no key update of listing
    ), changed as (
      update listing set ${assignments}, updated_at = ${now}
      from differing where listing.id = differing.id
      returning listing.id, listing.sku_marketplace
    ), added as (
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, ${columns},
        created_at, updated_at)
      select ${account.companyId}, ${account.accountId}, ${account.marketplaceId},
        fetched.sku_marketplace, ${names('fetched')}, ${now}, ${now}
      from fetched where fetched.seen is null
      on conflict (company_id, account_id, sku_marketplace) do nothing
      returning id, sku_marketplace
    )
    select id, sku_marketplace as "skuMarketplace" from changed
    union all select id, sku_marketplace from added order by id`.execute(trx);
  return stored;
}

/** Archives listings that the marketplace does not know any more; returns the ids of those that were not archived yet. */
export async function archiveListings(
  trx: Trx,
  companyId: number,
  accountId: number,
  skus: string[],
  now: Date,
): Promise<number[]> {
  if (skus.length === 0) return [];
  const rows = await trx
    .updateTable('listing')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('sku_marketplace', 'in', skus)
    .where('status', '!=', 'ARCHIVED')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The price of an own listing; with what buyers pay for shipping, where that was reported too. */
export interface OwnPrice {
  listingId: number;
  price: Minor;
  shippingPrice?: Minor | null;
}

/**
 * Writes listings' own prices and returns which differ from the ones before. An equal price is written too, so that a
 * fetch that began earlier finds its data outdated.
 */
export async function setOwnPrices(
  trx: Trx,
  companyId: number,
  prices: readonly OwnPrice[],
  now: Date,
): Promise<number[]> {
  const ids = prices.map(({ listingId }) => listingId);
  const amounts = prices.map(({ price }) => price);
  const shipping = prices.map(({ shippingPrice }) => shippingPrice ?? null);
  const { rows } = await sql<{ id: number; differs: boolean }>`
    with seen as (
      select * from unnest(${ids}::bigint[], ${amounts}::bigint[], ${shipping}::bigint[])
        as seen (id, price, shipping_price)
    ), before as (
      select listing.id, listing.price as old_price, seen.price as new_price,
        listing.shipping_price as old_shipping, coalesce(seen.shipping_price, listing.shipping_price) as new_shipping
      from listing join seen using (id)
      where listing.company_id = ${companyId} order by listing.id for update of listing
    )
    update listing set price = before.new_price, shipping_price = before.new_shipping, updated_at = ${now}
    from before where listing.company_id = ${companyId} and listing.id = before.id
    returning listing.id,
      (before.old_price, before.old_shipping) is distinct from (before.new_price, before.new_shipping) as differs`.execute(
    trx,
  );
  return rows.filter(({ differs }) => differs).map(({ id }) => id);
}
