import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { bonusOf, mayWin, scoreOf, sellerOf } from './world/award.ts';
import { isWeekend } from './world/habits.ts';
import {
  awardOf,
  contestOf,
  createWorld,
  findOffer,
  fromPlain,
  isAvailable,
  itemsOf,
  type Offer,
  type Outcome,
  OWN_SELLERS,
  type Product,
  paceOf,
  pageOf,
  priceToWin,
  type Shop,
  setPrice,
  setStatus,
  setStock,
  step,
  toPlain,
  type World,
} from './world.ts';

const STEP_MS = 2_000;
const MINUTE = 60_000;
const PACE = paceOf(20);
const LIVELY = paceOf(2_000);
// A Monday, so that weekends play no part.
const MONDAY = Date.UTC(2026, 10, 23, 12);

const worlds = new Map<number, World>();
function worldOf(seed: number): World {
  const known = worlds.get(seed) ?? createWorld(seed, MONDAY);
  worlds.set(seed, known);
  return known;
}

const ownListings = (world: World, shop?: Shop) =>
  world.products
    .filter((product) => shop === undefined || product.shop === shop)
    .flatMap((product) =>
      product.offers
        .filter((offer) => world.sellers.get(offer.sellerId)?.own)
        .map((offer) => ({ product, offer })),
    );
const listingsThat = (world: World, status: string, shop?: Shop) =>
  ownListings(world, shop).filter(
    (listing) => contestOf(world.sellers, listing.product, listing.offer).status === status,
  );
function statusOf(world: World, itemId: string) {
  const found = findOffer(world, itemId);
  assert.ok(found);
  return contestOf(world.sellers, found.product, found.offer).status;
}
const live = (world: World, steps: number, pace = PACE) => {
  let at = world;
  for (let i = 0; i < steps; i++) at = step(at, at.now + STEP_MS, pace).world;
  return at;
};

type Act =
  | { act: 'tick'; steps: number }
  | { act: 'price'; item: number; price: number }
  | { act: 'stock'; item: number; stock: number }
  | { act: 'status'; item: number; status: Offer['status'] };

const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('tick' as const), steps: fc.integer({ min: 1, max: 20 }) }),
    fc.record({
      act: fc.constant('price' as const),
      item: fc.nat(),
      price: fc.integer({ min: 100, max: 200_000 }),
    }),
    fc.record({ act: fc.constant('stock' as const), item: fc.nat(), stock: fc.nat(5) }),
    fc.record({
      act: fc.constant('status' as const),
      item: fc.nat(),
      status: fc.constantFrom('active' as const, 'paused' as const),
    }),
  ),
  { maxLength: 12 },
);
const seeds = fc.integer({ min: 1, max: 3 });

/** Actions affect own listings only, not the competitors' own changes. */
function perform(world: World, act: Act): Outcome {
  if (act.act === 'tick') return { world: live(world, act.steps, LIVELY), events: [] };
  const listings = ownListings(world);
  const itemId = listings[act.item % listings.length]?.offer.itemId ?? '';
  if (act.act === 'price') return setPrice(world, itemId, act.price);
  if (act.act === 'stock') return setStock(world, itemId, act.stock);
  return setStatus(world, itemId, act.status);
}
const performAll = (seed: number, list: Act[]) =>
  list.reduce((world, act) => perform(world, act).world, worldOf(seed));

