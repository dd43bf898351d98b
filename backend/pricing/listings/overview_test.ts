import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import type { BuyboxStatus } from '../../kernel/market.ts';
import { addUpBuyboxTime } from '../../sales/buybox-time/buybox-time.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { queryBuybox, readOverview } from '../actions.ts';
import { refreshOverview } from './overview.ts';

const HOUR = 3_600_000;

describe('the pictures of buybox monitoring', () => {
  let scene: Scene;
  const ids: number[] = [];

  const see = async (listing: number, status: BuyboxStatus, seller?: string) => {
    const offers =
      seller === undefined
        ? []
        : [
            competitor(seller, 8_000, {
              sellerName: `Loja ${seller}`,
              fulfillment: seller === 'R1',
            }),
          ];
    await scene.see(ids[listing]!, status, offers);
  };

  beforeAll(async () => {
    scene = await openScene();
    for (const sku of ['A', 'B', 'C', 'D']) ids.push(await scene.sell(sku, 10_000));
    // Monday, 9:00 in São Paulo.
    await see(0, 'WINNING');
    await see(1, 'LOSING', 'R1');
    scene.ctx.advance(2 * HOUR);
    await see(0, 'LOSING', 'R1');
    await see(2, 'NOT_COMPETING');
    scene.ctx.advance(2 * HOUR);
    await see(1, 'LOSING', 'R2');
    scene.ctx.advance(4 * HOUR);
    await addUpBuyboxTime(scene.ctx, scene.companyId, new AbortController().signal);
    await refreshOverview(scene.ctx, scene.companyId);
  });
  afterAll(() => scene.close());

  it('show the winners of lost buyboxes, how often, for how long, and by how much', async () => {
    const { winners } = await readOverview(scene.ctx, scene.actor);
    const of = (sellerId: string) => winners.find((one) => one.sellerId === sellerId);
    assert.deepEqual(of('R1'), {
      sellerId: 'R1',
      sellerName: 'Loja R1',
      marketplaceId: 2,
      times: 2,
      listings: 2,
      hours: 10,
      gapPercent: 25,
      fulfillmentShare: 1,
    });
    assert.deepEqual([of('R2')!.hours, of('R2')!.fulfillmentShare], [4, 0]);
    assert.equal(winners[0]!.sellerId, 'R1');
  });

  it('count by weekday and hour of the account when it was lost', async () => {
    const { hours } = await readOverview(scene.ctx, scene.actor);
    const lost = hours.flatMap((day, weekday) =>
      day.flatMap((times, hour) => (times === 0 ? [] : [[weekday, hour, times]])),
    );
    assert.deepEqual(lost, [
      [0, 9, 1],
      [0, 11, 1],
      [0, 13, 1],
    ]);
  });

  it('lead from an hour of the week to the listings that lost it then', async () => {
    const lostAt = async (condition: '=' | 'IN' | '!=', value: string) => {
      const filters = [{ field: 'lostHour', condition, value, logicalOperator: 'AND' }];
      const body = ListBody.parse({ filters });
      const page = { page: 0, limit: 15, tab: 'all' as const };
      const { content } = await queryBuybox(scene.ctx, scene.actor, page, body);
      return content.map(({ id }) => ids.indexOf(id));
    };
    await refreshOverview(scene.ctx, scene.actor.companyId);
    assert.deepEqual(await lostAt('=', '1-9'), [1]);
    assert.deepEqual(await lostAt('IN', '1-11|1-13'), [0, 1]);
    assert.deepEqual(await lostAt('!=', '1-9'), [0, 2, 3]);
    assert.deepEqual(await lostAt('=', '7-3'), []);
  });

  it('show the time held by day, and listings by the share that they held', async () => {
    const { coverage, shares, now, monitored } = await readOverview(scene.ctx, scene.actor);
    assert.deepEqual(coverage, [
      { day: '2026-05-04', won: 7_200, shared: 0, losing: 14 * 3_600, barred: 21_600, unseen: 0 },
    ]);
    // One never held it, one does not compete; the third held it for two of eight hours.
    assert.deepEqual(shares, [2, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(now, { losing: 2, winnable: 0, lostToday: 2, notCompeting: 1, unseen: 1 });
    assert.deepEqual(monitored, { listings: 3, limit: null });
  });

  it('are limited to one account, and refuse an unknown one', async () => {
    const one = await readOverview(scene.ctx, scene.actor, scene.accountId);
    assert.equal(one.winners.length, 2);
    await assert.rejects(readOverview(scene.ctx, scene.actor, 4_711), {
      code: 'account_not_found',
    });
  });

  it('have their listings in the list, by the share of time and since when they lose', async () => {
    const find = async (field: string, condition: string, value: string) => {
      const filters = [{ field, condition, value, logicalOperator: 'AND' }];
      const page = { page: 0, limit: 50, tab: 'all' as const };
      const body = ListBody.parse({ filters });
      return (await queryBuybox(scene.ctx, scene.actor, page, body)).content;
    };
    const [held] = await find('shareWeek', 'BETWEEN', '20|29.9');
    assert.deepEqual(
      [held!.id, held!.shareDay, held!.shareWeek, held!.shareMonth],
      [ids[0], 25, 25, 25],
    );
    assert.equal(held!.buyboxSince, new Date(scene.ctx.clock().getTime() - 6 * HOUR).toISOString());
    assert.deepEqual(
      (await find('winnerSellerId', '=', 'R2')).map(({ id }) => id),
      [ids[1]],
    );
  });
});
