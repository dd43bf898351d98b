import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as fc from 'fast-check';
import type { Buybox, Market } from '../../../kernel/market.ts';
import { competitor } from '../../../testing/pricing-scene.ts';
import { marketAt, oddsOf, type Snapshot, shareAt } from './odds.ts';

const AT = new Date('2026-05-04T12:00:00.000Z');
const LISTING = { condition: 'new', shippingPrice: 0 } as const;

const own = (price: number) => competitor('US', price, { isOwn: true });

function snapshot(
  buybox: Partial<Buybox>,
  ownPrice: number,
  competitors: Market['offers'] = [competitor('R1', 9_500)],
): Snapshot {
  const offer = own(ownPrice);
  const market: Market = {
    observedAt: AT,
    buybox: { status: 'LOSING', winnerSellerId: 'R1', priceToWin: null, reason: null, ...buybox },
    offers: [...competitors, offer],
  };
  return { market, ownPrice, own: offer };
}

const odds = (seen: Snapshot) => oddsOf(seen, LISTING);
const winning = { status: 'WINNING', winnerSellerId: 'US' } as const;

describe('the winner at a hypothetical price', () => {
  it('follows from the price to win where the marketplace reports it', () => {
    assert.deepEqual(odds(snapshot({ priceToWin: 9_300 }, 10_000)), { wins: 9_300, shares: 9_300 });
    assert.deepEqual(odds(snapshot({ ...winning, priceToWin: 9_900 }, 9_000)).wins, 9_900);
  });

  it('assumes that a tick below the winner wins for a listing with a higher price', () => {
    assert.equal(odds(snapshot({}, 10_000)).wins, 9_499);
    assert.equal(odds(snapshot({}, 9_500)).wins, 9_499);
  });

  it('assumes one percent less for a listing that lost although it was cheaper', () => {
    assert.equal(odds(snapshot({}, 9_000)).wins, 8_910);
    assert.equal(odds(snapshot({}, 50)).wins, 49);
  });

  it('lets a listing that won go up to a tick below the best competitor', () => {
    assert.equal(odds(snapshot(winning, 9_000)).wins, 9_499);
    // The marketplace prefers us: what won wins.
    assert.equal(odds(snapshot(winning, 9_800)).wins, 9_800);
    assert.equal(odds(snapshot(winning, 9_800, [])).wins, Infinity);
  });

  it('counts a shared first place as half of one', () => {
    const shared = odds(snapshot({ status: 'CO_WINNING' }, 9_500));
    assert.deepEqual(
      [9_499, 9_500, 9_501].map((price) => shareAt(shared, price)),
      [1, 0.5, 0],
    );
  });

  it('lets no price win for a listing that may not compete, and any for one without competitors', () => {
    assert.equal(shareAt(odds(snapshot({ status: 'NOT_COMPETING' }, 9_000)), 1), 0);
    assert.equal(shareAt(odds(snapshot({ status: 'NO_COMPETITOR' }, 9_000)), 1_000_000), 1);
    assert.equal(shareAt(odds(snapshot({}, 9_000, [])), 1), 0);
  });

  it('uses the lowest price with shipping if no buybox is awarded', () => {
    const competitors = [
      competitor('R1', 9_000, { shippingPrice: 600 }),
      competitor('R2', 8_000, { available: false }),
      competitor('R3', 8_000, { condition: 'used' }),
      competitor('US2', 8_000, { isOwn: true }),
    ];
    const seen = snapshot({ status: 'NON_CATALOG' }, 9_800, competitors);
    const shipped = { condition: 'new', shippingPrice: 100 } as const;
    assert.deepEqual(oddsOf(seen, shipped), { wins: 9_499, shares: 9_500 });
  });

  const price = fc.integer({ min: 1, max: 20_000 });
  const snapshots = fc
    .record({
      status: fc.constantFrom('WINNING', 'CO_WINNING', 'LOSING', 'NOT_COMPETING', 'NON_CATALOG'),
      priceToWin: fc.option(price),
      ownPrice: price,
      rivals: fc.array(fc.tuple(fc.constantFrom('R1', 'R2', 'R3'), price), { maxLength: 4 }),
    })
    .map(({ status, priceToWin, ownPrice, rivals }) =>
      snapshot(
        { status: status as Buybox['status'], priceToWin },
        ownPrice,
        rivals.map(([id, each]) => competitor(id, each)),
      ),
    );

  it('agrees with the snapshot at the recorded price', () => {
    const shares: Record<string, number> = {
      WINNING: 1,
      CO_WINNING: 0.5,
      LOSING: 0,
      NOT_COMPETING: 0,
    };
    fc.assert(
      fc.property(snapshots, (seen) => {
        const expected = shares[seen.market.buybox.status];
        if (expected === undefined || seen.market.offers.length < 2) return;
        if (
          seen.market.buybox.status === 'CO_WINNING' &&
          (seen.market.buybox.priceToWin ?? 0) >= seen.ownPrice
        )
          return;
        assert.equal(shareAt(odds(seen), seen.ownPrice), expected);
      }),
    );
  });

  it('never gives more to a higher price', () => {
    fc.assert(
      fc.property(snapshots, price, price, (seen, a, b) => {
        const of = odds(seen);
        assert.ok(shareAt(of, Math.min(a, b)) >= shareAt(of, Math.max(a, b)));
      }),
    );
  });
});

describe('the market at a hypothetical price', () => {
  const at = (seen: Snapshot, price: number) => marketAt(seen, LISTING, odds(seen), price, AT);

  it('is the snapshot at the recorded price', () => {
    const seen = snapshot({ priceToWin: 9_300, reason: 'x' }, 10_000);
    assert.deepEqual(at(seen, 10_000), seen.market);
  });

  it('has the own offer at that price, competitors as they were, and the buybox with the offer that holds it', () => {
    const seen = snapshot({}, 10_000);
    const won = at(seen, 9_400);
    assert.deepEqual(won.buybox, {
      ...seen.market.buybox,
      status: 'WINNING',
      winnerSellerId: 'US',
    });
    assert.deepEqual(
      won.offers.map(({ sellerId, price }) => [sellerId, price]),
      [
        ['R1', 9_500],
        ['US', 9_400],
      ],
    );
    const lost = at(snapshot(winning, 9_000), 9_700);
    assert.equal(lost.buybox.status, 'LOSING');
    assert.equal(lost.buybox.winnerSellerId, 'R1');
    assert.equal(seen.market.offers[1]!.price, 10_000);
  });

  it('keeps a status that does not depend on the price', () => {
    for (const status of ['NOT_COMPETING', 'NON_CATALOG', 'SYNCING'] as const)
      assert.equal(at(snapshot({ status }, 10_000), 1).buybox.status, status);
  });
});
