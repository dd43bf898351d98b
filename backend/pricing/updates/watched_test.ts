import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { MARKET_CHANGED } from '../../monitoring/contract.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { watchCompetitor } from '../../testing/things.ts';
import { createRule } from '../rules/actions.ts';

let database: TestDatabase;
let scene: Scene;
let listingId: number;
let competitorId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await scene.sell('MLB1', 10_000);
  const { companyId } = scene.actor;
  competitorId = await watchCompetitor(database.owner, {
    companyId,
    listingId,
    mark: 'far shop',
    at: scene.ctx.clock(),
  });
  await becomes('ready', 'IDENTICAL');
});

/** Writes watched competitors at 90.00, and publishes the change. */
async function becomes(state: string, comparison = 'IDENTICAL', marketplaceId = 1) {
  const { companyId } = scene.actor;
  await database.owner`
    update watched_competitor set state = ${state}, comparison = ${comparison},
      marketplace_id = ${marketplaceId} where id = ${competitorId} and company_id = ${companyId}`;
  await within(scene.ctx.db, { company: companyId }, (trx) =>
    scene.ctx.jobs.emit(trx, MARKET_CHANGED, { companyId, listingIds: [listingId] }),
  );
}
const prices = async () => (await scene.updates(listingId)).map((row) => row.new_price);
const rule = (more: Record<string, unknown> = {}) =>
  createRule(
    scene.ctx,
    scene.actor,
    scene.rule([listingId], { competition: 'EXTERNAL', allMarketplaces: true, ...more }),
  );

describe('watched competitors', () => {
  it('are undercut by a rule outside the buybox, which rises to the maximum when they are gone', async () => {
    await scene.see(listingId, 'WINNING', [competitor('R1', 9_800)]);
    await rule();
    await scene.work();
    assert.deepEqual(await prices(), [8_999]);
    const [update] = await scene.updates(listingId);
    const rival = update?.rival as { sellerId: string; marketplaceId: number } | null;
    assert.deepEqual([rival?.sellerId, rival?.marketplaceId], ['far shop', 1]);
    scene.ctx.advance(3_600_000);
    await scene.see(listingId, 'WINNING', [competitor('R1', 9_800)]);
    await becomes('paused_or_out_of_stock');
    await scene.work();
    assert.deepEqual(await prices(), [8_999, 9_799]);
  });

  it('are all that a rule needs where the listing’s own market is not reported', async () => {
    await rule();
    await scene.work();
    assert.deepEqual(await prices(), [8_999]);
  });

  it('keep the price if theirs is not known, and there are no others', async () => {
    await becomes('suspect');
    await rule();
    await scene.work();
    assert.deepEqual(await prices(), []);
    await scene.see(listingId, 'WINNING', [competitor('R1', 9_800)]);
    await scene.work();
    assert.deepEqual(await prices(), [9_799]);
  });

  it('count by the rule’s comparison and marketplaces', async () => {
    await scene.see(listingId, 'WINNING', [competitor('R1', 9_800)]);
    await becomes('ready', 'SIMILAR');
    await rule({ comparison: 'IDENTICAL' });
    await scene.work();
    assert.deepEqual(await prices(), [9_799]);
  });

  it('are nothing to a rule for the buybox', async () => {
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_800)]);
    await rule({ competition: 'BUYBOX' });
    await scene.work();
    assert.deepEqual(await prices(), [9_799]);
  });
});
