import { sql } from 'kysely';
import type { Condition, ListingStatus } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { sellerOf } from '../kernel/seller.ts';
import type { Trx } from '../platform/db.ts';

/** A listing's own data of its offer. */
export interface OwnListing {
  marketplaceId: number;
  sellerId: string;
  skuMarketplace: string;
  catalogProductId: string | null;
  link: string | null;
  price: Minor;
  shippingPrice: Minor | null;
  fulfillment: boolean;
  listingTypeId: string | null;
  stock: number;
  status: ListingStatus;
  condition: Condition;
}

/** One listing of the company; null: it has no such listing. */
export async function ownListing(
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<OwnListing | null> {
  const row = await trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'listing.account_id')
        .onRef('account.company_id', '=', 'listing.company_id'),
    )
    .select([
      'listing.marketplace_id as marketplaceId',
      'account.seller_id as sellerId',
      'listing.sku_marketplace as skuMarketplace',
      'listing.catalog_product_id as catalogProductId',
      'listing.link',
      'listing.price',
      'listing.shipping_price as shippingPrice',
      'listing.fulfillment',
      'listing.listing_type_id as listingTypeId',
      'listing.stock',
    ])
    .select([
      sql<ListingStatus>`listing.status`.as('status'),
      sql<Condition>`listing.condition`.as('condition'),
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.id', '=', listingId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, sellerId: sellerOf(row.sellerId) };
}
