import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import {
  type CompetitorPrices,
  changesOf,
  competitorLines,
  lengthOf,
  ownFigures,
  pickSnapshots,
  type Step,
  stretchesOf,
  thinSteps,
  thinStretches,
  winnerPrice,
} from './series.ts';

const price = fc.option(fc.integer({ min: 1, max: 50_000 }), { freq: 8 });
const inOrder = <T>(things: { after: number; value: T }[]): { at: number; value: T }[] => {
  let at = 0;
  return things.map(({ after, value }) => {
    at += after;
    return { at, value };
  });
};
/** Items at growing instants, at uneven distances. */
const overTime = <T>(value: fc.Arbitrary<T>, maxLength = 400) =>
  fc
    .array(fc.record({ after: fc.integer({ min: 0, max: 90_000 }), value }), { maxLength })
    .map(inOrder);
const steps: fc.Arbitrary<Step[]> = overTime(price).map((things) =>
  things.map((thing) => ({ at: thing.at, price: thing.value })),
);
const known = (some: readonly Step[]) =>
  some.flatMap((step) => (step.price === null ? [] : [step.price]));

describe('steps that are thinned', () => {
  it('stay in order, within their bound, and keep the ends and the extremes', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 5, max: 100 }), (all, most) => {
        const few = thinSteps(all, most);
        assert.ok(few.length <= most);
        const places = few.map((step) => all.indexOf(step));
        assert.ok(places.every((place, n) => place > (places[n - 1] ?? -1)));
        assert.equal(few[0], all[0]);
        assert.equal(few.at(-1), all.at(-1));
        assert.equal(Math.min(...known(few)), Math.min(...known(all)));
        assert.equal(Math.max(...known(few)), Math.max(...known(all)));
        const hasGap = (some: readonly Step[]) => some.some((step) => step.price === null);
        assert.equal(hasGap(few), hasGap(all));
      }),
    );
  });

  it('are all there where they are few', () => {
    const few = [5, 4, null, 6].map((at) => ({ at: at ?? 0, price: at }));
    assert.deepEqual(thinSteps(few, 5), few);
  });

  it('lose only what changes nothing', () => {
    const prices = [7, 7, null, null, 7, 8, 8].map((value, at) => ({ at, price: value }));
    assert.deepEqual(
      changesOf(prices).map(({ at }) => at),
      [0, 2, 4, 5],
    );
  });
});

describe('snapshots that are picked', () => {
  it('stay in order, within their bound, with the first and the last', () => {
    fc.assert(
      fc.property(overTime(fc.nat()), fc.integer({ min: 2, max: 60 }), (all, most) => {
        const few = pickSnapshots(all, most);
        assert.ok(few.length <= Math.max(most, 0));
        assert.deepEqual(
          few,
          all.filter((snapshot) => few.includes(snapshot)),
        );
        assert.equal(few[0], all[0]);
        assert.equal(few.at(-1), all.at(-1));
        if (all.length <= most) assert.equal(few.length, all.length);
      }),
    );
  });
});

describe('stretches', () => {
  const statuses = overTime(fc.constantFrom('WINNING', 'LOSING', 'CO_WINNING'), 300).map((all) =>
    all.map(({ at, value }) => ({ at, status: value as 'WINNING' | 'LOSING' | 'CO_WINNING' })),
  );

  it('follow one another with time between, and cover just the time in which the listing was in that state', () => {
    fc.assert(
      fc.property(statuses, fc.nat(100_000), (snapshots, more) => {
        const end = (snapshots.at(-1)?.at ?? 0) + more;
        const held = stretchesOf(snapshots, 'WINNING', end);
        assert.ok(held.every(({ from, to }, n) => from < to && from > (held[n - 1]?.to ?? -1)));
        const kinds = ['WINNING', 'LOSING', 'CO_WINNING'] as const;
        const all = kinds.map((kind) => lengthOf(stretchesOf(snapshots, kind, end)));
        const sum = all.reduce((one, other) => one + other, 0);
        assert.equal(sum, snapshots.length === 0 ? 0 : end - snapshots[0]!.at);
      }),
    );
  });

  it('are fewer after thinning, in the same part of time, and show about the same share', () => {
    fc.assert(
      fc.property(statuses, fc.integer({ min: 1, max: 40 }), (snapshots, most) => {
        const all = stretchesOf(snapshots, 'WINNING', (snapshots.at(-1)?.at ?? 0) + 1_000);
        const few = thinStretches(all, most);
        assert.ok(few.length <= most);
        assert.ok(few.every(({ from, to }, n) => from < to && from > (few[n - 1]?.to ?? -1)));
        if (all.length <= most) assert.deepEqual(few, all);
        for (const { from, to } of few)
          assert.ok(from >= all[0]!.from && to <= all.at(-1)!.to, 'outside');
      }),
    );
    const flapping = Array.from({ length: 1_000 }, (_, n) => ({
      at: n * 1_000,
      status: n % 10 < 9 ? ('WINNING' as const) : ('LOSING' as const),
    }));
    const thinned = thinStretches(stretchesOf(flapping, 'WINNING', 1_000_000), 5);
    assert.ok(lengthOf(thinned) > 850_000, String(lengthOf(thinned)));
  });
});

