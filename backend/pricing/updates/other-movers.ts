import { PromotionStatus } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { anyOf } from './listing-store.ts';

/** What is stored of a listing about who else moves its price. */
export interface PriceControl {
  listingId: number;
  accountId: number;
  marketplaceId: number;
  skuMarketplace: string;
  price: Minor;
  shippingPrice: Minor | null;
  promotionStatus: PromotionStatus;
  isArchived: boolean;
  automatedSince: Date | null;
  automationName: string | null;
  /** When the marketplace last reported it; null: never. */
  reportedAt: Date | null;
  /** When its price, or anything else of the listing itself, was written last. */
  updatedAt: Date;
}

/** By the order of their ids; ids that the company does not have are left out. */
export async function loadPriceControl(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<PriceControl[]> {
  const rows = await trx
    .selectFrom('listing')
    .innerJoin('account', (join) =>
      join
        .onRef('account.company_id', '=', 'listing.company_id')
        .onRef('account.id', '=', 'listing.account_id'),
    )
    .leftJoin('listing_particulars as about', (join) =>
      join
        .onRef('about.company_id', '=', 'listing.company_id')
        .onRef('about.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.account_id',
      'listing.marketplace_id',
      'listing.sku_marketplace',
      'listing.price',
      'listing.shipping_price',
      'listing.promotion_status',
      'listing.status',
      'listing.updated_at',
      'account.last_synced_at',
      'about.automated_since',
      'about.automation_name',
      'about.told_at',
    ])
    .where('listing.company_id', '=', companyId)
    .where(anyOf('listing.id', listingIds))
    .orderBy('listing.id')
    .execute();
  return rows.map((row) => ({
    listingId: row.id,
    marketplaceId: row.marketplace_id,
    accountId: row.account_id,
    skuMarketplace: row.sku_marketplace,
    price: row.price,
    shippingPrice: row.shipping_price,
    promotionStatus: PromotionStatus.parse(row.promotion_status),
    isArchived: row.status === 'ARCHIVED',
    automatedSince: row.automated_since,
    automationName: row.automation_name,
    reportedAt: row.told_at === null ? null : laterOf(row.told_at, row.last_synced_at),
    updatedAt: row.updated_at,
  }));
}

/** A sync asks for every listing, and writes down only what differs. */
const laterOf = (a: Date, b: Date | null) => (b !== null && b > a ? b : a);
