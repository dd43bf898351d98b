import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { drawStall, type Stall } from '../../bench/arena/market/stall.ts';
import { diceAt } from './dice.ts';
import { answerAt, isNight, type Move, moveOf } from './habits.ts';
import type { Behaviour, Habit, Offer } from './types.ts';

/** Monday in São Paulo. */
const NOON = Date.UTC(2026, 0, 5, 15);
const THREE_AT_NIGHT = Date.UTC(2026, 0, 5, 6);
const MINUTE = 60_000;

/** A page with one competitor at 100.00 and us, both with the same conditions. */
function pageWith(habit: Habit, ourPrice: number | null, at: Partial<Behaviour> = {}): Stall {
  const stall = Array.from({ length: 50 }, (_, n) => drawStall(1, n)).find(
    ({ minds }) => minds.length > 0,
  );
  const [mind] = stall?.minds ?? [];
  assert.ok(stall && mind);
  const behaviour: Behaviour = {
    habit,
    floor: 8_000,
    anchor: 10_500,
    ceiling: 12_000,
    reactAt: null,
    promoUntil: null,
    ...at,
  };
  const alike = { sellerId: mind.offer.sellerId, shippingPrice: 0, shippingHours: 24 } as const;
  const terms = { logistics: 'fulfillment', listingType: 'gold_pro' } as const;
  const competitor: Offer = { ...mind.offer, ...alike, ...terms, price: 10_000, behaviour };
  const ours: Offer = { ...stall.ours, ...alike, ...terms, price: ourPrice ?? 10_000 };
  const offers = ourPrice === null ? [competitor] : [ours, competitor];
  return {
    ...stall,
    ours,
    minds: [{ ...mind, offer: competitor, behaviour }],
    product: { ...stall.product, offers },
  };
}

function moveIn(stall: Stall, seed = 1, now = NOON): Move | null {
  const [mind] = stall.minds;
  assert.ok(mind);
  const { sellers, product } = stall;
  const { offer, behaviour } = mind;
  return moveOf({ sellers, product, offer, behaviour, now }, diceAt(seed));
}

/** The new price of a competitor at 100.00; null: no change. */
const priceOf = (stall: Stall, now = NOON): number | null => moveIn(stall, 1, now)?.price ?? null;
const pricesOf = (stall: Stall): (number | null)[] =>
  Array.from({ length: 200 }, (_, seed) => moveIn(stall, seed)?.price ?? null);

describe('a competitor’s habit', () => {
  const table: readonly [string, Habit, number | null, number | null][] = [
    ['stays where he is, whatever we ask', 'steady', 9_000, null],
    ['goes a cent below us', 'cutter', 9_500, 9_499],
    ['goes up again to a cent below us', 'cutter', 11_000, 10_999],
    ['stops at his floor', 'cutter', 7_000, 8_000],
    ['asks his most where nobody else is', 'cutter', null, 12_000],
    ['asks what we ask', 'matcher', 9_500, 9_500],
    ['sells a small lot for little', 'scarce', 9_000, 9_975],
  ];
  for (const [what, habit, ours, expected] of table)
    it(`${what} (${habit})`, () => assert.equal(priceOf(pageWith(habit, ours)), expected));

  it('undercuts by day and rises at night (resetter)', () => {
    const page = pageWith('resetter', 9_500);
    assert.equal(priceOf(page), 9_499);
    assert.equal(priceOf(page, THREE_AT_NIGHT), 10_500);
    assert.equal(isNight(Date.UTC(2026, 0, 5, 9)), false);
  });

  it('wanders, and returns (walker)', () => {
    const near = pricesOf(pageWith('walker', 9_500)).map((price) => price ?? 10_000);
    assert.ok(near.every((price) => price >= 9_700 && price <= 10_350));
    assert.ok(new Set(near).size > 20);
    const mean = near.reduce((sum, price) => sum + price, 0) / near.length;
    assert.ok(mean > 10_000 && mean < 10_100, `${mean}`);
  });

  it('begins a war, follows it down, and gives up at its floor as often as not (warrior)', () => {
    const begins = pricesOf(pageWith('warrior', 9_500));
    assert.ok(begins.every((price) => price !== null && price >= 8_930 && price <= 9_310));
    const follows = pricesOf(pageWith('warrior', 9_500, { reactAt: NOON }));
    assert.ok(follows.every((price) => price !== null && price >= 9_310 && price <= 9_453));
    const ends = pricesOf(pageWith('warrior', 7_900));
    assert.deepEqual([...new Set(ends)].sort(), [10_500, 8_000]);
    const won = pricesOf(pageWith('warrior', 11_000));
    assert.deepEqual([...new Set(won)].sort(), [10_500, null]);
    assert.equal(priceOf(pageWith('warrior', 11_000, { reactAt: NOON })), null);
  });

  it('reacts within its time, if it reacts at all', () => {
    const minutes = (habit: Habit) => {
      const { behaviour } = pageWith(habit, 9_500).minds[0]!;
      return Array.from({ length: 100 }, (_, seed) => {
        const answer = answerAt(behaviour, true, NOON, diceAt(seed));
        return answer === null ? null : (answer - NOON) / MINUTE;
      });
    };
    for (const habit of ['cutter', 'resetter'] as const)
      assert.ok(
        minutes(habit).every((one) => one !== null && one >= 10 && one <= 40),
        habit,
      );
    assert.ok(minutes('warrior').every((one) => one !== null && one >= 5 && one <= 20));
    for (const habit of ['steady', 'walker', 'scarce'] as const)
      assert.ok(
        minutes(habit).every((one) => one === null),
        habit,
      );
  });
});
