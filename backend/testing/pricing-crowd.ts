// Many ads at once, for tests in which their number is the point.

import type { Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { recordMarkets } from '../monitoring/actions.ts';
import type { RuleInput } from '../pricing/contract.ts';
import { createRule } from '../pricing/rule-actions.ts';
import type { Scene } from './pricing-scene.ts';

/** A rule names so many ads at most. */
const ADS_OF_A_RULE = 1_000;

export interface Ad {
  id: number;
  sku: string;
}

/** The company lets its rules move prices as far as they like, so that whatever else stops them can be seen. */
export const allowAnyMove = ({ database }: Scene) =>
  database.owner`update company set max_step_percent = 1000, max_day_percent = 1000`;

/** Puts ads on sale at one price, here and at the marketplace. */
export async function sellMany(
  { database, house, shop, companyId, accountId }: Scene,
  count: number,
  price: Minor,
): Promise<Ad[]> {
  const rows = await database.owner<{ id: number; sku_marketplace: string }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
      promotion_status, created_at, updated_at)
    select ${companyId}, ${accountId}, 2, 'MLB' || n, 'Garrafa ' || n, ${price}, 0, 'BRL', 'BR', 5,
      'ENABLED', 'new', false, 'none', ${house.clock()}, ${house.clock()}
    from generate_series(1, ${count}::integer) as n
    returning id, sku_marketplace`;
  for (const row of rows) shop.change(row.sku_marketplace, price);
  return rows.map((row) => ({ id: row.id, sku: row.sku_marketplace })).sort((a, b) => a.id - b.id);
}

/** The same market for many ads, as it is seen now. */
export async function seeMany(
  { house, companyId }: Scene,
  ads: readonly Ad[],
  offers: Offer[],
): Promise<void> {
  const market = {
    observedAt: house.clock(),
    buybox: {
      status: 'LOSING' as const,
      winnerSellerId: offers[0]?.sellerId ?? null,
      priceToWin: null,
      reason: null,
    },
    offers,
  };
  for (let start = 0; start < ads.length; start += ADS_OF_A_RULE) {
    const some = ads.slice(start, start + ADS_OF_A_RULE);
    await recordMarkets(
      house,
      companyId,
      some.map(({ id }) => ({ listingId: id, market })),
    );
  }
}

/** One rule for all ads, or several that say the same where one cannot name so many. */
export async function ruleMany(
  scene: Scene,
  ads: readonly Ad[],
  more: Record<string, unknown>,
): Promise<RuleInput[]> {
  const inputs: RuleInput[] = [];
  for (let start = 0; start < ads.length; start += ADS_OF_A_RULE) {
    const some = ads.slice(start, start + ADS_OF_A_RULE).map(({ id }) => id);
    const input = scene.rule(some, more);
    await createRule(scene.house, scene.actor, input);
    inputs.push(input);
  }
  return inputs;
}

/**
 * Whether a price lies further from another than so many percent of that: reckoned in whole numbers that are never
 * rounded, and in no words of the guard.
 */
export const isFurther = (from: Minor, to: Minor, percent: number): boolean => {
  const way = BigInt(Math.abs(to - from)) * 10_000n;
  return way > BigInt(from) * BigInt(Math.round(percent * 100));
};
