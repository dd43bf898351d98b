// What is stored of one competitor: where it was observed, what it took, and the recorded markets in which it was.
import { sql } from 'kysely';
import type { Minor } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { Trx } from '../../platform/db.ts';
import { offersOf, type StoredOffers } from '../offers.ts';

/** A competitor of a company. */
export interface Seller {
  companyId: number;
  marketplaceId: number;
  sellerId: string;
}

/**
 * The listings beside which a competitor is or was: in their own markets, else on pages that the company watches. In an own market it
 * is present if the newest snapshot has it.
 */
const beside = ({ companyId, marketplaceId, sellerId }: Seller) => sql`
  select c.listing_id, 'market' as source, coalesce(c.last_seen_at >= m.changed_at, false) as is_present,
    c.first_seen_at, c.last_seen_at, c.lowest_price, c.lowest_at, c.seller_name, m.observed_at,
    null::bigint as price
  from competitor_listing c
  left join market m on m.company_id = c.company_id and m.listing_id = c.listing_id
  where c.company_id = ${companyId} and c.marketplace_id = ${marketplaceId} and c.seller_id = ${sellerId}
  union all
  select w.listing_id, 'watched', w.state in ('ready', 'suspect') and not w.is_paused,
    w.created_at, w.seen_at, low.price, low.at, coalesce(w.offer ->> 'sellerName', ''), w.seen_at,
    watched_price_of(w)
  from watched_competitor w
  left join lateral (
    select p.price, p.at from watched_price p
    where p.company_id = w.company_id and p.competitor_id = w.id and p.price is not null
    order by p.price, p.at limit 1
  ) low on true
  where w.company_id = ${companyId} and w.marketplace_id = ${marketplaceId}
    and w.offer ->> 'sellerId' = ${sellerId} and w.seen_at is not null
    and not exists (select from competitor_listing c where c.company_id = w.company_id
      and c.marketplace_id = w.marketplace_id and c.seller_id = ${sellerId} and c.listing_id = w.listing_id)`;

export interface Sums {
  listings: number;
  present: number;
  firstSeenAt: Date | null;
  lastSeenAt: Date | null;
  /** The newest one that was reported; empty: none was. */
  sellerName: string;
  countryCodes: string[] | null;
}

