import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { BIDS, type Size } from './ads-arena/assumptions.ts';
import { normalShareUpTo } from './ads-arena/auction.ts';
import { oracleScore } from './ads-arena/oracle.ts';
import { type Played, play } from './ads-arena/play.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './ads-arena/scenarios.ts';
import { add, entrantScoreOf, expectedDay, NONE } from './ads-arena/score.ts';
import { ENTRANT_NAMES, entrantOf, playSeed } from './ads-arena/tournament.ts';
import { drawWorld, type World } from './ads-arena/world.ts';

const SIZE: Size = { products: 3, keywords: 12, warmUpDays: 14, scoredDays: 21 };
const SEED = 1_000;

const drawn = (scenario: ScenarioName, seed = SEED) => drawWorld(seed, SCENARIOS[scenario], SIZE);
const playedBy = (world: World): Played[] =>
  ENTRANT_NAMES.map((name) => play(world, entrantOf(name, world)));

/** The values of `now` up to a day, those of `later` from the day after on. */
function until<T extends Float64Array | Int32Array | Uint8Array>(now: T, later: T, day: number): T {
  const mixed = later.slice() as T;
  mixed.set(now.subarray(0, day + 1));
  return mixed;
}

/** A world that is another one after a day. */
const changedAfter = (world: World, other: World, day: number): World => ({
  ...world,
  products: world.products.map((product, n) => ({
    ...product,
    prices: until(product.prices, other.products[n]!.prices, day),
    isFeatured: until(product.isFeatured, other.products[n]!.isFeatured, day),
  })),
  keywords: world.keywords.map((keyword, n) => ({
    ...keyword,
    volume: until(keyword.volume, other.keywords[n]!.volume, day),
    rival: until(keyword.rival, other.keywords[n]!.rival, day),
    rounding: until(keyword.rounding, other.keywords[n]!.rounding, day),
  })),
  clicks: world.clicks.map((clicks, at) => (at <= day ? clicks : other.clicks[at]!)),
});

/** The same world with its keywords in the opposite order. */
const reversed = (world: World): World => ({
  ...world,
  keywords: world.keywords.toReversed(),
  clicks: world.clicks.map((day) => ({
    ...day,
    keyword: day.keyword.map((index) => world.keywords.length - 1 - index),
  })),
});

describe('the ads arena', () => {
  it('gives the same results for the same seed, and others for another', () => {
    const results = playSeed('base', SEED, SIZE);
    assert.deepEqual(playSeed('base', SEED, SIZE), results);
    assert.notDeepEqual(
      playSeed('base', SEED + 1, SIZE).map(({ score }) => score),
      results.map(({ score }) => score),
    );
  });

  it('keeps to budget and lowest bid, and is never better than the oracle, in every scenario', () => {
    for (const scenario of SCENARIO_NAMES) {
      const world = drawn(scenario);
      const best = oracleScore(world).score;
      for (const [n, played] of playedBy(world).entries()) {
        const name = `${ENTRANT_NAMES[n]} in ${scenario}`;
        assert.ok(
          played.spend.every((spend) => spend <= world.budget),
          name,
        );
        assert.ok(
          played.bids.flat().every((bid) => bid === null || bid >= BIDS.minimum),
          name,
        );
        assert.ok(entrantScoreOf(world, played).score <= best * 1.01, name);
      }
    }
  });

  it('cuts a day where its budget ends', () => {
    const world = { ...drawn('base'), budget: 3_00 };
    const [played] = playedBy(world);
    assert.ok(played!.spend.some((spend) => spend > 2_00));
    const { cost } = entrantScoreOf(world, played!);
    assert.ok(cost <= 3_00 * SIZE.scoredDays + 1e-6);
  });

  it('does not depend on the order of keywords', () => {
    const world = drawn('base');
    const bids = playedBy(world).map((played) => played.bids);
    const others = playedBy(reversed(world)).map((played) =>
      played.bids.map((day) => day.toReversed()),
    );
    assert.deepEqual(others, bids);
  });

  it('shows no entrant what is to come', () => {
    const world = drawn('base');
    const other = drawn('base', SEED + 1);
    const bids = playedBy(world).map((played) => played.bids);
    for (const day of [0, 9, 20]) {
      const changed = playedBy(changedAfter(world, other, day)).map((played) => played.bids);
      for (const [n, name] of ENTRANT_NAMES.entries())
        assert.deepEqual(changed[n]!.slice(0, day + 1), bids[n]!.slice(0, day + 1), name);
      assert.notDeepEqual(changed, bids);
    }
  });
});

describe('what bids are expected to bring', () => {
  for (const scenario of ['base', 'first-price', 'charged-without-buybox'] as const)
    it(`is what many auctions bring, in ${scenario}`, () => {
      const size = { ...SIZE, keywords: 100, scoredDays: 60 };
      let [spend, sales, expected] = [0, 0, NONE];
      for (let seed = SEED; seed < SEED + 6; seed++) {
        const world = { ...drawWorld(seed, SCENARIOS[scenario], size), budget: 1e9 };
        const bids = world.keywords.map(({ suggested }) => suggested.middle);
        const played = play(world, { decide: () => bids });
        spend += played.spend.reduce((sum, one) => sum + one, 0);
        sales += played.sales;
        for (let day = 0; day < world.days; day++)
          expected = add(expected, expectedDay(world, bids, day));
      }
      assert.ok(Math.abs(spend / expected.cost - 1) < 0.02, `${spend} for ${expected.cost}`);
      assert.ok(Math.abs(sales / expected.revenue - 1) < 0.05, `${sales} for ${expected.revenue}`);
    });

  it('uses a normal distribution to seven digits', () => {
    assert.ok(Math.abs(normalShareUpTo(1.959_964) - 0.975) < 1e-7);
    assert.ok(Math.abs(normalShareUpTo(-1) - 0.158_655_25) < 1e-7);
  });
});
