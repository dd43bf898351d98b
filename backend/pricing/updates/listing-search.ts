import type { RawBuilder, SqlBool } from 'kysely';
import { type Fields, searchIn } from '../../platform/filter-sql.ts';

/** By what a person looks for a listing; `l` is the listing. */
const SEARCHED: Fields = {
  title: { column: 'l.title', type: 'text' },
  sku: { column: 'l.sku', type: 'text' },
  skuMarketplace: { column: 'l.sku_marketplace', type: 'text' },
  catalogProductId: { column: 'l.catalog_product_id', type: 'text' },
};

/** Whether a listing's title or one of its codes contains a text; every listing does where there is none. */
export const searchCondition = (search: string | undefined): RawBuilder<SqlBool> =>
  searchIn(SEARCHED, Object.keys(SEARCHED), search);
