// A company of ten accounts with a million listings, a tenth of which sells on each of 30 days, inserted by SQL.
import type postgres from 'postgres';
import { type SeededCompany, seedCompany } from '../../testing/test-context.ts';

const ACCOUNTS = 10;
const DAYS = 30;
/** Sums of accounts are kept for longer. */
const ACCOUNT_DAYS = 400;
/** Of so many listings one sells. */
const SELLS = 10;
/** One of so many listings changes its buybox holder, this often. */
const CHANGES = { every: 5, times: 5 };

/** Inserts the company; the sales are on the days up to the present one in São Paulo. */
export async function growSales(owner: postgres.Sql, listings: number): Promise<SeededCompany> {
  const company = await seedCompany(owner);
  const { companyId } = company;
  await owner.begin(async (sql) => {
    // Nothing here can be wrong, and what the database would check is not what is measured.
    await sql`set local session_replication_role = replica`;
    await sql`set local timezone = 'America/Sao_Paulo'`;
    await sql`
      insert into account (company_id, marketplace_id, seller_id, name, country_code, status, created_at)
      select ${companyId}, 1 + n % 2, 'bench-' || n, 'Account ' || n, 'BR', 'active', now()
      from generate_series(2, ${ACCOUNTS}::integer) n`;
    await sql`
      with its as (select id, marketplace_id, row_number() over (order by id) - 1 as n from account
        where company_id = ${companyId})
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${companyId}, its.id, its.marketplace_id, 'MLB' || s.n, 'SKU-' || s.n, md5(s.n::text), 1000 + s.n % 90000,
        0, 'BRL', 'BR', 5, 'ENABLED', 'new', false, 'none', now(), now()
      from generate_series(1, ${listings}::integer) s(n) join its on its.n = s.n % ${ACCOUNTS}::integer`;
    await sql`
      insert into listing_day
      select company_id, current_date - d.n, account_id, id, 'BRL', 1, 1, 2, 20000, 0, 0, 0, 0, 20000, 2400, 20000, 8000,
        20000, 2000, 20000, 7600, 20000, 1, 0, 1
      from generate_series(1, ${DAYS}::integer) d(n), listing
      where company_id = ${companyId} and id % ${SELLS}::integer = 0
      order by d.n desc, id`;
    await sql`
      insert into account_day
      select company_id, account_id, day, currency_code, sum(counted_orders), sum(units), sum(revenue), 0, 0, 0, 0,
        sum(refunds_of), sum(fees), sum(fees_of), sum(goods), sum(goods_of), sum(tax), sum(tax_of), sum(margin),
        sum(margin_of), sum(won_units), 0, sum(lost_units)
      from listing_day where company_id = ${companyId} group by company_id, account_id, day, currency_code`;
    await sql`
      insert into account_day
      select ${companyId}, id, current_date - n, 'BRL', 100, 200, 2000000, 0, 0, 0, 0, 2000000, 240000, 2000000, 800000,
        2000000, 200000, 2000000, 760000, 2000000, 100, 0, 100
      from generate_series(${DAYS + 1}::integer, ${ACCOUNT_DAYS}::integer) n, account where company_id = ${companyId}`;
    await sql`
      insert into source_day
      select ${companyId}, id, 'orders', current_date - n,
        case when n = 0 then 'open' when n < 4 then 'settling' else 'settled' end, now(), now()
      from generate_series(0, ${ACCOUNT_DAYS}::integer) n, account where company_id = ${companyId}`;
    await sql`
      insert into listing_buybox
      select company_id, id, account_id, case when id % 4 = 0 then 'losing' else 'won' end, now() - interval '1 day',
        now() - interval '40 days'
      from listing where company_id = ${companyId}`;
    await sql`
      insert into buybox_interval
      select company_id, id, now() - interval '1 day' * (6 * n + 7), now() - interval '1 day' * (6 * n + 1),
        case when n % 2 = 0 then 'won' else 'losing' end
      from listing, generate_series(0, ${CHANGES.times - 1}::integer) n
      where company_id = ${companyId} and id % ${CHANGES.every}::integer = 0`;
    await sql`
      insert into account_buybox_day
      select ${companyId}, id, current_date - n, 5000000000, 100000000, 3000000000, 100000000, 400000000
      from generate_series(1, ${ACCOUNT_DAYS}::integer) n, account where company_id = ${companyId}`;
    await sql`
      insert into buybox_open_day
      select ${companyId}, id, current_date, state, 20000, 0
      from account, unnest(array['won', 'shared', 'losing', 'barred', 'unseen']) state where company_id = ${companyId}`;
  });
  await owner`vacuum analyze listing, listing_day, account_day, source_day, listing_buybox, buybox_interval,
    account_buybox_day`;
  return company;
}
