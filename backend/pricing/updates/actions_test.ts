import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../../kernel/problem.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { emitted, seedCompany } from '../../testing/test-context.ts';
import type { Rule } from '../contract.ts';
import { PRICE_UPDATES_MOVED } from '../contract.ts';
import { createRule, getRule, setRuleStatus, updateRule } from '../rules/actions.ts';
import { undo } from '../undo/undo-update.ts';
import { approve, cancel } from './actions.ts';
import { getUpdate } from './history/query.ts';
import { repriceListings } from './reprice.ts';
import type { UpdateRow } from './store.ts';

let database: TestDatabase;
let scene: Scene;
let listingId: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await scene.sell('MLB1', 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
});

const makeRule = (more: Record<string, unknown> = {}): Promise<Rule> =>
  createRule(scene.ctx, scene.actor, scene.rule([listingId], more));

const latest = async (): Promise<UpdateRow> => (await scene.updates(listingId)).at(-1)!;

const reported = async () =>
  (await scene.updates(listingId)).map((row) => `${row.state} ${row.old_price}>${row.new_price}`);

/** A pending update with its rule. */
async function pending() {
  const rule = await makeRule({ requiresApproval: true });
  return { rule, update: await latest() };
}

/** An applied update with its rule. */
async function applied(more: Record<string, unknown> = {}) {
  const rule = await makeRule(more);
  await scene.work();
  return { rule, update: await latest() };
}

/** The market moves on to another price of the competitor. */
async function competitorAt(price: number): Promise<void> {
  scene.ctx.advance(1_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', price)]);
}

const refused =
  (status: number, code: string, values?: Record<string, unknown>) => (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.status, error.code], [status, code]);
    if (values !== undefined) assert.deepEqual(error.more.values, values);
    return true;
  };

const ctx = () => scene.ctx;
const actor = () => scene.actor;

describe('approving', () => {
  it('sends the price, and names who wanted it', async () => {
    const { rule, update } = await pending();
    await approve(ctx(), actor(), rule.id, update.id);
    assert.equal((await latest()).state, 'sent');
    await scene.work();
    const answer = await getUpdate(ctx(), actor(), rule.id, update.id, 'pt');
    assert.equal(answer.state, 'applied');
    assert.match(answer.decidedBy ?? '', /^Person/);
    assert.equal(scene.shop.shown('MLB1'), 9_499);
  });

  it('takes effect once when two people approve at once', async () => {
    const { rule, update } = await pending();
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, () => approve(scene.another(), actor(), rule.id, update.id)),
    );
    assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
    for (const end of ends) {
      if (end.status === 'rejected') refused(409, 'update_in_flight')(end.reason);
    }
    await scene.work();
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('reports a changed decision, and sends nothing', async () => {
    const { rule, update } = await pending();
    await competitorAt(9_100);
    await assert.rejects(
      approve(ctx(), actor(), rule.id, update.id),
      refused(409, 'decision_changed', { newPrice: 90.99 }),
    );
    assert.deepEqual(await reported(), ['canceled 10000>9499', 'pending 10000>9099']);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
  });

  it('reports that nothing would change any more', async () => {
    const { rule, update } = await pending();
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'WINNING', [competitor('R1', 10_001)]);
    await assert.rejects(
      approve(ctx(), actor(), rule.id, update.id),
      refused(409, 'decision_changed', { newPrice: null }),
    );
    assert.deepEqual(await reported(), ['canceled 10000>9499']);
  });

  it('never sends on a market that is too old', async () => {
    const { rule, update } = await pending();
    scene.ctx.advance(25 * 3_600_000);
    await assert.rejects(
      approve(ctx(), actor(), rule.id, update.id),
      refused(409, 'decision_changed', { newPrice: null }),
    );
  });

  it('is refused for an update that does not wait for it', async () => {
    const { rule, update } = await applied();
    await assert.rejects(
      approve(ctx(), actor(), rule.id, update.id),
      refused(409, 'not_pending', { state: 'applied' }),
    );
  });
});

