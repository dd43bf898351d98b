import type { Notification } from './courier.ts';
import { shipmentIdOf } from './mercado-livre/orders.ts';
import { findPage, type World, type WorldEvent } from './world.ts';

/** Only this topic has its user as text, according to the marketplace's documentation. */
const competition = (itemId: string, sellerId: number): Notification => ({
  topic: 'catalog_item_competition_status',
  resource: `/items/${itemId}/price_to_win`,
  userId: String(sellerId),
});

const about = (topic: string, resource: string, userId: number): Notification => ({
  topic,
  resource,
  userId,
});

/** An event of one item that is notified to its seller. */
type ItemEvent = Extract<WorldEvent, { kind: 'price' | 'stock' | 'status' }>;
const isOfItem = (event: WorldEvent): event is ItemEvent =>
  event.kind === 'price' || event.kind === 'stock' || event.kind === 'status';

/** Whether buyers can see a change on the product's page, and not only the seller in the stock. */
export const stirsMarket = ({ kind }: WorldEvent): boolean =>
  kind === 'price' || kind === 'status' || kind === 'award' || kind === 'ceiling';

/** The notifications of orders that were placed or progressed, and of their shipments if those did. */
const ofOrders = (events: readonly WorldEvent[]): Notification[] =>
  events.flatMap((event) => {
    if (event.kind !== 'order' || event.order.shop !== 'mercadolivre') return [];
    const { order, step } = event;
    const { id, sellerId } = order;
    const shipment = about('shipments', `/shipments/${shipmentIdOf(order)}`, sellerId);
    return [
      about('orders_v2', `/orders/${id}`, sellerId),
      ...(step === 'refunded' ? [] : [shipment]),
    ];
  });

/**
 * The notifications that Mercado Livre sends to its sellers: for each of our own items one about its competition, if
 * its page changed, and one about itself, if it changed; and those about orders.
 */
export function notificationsOf(world: World, events: readonly WorldEvent[]): Notification[] {
  const changedItems = new Set<string>();
  const changedPrices = new Set<string>();
  const stirred = new Set<string>();
  for (const event of events) {
    if (stirsMarket(event)) stirred.add(event.productId);
    if (!isOfItem(event)) continue;
    changedItems.add(event.itemId);
    if (event.kind === 'price') changedPrices.add(event.itemId);
  }
  const touched = new Set(events.map((event) => event.productId));
  const own = [...touched].flatMap((productId) => {
    const product = findPage(world, productId);
    if (product?.shop !== 'mercadolivre') return [];
    return product.offers
      .filter((offer) => world.sellers.get(offer.sellerId)?.own)
      .map((offer) => ({ product, offer }));
  });
  const ofItems = own.flatMap(({ product, offer: { itemId, sellerId } }) => [
    ...(changedItems.has(itemId) ? [about('items', `/items/${itemId}`, sellerId)] : []),
    ...(changedPrices.has(itemId)
      ? [about('items_prices', `/items/${itemId}/prices`, sellerId)]
      : []),
    ...(product.catalog && stirred.has(product.id) ? [competition(itemId, sellerId)] : []),
  ]);
  return [...ofItems, ...ofOrders(events)];
}
