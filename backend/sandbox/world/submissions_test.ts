import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  createWorld,
  findOffer,
  isAvailable,
  itemsOf,
  type Offer,
  OWN_SELLERS,
  paceOf,
  settle,
  step,
  submitPrice,
  type World,
} from '../world.ts';

const world = createWorld(1, Date.UTC(2026, 10, 23, 12));
const { now } = world;

function listing(fits: (offer: Offer) => boolean): Offer {
  for (const id of itemsOf(world, OWN_SELLERS.HOME, 'amazon')) {
    const found = findOffer(world, id);
    if (found && fits(found.offer)) return found.offer;
  }
  throw new Error('No such listing');
}
const plain = () => listing((offer) => isAvailable(offer) && !offer.automated);
const offerAt = (at: World, { itemId }: Offer) => {
  const found = findOffer(at, itemId);
  assert.ok(found);
  return found.offer;
};
const send = (at: World, offer: Offer, price: number, inMs = 1_000, id = 'one') =>
  submitPrice(at, { id, itemId: offer.itemId, price, limits: null, dueAt: now + inMs });
const settlements = (events: readonly { kind: string }[]) =>
  events.flatMap((event) => ('as' in event ? [event.as] : []));

describe('a price that Amazon accepted', () => {
  it('is not applied before it is due, and then it is', () => {
    const offer = plain();
    const price = offer.price - 1;
    const sent = send(world, offer, price);
    assert.equal(offerAt(settle(sent, now + 999).world, offer).price, offer.price);
    const done = settle(sent, now + 1_000);
    assert.equal(offerAt(done.world, offer).price, price);
    assert.deepEqual(settlements(done.events), ['applied']);
    assert.deepEqual(done.world.submissions, []);
    assert.ok(done.events.some((event) => event.kind === 'price' && event.to === price));
    // The same happens by time only.
    assert.equal(offerAt(step(sent, now + 2_000, paceOf(0)).world, offer).price, price);
  });

  it('does not overwrite a later one that was processed before it', () => {
    const offer = plain();
    const both = send(send(world, offer, offer.price - 1, 9_000, 'old'), offer, offer.price - 2);
    const first = settle(both, now + 1_000);
    const second = settle(first.world, now + 9_000);
    assert.equal(offerAt(second.world, offer).price, offer.price - 2);
    assert.deepEqual(settlements(second.events), ['superseded']);
  });

  it('makes the listing unavailable outside the seller’s own limits, until a valid price', () => {
    const offer = plain();
    const { least, most } = offer.amazon ?? {};
    assert.ok(least && most);
    for (const price of [least - 1, most + 1]) {
      const done = settle(send(world, offer, price), now + 1_000);
      assert.deepEqual(settlements(done.events), ['suppressed']);
      const off = offerAt(done.world, offer);
      assert.equal(off.price, price);
      assert.equal(isAvailable(off), false);
      assert.equal(off.amazon?.priceFault, true);
      const back = settle(send(done.world, offer, least), now + 2_000);
      assert.equal(isAvailable(offerAt(back.world, offer)), true);
      assert.equal(offerAt(back.world, offer).amazon?.priceFault, false);
    }
  });

  it('changes nothing where Amazon’s own automation sets the price', () => {
    const offer = listing((one) => one.automated && isAvailable(one));
    const done = settle(send(world, offer, offer.price - 5), now + 1_000);
    assert.equal(offerAt(done.world, offer).price, offer.price);
    assert.deepEqual(settlements(done.events), ['overridden']);
  });

  it('is refused for an invalid price, or an item that Amazon does not have', () => {
    const offer = plain();
    for (const price of [0, -1, 1.5]) assert.throws(() => send(world, offer, price), RangeError);
    const [listing] = itemsOf(world, OWN_SELLERS.HOME);
    const foreign = submitPrice(world, {
      id: 'x',
      itemId: listing ?? '',
      price: 100,
      limits: null,
      dueAt: now,
    });
    assert.throws(() => settle(foreign, now), RangeError);
  });
});
