// Ads by what a person types. The table listing_search holds all texts of an ad in small letters, and an index leads
// from three letters or figures in a row to the ads that have them (migration 014-views).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '../kernel/filter.ts';
import type { PageQuery } from '../kernel/page.ts';
import type { Trx } from '../platform/db.ts';
import { contains, type Fields, filterCondition } from '../platform/filter-sql.ts';

/** By what a person looks for an ad; `l` is the ad. */
const SEARCHED: Fields = {
  title: { column: 'l.title', type: 'text' },
  sku: { column: 'l.sku', type: 'text' },
  skuMarketplace: { column: 'l.sku_marketplace', type: 'text' },
  catalogProductId: { column: 'l.catalog_product_id', type: 'text' },
};

/** Whether an ad's title or one of its codes contains a text; every ad does where there is none. */
export const searchCondition = (search: string | undefined): RawBuilder<SqlBool> =>
  filterCondition(
    search
      ? Object.keys(SEARCHED).map((field) => ({
          field,
          condition: 'LIKE' as const,
          value: search,
          logicalOperator: 'OR' as const,
        }))
      : [],
    SEARCHED,
  );

/** Whether the index knows anything of a text: shorter ones are looked for in every ad. */
export const isIndexed = (search: string | undefined): search is string =>
  search !== undefined && /[\p{L}\p{N}]{3}/u.test(search);

/**
 * From here on the transaction sees of `listing_search` only the ads with a text: a policy of the table asks it, for
 * which an index is used, as it would not be for a condition of ours.
 */
export const seeOnly = (trx: Trx, search: string): Promise<unknown> =>
  sql`select set_config('app.search', lower(${contains(search)}), true)`.execute(trx);

/**
 * A page of the ads that `seeOnly` lets through, by title, and how many there are (null past the last). The texts of an ad begin with its
 * title, so that the ads themselves need not be read.
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

/** The ids of the ads that `seeOnly` lets through. */
export const seen = (companyId: number): RawBuilder<unknown> =>
  sql`select s.listing_id from listing_search s where s.company_id = ${companyId}`;
