import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { foreignChanges, foreignMovesOf, type OwnPush, type PriceChange } from './price-changes.ts';

const START = Date.UTC(2026, 4, 4, 12);
const MINUTE = 60_000;
const at = (minute: number) => new Date(START + minute * MINUTE);

/** A price on its way: from the first to each of the next, one a hundred minutes. */
const way = (...prices: number[]): PriceChange[] =>
  prices.slice(1).map((to, n) => ({ at: at(100 * (n + 1)), from: prices[n]!, to }));
const push = (price: number, created: number, moved = created + 1): OwnPush => ({
  price,
  createdAt: at(created),
  movedAt: at(moved),
});
const pricesOf = (changes: readonly PriceChange[]) => changes.map(({ to }) => to);

describe('a change of a price is not ours', () => {
  const cases: [string, PriceChange[], OwnPush[], number[]][] = [
    ['where we sent nothing', way(100, 95), [], [95]],
    ['unless it is the price that we sent', way(100, 95), [push(95, 99)], []],
    ['where we sent another price', way(100, 95), [push(96, 99)], [95]],
    ['where ours left long before and was settled', way(100, 95), [push(95, -500)], [95]],
    ['unless ours was given up and shows late', way(100, 95), [push(95, -100, -99)], []],
    ['where ours came only afterwards', way(100, 95), [push(95, 160)], [95]],
    ['but for what the clocks of processes differ', way(100, 95), [push(95, 104)], []],
    [
      'on a return to a price of ours after a foreign change',
      way(100, 95, 90, 95),
      [push(95, 99)],
      [90, 95],
    ],
    ['one by one', way(100, 95, 90, 85), [push(95, 99), push(85, 299)], [90]],
  ];
  for (const [what, changes, pushes, foreign] of cases)
    it(what, () => assert.deepEqual(pricesOf(foreignChanges(changes, pushes)), foreign));

  it('is counted once, whatever prices were sent', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
    const sent = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 1_200 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(prices, sent, (observed, pushed) => {
        const changes = way(100, ...observed);
        const pushes = pushed.map(([price, minute]) => push(price, minute));
        const foreign = foreignChanges(changes, pushes);
        assert.ok(foreign.every((change) => changes.includes(change)));
        assert.equal(new Set(foreign).size, foreign.length);
        assert.ok(changes.length - foreign.length <= pushes.length);
      }),
    );
  });
});

describe('a change by someone else', () => {
  it('is seen in no change', () => assert.equal(foreignMovesOf([], 'none'), null));

  it('moves once, or again and again', () => {
    assert.deepEqual(foreignMovesOf(way(100, 95), 'none'), {
      since: at(100),
      lastAt: at(100),
      moves: 1,
    });
    assert.deepEqual(foreignMovesOf(way(100, 95, 90, 92), 'none'), {
      since: at(100),
      lastAt: at(300),
      moves: 3,
    });
  });

  it('that returns counts once, such as a promotion', () => {
    assert.deepEqual(foreignMovesOf(way(100, 80, 100), 'none'), {
      since: at(100),
      lastAt: at(200),
      moves: 1,
    });
    assert.equal(foreignMovesOf(way(100, 80, 100, 80, 100), 'none')?.moves, 2);
    assert.equal(foreignMovesOf(way(100, 80, 100, 80), 'none')?.moves, 2);
  });

  it('is not what a promotion that runs did last', () => {
    assert.equal(foreignMovesOf(way(100, 80), 'started'), null);
    assert.equal(foreignMovesOf(way(100, 80), 'pending')?.moves, 1);
    assert.equal(foreignMovesOf(way(100, 95, 90, 70), 'started')?.moves, 2);
    assert.equal(foreignMovesOf(way(100, 80, 100), 'started')?.moves, 1);
  });
});
