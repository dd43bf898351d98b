// Monitoring's data for the listings of a bench: snapshots with offers, states and shares of time, losses and watched
// competitors; inserted by SQL.
import type postgres from 'postgres';
import { packOffers } from '../../monitoring/offers.ts';
import { offer } from '../../testing/monitoring-scene.ts';

/** Of every so many listings one has a competitor that is watched. */
const WATCHED_EVERY = 10;
/** Of every so many listings one changed its price five times within the last days. */
const CHANGED_EVERY = 10;

/** Offers as most markets have them: the listing's own, the winner's and two more. */
const OFFERS = packOffers([
  offer('S7', 9_000, { offerId: 'MLB7', sellerName: 'Loja 7', fulfillment: true, position: 1 }),
  offer('S8', 9_100, { offerId: 'MLB8', sellerName: 'Loja 8', position: 2 }),
  offer('S9', 9_900, { offerId: 'MLB9', sellerName: 'Loja 9', position: 4 }),
]);

/** Nothing here can be wrong, and what the database would check is not what is measured. */
const unchecked = (owner: postgres.Sql, work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
  owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await work(sql);
  });

async function growSnapshots(sql: postgres.TransactionSql, companyId: number): Promise<void> {
  await sql`
    insert into market_snapshot (id, company_id, listing_id, observed_at, own_price, buybox_status, winner_seller_id,
      price_to_win, packed)
    overriding system value
    select m.snapshot_id, m.company_id, m.listing_id, m.observed_at, l.price, m.buybox_status, m.winner_seller_id,
      m.price_to_win, ${OFFERS}
    from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id
    where m.company_id = ${companyId}`;
  await sql`
    insert into market_snapshot (id, company_id, listing_id, observed_at, own_price, buybox_status, packed)
    overriding system value
    select 1000000000 + m.listing_id * 5 + n, m.company_id, m.listing_id, m.observed_at - interval '3 days' * n,
      l.price + n * 100, m.buybox_status, ${OFFERS}
    from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id, generate_series(0, 4) n
    where m.company_id = ${companyId} and m.listing_id % ${CHANGED_EVERY}::integer = 0 and n > 0`;
}

/** A quarter lose, by up to 30 %; each listing has its state for some days, and one of ten changed it within the last month. */
async function growTimes(sql: postgres.TransactionSql, companyId: number): Promise<void> {
  await sql`
    insert into listing_buybox (company_id, listing_id, account_id, state, since, known_from)
    select m.company_id, m.listing_id, l.account_id, buybox_state_of(l.status, l.stock, m.buybox_status),
      now() - interval '1 minute' * (60 + hashint8extended(m.listing_id, 3) & 524287), now() - interval '1 year'
    from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id
    where m.company_id = ${companyId}`;
  await sql`
    insert into buybox_interval (company_id, listing_id, since, until, state)
    select company_id, listing_id, since - interval '2 days', since, case when state = 'losing' then 'won' else 'losing' end
    from listing_buybox where company_id = ${companyId} and since > now() - interval '30 days'`;
  await sql`
    insert into buybox_loss (company_id, listing_id, account_id, since, until, seller_id, seller_name, gap_percent, fulfillment)
    select company_id, listing_id, account_id, since, null, 'S' || listing_id % 100, 'Loja ' || listing_id % 100,
      listing_id % 30, listing_id % 2 = 0
    from listing_buybox where company_id = ${companyId} and state = 'losing'`;
}

async function growWatched(sql: postgres.TransactionSql, companyId: number): Promise<void> {
  await sql`
  insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state, comparison,
    decided_by, title, offer, source, seen_at, identified_at, next_look_at, created_at, updated_at)
  select company_id, id, 2, 'BR', 'MLB' || (50000000 + id), 'https://www.mercadolivre.com.br/p/MLB' || (50000000 + id),
    case when id % 7 = 0 then 'paused_or_out_of_stock' else 'ready' end, 'IDENTICAL', 'person', title,
    jsonb_build_object('price', price - 100, 'shippingPrice', 0, 'sellerId', 'R1'), 'api', now(), now(),
    now() + interval '1 second' * (id % 21600), now(), now()
  from listing where company_id = ${companyId} and hashint8extended(id, 4) % ${WATCHED_EVERY}::integer = 0`;
  // As the triggers add them up.
  await sql`
    insert into watched_sum (company_id, listing_id, watched, ready, price)
    select company_id, listing_id, count(*), count(*) filter (where state = 'ready'),
      min((offer ->> 'price')::bigint) filter (where state = 'ready')
    from watched_competitor where company_id = ${companyId} group by company_id, listing_id`;
}

/** Inserts monitoring's data for a company's listings. */
export async function growMonitoring(owner: postgres.Sql, companyId: number): Promise<void> {
  await unchecked(owner, async (sql) => {
    await sql`
      update market m set winner_seller_id = 'S' || m.listing_id % 100,
        winner_price = l.price * (1000 - (hashint8extended(m.listing_id, 2) & 255)) / 1000,
        price_to_win = l.price * (990 - (hashint8extended(m.listing_id, 2) & 255)) / 1000,
        unit_cost = c.cost, unit_fixed = c.cost + c.fee_fixed, unit_percent = c.fee_percent + c.tax_percent
      from listing l
      left join listing_cost c on c.company_id = l.company_id and c.listing_id = l.id
      where m.company_id = ${companyId} and l.company_id = m.company_id and l.id = m.listing_id`;
    await growSnapshots(sql, companyId);
    await growTimes(sql, companyId);
    await growWatched(sql, companyId);
  });
  await owner`vacuum analyze`;
}
