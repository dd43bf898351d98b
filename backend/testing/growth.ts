// Inserts many rows of the growing tables by SQL, with any age.
import type postgres from 'postgres';

type Sql = postgres.Sql | postgres.TransactionSql;

/** A company's rule and listings. Gives their ids. */
export async function growListings(
  sql: Sql,
  { companyId, accountId, count }: { companyId: number; accountId: number; count: number },
): Promise<{ ruleId: number; listingIds: number[] }> {
  const [rule] = await sql<{ id: number }[]>`
    insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at,
      updated_at)
    values (${companyId}, 'Rule', 'own', 1, 'enabled', 8000, 12000, '{}', now(), now()) returning id`;
  const rows = await sql<{ id: number }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment, promotion_status,
      created_at, updated_at)
    select ${companyId}, ${accountId}, 2, 'MLB' || n, 'S' || n, 'Title ' || n, 10000, 0, 'BRL', 'BR', 5,
      'ENABLED', 'new', false, 'none', now(), now()
    from generate_series(1, ${count}::integer) n returning id`;
  return { ruleId: rule!.id, listingIds: rows.map(({ id }) => id) };
}

/** One snapshot of each listing at `at`; gives their ids in the order of the listings. */
export async function growSnapshots(
  sql: Sql,
  companyId: number,
  listingIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, offers)
    select ${companyId}, listing_id, ${at}, 10000, 'LOSING', '[]'
    from unnest(${sql.array([...listingIds])}::bigint[]) with ordinality as l(listing_id, n) order by n
    returning id`;
  return rows.map(({ id }) => id);
}

/** One update of each listing; gives their ids in the order of the listings. */
export async function growUpdates(
  sql: Sql,
  companyId: number,
  ruleId: number,
  listingIds: readonly number[],
  { state, at }: { state: string; at: Date },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type,
      price_tag, strategy, old_price, new_price, safe_margin, ranking_type, ranking_status, regained_control,
      explanation, currency_code, country_code, created_at, moved_at)
    select ${companyId}, ${ruleId}, 1, listing_id, ${state}, gen_random_uuid(), 'MARKET', 'WIN', 'WIN', 10000,
      9900, 0, 'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR', ${at}, ${at}
    from unnest(${sql.array([...listingIds])}::bigint[]) with ordinality as l(listing_id, n) order by n
    returning id`;
  return rows.map(({ id }) => id);
}
