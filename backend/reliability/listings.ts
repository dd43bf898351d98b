// Which listings of the sandbox's market the product prices, and how their competitors move.
import { type Listing, planOf } from '../bench/spine/listings.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Shop } from '../sandbox/world.ts';

/** A listing of ours at one of the marketplaces. */
export interface Pick extends Listing {
  shop: Shop;
  /** As the marketplace names it to the seller: the listing's id, or Amazon's SKU. */
  skuMarketplace: string;
}

const SELLER = 810_000_001;

/** The first listings of the demo's first seller whose price follows a single competitor. */
export function pickListings(sandbox: Sandbox, shop: Shop, count: number): Pick[] {
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
  if (picks.length < count)
    throw new Error(`The market has ${picks.length} such listings at ${shop}`);
  return picks;
}
