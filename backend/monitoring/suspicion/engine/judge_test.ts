import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Offer } from '../../../kernel/market.ts';
import { offer } from '../../../testing/monitoring-scene.ts';
import { isSuspect, judge, keyOf, type Suspicion } from './judge.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(NOW + ms);
const others = (...prices: number[]) => prices.map((price, n) => offer(`O${n}`, price));
const own = (price: number) => offer('me', price, { isOwn: true });

describe('a price is suspect', () => {
  const cases: [string, Offer, Offer[], boolean][] = [
    ['below 60 % of the middle of three', offer('F', 59_99), others(90_00, 100_00, 300_00), true],
    ['not at 60 %', offer('F', 60_00), others(90_00, 100_00, 300_00), false],
    ['not beside two others', offer('F', 10), others(100_00, 100_00), false],
    ['beside our own offer too', offer('F', 59_99), [...others(100_00, 100_00), own(100_00)], true],
    [
      'not compared with unavailable offers',
      offer('F', 10),
      [...others(100_00, 100_00), offer('P', 100_00, { available: false })],
      false,
    ],
    [
      'not compared with another condition',
      offer('F', 10, { condition: 'used' }),
      others(100_00, 100_00, 100_00),
      false,
    ],
    [
      'not by its seller’s other offers',
      offer('F', 10),
      [...others(100_00, 100_00), offer('F', 100_00, { offerId: 'F2' })],
      false,
    ],
    [
      '30 % below the next, of a new seller',
      offer('F', 70_00, { sellerTransactions: 0 }),
      others(100_00),
      true,
    ],
    ['not 29 % below', offer('F', 70_01, { sellerTransactions: 0 }), others(100_00), false],
    [
      'not of a seller with sales',
      offer('F', 60_00, { sellerTransactions: 1 }),
      others(100_00),
      false,
    ],
    ['not where sales are not reported', offer('F', 60_00), others(100_00), false],
    ['not of one who is alone', offer('F', 1, { sellerTransactions: 0 }), [], false],
  ];
  for (const [name, one, rest, expected] of cases)
    it(name, () => assert.equal(isSuspect(one, [one, ...rest]), expected));
});

describe('a suspect price', () => {
  const rest = others(100_00, 100_00, 100_00);
  /** Observes the offer at prices, one after the other; returns the states, `-` for one that counts. */
  const story = (...seen: [minutes: number, price: number][]) => {
    let known: ReadonlyMap<string, Suspicion> = new Map();
    return seen.map(([minutes, price]) => {
      const judged = judge([offer('F', price), ...rest], known, at(minutes * 60_000));
      known = judged.suspicions;
      return judged.offers[0]?.isSuspect ? 'suspect' : '-';
    });
  };
  const cases: [string, [number, number][], string[]][] = [
    [
      'is confirmed by a second observation',
      [
        [0, 50_00],
        [5, 50_00],
      ],
      ['suspect', '-'],
    ],
    [
      'is not confirmed within five minutes',
      [
        [0, 50_00],
        [4, 50_00],
        [5, 50_00],
      ],
      ['suspect', 'suspect', '-'],
    ],
    [
      'is not confirmed by another price',
      [
        [0, 50_00],
        [6, 20_00],
        [12, 20_00],
      ],
      ['suspect', 'suspect', '-'],
    ],
    [
      'is confirmed by nearly the same',
      [
        [0, 50_00],
        [6, 48_00],
      ],
      ['suspect', '-'],
    ],
    [
      'stays confirmed as it rises',
      [
        [0, 40_00],
        [6, 40_00],
        [12, 50_00],
      ],
      ['suspect', '-', '-'],
    ],
    [
      'is suspect again if it falls further',
      [
        [0, 50_00],
        [6, 50_00],
        [7, 30_00],
      ],
      ['suspect', '-', 'suspect'],
    ],
    [
      'is dropped once it is plausible',
      [
        [0, 50_00],
        [6, 90_00],
        [12, 50_00],
      ],
      ['suspect', '-', 'suspect'],
    ],
  ];
  for (const [name, seen, expected] of cases)
    it(name, () => assert.deepEqual(story(...seen), expected));

  it('stays refused as long as it is suspect and does not rise', () => {
    const refused = (price: number, seen: number) => {
      const known: Suspicion = {
        marketplaceId: 2,
        sellerId: 'F',
        offerId: 'XF',
        price,
        seenAt: at(0),
        state: 'refused',
      };
      const offers = [offer('F', seen), ...rest];
      return judge(offers, new Map([[keyOf(known), known]]), at(24 * 3_600_000)).offers[0];
    };
    assert.deepEqual(
      [refused(50_00, 50_00)?.isSuspect, refused(50_00, 50_00)?.isRefused],
      [true, true],
    );
    assert.equal(refused(50_00, 20_00)?.isRefused, true);
    assert.deepEqual(
      [refused(50_00, 59_00)?.isSuspect, refused(50_00, 59_00)?.isRefused],
      [true, undefined],
    );
    assert.equal(refused(50_00, 90_00)?.isSuspect, undefined);
  });

  const anyOffers = fc.array(
    fc.record({
      sellerId: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'me'),
      price: fc.integer({ min: 1, max: 200 }).map((n) => n * 100),
      sellerTransactions: fc.constantFrom(0, 7, null),
      available: fc.constantFrom(true, true, true, false),
      isOwn: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 8 },
  );

  it('is never confirmed by a single observation; own offers are never judged', () =>
    fc.assert(
      fc.property(fc.array(anyOffers, { minLength: 1, maxLength: 6 }), (markets) => {
        let known: ReadonlyMap<string, Suspicion> = new Map();
        markets.forEach((seen, n) => {
          const offers = seen.map(({ sellerId, price, ...more }, place) =>
            offer(sellerId, price, { ...more, offerId: `X${place}` }),
          );
          // Less than five minutes in all: no observation is a second one.
          const judged = judge(offers, known, at(n * 45_000));
          known = judged.suspicions;
          judged.offers.forEach((one, place) => {
            const given = offers[place]!;
            const isJudged = !given.isOwn && given.available && isSuspect(given, offers);
            assert.equal(one.isSuspect ?? false, isJudged);
          });
        });
      }),
      { numRuns: 2_000 },
    ));

  it('does not depend on the order of offers, and is stable with the stored state', () =>
    fc.assert(
      fc.property(anyOffers, fc.integer({ min: 0, max: 4 }), (seen, minutes) => {
        const offers = seen.map(({ sellerId, price, ...more }, place) =>
          offer(sellerId, price, { ...more, offerId: `X${place}` }),
        );
        const marked = (list: readonly Offer[]) =>
          list
            .filter(({ isSuspect }) => isSuspect)
            .map(({ offerId }) => offerId)
            .sort();
        const first = judge(offers, new Map(), at(0));
        assert.deepEqual(
          marked(judge(offers.toReversed(), new Map(), at(0)).offers),
          marked(first.offers),
        );
        const again = judge(first.offers, first.suspicions, at(minutes * 60_000));
        assert.deepEqual(again.offers, first.offers);
        assert.deepEqual(again.suspicions, first.suspicions);
      }),
      { numRuns: 2_000 },
    ));
});
