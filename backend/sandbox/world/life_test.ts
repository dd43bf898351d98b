import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  contestOf,
  createWorld,
  findOffer,
  itemsOf,
  OWN_SELLERS,
  paceOf,
  priceToWin,
  setCeiling,
  step,
  type World,
} from '../world.ts';
import { agendaOf } from './agenda.ts';
import { open } from './draft.ts';
import { pass } from './life.ts';

const MONDAY = Date.UTC(2026, 10, 23, 12);

function statusOf(world: World, itemId: string) {
  const found = findOffer(world, itemId);
  assert.ok(found);
  return contestOf(world.sellers, found.product, found.offer).status;
}

describe('a day that passes', () => {
  it('has the next due instant of each page, after every event', () => {
    const draft = open(createWorld(1, MONDAY), MONDAY);
    const day = { from: MONDAY, until: MONDAY + 24 * 3_600_000, moves: 1_500, buyers: 1_000 };
    let left = 0;
    pass(draft, day, (one) => {
      if (left-- > 0) return;
      left = 97;
      assert.deepEqual(one.agenda, agendaOf(one.world.products));
    });
    assert.deepEqual(draft.agenda, agendaOf(draft.world.products));
    assert.ok(draft.events.some(({ kind }) => kind === 'stock'));
  });
});

describe('other shops', () => {
  it('changes prices elsewhere, and so which offers are too expensive on Amazon', () => {
    let world = createWorld(1, MONDAY);
    const kinds = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const done = step(world, world.now + 2_000, paceOf(2_000));
      for (const { kind } of done.events) kinds.add(kind);
      world = done.world;
    }
    assert.ok(kinds.has('ceiling'));

    const listing = itemsOf(world, OWN_SELLERS.HOME, 'amazon')
      .flatMap((id) => findOffer(world, id) ?? [])
      .find(({ offer }) => statusOf(world, offer.itemId) === 'winning');
    assert.ok(listing);
    const { id: productId, ceiling } = listing.product;
    const { itemId, price, shippingPrice } = listing.offer;
    const to = price + shippingPrice - 1;
    const { events, world: after } = setCeiling(world, productId, to);
    assert.deepEqual(events[0], { kind: 'ceiling', productId, from: ceiling, to });
    assert.ok(events.some((event) => event.kind === 'too_dear' && event.itemId === itemId));
    assert.ok(events.some((event) => event.kind === 'award'));
    assert.equal(statusOf(after, itemId), 'competing');
    const found = findOffer(after, itemId);
    assert.ok(found);
    assert.ok((priceToWin(after.sellers, found.product, found.offer) ?? 0) < price);
    assert.deepEqual(setCeiling(after, productId, to).events, []);
    for (const wrong of [0, 1.5])
      assert.throws(() => setCeiling(world, productId, wrong), RangeError);
    assert.throws(() => setCeiling(world, 'B000000000', 100), RangeError);
  });
});
