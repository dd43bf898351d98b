// What spreadsheets of monitoring have beside the fields of the list: what follows from the market of each row.
import { sql } from 'kysely';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { Locale } from '../../kernel/id.ts';
import { type Minor, toAmount } from '../../kernel/money.ts';
import {
  compareMarket,
  marketOfSnapshot,
  type OwnListing,
  type StoredMarket,
} from '../../monitoring/actions.ts';
import type { ComparedMarket } from '../../monitoring/contract.ts';
import type { ExtraColumn } from '../../platform/csv-export.ts';
import { highestPrice } from './buybox.ts';

interface StoredListingMarket {
  listing: OwnListing;
  market: StoredMarket & { at: string };
}

/** The listing `l` with its market, as one value; null: its market was never seen. */
const LISTING_MARKET = sql`(
  select json_build_object(
    'listing', json_build_object('marketplaceId', l.marketplace_id, 'sellerId', split_part(own.seller_id, '@', 1),
      'skuMarketplace', l.sku_marketplace, 'catalogProductId', l.catalog_product_id, 'link', l.link, 'price', l.price,
      'shippingPrice', l.shipping_price, 'fulfillment', l.fulfillment, 'listingTypeId', l.listing_type_id,
      'stock', l.stock, 'status', l.status, 'condition', l.condition),
    'market', json_build_object('at', seen.observed_at, 'buybox_status', s.buybox_status,
      'winner_seller_id', s.winner_seller_id, 'price_to_win', s.price_to_win, 'reason', s.reason,
      'details', s.details, 'packed', s.packed, 'offers', s.offers))
  from market seen
  join market_snapshot s on s.company_id = seen.company_id and s.id = seen.snapshot_id
  join account own on own.company_id = seen.company_id and own.id = l.account_id
  where seen.company_id = l.company_id and seen.listing_id = l.id)`;

const decimal = (locale: Locale, amount: number): string => {
  const text = amount.toFixed(2);
  return locale === 'en' ? text : text.replace('.', ',');
};

/** The position, what keeps a listing from the buybox, and its highest price, as columns of a spreadsheet. */
export function marketColumns(
  ctx: MarketplaceContext,
  locale: Locale,
): Readonly<Record<string, ExtraColumn>> {
  const compared = (value: unknown): ComparedMarket => {
    const { listing, market } = value as StoredListingMarket;
    return compareMarket(ctx, listing, marketOfSnapshot(market, new Date(market.at)));
  };
  return {
    highestPrice: {
      column: highestPrice(ctx.clock()),
      write: (value) => decimal(locale, toAmount(value as Minor)),
    },
    position: {
      column: LISTING_MARKET,
      write: (value) => String(compared(value).own.position ?? ''),
    },
    tips: {
      column: LISTING_MARKET,
      write: (value, { words }) =>
        compared(value)
          .tips.map(({ code, values: { amount, reason } }) =>
            (words[code] ?? code)
              .replace('{{amount}}', () => (amount === undefined ? '' : decimal(locale, amount)))
              .replace('{{reason}}', () => reason ?? ''),
          )
          .join('; '),
    },
  };
}
