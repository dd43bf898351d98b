// Many listings at once, for tests in which their number is the point.

import type { Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import type { RuleInput } from '../pricing/contract.ts';
import { createRule } from '../pricing/rules/actions.ts';
import type { Scene } from './pricing-scene.ts';
import { recordObserved } from './record-markets.ts';

/** A rule names so many listings at most. */
const LISTINGS_OF_A_RULE = 1_000;

export interface Listing {
  id: number;
  sku: string;
}

/** The company does not limit price changes, so that tests see the other guards. */
export const allowAnyMove = ({ database }: Scene) =>
  database.owner`update company set max_step_percent = 1000, max_day_percent = 1000`;

/** Puts listings on sale at one price, here and at the marketplace. */
export async function sellMany(
  { database, ctx, shop, companyId, accountId }: Scene,
  count: number,
  price: Minor,
): Promise<Listing[]> {
  const rows = await database.owner<{ id: number; sku_marketplace: string }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
      promotion_status, created_at, updated_at)
    select ${companyId}, ${accountId}, 2, 'MLB' || n, 'Garrafa ' || n, ${price}, 0, 'BRL', 'BR', 5,
      'ENABLED', 'new', false, 'none', ${ctx.clock()}, ${ctx.clock()}
    from generate_series(1, ${count}::integer) as n
    returning id, sku_marketplace`;
  for (const row of rows) shop.change(row.sku_marketplace, price);
  return rows.map((row) => ({ id: row.id, sku: row.sku_marketplace })).sort((a, b) => a.id - b.id);
}

/** The same market for many listings, as it is seen now. */
export async function seeMany(
  { ctx, companyId }: Scene,
  listings: readonly Listing[],
  offers: Offer[],
): Promise<void> {
  const market = {
    observedAt: ctx.clock(),
    buybox: {
      status: 'LOSING' as const,
      winnerSellerId: offers[0]?.sellerId ?? null,
      priceToWin: null,
      reason: null,
    },
    offers,
  };
  for (let start = 0; start < listings.length; start += LISTINGS_OF_A_RULE) {
    const some = listings.slice(start, start + LISTINGS_OF_A_RULE);
    await recordObserved(
      ctx,
      companyId,
      some.map(({ id }) => ({ listingId: id, market })),
    );
  }
}

/** One rule for all listings, or several equal ones if one rule cannot hold so many. */
export async function ruleMany(
  scene: Scene,
  listings: readonly Listing[],
  more: Record<string, unknown>,
): Promise<RuleInput[]> {
  const inputs: RuleInput[] = [];
  for (let start = 0; start < listings.length; start += LISTINGS_OF_A_RULE) {
    const some = listings.slice(start, start + LISTINGS_OF_A_RULE).map(({ id }) => id);
    const input = scene.rule(some, more);
    await createRule(scene.ctx, scene.actor, input);
    inputs.push(input);
  }
  return inputs;
}

/**
 * Whether a price differs from another by more than a percentage of it: computed in integers without rounding, and
 * independently of the guard's code.
 */
export const isFurther = (from: Minor, to: Minor, percent: number): boolean => {
  const way = BigInt(Math.abs(to - from)) * 10_000n;
  return way > BigInt(from) * BigInt(Math.round(percent * 100));
};
