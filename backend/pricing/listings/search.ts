// Listings by what a person types. The table listing_search holds all texts of a listing in lower case, and an index leads
// from three letters or digits in a row to the listings that have them (migration 014-views).
import { type RawBuilder, sql } from 'kysely';
import type { Order } from '../../kernel/filter.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { Trx } from '../../platform/db.ts';
import { contains } from '../../platform/filter-sql.ts';

/** Whether the index knows anything of a text: shorter ones are looked for in every listing. */
export const isIndexed = (search: string | undefined): search is string =>
  search !== undefined && /[\p{L}\p{N}]{3}/u.test(search);

/**
 * From here on the transaction sees of `listing_search` only the listings with a text: a policy of the table asks it, for
 * which an index is used, as it would not be for a condition of ours.
 */
export const seeOnly = (trx: Trx, search: string): Promise<unknown> =>
  sql`select set_config('app.search', lower(${contains(search)}), true)`.execute(trx);

/**
 * A page of the listings that `seeOnly` lets through, by title, and how many there are (null past the last). The texts of a
 * listing begin with its title, so that the listings themselves need not be read.
 */
export async function pageByText(
  trx: Trx,
  companyId: number,
  { page, limit }: PageQuery,
  direction: Order['direction'],
): Promise<{ ids: number[]; total: number | null }> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: number; total: number }>`
    select s.listing_id as id, count(*) over () as total from listing_search s where s.company_id = ${companyId}
    order by split_part(s.words, e'\\n', 1) ${way}, s.listing_id ${way}
    limit ${limit} offset ${page * limit}`.execute(trx);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? null };
}

/** The ids of the listings that `seeOnly` lets through. */
export const seen = (companyId: number): RawBuilder<unknown> =>
  sql`select s.listing_id from listing_search s where s.company_id = ${companyId}`;
