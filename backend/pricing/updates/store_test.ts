import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { createRule } from '../rules/actions.ts';
import type { UpdateEvent } from './engine/state-machine.ts';
import { stepOf } from './engine/state-machine.ts';
import { moveUpdates, type UpdateRow } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A company of each test's own. */
let scene: Scene;
beforeEach(async () => {
  scene = await openScene(database);
});

async function pending(): Promise<UpdateRow> {
  const listingId = await scene.sell('MLB1', 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
  await createRule(scene.ctx, scene.actor, scene.rule([listingId], { requiresApproval: true }));
  return (await scene.updates(listingId))[0]!;
}

const moveBy = (row: UpdateRow, event: UpdateEvent) =>
  within(scene.ctx.db, { company: scene.companyId }, (trx) =>
    moveUpdates(trx, scene.companyId, [stepOf(row, event)], scene.ctx.clock()),
  );

describe('the fence', () => {
  it('accepts one of two concurrent changes of the same version', async () => {
    const row = await pending();
    const moved = await Promise.all([
      moveBy(row, { type: 'approve' }),
      moveBy(row, { type: 'cancel' }),
      moveBy(row, { type: 'superseded' }),
    ]);
    assert.equal(moved.flat().length, 1);
    const [now] = await scene.updates(row.listing_id);
    assert.deepEqual([now?.state, now?.version], [moved.flat()[0]?.state, row.version + 1]);
  });

  it('refuses an older version, even if the state is the same again', async () => {
    const row = await pending();
    const [sent] = await moveBy(row, { type: 'approve' });
    await scene.database.owner`update price_update set state = 'pending' where id = ${row.id}`;
    assert.deepEqual(await moveBy(row, { type: 'cancel' }), []);
    assert.equal(sent?.version, 2);
  });
});

describe('the database itself', () => {
  it('has at most one waiting update of a listing, and one that is being sent', async () => {
    const row = await pending();
    const copy = (state: string) => scene.database.owner`
      insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key,
        event_type, price_tag, strategy, old_price, new_price, safe_margin, ranking_type, ranking_status,
        regained_control, explanation, currency_code, country_code, created_at, moved_at)
      select company_id, rule_id, rule_version, listing_id, ${state}, operation_key, event_type, price_tag,
        strategy, old_price, new_price, safe_margin, ranking_type, ranking_status, regained_control,
        explanation, currency_code, country_code, created_at, moved_at
      from price_update where id = ${row.id}`;
    await assert.rejects(copy('retry'), { constraint_name: 'price_update_slot_pkey' });
    await copy('sent');
    await assert.rejects(copy('sent'), { constraint_name: 'price_update_slot_pkey' });
  });
});