export async function sumsOf(trx: Trx, seller: Seller): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as listings, count(*) filter (where b.is_present) as present,
      min(b.first_seen_at) as "firstSeenAt", max(b.last_seen_at) as "lastSeenAt",
      coalesce((array_agg(b.seller_name order by b.last_seen_at desc) filter (where b.seller_name <> ''))[1], '')
        as "sellerName",
      (select array_agg(country_code order by seen desc) from (
        select l.country_code, max(b.last_seen_at) as seen from (${beside(seller)}) b
        join listing l on l.company_id = ${seller.companyId} and l.id = b.listing_id
        group by l.country_code) country) as "countryCodes"
    from (${beside(seller)}) b`.execute(trx);
  const sums = rows[0]!;
  const { sellerId } = seller;
  return { ...sums, sellerName: sellerNameOf({ sellerId, sellerName: sums.sellerName }) ?? '' };
}

export interface Lowest {
  listingId: number;
  title: string;
  price: Minor;
  currencyCode: string;
  at: Date;
}

/** The lowest price that was observed, in the currency of the latest observation; null: none was. */
export async function lowestOf(trx: Trx, seller: Seller): Promise<Lowest | null> {
  const { rows } = await sql<Lowest>`
    select id as "listingId", title, lowest_price as price, currency_code as "currencyCode", lowest_at as at
    from (
      select l.id, l.title, l.currency_code, b.lowest_price, b.lowest_at,
        first_value(l.currency_code) over (order by b.last_seen_at desc, l.id) as its_currency
      from (${beside(seller)}) b
      join listing l on l.company_id = ${seller.companyId} and l.id = b.listing_id
    ) seen
    where lowest_price is not null and currency_code = its_currency
    order by lowest_price, lowest_at limit 1`.execute(trx);
  return rows[0] ?? null;
}

export interface Beside {
  listingId: number;
  title: string;
  imageUrl: string | null;
  skuMarketplace: string;
  currencyCode: string;
  ownPrice: Minor;
  source: 'market' | 'watched';
  isPresent: boolean;
  /** Of a watched page. */
  price: Minor | null;
  lowestPrice: Minor | null;
  lowestAt: Date | null;
  firstSeenAt: Date;
  observedAt: Date | null;
}

/** A page of the listings beside which a competitor is or was: where it is now first, then where it was last observed. */
export async function listingsBeside(
  trx: Trx,
  seller: Seller,
  { page, limit }: { page: number; limit: number },
): Promise<Beside[]> {
  const { rows } = await sql<Beside>`
    select l.id as "listingId", l.title, l.image_url as "imageUrl", l.sku_marketplace as "skuMarketplace",
      l.currency_code as "currencyCode", l.price as "ownPrice", b.source, b.is_present as "isPresent", b.price,
      b.lowest_price as "lowestPrice", b.lowest_at as "lowestAt", b.first_seen_at as "firstSeenAt",
      b.observed_at as "observedAt"
    from (${beside(seller)}) b
    join listing l on l.company_id = ${seller.companyId} and l.id = b.listing_id
    order by b.is_present desc, b.last_seen_at desc, l.id limit ${limit} offset ${page * limit}`.execute(
    trx,
  );
  return rows;
}

export interface Taken {
  times: number;
  listings: number;
  hours: number;
  gapPercent: number | null;
}

/** How often and for how long a competitor held the buybox of our listings; an open loss counts to a day after the last observation. */
export async function takenBy(
  trx: Trx,
  { companyId, marketplaceId, sellerId }: Seller,
  { from, now }: { from: Date; now: Date },
): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select count(*) as times, count(distinct x.listing_id) as listings,
      coalesce(round(sum(greatest(0, extract(epoch from
        coalesce(x.until, least(${now}::timestamptz, m.observed_at + interval '24 hours'))
          - greatest(x.since, ${from}::timestamptz)))) / 3600, 1), 0)::float8 as hours,
      round((percentile_cont(0.5) within group (order by x.gap_percent))::numeric, 1)::float8 as "gapPercent"
    from buybox_loss x
    join listing l on l.company_id = x.company_id and l.id = x.listing_id and l.marketplace_id = ${marketplaceId}
    left join market m on m.company_id = x.company_id and m.listing_id = x.listing_id and x.until is null
    where x.company_id = ${companyId} and x.seller_id = ${sellerId}
      and (x.until is null or x.until > ${from})`.execute(trx);
  return rows[0]!;
}

/** A recorded market of a listing. */
export interface Recorded {
  listingId: number;
  at: Date;
  ownPrice: Minor;
  offers: ReturnType<typeof offersOf>;
  /** When the listing's market was last observed. */
  until: Date;
}

/** Recorded markets since `from` of the listings beside which a competitor was last observed, oldest first. */
export async function recordedBeside(
  trx: Trx,
  { companyId, marketplaceId, sellerId }: Seller,
  { from, listings, each }: { from: Date; listings: number; each: number },
): Promise<Recorded[]> {
  const { rows } = await sql<
    StoredOffers & { listingId: number; at: Date; ownPrice: Minor; until: Date }
  >`
    select c.listing_id as "listingId", s.observed_at as at, s.own_price as "ownPrice", s.packed, s.offers,
      c.observed_at as until
    from (
      select c.listing_id, m.observed_at from competitor_listing c
      join market m on m.company_id = c.company_id and m.listing_id = c.listing_id
      where c.company_id = ${companyId} and c.marketplace_id = ${marketplaceId} and c.seller_id = ${sellerId}
        and c.last_seen_at >= ${from}
      order by c.last_seen_at desc, c.listing_id limit ${listings}
    ) c
    cross join lateral (
      select s.observed_at, s.own_price, s.packed, s.offers from market_snapshot s
      where s.company_id = ${companyId} and s.listing_id = c.listing_id and s.observed_at >= ${from}
      order by s.observed_at desc limit ${each}
    ) s
    order by c.listing_id, s.observed_at`.execute(trx);
  return rows.map(({ packed, offers, ...row }) => ({
    ...row,
    offers: offersOf({ packed, offers }),
  }));
}

/** Up to when recorded observations are included; null: not all are yet. */
export const foldedAt = async (trx: Trx, companyId: number): Promise<Date | null> =>
  (
    await trx
      .selectFrom('competitor_fold')
      .select('folded_at')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.folded_at ?? null;
