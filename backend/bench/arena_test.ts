import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { bonusOf, leadersOf, sellerOf } from '../sandbox/world/award.ts';
import { pairsOf, productRowsOf, worstOf } from './arena/by-product.ts';
import { enginePlayer, marketOf, ruleOf } from './arena/engine-player.ts';
import { changesADay, goalsOf } from './arena/goals.ts';
import { FIRST_DAY } from './arena/market/assumptions.ts';
import { drawVisits } from './arena/market/buyers.ts';
import { advance, openBook, type Player } from './arena/market/life.ts';
import { DAY, drawStall, HOUR, type Stall } from './arena/market/stall.ts';
import { type ArenaWorld, WORLDS } from './arena/market/worlds.ts';
import { chaser } from './arena/oracle.ts';
import { PACES, paceCurve } from './arena/pace-curve.ts';
import { SIMPLE } from './arena/players.ts';
import { rowsOf } from './arena/rows.ts';
import { runArena } from './arena/run.ts';
import { withCeiling } from './arena/scores.ts';
import { linesOf, tableOf } from './arena/table.ts';
import {
  ENTRANTS,
  type Entrant,
  type ProductScore,
  playProduct,
  playSeed,
  type Score,
  type Setup,
  scoreOf,
} from './arena/tournament.ts';

const STEP = 5 * 60_000;
const SETUP: Setup = { world: 'usual', products: 12, days: 5, stepMs: STEP };

/** A page with a competitor whose total price is 100.00, and limits far from it. */
function stallWith(price: number): Stall {
  const stall = drawStall(1, 1);
  const [mind] = stall.minds;
  assert.ok(mind);
  const competitor = { ...mind.offer, price: 9_500, shippingPrice: 500 };
  const ours = { ...stall.ours, price, shippingPrice: 300 };
  const product = { ...stall.product, offers: [ours, competitor] };
  return {
    ...stall,
    ours,
    product,
    minds: [{ ...mind, offer: competitor }],
    limits: { least: 8_000, most: 12_000 },
    leaders: [competitor.itemId],
  };
}

describe('the simple entrants', () => {
  const NIGHT = FIRST_DAY + 2 * HOUR;
  const NOON = FIRST_DAY + 12 * HOUR;
  const asks = (entrant: keyof typeof SIMPLE, change: Partial<Stall> = {}) =>
    SIMPLE[entrant]().poll({ ...stallWith(11_000), now: NOON, ...change });
  const most = { least: 8_000, most: 9_000 };
  const table: readonly [string, keyof typeof SIMPLE, Partial<Stall>, number | null][] = [
    ['static asks what it asked', 'static', {}, null],
    ['undercut goes a cent below, shipping included', 'undercut', {}, 9_699],
    ['match asks the same, shipping included', 'match', {}, 9_700],
    ['nobody goes above the maximum', 'match', { limits: most }, 9_000],
    [
      'nobody goes below the minimum',
      'undercut',
      { limits: { least: 9_800, most: 12_000 } },
      9_800,
    ],
    ['reset undercuts by day', 'undercut-reset', {}, 9_699],
    ['reset goes to the maximum at night', 'undercut-reset', { now: NIGHT }, 12_000],
  ];
  for (const [what, entrant, change, expected] of table)
    it(what, () => assert.equal(asks(entrant, change), expected));

  it('ask the maximum where no one else is', () => {
    const { product, ours } = stallWith(11_000);
    const alone = { ours, product: { ...product, offers: [ours] } };
    assert.equal(asks('undercut', alone), 12_000);
    assert.equal(asks('match', alone), 12_000);
  });
});

describe('the engine as an entrant', () => {
  it('gets what a marketplace reports, and the price to win only while it does not win', () => {
    let losing = 0;
    for (let n = 0; n < 40; n++) {
      const stall = drawStall(1, n);
      const { buybox, offers } = marketOf(stall);
      assert.equal(offers.filter(({ isOwn }) => isOwn).length, 1);
      assert.equal(offers.length, stall.product.offers.length);
      if (!stall.reported) assert.equal(buybox.priceToWin, null);
      else if (buybox.status === 'WINNING') assert.equal(buybox.priceToWin, stall.ours.price);
      else if (buybox.priceToWin !== null) {
        losing++;
        stall.ours.price = buybox.priceToWin;
        stall.leaders = leadersOf(stall.sellers, stall.product);
        assert.equal(marketOf(stall).buybox.status, 'WINNING');
      }
    }
    assert.ok(losing > 5);
  });

  it('decides only if something changed since its last decision', () => {
    const stall = stallWith(11_000);
    const player = enginePlayer(stall, ruleOf(stall, 'WIN'));
    assert.equal(player.poll(), 9_699);
    assert.equal(player.poll(), null);
    const [, competitor] = stall.product.offers;
    assert.ok(competitor);
    competitor.price -= 100;
    // Too soon after the last change; it decides again when that time has passed.
    assert.equal(player.poll(), null);
    stall.now += 5 * 60_000;
    assert.equal(player.poll(), 9_599);
  });
});

