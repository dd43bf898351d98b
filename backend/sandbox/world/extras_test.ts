import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { createWorld, findOffer, findSku, itemsOf, OWN_SELLERS } from '../world.ts';

describe('a large account', () => {
  const world = createWorld(1, undefined, 1_000);

  it('has so many more listings and listings, each with an id of its own', () => {
    assert.equal(itemsOf(world, OWN_SELLERS.HOME).length, 1_300);
    assert.equal(itemsOf(world, OWN_SELLERS.HOME, 'amazon').length, 1_150);
    assert.equal(itemsOf(world, OWN_SELLERS.ELECTRONICS).length, 300);
    const ids = world.products.flatMap(({ offers }) => offers.map(({ itemId }) => itemId));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(world.pages.size, world.products.length);
    for (const { title, ean } of world.products) {
      assert.ok(title.length <= 60);
      assert.match(ean, /^\d{13}$/);
    }
  });

  it('sells the same things in both windows', () => {
    const listing = findSku(world, 'A1CASAAURORA01', 'CA-MANY-000777');
    const ad = itemsOf(world, OWN_SELLERS.HOME)
      .flatMap((id) => findOffer(world, id) ?? [])
      .find(({ offer }) => offer.sku === 'CA-MANY-000777');
    assert.ok(listing && ad);
    assert.equal(listing.product.ean, ad.product.ean);
  });
});
