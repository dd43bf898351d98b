import { sql } from 'kysely';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { MinimumBy } from '../contract.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import type { Bounds, MoveLimits } from '../safety/engine/guard.ts';
import { type DayPrices, recentPricesOf } from './engine/day-prices.ts';
import { boundsOf } from './engine/push-policy.ts';
import { type CostRow, costColumns, costsOf } from './load-facts.ts';
import type { UpdateHead } from './store.ts';

/**
 * The bounds that the prices of updates are checked against right before they leave, by the updates' ids. They are read
 * from the rows of rules, costs and listings themselves, independently of what the engine read and made of them.
 */
export async function storedBounds(
  trx: Trx,
  companyId: number,
  rows: readonly UpdateHead[],
  limits: MoveLimits,
  now: Date,
): Promise<Map<number, Bounds>> {
  if (rows.length === 0) return new Map();
  const { rows: stored } = await sql<
    CostRow & {
      id: number;
      min_price: Minor | null;
      max_price: Minor | null;
      minimum_by: string | null;
      minimum_percent: number | null;
      price: Minor;
      day_prices: DayPrices | null;
    }
  >`
    select u.id, r.min_price, r.max_price, r.settings->>'minimumBy' as minimum_by,
      (r.settings->>'minimumPercent')::numeric as minimum_percent, l.price, p.day_prices,
      ${costColumns}
    from price_update u
    join rule r on r.company_id = u.company_id and r.id = u.rule_id
    join listing l on l.company_id = u.company_id and l.id = u.listing_id
    left join listing_pricing p on p.company_id = u.company_id and p.listing_id = u.listing_id
    left join listing_cost c on c.company_id = u.company_id and c.listing_id = u.listing_id
    where u.company_id = ${companyId} and u.id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  const byId = new Map(stored.map((each) => [each.id, each]));
  return new Map(
    rows.map((row) => {
      const at = byId.get(row.id)!;
      const terms = {
        // Rules that are older than minimums from costs hold an amount.
        minimumBy: MinimumBy.parse(at.minimum_by ?? 'AMOUNT'),
        minimumPercent: at.minimum_percent,
        minPrice: at.min_price,
        maxPrice: at.max_price,
      };
      const minimum = minimumOf(terms, costsOf(at));
      const minPrice = typeof minimum === 'string' ? 'unknown' : minimum;
      const recent = recentPricesOf(at.day_prices, at.price, now);
      return [row.id, boundsOf(row, { minPrice, maxPrice: at.max_price, recent, limits })];
    }),
  );
}
