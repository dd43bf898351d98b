// Which listings of the sandbox's market the product prices, and what moves their prices.
import { type Listing, planOf } from '../bench/spine/listings.ts';
import { type Minor, TICK } from '../kernel/money.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { OWN_SELLERS, type Shop } from '../sandbox/world.ts';

/** A listing of ours at one of the marketplaces. */
export interface Pick extends Listing {
  shop: Shop;
  /** As the marketplace names it to the seller: the listing's id, or the SKU. */
  skuMarketplace: string;
  /**
   * The price of the watched competitor, where the marketplace reports no competitors: then `rivalItemId` is the listing
   * itself, whose price is raised outside Primazia above the rule's maximum. Null: the competitor's price changes.
   */
  watchedPrice: Minor | null;
}

/** The demo's first seller, who sells on all marketplaces. */
export const SELLER = OWN_SELLERS.HOME;
/** More than any test sells: an item without stock is not priced. */
const STOCK = 10_000;
/** How far a price is raised above the maximum at most, in ticks. */
const RAISED = 200;

/** The marketplaces that report no competitors. */
const SILENT: readonly Shop[] = ['magalu', 'shopee'];

/** The price of a competitor who is a little cheaper. */
const cheaperThan = (price: Minor): Minor => Math.floor(price * 0.98);

/** The first listings of the demo's first seller whose price follows a single competitor. */
export function pickListings(sandbox: Sandbox, shop: Shop, count: number): Pick[] {
  const picks: Pick[] = [];
  for (const { id, shop: its, offers } of sandbox.world().products) {
    if (picks.length === count) break;
    const own = offers.find(({ sellerId }) => sellerId === SELLER);
    if (its !== shop || own === undefined || own.automated || own.promotion !== null) continue;
    const view = sandbox.control.item(own.itemId);
    if (own.condition !== 'new' || own.outOfStock || view === null) continue;
    const stored = {
      listingId: 0,
      companyId: 0,
      sellerId: String(SELLER),
      itemId: own.itemId,
      shippingPrice: own.shippingPrice,
    };
    if (SILENT.includes(shop)) {
      if (own.status !== 'active') continue;
      picks.push({
        ...stored,
        productId: id,
        rivalItemId: own.itemId,
        low: own.price,
        high: own.price + RAISED * TICK,
        shop,
        skuMarketplace: shop === 'magalu' ? own.sku : own.itemId,
        watchedPrice: cheaperThan(own.price),
      });
      continue;
    }
    const plan = planOf(stored, view);
    if (plan === null || (own.amazon?.least ?? 0) > plan.low - 100) continue;
    const skuMarketplace = shop === 'amazon' ? own.sku : own.itemId;
    picks.push({ ...plan, shop, skuMarketplace, watchedPrice: null });
  }
  if (picks.length < count)
    throw new Error(`The market has ${picks.length} such listings at ${shop}`);
  for (const { itemId } of picks) sandbox.control.change(itemId, { stock: STOCK });
  return picks;
}
