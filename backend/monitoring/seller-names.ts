// Sellers by a part of their name: those that took the buybox, and those of watched competitors.
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { contains } from '../platform/filter-sql.ts';
import { MAX_SELLERS } from './contract.ts';

const named = (
  ctx: AppContext,
  companyId: number,
  names: RawBuilder<unknown>,
  searchValue: string,
): Promise<string[]> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select name from (${names}) as found(name)
      where name <> '' and name ilike ${contains(searchValue)}
      group by name order by lower(name), name limit ${MAX_SELLERS}`.execute(trx);
    return rows.map(({ name }) => name);
  });

/** The sellers that took the buybox from listings of a company, without those that a marketplace does not name. */
export const buyboxSellersOf = (ctx: AppContext, companyId: number, searchValue: string) =>
  named(
    ctx,
    companyId,
    sql`select seller_name from buybox_loss where company_id = ${companyId}`,
    searchValue,
  );

/** The sellers of the competitors that a company watches. */
export const rankingSellersOf = (ctx: AppContext, companyId: number, searchValue: string) =>
  named(
    ctx,
    companyId,
    sql`select offer ->> 'sellerName' from watched_competitor where company_id = ${companyId}`,
    searchValue,
  );
