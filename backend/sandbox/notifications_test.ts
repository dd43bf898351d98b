import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { notificationsOf } from './notifications.ts';
import { createWorld, type Product, setPrice, setStock } from './world.ts';

const world = createWorld(1);
const productThat = (holds: (product: Product) => boolean) => {
  const product = world.products.find(holds);
  assert.ok(product?.offers[0]);
  return { product, own: product.offers[0] };
};
const topics = (outcome: ReturnType<typeof setPrice>) =>
  notificationsOf(outcome.world, outcome.events).map((notification) => notification.topic);

describe('the notifications to sellers', () => {
  it('reports a competitor by the competition of our item, whose seller it writes as text', () => {
    const { product, own } = productThat((one) => one.catalog && one.offers.length > 1);
    const competitor = product.offers[1]?.itemId ?? '';
    const { world: after, events } = setPrice(world, competitor, 99_999);
    assert.deepEqual(notificationsOf(after, events), [
      {
        topic: 'catalog_item_competition_status',
        resource: `/items/${own.itemId}/price_to_win`,
        userId: String(own.sellerId),
      },
    ]);
  });

  it('reports our own price by the item, its prices and its competition', () => {
    const { own } = productThat((one) => one.catalog && one.offers.length > 1);
    const { world: after, events } = setPrice(world, own.itemId, own.price + 500);
    assert.deepEqual(notificationsOf(after, events), [
      { topic: 'items', resource: `/items/${own.itemId}`, userId: own.sellerId },
      { topic: 'items_prices', resource: `/items/${own.itemId}/prices`, userId: own.sellerId },
      {
        topic: 'catalog_item_competition_status',
        resource: `/items/${own.itemId}/price_to_win`,
        userId: String(own.sellerId),
      },
    ]);
  });

  it('reports own stock by the item only, and a competitor’s not at all', () => {
    const { product, own } = productThat(
      (one) => one.catalog && one.offers.length > 1 && one.offers[0]?.status === 'active',
    );
    assert.deepEqual(topics(setStock(world, own.itemId, own.stock + 1)), ['items']);
    const competitor = product.offers[1];
    assert.ok(competitor);
    assert.deepEqual(topics(setStock(world, competitor.itemId, competitor.stock + 1)), []);
  });

  it('reports nothing of the competition of a listing outside the catalog', () => {
    const { own } = productThat((one) => !one.catalog);
    assert.deepEqual(topics(setPrice(world, own.itemId, 5_555)), ['items', 'items_prices']);
  });
});