describe('cancelling', () => {
  it('ends the update, and its price is not proposed again in the same market', async () => {
    const { rule, update } = await pending();
    await cancel(ctx(), actor(), rule.id, update.id);
    await repriceListings(ctx(), scene.companyId, [listingId]);
    await competitorAt(9_500);
    await scene.work();
    assert.deepEqual(await reported(), ['canceled 10000>9499']);
    assert.equal((await latest()).decided_by, scene.actor.personId);
  });

  it('allows the price again with another market', async () => {
    const { rule, update } = await pending();
    await cancel(ctx(), actor(), rule.id, update.id);
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500), competitor('R2', 9_800)]);
    await scene.work();
    assert.deepEqual(await reported(), ['canceled 10000>9499', 'pending 10000>9499']);

    // The dismissal is dropped: back in the first market, the price is proposed again.
    await competitorAt(9_300);
    await competitorAt(9_500);
    await scene.work();
    assert.equal((await reported()).at(-1), 'pending 10000>9499');
  });

  it('allows the price again with another rule', async () => {
    const { rule, update } = await pending();
    await cancel(ctx(), actor(), rule.id, update.id);
    const edit = {
      rule: scene.rule([listingId], { requiresApproval: true, minPrice: 81 }),
      version: 1,
    };
    await updateRule(ctx(), actor(), rule.id, edit);
    assert.deepEqual(await reported(), ['canceled 10000>9499', 'pending 10000>9499']);
    assert.equal((await latest()).event_type, 'adjusting_rule');
  });

  it('stops a retry', async () => {
    scene.shop.ends = ['rate_limit'];
    const { rule, update } = await applied();
    assert.equal(update.state, 'retry');
    await cancel(ctx(), actor(), rule.id, update.id);
    scene.ctx.advance(3_600_000);
    await scene.work();
    assert.deepEqual(await reported(), ['canceled 10000>9499']);
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('is refused once the price is on its way, or settled', async () => {
    const { rule, update } = await pending();
    await approve(ctx(), actor(), rule.id, update.id);
    await assert.rejects(
      cancel(ctx(), actor(), rule.id, update.id),
      refused(409, 'update_in_flight'),
    );
    await scene.work();
    await assert.rejects(
      cancel(ctx(), actor(), rule.id, update.id),
      refused(409, 'not_waiting', { state: 'applied' }),
    );
  });
});