describe('every entrant', () => {
  it('stays between the common limits', () => {
    const players: Record<string, (stall: Stall) => Player> = {
      ...SIMPLE,
      PRIMAZIA: (stall) => enginePlayer(stall, ruleOf(stall, 'PRIMAZIA')),
      WIN: (stall) => enginePlayer(stall, ruleOf(stall, 'WIN')),
      chaser: () => chaser(0),
    };
    for (const [name, make] of Object.entries(players))
      for (let n = 0; n < 12; n++) {
        const stall = drawStall(2, n);
        const player = make(stall);
        const checked: Player = {
          ...player,
          poll(at) {
            const price = player.poll(at);
            const { least, most } = at.limits;
            assert.ok(price === null || (price >= least && price <= most), name);
            return price;
          },
        };
        const visits = drawVisits(2, n, stall.demand, 3);
        advance(stall, visits, checked, openBook(3), FIRST_DAY + 3 * DAY, STEP);
      }
  });

  it('does the same in the same world', () => {
    for (const entrant of ENTRANTS)
      assert.deepEqual(playProduct(entrant, 3, 4, SETUP), playProduct(entrant, 3, 4, SETUP));
    assert.notEqual(playSeed('static', 1, SETUP).profit, playSeed('static', 2, SETUP).profit);
  });
});

describe('the arena', () => {
  it('gives no one more than the oracle, and the same scores on any number of cores', async () => {
    const one = await runArena([1, 2], SETUP, 1);
    assert.deepEqual(await runArena([1, 2], SETUP, 2), one);
    assert.equal(one.length, 2 * ENTRANTS.length);
    for (const seed of [1, 2]) {
      const of = (entrant: string) =>
        one.find((score) => score.seed === seed && score.entrant === entrant)?.profit ?? Number.NaN;
      for (const entrant of ENTRANTS) assert.ok(of(entrant) <= of('oracle'), entrant);
    }
  });

  it('sums up by median and tenth percentile', () => {
    const scores: Score[] = [1, 2, 3].flatMap((seed) =>
      ENTRANTS.map((entrant) => {
        const profit = entrant === 'oracle' ? 20_000 : entrant === 'match' ? 8_000 : seed * 5_000;
        return { ...scoreWith(entrant, seed, [profit]), worstDay: seed * 100 };
      }),
    );
    const rows = rowsOf(scores);
    const primazia = rows.find(({ entrant }) => entrant === 'PRIMAZIA');
    assert.ok(primazia);
    assert.deepEqual(primazia.profit, { median: 100, p10: 50 });
    assert.deepEqual(primazia.worstDay, { median: 2, p10: 1 });
    assert.deepEqual(primazia.ofOracle, { median: 0.5, p10: 0.25 });
    assert.deepEqual(primazia.ofBestSimple, { median: 1, p10: 0.625 });
    assert.equal(primazia.seedsBelowStatic, 0);
    assert.equal(rows.find(({ entrant }) => entrant === 'match')?.seedsBelowStatic, 2);
    assert.equal(tableOf(rows).split('\n').length, ENTRANTS.length + 1);
    for (const line of linesOf('arena', rows)) assert.equal(JSON.parse(line).name, 'arena');
  });
});

/** A score of products with these profits; each changed its price once for each unit of profit. */
function scoreWith(entrant: Entrant, seed: number, profits: readonly number[]): Score {
  const product = (total: number): ProductScore => ({
    profit: Float64Array.from([total]),
    total,
    reported: false,
    units: 1,
    changes: total,
    onSale: DAY,
    winning: DAY / 2,
    priced: DAY,
    expected: null,
  });
  return scoreOf(entrant, seed, profits.map(product));
}

