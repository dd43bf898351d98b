// Which ads of the sandbox's market the product prices, and how their rivals move.
import { type Ad, planOf } from '../bench/spine/ads.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Shop } from '../sandbox/world.ts';

/** An ad of ours at one of the marketplaces. */
export interface Pick extends Ad {
  shop: Shop;
  /** As the marketplace names it to the seller: the ad's id, or Amazon's SKU. */
  skuMarketplace: string;
}

const SELLER = 810_000_001;

/** The first ads of the demo's first seller whose price follows one rival of theirs, whatever it is. */
export function pickAds(sandbox: Sandbox, shop: Shop, count: number): Pick[] {
  const picks: Pick[] = [];
  for (const { shop: its, offers } of sandbox.world().products) {
    if (picks.length === count) break;
    const own = offers.find(({ sellerId }) => sellerId === SELLER);
    if (its !== shop || own === undefined || own.automated || own.promotion !== null) continue;
    const view = sandbox.control.item(own.itemId);
    if (own.condition !== 'new' || own.outOfStock || view === null) continue;
    const plan = planOf(
      {
        listingId: 0,
        companyId: 0,
        sellerId: String(SELLER),
        itemId: own.itemId,
        shippingPrice: own.shippingPrice,
      },
      view,
    );
    if (plan === null || (own.amazon?.least ?? 0) > plan.low - 100) continue;
    picks.push({ ...plan, shop, skuMarketplace: shop === 'amazon' ? own.sku : own.itemId });
  }
  if (picks.length < count) throw new Error(`The market has ${picks.length} such ads at ${shop}`);
  return picks;
}
