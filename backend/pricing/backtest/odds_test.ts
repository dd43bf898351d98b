import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as fc from 'fast-check';
import type { Buybox, Market } from '../../kernel/market.ts';
import { rival } from '../../testing/pricing-scene.ts';
import { type Look, marketAt, oddsOf, shareAt } from './odds.ts';

const AT = new Date('2026-05-04T12:00:00.000Z');
const AD = { condition: 'new', shippingPrice: 0 } as const;

const own = (price: number) => rival('US', price, { isOwn: true });

function look(
  buybox: Partial<Buybox>,
  ownPrice: number,
  rivals: Market['offers'] = [rival('R1', 9_500)],
): Look {
  const offer = own(ownPrice);
  const market: Market = {
    observedAt: AT,
    buybox: { status: 'LOSING', winnerSellerId: 'R1', priceToWin: null, reason: null, ...buybox },
    offers: [...rivals, offer],
  };
  return { market, ownPrice, own: offer };
}

const odds = (seen: Look) => oddsOf(seen, AD);
const winning = { status: 'WINNING', winnerSellerId: 'US' } as const;

describe('who wins at a price that was not asked', () => {
  it('follows from the price to win where the marketplace tells it', () => {
    assert.deepEqual(odds(look({ priceToWin: 9_300 }, 10_000)), { wins: 9_300, shares: 9_300 });
    assert.deepEqual(odds(look({ ...winning, priceToWin: 9_900 }, 9_000)).wins, 9_900);
  });

  it('takes a tick under the winner to be enough for an ad that asked more', () => {
    assert.equal(odds(look({}, 10_000)).wins, 9_499);
    assert.equal(odds(look({}, 9_500)).wins, 9_499);
  });

  it('asks for one percent less of an ad that lost although it was cheaper', () => {
    assert.equal(odds(look({}, 9_000)).wins, 8_910);
    assert.equal(odds(look({}, 50)).wins, 49);
  });

  it('lets an ad that won go up to a tick below the best rival', () => {
    assert.equal(odds(look(winning, 9_000)).wins, 9_499);
    // The marketplace prefers us: what won wins.
    assert.equal(odds(look(winning, 9_800)).wins, 9_800);
    assert.equal(odds(look(winning, 9_800, [])).wins, Infinity);
  });

  it('counts a shared first place as half of one', () => {
    const shared = odds(look({ status: 'CO_WINNING' }, 9_500));
    assert.deepEqual(
      [9_499, 9_500, 9_501].map((price) => shareAt(shared, price)),
      [1, 0.5, 0],
    );
  });

  it('gives no price to an ad that may not compete, and any to one that is alone', () => {
    assert.equal(shareAt(odds(look({ status: 'NOT_COMPETING' }, 9_000)), 1), 0);
    assert.equal(shareAt(odds(look({ status: 'NO_COMPETITOR' }, 9_000)), 1_000_000), 1);
    assert.equal(shareAt(odds(look({}, 9_000, [])), 1), 0);
  });

  it('goes by the lowest price with shipping where no buybox is awarded', () => {
    const rivals = [
      rival('R1', 9_000, { shippingPrice: 600 }),
      rival('R2', 8_000, { available: false }),
      rival('R3', 8_000, { condition: 'used' }),
      rival('US2', 8_000, { isOwn: true }),
    ];
    const seen = look({ status: 'NON_CATALOG' }, 9_800, rivals);
    const shipped = { condition: 'new', shippingPrice: 100 } as const;
    assert.deepEqual(oddsOf(seen, shipped), { wins: 9_499, shares: 9_500 });
  });

  const price = fc.integer({ min: 1, max: 20_000 });
  const looks = fc
    .record({
      status: fc.constantFrom('WINNING', 'CO_WINNING', 'LOSING', 'NOT_COMPETING', 'NON_CATALOG'),
      priceToWin: fc.option(price),
      ownPrice: price,
      rivals: fc.array(fc.tuple(fc.constantFrom('R1', 'R2', 'R3'), price), { maxLength: 4 }),
    })
    .map(({ status, priceToWin, ownPrice, rivals }) =>
      look(
        { status: status as Buybox['status'], priceToWin },
        ownPrice,
        rivals.map(([id, each]) => rival(id, each)),
      ),
    );

  it('agrees with what was seen at the price that was asked', () => {
    const shares: Record<string, number> = {
      WINNING: 1,
      CO_WINNING: 0.5,
      LOSING: 0,
      NOT_COMPETING: 0,
    };
    fc.assert(
      fc.property(looks, (seen) => {
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
      fc.property(looks, price, price, (seen, a, b) => {
        const of = odds(seen);
        assert.ok(shareAt(of, Math.min(a, b)) >= shareAt(of, Math.max(a, b)));
      }),
    );
  });
});

describe('the market at a price that was not asked', () => {
  const at = (seen: Look, price: number) => marketAt(seen, AD, odds(seen), price, AT);

  it('is what was seen at the price that was asked', () => {
    const seen = look({ priceToWin: 9_300, reason: 'x' }, 10_000);
    assert.deepEqual(at(seen, 10_000), seen.market);
  });

  it('has the own offer at that price, rivals as they were, and the buybox with whoever holds it', () => {
    const seen = look({}, 10_000);
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
    const lost = at(look(winning, 9_000), 9_700);
    assert.equal(lost.buybox.status, 'LOSING');
    assert.equal(lost.buybox.winnerSellerId, 'R1');
    assert.equal(seen.market.offers[1]!.price, 10_000);
  });

  it('leaves a status alone that no price changes', () => {
    for (const status of ['NOT_COMPETING', 'NON_CATALOG', 'SYNCING'] as const)
      assert.equal(at(look({ status }, 10_000), 1).buybox.status, status);
  });
});