describe('the products one by one', () => {
  const PROFITS: Record<Entrant, readonly number[]> = {
    PRIMAZIA: [10, 20, 0, 90],
    WIN: [0, 0, 0, 0],
    static: [40, 10, 0, 0],
    undercut: [20, 10, 0, 60],
    match: [0, 0, 0, 0],
    'undercut-reset': [0, 0, 0, 0],
    oracle: [20, 40, 5, 100],
  };
  const played = ENTRANTS.map((entrant) => scoreWith(entrant, 7, PROFITS[entrant]));

  it('make the oracle a ceiling for the simple entrants on each', () => {
    const { scores, raised, added } = withCeiling(played);
    const oracle = scores.find(({ entrant }) => entrant === 'oracle');
    assert.deepEqual(
      oracle?.products.map(({ total }) => total),
      [40, 40, 5, 100],
    );
    assert.equal(oracle.profit, 185);
    assert.equal(raised, 0.25);
    assert.equal(added, 185 / 165 - 1);
    assert.deepEqual(
      scores.filter(({ entrant }) => entrant !== 'oracle'),
      played.filter(({ entrant }) => entrant !== 'oracle'),
    );
  });

  it('are compared with undercut, the best simple entrant and the oracle', () => {
    const pairs = pairsOf(withCeiling(played).scores);
    const [undercut, simple, oracle] = productRowsOf(pairs);
    assert.deepEqual(undercut, {
      beside: 'undercut',
      median: 1,
      p10: 0.5,
      p01: 0.5,
      belowPercent: 25,
      abovePercent: 50,
    });
    assert.equal(simple?.p01, 0.25);
    assert.deepEqual([oracle?.median, oracle?.belowPercent], [0.25, 100]);
    assert.deepEqual(
      worstOf(pairs, 2).map(({ seed, n }) => [seed, n]),
      [
        [7, 0],
        [7, 2],
      ],
    );
    assert.equal(changesADay(pairs), 10);
  });

  it('are held against the goals of their world', () => {
    const { scores } = withCeiling(played);
    const pairs = pairsOf(scores);
    const goals = (world: Setup['world']) =>
      goalsOf(world, rowsOf(scores), productRowsOf(pairs), pairs).map(({ holds }) => holds);
    assert.deepEqual(goals('usual'), [false, false, false, false, true, false, false, false]);
    assert.deepEqual(goals('no-price-to-win'), [true, true, false]);
  });
});

describe('the pace', () => {
  it('takes profit for fewer changes', async () => {
    const scores = await runArena([1], SETUP, 1);
    const rows = await paceCurve(scores, SETUP, 1);
    assert.deepEqual(
      rows.map(({ paceMinutes }) => paceMinutes),
      [...PACES],
    );
    const usual = rows.find(({ paceMinutes }) => paceMinutes === 5);
    const primazia = rowsOf(scores).find(({ entrant }) => entrant === 'PRIMAZIA');
    assert.deepEqual(usual?.ofOracle, primazia?.ofOracle);
    const [fastest, slowest] = [rows[0]!, rows.at(-1)!];
    assert.ok(slowest.changesADay.median < fastest.changesADay.median * 0.7);
    assert.ok(slowest.ofOracle.median < fastest.ofOracle.median);
  });
});

describe('another world', () => {
  const stalls = (world: ArenaWorld) =>
    Array.from({ length: 40 }, (_, n) => drawStall(1, n, world));
  const polls = (world: ArenaWorld, product: number, stepMs: number) => {
    const at: number[] = [];
    const seen: Player = {
      seesAtOnce: false,
      poll({ now }) {
        at.push(now);
        return null;
      },
    };
    const stall = drawStall(1, product, world);
    const visits = drawVisits(1, product, stall.demand, 2);
    advance(stall, visits, seen, openBook(2), FIRST_DAY + 2 * DAY, stepMs);
    return at;
  };

  it('gives the buybox to the lowest total price', () => {
    for (const { product, leaders } of stalls(WORLDS['total-price'])) {
      const totals = product.offers.map(({ price, shippingPrice }) => price + shippingPrice);
      const lowest = product.offers.filter((_, i) => totals[i] === Math.min(...totals));
      assert.deepEqual(
        leaders,
        lowest.map(({ itemId }) => itemId),
      );
    }
  });

  it('takes 8 % more off a price with the marketplace’s own logistics', () => {
    for (const { sellers, product } of stalls(WORLDS.logistics))
      for (const offer of product.offers) {
        const { bonus, ...plain } = offer;
        const usual = bonusOf(plain, sellerOf(sellers, offer.sellerId));
        assert.equal(bonus, usual + (offer.logistics === 'fulfillment' ? 800 : 0));
      }
  });

  it('lets competitors answer within seconds', () => {
    const world = WORLDS['instant-competitors'];
    let answers = 0;
    for (const stall of stalls(world).slice(0, 10)) {
      const player: Player = {
        seesAtOnce: true,
        poll({ now, minds, limits }) {
          for (const { behaviour } of minds) {
            if (behaviour.reactAt === null) continue;
            answers++;
            assert.ok(behaviour.reactAt <= now + 40_000);
          }
          return limits.least;
        },
      };
      const visits = drawVisits(1, 1, stall.demand, 1);
      const book = openBook(1);
      advance(stall, visits, player, book, FIRST_DAY + DAY, world.stepSeconds * 1_000);
    }
    assert.ok(answers > 10);
  });

  it('is polled once an hour', () => {
    const at = polls(WORLDS['hourly-polls'], 1, STEP);
    for (const [i, now] of at.entries()) assert.equal(now, FIRST_DAY + i * HOUR);
    assert.equal(at.length, 48);
  });

  it('reports the price to win to no one, and lets no one price by it', () => {
    for (const { reported, minds } of stalls(WORLDS['no-price-to-win'])) {
      assert.equal(reported, false);
      for (const { behaviour } of minds)
        assert.ok(!['undercutter', 'climber'].includes(behaviour.habit));
    }
  });
});
