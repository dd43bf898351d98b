import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { queryListings } from '../actions.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const shown = async () => {
  const page = { page: 0, limit: 15, tab: 'all' as const };
  const { content } = await queryListings(scene.ctx, scene.actor, page, ListBody.parse({}));
  return content.map((row) => [row.rivals, row.competitorsReported, row.winnerPrice]);
};

describe('the competitors of a listing in the list', () => {
  it('are none without other sellers, and unknown if the marketplace does not report them', async () => {
    const listingId = await scene.sell('MLB1', 10_000);
    assert.deepEqual(await shown(), [[0, true, null]]);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
    assert.deepEqual(await shown(), [[1, true, 95]]);
    const buybox = {
      status: 'LOSING' as const,
      winnerSellerId: null,
      winnerOfferId: 'W1',
      winnerPrice: 9_400,
      priceToWin: 9_300,
      reason: null,
    };
    const market = {
      observedAt: scene.ctx.clock(),
      buybox,
      offers: [],
      reportsOffers: false as const,
    };
    await recordObserved(scene.ctx, scene.companyId, [{ listingId, market }]);
    assert.deepEqual(await shown(), [[0, false, 94]]);
  });
});