describe('the first day', () => {
  it('gives each demo seller 300 listings with titles of their own', () => {
    const world = worldOf(1);
    for (const sellerId of Object.values(OWN_SELLERS))
      assert.equal(itemsOf(world, sellerId).length, 300);
    const here = world.products.filter((product) => product.shop === 'mercadolivre');
    const titles = here.map((product) => product.title);
    assert.equal(new Set(titles).size, titles.length);
    assert.ok(titles.every((title) => title.length <= 60));
    const ids = world.products.flatMap((product) => product.offers.map((offer) => offer.itemId));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('is a realistic mix, whatever the seed', () => {
    for (const seed of [1, 2, 3]) {
      const world = worldOf(seed);
      for (const sellerId of Object.values(OWN_SELLERS)) {
        const share = (status: string) =>
          listingsThat(world, status, 'mercadolivre').filter(
            (listing) => listing.offer.sellerId === sellerId,
          ).length / 300;
        assert.ok(share('winning') > 0.32 && share('winning') < 0.4, `winning ${share('winning')}`);
        assert.ok(share('competing') > 0.37 && share('competing') < 0.43);
        assert.ok(share('sharing_first_place') > 0.03);
        assert.ok(share('listed') > 0.05);
        assert.ok(share('not_listed') > 0.05);
        const mine = ownListings(world, 'mercadolivre').filter(
          (listing) => listing.offer.sellerId === sellerId,
        );
        assert.ok(mine.some(({ offer }) => offer.promotion !== null));
        assert.ok(mine.some(({ offer }) => offer.automated));
        assert.ok(mine.some(({ offer }) => offer.outOfStock && offer.stock === 0));
        assert.ok(mine.some(({ offer }) => offer.barredBy === 'manufacturing_time'));
      }
    }
  });

  it('lets one tick below the lowest price win mostly, but not always', () => {
    const world = worldOf(1);
    const losing = listingsThat(world, 'competing', 'mercadolivre');
    const won = losing.filter(({ product, offer }) => {
      const competitors = pageOf(world.sellers, product).filter((one) => one !== offer);
      const lowest = Math.min(...competitors.map((one) => one.price));
      return statusOf(setPrice(world, offer.itemId, lowest - 1).world, offer.itemId) === 'winning';
    });
    assert.ok(won.length > losing.length * 0.65, `${won.length} of ${losing.length}`);
    assert.ok(won.length < losing.length);
  });
});

describe('determinism', () => {
  it('makes the same world from the same seed and the same commands', () => {
    fc.assert(
      fc.property(seeds, acts, (seed, list) => {
        assert.deepEqual(toPlain(performAll(seed, list)), toPlain(performAll(seed, list)));
      }),
      { numRuns: 20 },
    );
    assert.deepEqual(toPlain(createWorld(7, MONDAY)), toPlain(createWorld(7, MONDAY)));
    assert.notDeepEqual(toPlain(createWorld(7, MONDAY)), toPlain(createWorld(8, MONDAY)));
  });

  it('continues equally after it was stored and restored', () => {
    const world = live(worldOf(2), 30, LIVELY);
    const copy = fromPlain(
      JSON.parse(JSON.stringify(toPlain(world))) as ReturnType<typeof toPlain>,
    );
    assert.deepEqual(toPlain(live(copy, 30, LIVELY)), toPlain(live(world, 30, LIVELY)));
  });

  it('never changes a world that it was given', () => {
    const world = worldOf(3);
    const before = JSON.stringify(toPlain(world));
    const [listing] = ownListings(world);
    assert.ok(listing);
    setPrice(world, listing.offer.itemId, 12_345);
    live(world, 20, LIVELY);
    assert.equal(JSON.stringify(toPlain(world)), before);
  });
});

describe('the award', () => {
  const scoreIn = (world: World, offer: Offer) =>
    scoreOf(offer, sellerOf(world.sellers, offer.sellerId));

  it('has one winner, or several level ones, wherever anyone may win', () => {
    fc.assert(
      fc.property(seeds, acts, (seed, list) => {
        const world = performAll(seed, list);
        for (const product of world.products) {
          const able = product.offers.filter((offer) => mayWin(product, offer));
          const { leaders } = awardOf(world.sellers, product);
          assert.equal(leaders.length > 0, able.length > 0);
          const best = Math.min(...able.map((offer) => scoreIn(world, offer)));
          const level = able.filter((offer) => scoreIn(world, offer) === best);
          assert.deepEqual([...leaders].sort(), level.map((offer) => offer.itemId).sort());
        }
      }),
      { numRuns: 25 },
    );
  });

  it('reports a price to win that wins, and above which nothing does', () => {
    fc.assert(
      fc.property(seeds, acts, fc.nat(), (seed, list, pick) => {
        const world = performAll(seed, list);
        const able = ownListings(world).filter(
          ({ product, offer }) => priceToWin(world.sellers, product, offer) !== null,
        );
        for (let i = 0; i < 10; i++) {
          const listing = able[(pick + i * 53) % able.length];
          if (!listing) return;
          const { itemId } = listing.offer;
          const price = priceToWin(world.sellers, listing.product, listing.offer) ?? 0;
          assert.equal(statusOf(setPrice(world, itemId, price).world, itemId), 'winning');
          assert.notEqual(statusOf(setPrice(world, itemId, price + 1).world, itemId), 'winning');
        }
      }),
      { numRuns: 40 },
    );
  });

  it('weighs more than the price', () => {
    const world = worldOf(1);
    const better = (product: Product, offer: Offer) =>
      awardOf(world.sellers, product).ranking.some(
        (one) => one.price + one.shippingPrice < offer.price + offer.shippingPrice,
      );
    const dearWinners = listingsThat(world, 'winning').filter((listing) =>
      better(listing.product, listing.offer),
    );
    assert.ok(dearWinners.length > 0);
    const [listing] = dearWinners;
    assert.ok(listing);
    assert.ok(bonusOf(listing.offer, sellerOf(world.sellers, listing.offer.sellerId)) > 0);
  });

  it('keeps a barred, paused or sold-out offer from winning at any price', () => {
    const world = worldOf(1);
    const listed = listingsThat(world, 'listed');
    assert.ok(listed.length > 0);
    for (const { product, offer } of listed) {
      assert.equal(priceToWin(world.sellers, product, offer), null);
      assert.equal(statusOf(setPrice(world, offer.itemId, 1).world, offer.itemId), 'listed');
    }
  });
});

describe('the life of the market', () => {
  it('never sets a price at or below zero, and no competitor goes below its minimum', () => {
    fc.assert(
      fc.property(seeds, acts, (seed, list) => {
        const world = live(performAll(seed, list), 60, LIVELY);
        for (const { price, behaviour, stock } of world.products.flatMap(({ offers }) => offers)) {
          assert.ok(Number.isSafeInteger(price) && price > 0);
          assert.ok(stock >= 0);
          if (behaviour !== null) assert.ok(price >= behaviour.floor && price <= behaviour.ceiling);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('keeps to its pace, and moves few at a time', () => {
    let world = worldOf(1);
    let events = 0;
    for (let i = 0; i < 1_800; i++) {
      const done = step(world, world.now + STEP_MS, PACE);
      const moved = done.events.filter((event) => event.kind === 'price');
      assert.ok(moved.length <= 4, `${moved.length} at once`);
      events += moved.length;
      world = done.world;
    }
    assert.ok(events > 450 && events < 1_000, `${events} in an hour at 20 a minute`);
  });

  it('does not catch up after a long pause', () => {
    const world = worldOf(1);
    const { events } = step(world, world.now + 8 * 60 * MINUTE, PACE);
    assert.ok(events.length < 10);
  });

  it('keeps a won buybox for two minutes, mostly for longer', () => {
    let world = worldOf(1);
    const won = listingsThat(world, 'competing').slice(0, 80);
    for (const { product, offer } of won)
      world = setPrice(world, offer.itemId, priceToWin(world.sellers, product, offer) ?? 0).world;
    const after2 = live(world, 59);
    const held = won.filter(({ offer }) => statusOf(after2, offer.itemId) === 'winning');
    // Sales may still exhaust stock, but no price changes.
    assert.ok(held.length >= won.length - 1, `${held.length} of ${won.length} after 2 minutes`);
  });

  it('makes an undercutter answer within minutes, down to his floor only', () => {
    const start = worldOf(1);
    const duel = listingsThat(start, 'competing').find(({ product, offer }) => {
      const { ranking } = awardOf(start.sellers, product);
      const price = priceToWin(start.sellers, product, offer) ?? 0;
      const leader = ranking[0];
      return leader?.behaviour?.habit === 'undercutter' && price > leader.behaviour.floor * 1.03;
    });
    assert.ok(duel);
    const { itemId } = duel.offer;
    const price = priceToWin(start.sellers, duel.product, duel.offer) ?? 0;
    const won = setPrice(start, itemId, price).world;
    assert.equal(statusOf(won, itemId), 'winning');
    assert.equal(statusOf(live(won, 20 * 30), itemId), 'competing');
  });

  it('lets buyers empty shelves, pauses what is sold out, and brings new stock', () => {
    const world = worldOf(2);
    const busy = live(world, 400, { moves: 0, sales: 2_000 });
    const soldOut = busy.products.flatMap(({ offers }) => offers).filter((one) => one.restockAt);
    assert.ok(soldOut.length > 0);
    for (const offer of soldOut) {
      const before = findOffer(world, offer.itemId)?.offer;
      assert.ok(before && offer.sold > before.sold);
      assert.equal(offer.stock, 0);
      assert.equal(offer.status, 'paused');
    }
    const later = step(busy, busy.now + 60 * MINUTE, { moves: 0, sales: 0 }).world;
    for (const { itemId } of soldOut) {
      const back = findOffer(later, itemId)?.offer;
      assert.ok(back && isAvailable(back));
    }
  });

  it('ends a promotion on its day, and the price is the regular one again', () => {
    const world = worldOf(1);
    const listing = ownListings(world).find(({ offer }) => offer.promotion !== null);
    assert.ok(listing?.offer.promotion);
    const { finishAt, regularPrice } = listing.offer.promotion;
    const before = step(world, finishAt - 1, { moves: 0, sales: 0 }).world;
    assert.equal(findOffer(before, listing.offer.itemId)?.offer.price, listing.offer.price);
    const after = step(world, finishAt, { moves: 0, sales: 0 }).world;
    assert.equal(findOffer(after, listing.offer.itemId)?.offer.price, regularPrice);
    assert.equal(findOffer(after, listing.offer.itemId)?.offer.promotion, null);
  });

  it('reports what happened: the price, and who leads now', () => {
    const world = worldOf(1);
    const [listing] = listingsThat(world, 'competing');
    assert.ok(listing);
    const price = priceToWin(world.sellers, listing.product, listing.offer) ?? 0;
    const { events } = setPrice(world, listing.offer.itemId, price);
    const about = { productId: listing.product.id };
    assert.deepEqual(events, [
      {
        kind: 'price',
        ...about,
        itemId: listing.offer.itemId,
        from: listing.offer.price,
        to: price,
      },
      {
        kind: 'award',
        ...about,
        from: awardOf(world.sellers, listing.product).leaders,
        to: [listing.offer.itemId],
      },
    ]);
  });

  it('uses the weekend of São Paulo, not of UTC', () => {
    assert.equal(isWeekend(Date.UTC(2026, 10, 21, 2)), false);
    assert.equal(isWeekend(Date.UTC(2026, 10, 21, 3)), true);
    assert.equal(isWeekend(Date.UTC(2026, 10, 23, 2)), true);
    assert.equal(isWeekend(Date.UTC(2026, 10, 23, 3)), false);
  });
});

describe('what cannot be', () => {
  const world = worldOf(1);
  const itemId = itemsOf(world, OWN_SELLERS.HOME)[0] ?? '';

  it('refuses invalid prices and stocks, and unknown items', () => {
    for (const price of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => setPrice(world, itemId, price), RangeError);
    for (const stock of [-1, 0.5]) assert.throws(() => setStock(world, itemId, stock), RangeError);
    assert.throws(() => setPrice(world, 'MLB1', 1_000), RangeError);
    assert.equal(findOffer(world, 'MLB1'), null);
  });
});