describe('the lines of competitors', () => {
  const pricesAt = (at: number, competitors: [id: string, price: number][]): CompetitorPrices => ({
    at,
    competitors: competitors.map(([sellerId, value]) => ({
      sellerId,
      sellerName: `Loja ${sellerId}`,
      price: value,
    })),
    winnerPrice: null,
  });

  it('are those of the sellers that were there for longest, each at its first offer', () => {
    const snapshots = [
      pricesAt(0, [
        ['a', 90],
        ['a', 95],
        ['b', 99],
      ]),
      pricesAt(10, [['b', 98]]),
      pricesAt(70, [
        ['c', 80],
        ['b', 98],
      ]),
    ];
    const lines = competitorLines(snapshots, 100, 2);
    assert.deepEqual(
      lines.map(({ sellerId, presentMs }) => [sellerId, presentMs]),
      [
        ['b', 100],
        ['c', 30],
      ],
    );
    assert.deepEqual(lines[0]?.steps, [
      { at: 0, price: 99 },
      { at: 10, price: 98 },
    ]);
    const [a] = competitorLines(snapshots, 100, 3).slice(2);
    assert.deepEqual(a?.steps, [
      { at: 0, price: 90 },
      { at: 10, price: null },
    ]);
  });

  it('do not depend on the order of equal ones', () => {
    const snapshots = [pricesAt(0, [['z', 1]]), pricesAt(0, [['y', 1]])];
    assert.deepEqual(
      competitorLines(snapshots, 0, 5).map(({ sellerId }) => sellerId),
      ['y', 'z'],
    );
  });
});

describe("the winner's price", () => {
  const cases: [string, Parameters<typeof winnerPrice>[0], number | null][] = [
    ['is ours where we win', { status: 'WINNING', ownPrice: 100, winnerSellerId: null }, 100],
    ['is that of the one who wins', { status: 'LOSING', ownPrice: 100, winnerSellerId: 'r' }, 90],
    [
      'is ours if it is shared only with unnamed sellers',
      { status: 'CO_WINNING', ownPrice: 100, winnerSellerId: 'x' },
      100,
    ],
    [
      'is not known where the winner is not seen',
      { status: 'LOSING', ownPrice: 100, winnerSellerId: 'x' },
      null,
    ],
  ];
  for (const [name, seen, expected] of cases) {
    it(name, () => assert.equal(winnerPrice(seen, [{ sellerId: 'r', price: 90 }]), expected));
  }
});

describe('figures of the own price', () => {
  it('weigh a price by how long it was in effect', () => {
    const snapshots = [
      { at: 0, ownPrice: 10_000 },
      { at: 30, ownPrice: 9_000 },
      { at: 40, ownPrice: 9_000 },
    ];
    const figures = ownFigures(snapshots, 120);
    assert.deepEqual(figures, { average: 9_250, lowest: 9_000, highest: 10_000, changes: 1 });
    assert.deepEqual(ownFigures([], 5), { average: null, lowest: null, highest: null, changes: 0 });
  });
  it('stay between the lowest and the highest', () => {
    fc.assert(
      fc.property(overTime(fc.integer({ min: 1, max: 1e10 })), fc.nat(1e9), (all, more) => {
        fc.pre(all.length > 0);
        const snapshots = all.map(({ at, value }) => ({ at, ownPrice: value }));
        const { average, lowest, highest } = ownFigures(snapshots, all.at(-1)!.at + more);
        assert.ok(lowest! <= average! && average! <= highest!);
      }),
    );
  });
});
