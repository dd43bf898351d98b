// The listings of monitoring: those of automatic pricing, each with what it takes to win its buybox.
import { type RawBuilder, sql } from 'kysely';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { type Minor, toAmountOrNull, toMinor } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { shippingOf } from '../../kernel/shipping.ts';
import { compareMarket, latestMarkets, type OwnListing } from '../../monitoring/actions.ts';
import type { Actor } from '../../platform/app-context.ts';
import { planOnce, type Trx, within } from '../../platform/db.ts';
import { columnOf } from '../../platform/filter-sql.ts';
import {
  type ListingQuery,
  MARKET_FIELDS,
  type MarketField,
  MarketValues,
  type MonitoredListing,
  type PricedListing,
} from '../contract.ts';
import type { Counted } from './counts.ts';
import { FIELDS, joinsOf, sourcesOf } from './fields.ts';
import { findListings } from './find.ts';
import { details, toValue } from './query.ts';

/** A page of monitoring, by title unless asked otherwise, and how many each tab holds under the same filters and search. */
export const queryBuybox = (
  ctx: MarketplaceContext,
  actor: Actor,
  page: PageQuery & ListingQuery,
  body: ListBody,
): Promise<Page<MonitoredListing> & Counted> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const { ids, counts, isEstimate } = await findListings(ctx, trx, companyId, { page, body });
    const content = await monitored(ctx, trx, companyId, ids);
    return { ...toPage(content, counts[page.tab], page), counts, isEstimate };
  });

const NAMES = Object.keys(MARKET_FIELDS) as MarketField[];
const columns = sql.join(NAMES.map((name) => sql`${columnOf(FIELDS[name])} as ${sql.ref(name)}`));
const SOURCES = sourcesOf([...NAMES, 'accountName']);
const HIGHEST_DAYS = 14;

/** The highest own price of the last days of the listing `l`; null: none was seen. */
export function highestPrice(now: Date): RawBuilder<Minor | null> {
  const since = sql`${new Date(now.getTime() - HIGHEST_DAYS * 86_400_000)}::timestamptz`;
  return sql`(
    select max(s.own_price) from market_snapshot s
    where s.company_id = l.company_id and s.listing_id = l.id
      and s.observed_at >= coalesce((select b.observed_at from market_snapshot b
        where b.company_id = l.company_id and b.listing_id = l.id and b.observed_at <= ${since}
        order by b.observed_at desc limit 1), ${since}))`;
}

type Shown = Record<MarketField, unknown> & {
  id: number;
  seller_id: string;
  highest: Minor | null;
};

/** The fields of some listings that only monitoring shows. */
const shownOf = (companyId: number, ids: readonly number[], now: Date) => sql<Shown>`
  select l.id, a.seller_id, ${columns}, ${highestPrice(now)} as highest
  from listing l ${joinsOf(SOURCES)}
  where l.company_id = ${companyId} and l.id = any(${ids}::bigint[])`;

async function monitored(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<MonitoredListing[]> {
  if (ids.length === 0) return [];
  const now = ctx.clock();
  const [, priced, shown, markets] = await Promise.all([
    planOnce(trx),
    details(trx, companyId, ids, now),
    shownOf(companyId, ids, now).execute(trx),
    latestMarkets(trx, companyId, [...ids]),
  ]);
  const rows = new Map(shown.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const listing = priced.get(id);
    const row = rows.get(id);
    if (listing === undefined || row === undefined) return [];
    const market = markets.get(id)?.market ?? null;
    const values = NAMES.map((name) => [name, toValue(FIELDS[name], row[name])]);
    const { own, competitors, buybox, tips } = compareMarket(ctx, toOwn(listing, row), market);
    const winner = own.isWinner === true ? own : competitors.find(({ isWinner }) => isWinner);
    return [
      {
        ...listing,
        ...MarketValues.parse(Object.fromEntries(values)),
        position: own.position,
        winnerFulfillment: winner?.fulfillment ?? null,
        winnerReputationLevel: winner?.reputationLevel ?? null,
        reason: buybox?.reason ?? null,
        tips,
        highestPrice: toAmountOrNull(row.highest),
      },
    ];
  });
}

/** The listing's own offer, for a comparison. */
const toOwn = (listing: PricedListing, { seller_id: sellerId }: Shown): OwnListing => ({
  ...listing,
  sellerId,
  price: toMinor(listing.price),
  shippingPrice: shippingOf(listing),
});
