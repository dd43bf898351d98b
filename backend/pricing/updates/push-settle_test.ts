import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { POLL } from '../../monitoring/observe.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { waiting } from '../../testing/test-context.ts';
import { createRule } from '../rules/actions.ts';
import type { UpdateEvent } from './engine/state-machine.ts';
import { settle } from './push.ts';
import { DECIDE, PUSH } from './queues.ts';

let database: TestDatabase;
let scene: Scene;
let listingIds: number[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingIds = [];
  for (const sku of ['MLB1', 'MLB2', 'MLB3']) {
    const id = await scene.sell(sku, 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 9_500)]);
    listingIds.push(id);
  }
});

interface Newest {
  id: number;
  listing_id: number;
  state: string;
  version: number;
  /** The transaction that wrote it. */
  batch: string;
}

/** The newest update of each listing. */
const newest = () =>
  scene.database.owner<Newest[]>`
    select distinct on (listing_id) id, listing_id, state, version, xmin::text as batch
    from price_update where listing_id = any(${listingIds}::bigint[])
    order by listing_id, id desc`;

const seenOf = ({ id, listing_id: listingId, version }: Newest) => ({ id, listingId, version });

/** A price of each listing is out, and its end not known yet. */
async function called(): Promise<void> {
  await createRule(scene.ctx, scene.actor, scene.rule(listingIds));
  // The queues contain only the jobs that follow from the outcomes.
  const names = [POLL, PUSH, DECIDE].map(({ name }) => name);
  await scene.database.owner`delete from pgboss.job where name = any(${names}::text[])`;
  await scene.database.owner`
    update price_update set calling_since = moved_at, attempts = 1
    where listing_id = any(${listingIds}::bigint[])`;
}

describe('calls that end together', () => {
  it('are settled together, each by its own end', async () => {
    await called();
    const failure = { code: 'refused', message: 'No' };
    const at = scene.ctx.clock();
    const events: UpdateEvent[] = [
      { type: 'confirmed' },
      { type: 'refused', failure },
      { type: 'failed_for_now', at, failure, retryAfterMs: null, jitter: 0 },
    ];
    const rows = await newest();
    const ends = events.map((event, index) => ({
      fence: seenOf(rows[index]!),
      event,
      shown: null,
    }));
    await settle(scene.ctx, scene.companyId, ends);
    const settled = await newest();
    assert.deepEqual(
      settled.map(({ state }) => state),
      ['applied', 'rejected', 'retry'],
    );
    assert.equal(new Set(settled.map(({ batch }) => batch)).size, 1);
    const polls = await waiting(scene.ctx, POLL);
    assert.ok(polls.some(({ listingId }) => listingId === listingIds[0]));
    const [retry] = await waiting(scene.ctx, PUSH);
    assert.equal(retry?.updateId, rows[2]!.id);
    const decisions = await waiting(scene.ctx, DECIDE);
    const again = new Set(decisions.flatMap((job) => job.listingIds));
    assert.deepEqual([...again].sort(), listingIds.slice(0, 2).sort());
  });

  it('are settled although others of them are too late, or duplicated', async () => {
    await called();
    const rows = await newest();
    const endOf = (index: number, late = 0) => {
      const fence = seenOf(rows[index]!);
      return {
        fence: { ...fence, version: fence.version - late },
        event: { type: 'confirmed' } as const,
        shown: 9_499,
      };
    };
    await settle(scene.ctx, scene.companyId, [endOf(0), endOf(1, 1), endOf(2), endOf(2)]);
    const after = await newest();
    assert.deepEqual(
      after.map(({ state }) => state),
      ['applied', 'sent', 'applied'],
    );
    assert.deepEqual(
      after.map(({ version }, index) => version - rows[index]!.version),
      [1, 0, 1],
    );
  });
});
