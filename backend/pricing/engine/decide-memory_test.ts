// The engine's memory, through the database and the queues.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { createRule } from '../rules/actions.ts';

const HOUR = 3_600_000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

/** A listing with a rule that learns, and its events. */
async function story(rule: Record<string, unknown>) {
  const listingId = await scene.sell('MLB1', 100_00);
  await createRule(scene.ctx, scene.actor, scene.rule([listingId], rule));
  const shown = () => scene.shop.shown('MLB1');
  return {
    shown,
    /** A poll a minute later, and all that follows; gives the price that buyers see then. */
    async see(status: BuyboxStatus, price: Minor): Promise<Minor> {
      scene.ctx.advance(60_000);
      await scene.see(listingId, status, [competitor('R1', price)]);
      await scene.work();
      return shown();
    },
  };
}

describe('the memory of a listing', () => {
  it('lets PRIMAZIA climb check by check, lose, and go back', async () => {
    const listing = await story({ strategy: 'PRIMAZIA' });
    assert.equal(await listing.see('WINNING', 110_00), 104_99);
    assert.equal(await listing.see('WINNING', 110_00), 107_49);
    assert.equal(await listing.see('LOSING', 110_00), 104_99);
    assert.equal(await listing.see('WINNING', 110_00), 106_23);
  });

  it('ends the rest of a price war although nothing happens', async () => {
    const adjustment = { type: 'PERCENTAGE', amount: 1 };
    const listing = await story({ strategy: 'WIN', warGuard: {}, adjustment });
    await listing.see('WINNING', 101_00);
    assert.equal(await listing.see('LOSING', 98_00), 97_02);
    assert.equal(await listing.see('LOSING', 96_00), 95_04);
    assert.equal(await listing.see('LOSING', 94_00), 95_04);
    // It rests from our own last undercut, a minute ago, which was the fourth.
    scene.ctx.advance(2 * HOUR - 61_000);
    await scene.work();
    assert.equal(listing.shown(), 95_04);
    // Slightly later, so that a late clock does not count the pause as unfinished.
    scene.ctx.advance(3_000);
    await scene.work();
    assert.equal(listing.shown(), 120_00);
  });
});
