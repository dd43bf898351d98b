import { sql } from 'kysely';
import type { KnownMarketplaces } from '../../kernel/marketplace.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { type Elsewhere, WAITS_FOR_PARITY } from './engine/parity.ts';

interface Row {
  own_id: number;
  id: number;
  marketplace_id: number;
  title: string;
  link: string | null;
  price: Minor;
  shipping_price: Minor | null;
  currency_code: string;
}

/**
 * For those of a company's listings whose marketplace hides what is cheaper elsewhere: the cheapest listing on another
 * marketplace that sells the same product, see `Elsewhere`. Listings that have none are left out. Listings of an account that
 * is no longer connected do not count: their prices are not known, and must not hold a price back forever.
 */
export async function loadParity(
  trx: Trx,
  marketplaces: KnownMarketplaces,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, Elsewhere>> {
  const hiding = marketplaces.known
    .filter(({ traits }) => traits.hidesDearerListings)
    .map(({ id }) => id);
  if (listingIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select own.id as own_id, other.id, other.marketplace_id, other.title, other.link, other.price, other.shipping_price,
      other.currency_code
    from listing own
    left join listing_particulars about on about.company_id = own.company_id and about.listing_id = own.id
    cross join lateral (
      select l.id, l.marketplace_id, l.title, l.link, l.price, l.shipping_price, l.currency_code
      from listing l
      join account a on a.company_id = l.company_id and a.id = l.account_id
      where a.status = 'active' and l.company_id = ${companyId} and l.id in (
          -- Both by an index of their own.
          select same.id from listing same where same.company_id = ${companyId} and same.sku = own.sku and trim(own.sku) <> ''
          union
          select same.listing_id from listing_particulars same
          where same.company_id = ${companyId} and same.gtin = about.gtin)
        and l.marketplace_id <> own.marketplace_id and l.currency_code = own.currency_code
        and l.condition = own.condition and l.status = 'ENABLED' and l.stock > 0
      order by l.price + coalesce(l.shipping_price, 0), l.id limit 1
    ) other
    where own.company_id = ${companyId} and own.id = any(${listingIds}::bigint[])
      and own.marketplace_id = any(${hiding}::int[])`.execute(trx);
  return new Map(
    rows.map((row) => [
      row.own_id,
      {
        listingId: row.id,
        marketplaceId: MarketplaceId.parse(row.marketplace_id),
        marketplaceName: marketplaces.factsOf(row.marketplace_id)?.name ?? '?',
        title: row.title,
        link: row.link,
        price: row.price,
        shippingPrice: row.shipping_price,
        currencyCode: row.currency_code,
      },
    ]),
  );
}

/** The listings whose price waits for a person because the same product is cheaper elsewhere. */
export async function heldByParity(trx: Trx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    select listing_id from price_update
    where company_id = ${companyId} and state = 'pending'
      and explanation @> ${JSON.stringify([{ step: 'guard', code: WAITS_FOR_PARITY }])}::jsonb`.execute(
    trx,
  );
  return rows.map((row) => row.listing_id);
}
