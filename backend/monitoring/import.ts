// Past markets, as another system recorded them before a listing was known here.
import { sql } from 'kysely';
import type { Market } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import type { Trx } from '../platform/db.ts';
import { importLosses } from './losses.ts';
import { packDetails, packOffers } from './offers.ts';
import { lockListings } from './store.ts';

/** A listing's market at an instant at which it changed. */
export interface PastMarket {
  listingId: number;
  /** The listing's own price. */
  ownPrice: Minor;
  market: Market;
}

const MOST_ROWS = 2_000;

const keyOf = (listingId: number, at: Date) => `${listingId}/${at.getTime()}`;

/**
 * Adds past markets to the history of listings, in the caller's transaction, which keeps them locked. The latest market of a listing
 * stays as it is; where it equals the last past one, it begins when that one did. Rules are not decided by them. A listing has at most
 * one market at an instant.
 * @param past in the order in which it happened
 * @returns the ids of their snapshots, in the order of `past`
 */
export async function importMarkets(
  trx: Trx,
  companyId: number,
  past: readonly PastMarket[],
): Promise<number[]> {
  const ids = new Map<string, number>();
  const listingIds = [...new Set(past.map(({ listingId }) => listingId))];
  await lockListings(trx, companyId, listingIds);
  for (let from = 0; from < past.length; from += MOST_ROWS) {
    const some = past.slice(from, from + MOST_ROWS);
    const rows = some.map(({ listingId, ownPrice, market: { observedAt, buybox, ...rest } }) => ({
      listing_id: listingId,
      observed_at: observedAt,
      own_price: ownPrice,
      buybox_status: buybox.status,
      winner_seller_id: buybox.winnerSellerId,
      price_to_win: buybox.priceToWin,
      reason: buybox.reason,
      details: packDetails({ observedAt, buybox, ...rest }),
    }));
    // One per line, in a separate value, as new snapshots are written.
    const packed = some.map(({ market }) => packOffers(market.offers)).join('\n');
    const added = await sql<{ id: number; listing_id: number; observed_at: Date }>`
      insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status,
        winner_seller_id, price_to_win, reason, details, packed)
      select ${companyId}, past.* from rows from (
        json_to_recordset(${JSON.stringify(rows)}::json) as (listing_id bigint, observed_at timestamptz,
          own_price bigint, buybox_status text, winner_seller_id text, price_to_win bigint, reason text, details text),
        string_to_table(${packed}::text, chr(10))
      ) as past
      returning id, listing_id, observed_at`.execute(trx);
    for (const { id, listing_id, observed_at } of added.rows)
      ids.set(keyOf(listing_id, observed_at), id);
  }
  await beginEarlier(trx, companyId, past);
  await importLosses(trx, companyId, past);
  await noteStates(trx, companyId, listingIds, past);
  return past.map(({ listingId, market }) => ids.get(keyOf(listingId, market.observedAt))!);
}

/** The latest markets begin with the last past ones, where nothing changed in between. */
async function beginEarlier(trx: Trx, companyId: number, past: readonly PastMarket[]) {
  const last = new Map(past.map((one) => [one.listingId, one]));
  const rows = [...last.values()].map(({ listingId, ownPrice, market }) => ({
    listing_id: listingId,
    at: market.observedAt,
    own_price: ownPrice,
    buybox_status: market.buybox.status,
    winner_seller_id: market.buybox.winnerSellerId,
  }));
  await sql`
    update market set changed_at = past.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as past(listing_id bigint, at timestamptz,
      own_price bigint, buybox_status text, winner_seller_id text)
    where market.company_id = ${companyId} and market.listing_id = past.listing_id
      and market.changed_at > past.at and market.own_price = past.own_price
      and market.buybox_status = past.buybox_status
      and market.winner_seller_id is not distinct from past.winner_seller_id`.execute(trx);
}

/**
 * Notes the states of listings, so that it is known how long they held the buybox: the present one first, then the earlier ones
 * backwards.
 */
async function noteStates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  past: readonly PastMarket[],
): Promise<void> {
  await sql`
    insert into buybox_change (company_id, account_id, listing_id, state, at)
    select m.company_id, l.account_id, m.listing_id, buybox_state_of(l.status, l.stock, m.buybox_status), m.observed_at
    from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id
    where m.company_id = ${companyId} and m.listing_id = any(${listingIds}::bigint[])
    order by m.listing_id`.execute(trx);
  const rows = past.map(({ listingId, market }) => ({
    listing_id: listingId,
    at: market.observedAt,
    buybox_status: market.buybox.status,
  }));
  await sql`
    insert into buybox_change (company_id, account_id, listing_id, state, at)
    select l.company_id, l.account_id, l.id, past.state, past.at
    from (
      select listing_id, at, state, lag(state) over (partition by listing_id order by at) as before
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as given(listing_id bigint, at timestamptz, buybox_status text)
      cross join lateral (select buybox_state_of('ENABLED', 1, given.buybox_status) as state) s
    ) past
    join listing l on l.company_id = ${companyId} and l.id = past.listing_id
    where past.state is distinct from past.before
    order by past.at desc, l.id`.execute(trx);
}
