import type { Notice } from './courier.ts';
import type { World, WorldEvent } from './world.ts';

/** This topic alone writes its user as text; so the marketplace's documentation has it. */
const competition = (itemId: string, sellerId: number): Notice => ({
  topic: 'catalog_item_competition_status',
  resource: `/items/${itemId}/price_to_win`,
  userId: String(sellerId),
});

const about = (topic: string, resource: string, userId: number): Notice => ({
  topic,
  resource,
  userId,
});

/** A change that buyers can see on the product's page, and not only the seller in his stock. */
const stirsMarket = (event: WorldEvent) => event.kind !== 'stock';

/**
 * What the marketplace tells its sellers of what happened: each of our own items once for its competition, if
 * its page changed, and once for itself, if it changed.
 */
export function noticesOf(world: World, events: readonly WorldEvent[]): Notice[] {
  const changedItems = new Set<string>();
  const changedPrices = new Set<string>();
  const stirred = new Set<string>();
  for (const event of events) {
    if (stirsMarket(event)) stirred.add(event.productId);
    if (event.kind === 'award') continue;
    changedItems.add(event.itemId);
    if (event.kind === 'price') changedPrices.add(event.itemId);
  }
  const touched = new Set(events.map((event) => event.productId));
  const own = world.products
    .filter((product) => touched.has(product.id))
    .flatMap((product) =>
      product.offers
        .filter((offer) => world.sellers.get(offer.sellerId)?.own)
        .map((offer) => ({ product, offer })),
    );
  return own.flatMap(({ product, offer: { itemId, sellerId } }) => [
    ...(changedItems.has(itemId) ? [about('items', `/items/${itemId}`, sellerId)] : []),
    ...(changedPrices.has(itemId)
      ? [about('items_prices', `/items/${itemId}/prices`, sellerId)]
      : []),
    ...(product.catalog && stirred.has(product.id) ? [competition(itemId, sellerId)] : []),
  ]);
}
