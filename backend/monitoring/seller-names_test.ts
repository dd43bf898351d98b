import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { offer, scene as openScene, type Scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { buyboxSellersOf, rankingSellersOf } from './seller-names.ts';

describe('sellers by a part of their name', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
    for (const [sku, sellerName] of [
      ['A', 'Casa Norte'],
      ['B', 'casa sul'],
      ['C', 'Empório 100%'],
      ['D', ''],
    ] as const) {
      const listingId = await scene.addListing(sku);
      const market = {
        observedAt: scene.ctx.clock(),
        buybox: {
          status: 'LOSING' as const,
          winnerSellerId: `S${sku}`,
          priceToWin: null,
          reason: null,
        },
        offers: [offer(`S${sku}`, 9_000, { sellerName })],
      };
      await recordObserved(scene.ctx, scene.company.companyId, [{ listingId, market }]);
    }
  });
  afterAll(() => scene.close());

  it('are those that took the buybox, in alphabetical order, ignoring case and accents', async () => {
    const { companyId } = scene.company;
    assert.deepEqual(await buyboxSellersOf(scene.ctx, companyId, 'CASA'), [
      'Casa Norte',
      'casa sul',
    ]);
    assert.deepEqual(await buyboxSellersOf(scene.ctx, companyId, '0%'), ['Empório 100%']);
    assert.equal((await buyboxSellersOf(scene.ctx, companyId, '')).length, 3);
    assert.deepEqual(await rankingSellersOf(scene.ctx, companyId, ''), []);
  });
});
