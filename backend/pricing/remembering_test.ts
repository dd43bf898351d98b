// What the engine remembers, through the database and the queues.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { openScene, rival, type Scene } from '../testing/pricing-scene.ts';
import { createRule } from './rule-actions.ts';

const HOUR = 3_600_000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

/** An ad under a rule that remembers, and what happens to it. */
async function story(rule: Record<string, unknown>) {
  const listingId = await scene.sell('MLB1', 100_00);
  await createRule(scene.house, scene.actor, scene.rule([listingId], rule));
  const shown = () => scene.shop.shown('MLB1');
  return {
    shown,
    /** A look a minute later, and all that follows; gives the price that buyers see then. */
    async see(status: BuyboxStatus, price: Minor): Promise<Minor> {
      scene.house.advance(60_000);
      await scene.see(listingId, status, [rival('R1', price)]);
      await scene.work();
      return shown();
    },
  };
}

describe('what is remembered of an ad', () => {
  it('lets PRIMAZIA climb look by look, lose, and go back', async () => {
    const ad = await story({ strategy: 'PRIMAZIA' });
    assert.equal(await ad.see('WINNING', 110_00), 104_99);
    assert.equal(await ad.see('WINNING', 110_00), 107_49);
    assert.equal(await ad.see('LOSING', 110_00), 104_99);
    assert.equal(await ad.see('WINNING', 110_00), 106_23);
  });

  it('ends the rest of a price war although nothing happens', async () => {
    const adjustment = { type: 'PERCENTAGE', amount: 1 };
    const ad = await story({ strategy: 'WIN', warGuard: {}, adjustment });
    await ad.see('WINNING', 101_00);
    assert.equal(await ad.see('LOSING', 98_00), 97_02);
    assert.equal(await ad.see('LOSING', 96_00), 95_04);
    assert.equal(await ad.see('LOSING', 94_00), 95_04);
    // It rests from our own last undercut, a minute ago, which was the fourth.
    scene.house.advance(2 * HOUR - 61_000);
    await scene.work();
    assert.equal(ad.shown(), 95_04);
    // A moment later than that, so that no clock that is behind says that it rests still.
    scene.house.advance(3_000);
    await scene.work();
    assert.equal(ad.shown(), 120_00);
  });
});
