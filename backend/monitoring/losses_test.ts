import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus, Market } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { offer, scene as openScene, type Scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { importMarkets } from './actions.ts';

const HOUR = 3_600_000;

describe('the winners of a listing’s lost buybox', () => {
  let scene: Scene;
  let listingId: number;
  beforeEach(async () => {
    scene = await openScene();
    listingId = await scene.addListing('A', { price: 12_000 });
  });
  afterEach(() => scene.close());

  const marketOf = (status: BuyboxStatus, winner: string | null, observedAt: Date): Market => ({
    observedAt,
    buybox: { status, winnerSellerId: winner, priceToWin: null, reason: null },
    offers: winner === null ? [] : [offer(winner, 10_000, { fulfillment: winner === 'R1' })],
  });
  const see = async (status: BuyboxStatus, winner: string | null, hours: number) => {
    const market = marketOf(status, winner, scene.ctx.clock());
    await recordObserved(scene.ctx, scene.company.companyId, [{ listingId, market }]);
    scene.ctx.advance(hours * HOUR);
  };
  const losses = async () => {
    const rows = await scene.database.owner<
      {
        seller_id: string | null;
        hours: number | null;
        gap_percent: number;
        fulfillment: boolean;
      }[]
    >`select seller_id, extract(epoch from until - since)::float8 / 3600 as hours, gap_percent, fulfillment
      from buybox_loss order by since`;
    return rows.map((row) => [row.seller_id, row.hours, row.gap_percent, row.fulfillment]);
  };

  it('is one row for each seller that held it, however often that was seen', async () => {
    await see('WINNING', null, 1);
    await see('LOSING', 'R1', 1);
    await see('LOSING', 'R1', 2);
    await see('LOSING', 'R2', 4);
    await see('WINNING', null, 1);
    await see('LOSING', 'R1', 1);
    assert.deepEqual(await losses(), [
      ['R1', 3, 20, true],
      ['R2', 4, 20, false],
      ['R1', null, 20, true],
    ]);
  });

  it('is not known from a day after an observation on', async () => {
    await see('LOSING', 'R1', 30);
    await see('LOSING', 'R1', 1);
    assert.deepEqual(await losses(), [
      ['R1', 24, 20, true],
      ['R1', null, 20, true],
    ]);
  });

  it('is taken from markets of the past too, up to the first observation', async () => {
    await see('WINNING', null, 0);
    const past = (
      [
        [9, 'LOSING', 'R1'],
        [7, 'LOSING', 'R1'],
        [6, 'WINNING', null],
        [2, 'LOSING', 'R2'],
      ] as const
    ).map(([ago, status, winner]) => ({
      listingId,
      ownPrice: 12_000,
      market: marketOf(status, winner, new Date(scene.ctx.clock().getTime() - ago * HOUR)),
    }));
    await within(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
      importMarkets(trx, scene.company.companyId, past),
    );
    assert.deepEqual(await losses(), [
      ['R1', 3, 20, true],
      ['R2', 2, 20, false],
    ]);
  });
});