describe('undoing', () => {
  const keep = { choice: 'keep_rule' } as const;

  it('restores the previous price, and the kept rule does not change it', async () => {
    const { rule, update } = await applied();
    await undo(ctx(), actor(), rule.id, update.id, keep);
    const answer = await getUpdate(ctx(), actor(), rule.id, update.id, 'pt');
    assert.deepEqual([answer.state, answer.undoing], ['applied', true]);

    await scene.work();
    await competitorAt(9_500);
    await scene.work();
    assert.deepEqual(await reported(), ['undone 10000>9499', 'applied 9499>10000']);
    assert.equal(scene.shop.shown('MLB1'), 10_000);
    const [original, reversal] = await scene.updates(listingId);
    assert.deepEqual(
      [reversal?.reverts, reversal?.event_type, reversal?.price_tag, reversal?.decided_by],
      [original?.id, 'undo', 'rule_intervention', scene.actor.personId],
    );
    assert.equal(original?.decided_by, scene.actor.personId);

    await competitorAt(9_400);
    await scene.work();
    assert.equal((await reported()).at(-1), 'applied 10000>9399');
  });

  it('emits an event of both updates once they are through', async () => {
    const { rule, update } = await applied();
    await scene.database.owner`delete from pgboss.job`;
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    const states = (await emitted(scene.ctx, PRICE_UPDATES_MOVED)).flatMap((event) =>
      event.updates.map((each) => [each.id === update.id, each.state, each.reverts]),
    );
    assert.deepEqual(states, [
      [false, 'applied', update.id],
      [true, 'undone', null],
    ]);
  });

  it('changes the rule in the same transaction where that was chosen', async () => {
    const { rule, update } = await applied();
    const edit = { rule: scene.rule([listingId], { minPrice: 97 }), version: 1 };
    await undo(ctx(), actor(), rule.id, update.id, { choice: 'change_rule', edit });
    await scene.work();
    const saved = await getRule(ctx(), actor(), rule.id);
    assert.deepEqual([saved.version, saved.minPrice], [2, 97]);
    // The rule as it is now wants its minimum.
    assert.deepEqual(await reported(), [
      'undone 10000>9499',
      'applied 9499>10000',
      'applied 10000>9700',
    ]);
  });

  it('changes neither rule nor price where the edit does not fit', async () => {
    const { rule, update } = await applied();
    const edit = { rule: scene.rule([listingId], { minPrice: 97 }), version: 7 };
    await assert.rejects(
      undo(ctx(), actor(), rule.id, update.id, { choice: 'change_rule', edit }),
      refused(409, 'rule_changed'),
    );
    assert.deepEqual(await reported(), ['applied 10000>9499']);
    assert.equal((await getRule(ctx(), actor(), rule.id)).version, 1);
  });

  it('is for the newest applied update of a listing only', async () => {
    const { rule, update } = await applied();
    await competitorAt(9_300);
    await scene.work();
    await assert.rejects(
      undo(ctx(), actor(), rule.id, update.id, keep),
      refused(409, 'not_latest'),
    );
    const newest = await latest();
    await undo(ctx(), actor(), rule.id, newest.id, keep);
    await scene.work();
    // With the newest one undone the one before it is the newest.
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 10_000);
  });

  describe('of successive updates', () => {
    /** Three applied updates of one rule, oldest first. */
    async function successive() {
      const { rule, update } = await applied();
      for (const price of [9_300, 9_100]) {
        scene.ctx.advance(600_000);
        await competitorAt(price);
        await scene.work();
      }
      return { rule, updates: [update, ...(await scene.updates(listingId)).slice(1)] };
    }

    it('brings back the price from before the first, once, with one line in the audit log', async () => {
      const { rule, updates } = await successive();
      const [first, , last] = updates;
      const whole = { ...keep, oldestId: first!.id };
      const ends = await Promise.allSettled(
        [scene.ctx, scene.another()].map((each) => undo(each, actor(), rule.id, last!.id, whole)),
      );
      assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      await scene.work();
      assert.deepEqual(await reported(), [
        'undone 10000>9499',
        'undone 9499>9299',
        'undone 9299>9099',
        'applied 9099>10000',
      ]);
      assert.equal(scene.shop.shown('MLB1'), 10_000);
      assert.equal((await latest()).reverts, first!.id);
      const lines = await scene.database.owner`
        select subject, values from audit_log where company_id = ${scene.companyId} and action = 'pricing.update_undone'`;
      assert.deepEqual(
        lines.map(({ subject, values }) => [subject, values.oldPrice, values.newPrice]),
        [[String(first!.id), 100, 90.99]],
      );
    });

    it('saves the changed rule with it, which decides from the restored price', async () => {
      const { rule, updates } = await successive();
      const edit = { rule: scene.rule([listingId], { minPrice: 97 }), version: 1 };
      const choice = { choice: 'change_rule', edit, oldestId: updates[0]!.id } as const;
      await undo(ctx(), actor(), rule.id, updates[2]!.id, choice);
      await scene.work();
      assert.deepEqual((await reported()).slice(-2), ['applied 9099>10000', 'applied 10000>9700']);
    });

    it('undoes only the newest of them if these are requested', async () => {
      const { rule, updates } = await successive();
      const two = { ...keep, oldestId: updates[1]!.id };
      await undo(ctx(), actor(), rule.id, updates[2]!.id, two);
      await scene.work();
      assert.deepEqual((await reported()).slice(0, 3), [
        'applied 10000>9499',
        'undone 9499>9299',
        'undone 9299>9099',
      ]);
    });

    it('is refused where something else moved the price between or after them', async () => {
      const { rule, updates } = await successive();
      const [first, second, last] = updates;
      const whole = { ...keep, oldestId: first!.id };
      const { owner } = scene.database;
      await owner`update price_update set new_price = 9500 where id = ${second!.id}`;
      await assert.rejects(
        undo(ctx(), actor(), rule.id, last!.id, whole),
        refused(409, 'not_successive'),
      );
      await owner`update price_update set new_price = 9299 where id = ${second!.id}`;
      await owner`update listing set price = 9200 where id = ${listingId}`;
      await assert.rejects(
        undo(ctx(), actor(), rule.id, last!.id, whole),
        refused(409, 'not_successive'),
      );
      await assert.rejects(
        undo(ctx(), actor(), rule.id, second!.id, whole),
        refused(409, 'not_latest'),
      );
      assert.equal(scene.shop.pushes.length, 3);
    });
  });

  it('is refused for an undo, for what is not applied, and while a price is on its way', async () => {
    const { rule, update } = await applied();
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await assert.rejects(
      undo(ctx(), actor(), rule.id, update.id, keep),
      refused(409, 'update_in_flight'),
    );
    await scene.work();
    await assert.rejects(
      undo(ctx(), actor(), rule.id, (await latest()).id, keep),
      refused(409, 'not_undoable'),
    );
    await assert.rejects(
      undo(ctx(), actor(), rule.id, update.id, keep),
      refused(409, 'not_applied', { state: 'undone' }),
    );
  });

  it('happens once for two concurrent requests', async () => {
    const { rule, update } = await applied();
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () => undo(scene.another(), actor(), rule.id, update.id, keep)),
    );
    assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
    await scene.work();
    assert.deepEqual(await reported(), ['undone 10000>9499', 'applied 9499>10000']);
  });

  it('works if the update was written by a clock that was ahead', async () => {
    const { rule, update } = await applied();
    scene.ctx.advance(-30_000);
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    assert.deepEqual(await reported(), ['undone 10000>9499', 'applied 9499>10000']);
  });

  it('stays applied if the marketplace refuses the old price', async () => {
    const { rule, update } = await applied();
    scene.shop.ends = ['reject'];
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    assert.deepEqual(await reported(), ['applied 10000>9499', 'rejected 9499>10000']);
    const answer = await getUpdate(ctx(), actor(), rule.id, update.id, 'pt');
    assert.equal(answer.undoing, false);
  });

  it('waits for its next attempt undisturbed by the rule', async () => {
    const { rule, update } = await applied();
    scene.shop.ends = ['rate_limit'];
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    await competitorAt(9_200);
    await scene.work();
    assert.deepEqual(await reported(), ['applied 10000>9499', 'retry 9499>10000']);
    scene.ctx.advance(120_000);
    await scene.work();
    assert.equal((await reported())[0], 'undone 10000>9499');
    // The postponed decision of the rule is made when the undo is settled.
    assert.equal((await reported()).at(-1), 'applied 10000>9199');
  });

  it('works for a rule that is archived by now, and is not sent while prices are stopped', async () => {
    const { rule, update } = await applied();
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'archived', version: 1 });
    await scene.database.owner`update company set stops_price_changes = true`;
    await assert.rejects(
      undo(ctx(), actor(), rule.id, update.id, keep),
      refused(409, 'price_changes_stopped'),
    );
    await scene.database.owner`update company set stops_price_changes = false`;
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.database.owner`update company set stops_price_changes = true`;
    await scene.work();
    assert.deepEqual(await reported(), ['applied 10000>9499', 'canceled 9499>10000']);
    await scene.database.owner`update company set stops_price_changes = false`;
    await undo(ctx(), actor(), rule.id, update.id, keep);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 10_000);
  });
});

describe('who may', () => {
  it('finds no update of another company, nor of another rule', async () => {
    const { rule, update } = await pending();
    const stranger = await seedCompany(scene.database.owner);
    for (const act of [approve, cancel]) {
      await assert.rejects(
        act(ctx(), stranger.actor, rule.id, update.id),
        refused(404, 'update_not_found'),
      );
      await assert.rejects(
        act(ctx(), actor(), rule.id + 1, update.id),
        refused(404, 'update_not_found'),
      );
    }
    await assert.rejects(
      undo(ctx(), stranger.actor, rule.id, update.id, { choice: 'keep_rule' }),
      refused(404, 'update_not_found'),
    );
    assert.equal((await latest()).state, 'pending');
  });
});
