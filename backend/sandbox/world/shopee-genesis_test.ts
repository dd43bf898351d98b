import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createWorld, itemsOf, NEWCOMER, OUTLET, OWN_SELLERS, withNewcomer } from '../world.ts';
import { withShopee } from './shopee-genesis.ts';

const worlds = [1, 2, 3].map((seed) => createWorld(seed));

describe('Shopee’s first day', () => {
  it('has items of one seller each, in models with valid prices, whatever the seed', () => {
    for (const { products, sellers } of worlds) {
      const items = products.filter(({ shop }) => shop === 'shopee');
      assert.ok(items.some(({ offers }) => offers.length > 1));
      assert.ok(items.some(({ offers: [first] }) => first?.options === undefined));
      for (const { id, offers } of items) {
        const prices = offers.map(({ price, promotion }) => promotion?.regularPrice ?? price);
        assert.ok(Math.max(...prices) <= 4 * Math.min(...prices), id);
        assert.equal(new Set(offers.map(({ sellerId }) => sellerId)).size, 1, id);
        assert.ok(sellers.get(offers[0]?.sellerId ?? 0)?.shopee, id);
        for (const { itemId, options } of offers)
          assert.match(itemId, options === undefined ? /^\d+$/ : new RegExp(`^${id}\\.\\d+$`));
      }
    }
  });

  it('sells things that the seller has elsewhere too, under the same SKU and number', () => {
    const [{ products }] = worlds as [(typeof worlds)[number]];
    const first = (shop: string) =>
      products.flatMap(({ shop: its, ean, offers: [own] }) =>
        its === shop && own ? [`${ean} ${own.sku}`] : [],
      );
    const elsewhere = new Set(first('mercadolivre'));
    assert.ok(first('shopee').every((one) => elsewhere.has(one)));
  });

  it('is not changed if it exists, and does not change other marketplaces', () => {
    const [world] = worlds as [(typeof worlds)[number]];
    assert.equal(withShopee(world), world);
    const ids = worlds.flatMap((one) =>
      [OWN_SELLERS.HOME, OUTLET].map((seller) => itemsOf(one, seller, 'shopee').length),
    );
    assert.ok(ids.every((count) => count > 10));
  });

  it('has a shop of the newcomer, even if that joined before Shopee was added', () => {
    const [world] = worlds as [(typeof worlds)[number]];
    const now = withNewcomer(world);
    const count = itemsOf(now, NEWCOMER.id, 'shopee').length;
    assert.ok(count > 12);
    const { shopee: _, ...seller } = now.sellers.get(NEWCOMER.id)!;
    const earlier = withShopee({
      ...now,
      sellers: new Map(now.sellers).set(NEWCOMER.id, { ...seller, shopee: null }),
      products: now.products.filter(({ shop }) => shop !== 'shopee'),
    });
    const again = withNewcomer(earlier);
    assert.equal(itemsOf(again, NEWCOMER.id, 'shopee').length, count);
    assert.equal(itemsOf(again, NEWCOMER.id).length, itemsOf(now, NEWCOMER.id).length);
  });
});
