// The listings of an account that can be advertised, with what is known of each.
import { sql } from 'kysely';
import type { BuyboxStatus } from '../../kernel/market.ts';
import { toAmount } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { marginOfListing, type PricedListing } from '../campaigns/bid-facts.ts';
import type { AdvertisableListing } from '../contract.ts';

interface ListingRow extends PricedListing {
  id: number;
  title: string;
  image_url: string | null;
  sku_marketplace: string;
  currency_code: string;
  stock: number;
  buybox_status: BuyboxStatus | null;
  health_score: number | null;
  campaigns: { id: number; name: string }[];
}

interface Query {
  accountId: number;
  search?: string | undefined;
  /** Null: all. */
  ids?: readonly number[];
}

/** Paused and finished listings cannot be advertised. */
const CAN_BE = sql`l.status in ('ENABLED', 'REVIEW')`;

const where = (companyId: number, { accountId, search, ids }: Query) => sql`
  l.company_id = ${companyId} and l.account_id = ${accountId} and ${CAN_BE}
  and (${search ?? null}::text is null or strpos(lower(l.title), lower(${search ?? ''})) > 0
    or strpos(lower(l.sku_marketplace), lower(${search ?? ''})) > 0)
  and (${ids ?? null}::bigint[] is null or l.id = any(${ids ?? null}::bigint[]))`;

async function readListings(
  trx: Trx,
  companyId: number,
  query: Query,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select l.id, l.title, l.image_url, l.sku_marketplace, l.currency_code, l.price, l.stock, k.cost, k.tax_percent,
      k.fee_percent, k.fee_fixed, m.buybox_status, i.health_score, coalesce(r.campaigns, '[]'::jsonb) as campaigns
    from listing l
    left join listing_cost k on k.company_id = l.company_id and k.listing_id = l.id
    left join market m on m.company_id = l.company_id and m.listing_id = l.id
    left join listing_particulars i on i.company_id = l.company_id and i.listing_id = l.id
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('id', c.id, 'name', c.name)) as campaigns
      from ads_ad p join ads_campaign c on c.company_id = p.company_id and c.id = p.campaign_id
      where p.company_id = l.company_id and p.sku_marketplace = l.sku_marketplace and c.account_id = l.account_id
        and p.is_listed and c.is_listed and p.status = 'ENABLED' and c.status = 'ENABLED') r on true
    where ${where(companyId, query)}
    order by r.campaigns is null desc, l.stock > 0 desc, l.title, l.id limit ${limit} offset ${offset}`.execute(
    trx,
  );
  return rows;
}

/** The prices and costs of some listings, in the order of their ids. */
export const pricedListings = (
  trx: Trx,
  companyId: number,
  accountId: number,
  ids: readonly number[],
): Promise<ListingRow[]> =>
  readListings(trx, companyId, { accountId, ids }, { limit: ids.length, offset: 0 });

const percentOf = (row: PricedListing): number | null => {
  const margin = marginOfListing(row);
  return margin && Math.round(margin.share * 10_000) / 100;
};

const toListing = (row: ListingRow): AdvertisableListing => ({
  listingId: row.id,
  title: row.title,
  imageUrl: row.image_url,
  skuMarketplace: row.sku_marketplace,
  currencyCode: row.currency_code,
  price: toAmount(row.price),
  stock: row.stock,
  buyboxStatus: row.buybox_status,
  healthScore: row.health_score,
  breakEvenAcos: percentOf(row),
  campaigns: row.campaigns,
});

/** The listings of an account that can be advertised: those that are in no campaign and have stock first. */
export const advertisableListings = (
  ctx: AppContext,
  { companyId }: Pick<Actor, 'companyId'>,
  query: PageQuery & { accountId: number; search?: string | undefined },
): Promise<Page<AdvertisableListing>> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { page, limit, accountId, search } = query;
    const filter = { accountId, ...(search !== undefined && search !== '' && { search }) };
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from listing l where ${where(companyId, filter)}`.execute(trx);
    const found = await readListings(trx, companyId, filter, { limit, offset: page * limit });
    return toPage(found.map(toListing), rows[0]?.total ?? 0, query);
  });
