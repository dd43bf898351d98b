// Markets, costs and health of the listings of a company, by which advice is given.
import type postgres from 'postgres';

/** Of so many listings one loses the buybox and has costs, and one is of little health. */
const LOSES = 10;
const UNHEALTHY = 50;

/** Has a tenth of a company's listings lose what 95 % of their price would win, and some of little health. */
export async function growMarkets(owner: postgres.Sql, companyId: number): Promise<void> {
  await owner.begin(async (sql) => {
    // Nothing here can be wrong, and what the database would check is not what is measured.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
      select company_id, id, price / 2, 6, 14, 0, 'marketplace', now(), now()
      from listing where company_id = ${companyId} and id % ${LOSES}::integer = 0`;
    await sql`
      insert into market (company_id, listing_id, snapshot_id, essence_of, observed_at, buybox_status, fingerprint,
        price_to_win, price)
      select company_id, id, 1, 1, now(), 'LOSING', '', price * 95 / 100, price
      from listing where company_id = ${companyId} and id % ${LOSES}::integer = 0`;
    await sql`
      update listing_buybox set state = 'losing', since = now() - interval '1 day'
      where company_id = ${companyId} and listing_id % ${LOSES}::integer = 0`;
    await sql`
      insert into buybox_share (company_id, listing_id, account_id, share_day, share_week, share_month)
      select company_id, id, account_id, 10, 30, 40 from listing where company_id = ${companyId}`;
    await sql`
      insert into listing_particulars (company_id, listing_id, told_at, health_score)
      select company_id, id, now(), case when id % ${UNHEALTHY}::integer = 1 then 42 else 90 end
      from listing where company_id = ${companyId}`;
  });
  await owner`vacuum analyze listing_cost, market, listing_buybox, buybox_share, listing_particulars`;
}
