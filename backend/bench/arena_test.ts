import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { leadersOf } from '../sandbox/world/award.ts';
import { enginePlayer, marketOf, ruleOf } from './arena/engine-player.ts';
import { FIRST_DAY } from './arena/market/assumptions.ts';
import { drawVisits } from './arena/market/buyers.ts';
import { advance, openBook, type Player } from './arena/market/life.ts';
import { DAY, drawStall, HOUR, type Stall } from './arena/market/stall.ts';
import { chaser } from './arena/oracle.ts';
import { SIMPLE } from './arena/players.ts';
import { runArena } from './arena/run.ts';
import { linesOf, rowsOf, tableOf } from './arena/table.ts';
import { ENTRANTS, playProduct, playSeed, type Score } from './arena/tournament.ts';

const STEP = 5 * 60_000;
const SIZE = { products: 12, days: 5, stepMs: STEP };

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

  it('ask the maximum where nobody else is', () => {
    const { product, ours } = stallWith(11_000);
    const alone = { ours, product: { ...product, offers: [ours] } };
    assert.equal(asks('undercut', alone), 12_000);
    assert.equal(asks('match', alone), 12_000);
  });
});

describe('the engine as an entrant', () => {
  it('is told what a marketplace tells, and the price to win only where it does not win', () => {
    let losing = 0;
    for (let n = 0; n < 40; n++) {
      const stall = drawStall(1, n);
      const { buybox, offers } = marketOf(stall);
      assert.equal(offers.filter(({ isOwn }) => isOwn).length, 1);
      assert.equal(offers.length, stall.product.offers.length);
      if (!stall.told) assert.equal(buybox.priceToWin, null);
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

  it('is asked only where something changed since it was asked last', () => {
    const stall = stallWith(11_000);
    const player = enginePlayer(stall, ruleOf(stall, 'WIN'));
    assert.equal(player.poll(stall), 9_699);
    assert.equal(player.poll(stall), null);
    const [, competitor] = stall.product.offers;
    assert.ok(competitor);
    competitor.price -= 100;
    assert.equal(player.poll(stall), 9_599);
  });
});

describe('every entrant', () => {
  it('stays between the limits that all of them have', () => {
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
      assert.deepEqual(playProduct(entrant, 3, 4, SIZE), playProduct(entrant, 3, 4, SIZE));
    assert.notEqual(playSeed('static', 1, SIZE).profit, playSeed('static', 2, SIZE).profit);
  });
});

describe('the arena', () => {
  it('gives nobody more than the oracle, and the same scores on any number of cores', async () => {
    const one = await runArena(2, SIZE, 1);
    assert.deepEqual(await runArena(2, SIZE, 2), one);
    assert.equal(one.length, 2 * ENTRANTS.length);
    for (const seed of [1, 2]) {
      const of = (entrant: string) =>
        one.find((score) => score.seed === seed && score.entrant === entrant)?.profit ?? Number.NaN;
      for (const entrant of ENTRANTS) assert.ok(of(entrant) <= of('oracle'), entrant);
    }
  });

  it('sums up by median and tenth percentile', () => {
    const scores: Score[] = [1, 2, 3].flatMap((seed) =>
      ENTRANTS.map((entrant) => ({
        seed,
        entrant,
        profit: entrant === 'oracle' ? 20_000 : entrant === 'match' ? 8_000 : seed * 5_000,
        told: 1_000,
        winning: 0.5,
        changes: 2,
        price: 0.9,
        worstDay: seed * 100,
        units: 1,
      })),
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
    for (const line of linesOf(rows)) assert.equal(JSON.parse(line).name, 'arena');
  });
});
