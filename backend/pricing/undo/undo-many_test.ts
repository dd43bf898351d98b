import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany } from '../../testing/test-context.ts';
import type { Rule, Undo, UndoBody, UndoScope } from '../contract.ts';
import { PROBLEMS } from '../problems.ts';
import { createRule, getRule, setRuleStatus } from '../rules/actions.ts';
import { setPriceSwitch } from '../safety/stop-switch.ts';
import { cancel } from '../updates/actions.ts';
import { actOnUpdates } from '../updates/bulk-actions.ts';
import { getUpdate } from '../updates/history/query.ts';
import * as undos from './actions.ts';
import { cancelUndo, getUndo, queryUndoItems } from './actions.ts';
import { chosenUpdates, loadUndoListings } from './load.ts';
import { undo } from './undo-update.ts';
import { undoRunner } from './work.ts';

let database: TestDatabase;
let scene: Scene;
let listings: number[];
let rule: Rule;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const SKUS = ['MLB1', 'MLB2', 'MLB3'];
const ctx = () => scene.ctx;
const actor = () => scene.actor;
const shown = () => SKUS.map((sku) => scene.shop.shown(sku));

/** The competitor of each listing moves, and the rule answers. */
async function competitorsAt(...prices: number[]): Promise<void> {
  scene.ctx.advance(60_000);
  for (const [place, price] of prices.entries())
    await scene.see(listings[place]!, 'LOSING', [competitor('R1', price)]);
  await scene.work();
}

/** The applied updates of a listing, oldest first. */
const appliedOf = async (listingId: number): Promise<number[]> =>
  (await scene.updates(listingId))
    .filter(({ state, reverts }) => state === 'applied' && reverts === null)
    .map(({ id }) => id);

const codes = ({ items }: Undo) => items.map(({ code }) => code);
const restores = ({ items }: Undo) => items.map(({ restorePrice }) => restorePrice);

const IN_TIME = new AbortController().signal;
const previewUndo = (of: AppContext, who: Actor, scope: UndoScope) =>
  undos.previewUndo(of, who, scope, IN_TIME);
const startUndo = (of: AppContext, who: Actor, body: UndoBody) =>
  undos.startUndo(of, who, body, IN_TIME);

/** Confirms a preview as it was shown. */
const confirm = (scope: UndoScope, { seenAt }: Undo, choice: Undo['rule'] = 'keep') =>
  startUndo(ctx(), actor(), { ...scope, rule: choice, seenAt });

beforeEach(async () => {
  scene = await openScene(database);
  listings = [];
  for (const sku of SKUS) listings.push(await scene.sell(sku, 10_000));
  rule = await createRule(ctx(), actor(), scene.rule(listings));
});

/** All that the rule did from now on. */
const fromNow = (): UndoScope => ({
  ruleId: rule.id,
  since: scene.ctx.clock().toISOString(),
});

describe('undoing many updates', () => {
  it('restores the prices from before all that a rule did in a period, and previews it first', async () => {
    await competitorsAt(9_800, 9_800);
    scene.ctx.advance(1_000);
    const scope = fromNow();
    await competitorsAt(9_500, 9_600);
    await competitorsAt(9_000, 9_700);
    scene.ctx.advance(1_000);

    const preview = await previewUndo(ctx(), actor(), scope);
    assert.deepEqual(restores(preview), [97.99, 97.99]);
    assert.deepEqual(
      preview.items.map(({ price, updates }) => [price, updates]),
      [
        [89.99, 2],
        [96.99, 2],
      ],
    );
    assert.deepEqual(preview.effects, [
      { currencyCode: 'BRL', raises: 2, raisedBy: 9, lowers: 0, loweredBy: 0 },
    ]);
    assert.deepEqual(shown(), [8_999, 9_699, 10_000], 'a preview moves nothing');

    const done = await confirm(scope, preview);
    assert.deepEqual([done.state, done.counts.restoring, done.counts.refused], ['done', 2, 0]);
    const [first] = await appliedOf(listings[0]!);
    const undoing = await getUpdate(ctx(), actor(), rule.id, first!, 'pt');
    assert.equal(undoing.undoing, false, 'what came before the time is not taken back');
    await scene.work();
    assert.deepEqual(shown(), [9_799, 9_799, 10_000]);
    const states = (await scene.updates(listings[0]!)).map(({ state }) => state);
    assert.deepEqual(states, ['applied', 'undone', 'undone', 'applied']);
    assert.equal((await getRule(ctx(), actor(), rule.id)).status, 'enabled');

    // The rule stays enabled, and keeps the prices while the market is unchanged.
    await scene.work();
    assert.equal((await previewUndo(ctx(), actor(), scope)).items.length, 0);
  });

  it('stops the rule first where that is wanted', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    scene.ctx.advance(1_000);
    await confirm(scope, await previewUndo(ctx(), actor(), scope), 'disable');
    await scene.work();
    await competitorsAt(9_100);
    assert.equal((await getRule(ctx(), actor(), rule.id)).status, 'disabled');
    assert.equal(scene.shop.shown('MLB1'), 10_000);
  });

  it('skips prices that someone else changed since, with the reason', async () => {
    const scope = fromNow();
    await competitorsAt(9_500, 9_500, 9_500);
    const until = scene.ctx.clock().toISOString();
    await competitorsAt(9_400);
    // Reported by the marketplace, as another program's change.
    await database.owner`update listing set price = 7777 where id = ${listings[1]!}`;
    scene.ctx.advance(1_000);
    const window = { ...scope, until: new Date(Date.parse(until) + 1).toISOString() };
    const preview = await previewUndo(ctx(), actor(), window);
    assert.deepEqual(codes(preview), ['not_latest', 'changed_outside', null]);
    assert.deepEqual(preview.refused, [
      { code: 'changed_outside', count: 1 },
      { code: 'not_latest', count: 1 },
    ]);
    await confirm(window, preview);
    await scene.work();
    assert.equal(scene.shop.shown('MLB3'), 10_000);
    assert.equal(scene.shop.shown('MLB1'), 9_399);
    const owned = await database.owner`select price from listing where id = ${listings[1]!}`;
    assert.equal(owned[0]?.price, 7_777);
  });

  it('restores a price that a user set between two updates, and keeps the older update', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    scene.shop.change('MLB1', 11_000);
    await database.owner`update listing set price = 11000 where id = ${listings[0]!}`;
    await competitorsAt(9_300);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    assert.deepEqual(
      preview.items.map(({ restorePrice, updates, olderKept }) => [
        restorePrice,
        updates,
        olderKept,
      ]),
      [[110, 1, 1]],
    );
  });

  it('gives the reason for each selected update that is kept', async () => {
    await competitorsAt(9_500, 9_500);
    const [mine] = await appliedOf(listings[0]!);
    const [taken] = await appliedOf(listings[1]!);
    await undo(ctx(), actor(), rule.id, taken!, { choice: 'keep_rule' });
    const onItsWay = await previewUndo(ctx(), actor(), { updateIds: [taken!] });
    assert.deepEqual(codes(onItsWay), ['update_in_flight']);
    await scene.work();
    const other = await seedCompany(database.owner);
    const back = (await scene.updates(listings[1]!)).at(-1)!;
    const preview = await previewUndo(ctx(), actor(), {
      updateIds: [mine!, taken!, 987_654_321],
    });
    assert.deepEqual(codes(preview), ['already_undone', 'update_not_found', null]);
    const anUndo = await previewUndo(ctx(), actor(), { updateIds: [back.id] });
    assert.deepEqual(codes(anUndo), ['not_undoable']);
    const theirs = await previewUndo(ctx(), other.actor, { updateIds: [mine!] });
    assert.deepEqual(codes(theirs), ['update_not_found']);
    assert.equal(theirs.items[0]?.title, null);
    await assert.rejects(previewUndo(ctx(), other.actor, fromNow()), { code: 'rule_not_found' });
  });

  it('does what was shown or nothing', async () => {
    const scope = fromNow();
    await competitorsAt(9_500, 9_500);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    await competitorsAt(9_200);
    const done = await confirm(scope, preview);
    assert.deepEqual(codes(done), ['changed_since_preview', null]);
    await scene.work();
    assert.deepEqual(shown().slice(0, 2), [9_199, 10_000]);
  });

  it('sent twice has no second effect', async () => {
    const scope = fromNow();
    await competitorsAt(9_500, 9_400, 9_300);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    scene.shop.pushes.length = 0;
    const [one, other] = await Promise.all([
      confirm(scope, preview),
      startUndo(scene.another(), actor(), { ...scope, rule: 'keep', seenAt: preview.seenAt }),
    ]);
    assert.equal(one.counts.restoring + other.counts.restoring, 3);
    await scene.work();
    const again = await confirm(scope, preview);
    assert.equal(again.counts.restoring, 0);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 3);
    assert.deepEqual(shown(), [10_000, 10_000, 10_000]);
  });

  it('continues after a crashed worker, and stops when it is cancelled', async () => {
    const scope = fromNow();
    await competitorsAt(9_500, 9_400);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    const before = await confirm(scope, preview);
    assert.equal(before.state, 'done');
    // As after a crash of its worker: the first listing is written, the second one is not.
    const [second] = await database.owner<{ id: number }[]>`
      delete from price_update where listing_id = ${listings[1]!} and reverts is not null returning id`;
    assert.ok(second);
    await database.owner`delete from pgboss.job where data::text like ${`%${second.id}%`}
      and name like '%push%'`;
    await database.owner`update price_undo_ad set state = 'open' where undo_id = ${before.id} and seq = 1`;
    await database.owner`update price_undo set state = 'writing', done = 1, claim = ${crypto.randomUUID()},
      beat_at = now() - interval '1 minute' where id = ${before.id}`;
    const acquired = await undoRunner.acquire(ctx(), scene.companyId);
    assert.equal(acquired.kind, 'acquired');
    if (acquired.kind === 'acquired')
      await undoRunner.run(ctx(), acquired, new AbortController().signal);
    for (const id of listings.slice(0, 2)) {
      const back = (await scene.updates(id)).filter(({ reverts }) => reverts !== null);
      assert.equal(back.length, 1);
    }
    const after = await getUndo(ctx(), actor(), before.id!);
    assert.deepEqual([after.state, after.progress.done, after.counts.restoring], ['done', 2, 2]);

    await database.owner`update price_undo set state = 'queued' where id = ${before.id}`;
    assert.equal((await cancelUndo(ctx(), actor(), before.id!)).state, 'canceled');
    assert.equal((await undoRunner.acquire(ctx(), scene.companyId)).kind, 'none');
    const page = await queryUndoItems(ctx(), actor(), before.id!, { page: 0, limit: 15 });
    assert.equal(page.totalElements, 2);
    const other = await seedCompany(database.owner);
    await assert.rejects(getUndo(ctx(), other.actor, before.id!), { code: 'batch_not_found' });
  });

  it('stops no rule where nothing is restored', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    // Written, but the listing's price changed before the worker reached it.
    const before = await confirm(scope, preview, 'disable');
    await database.owner`update rule set status = 'enabled' where id = ${rule.id}`;
    await scene.work();
    await database.owner`update price_undo_ad set state = 'open' where undo_id = ${before.id}`;
    await database.owner`update price_undo set state = 'queued' where id = ${before.id}`;
    const acquired = await undoRunner.acquire(ctx(), scene.companyId);
    assert.equal(acquired.kind, 'acquired');
    if (acquired.kind === 'acquired') await undoRunner.run(ctx(), acquired, IN_TIME);
    assert.equal((await getUndo(ctx(), actor(), before.id!)).counts.refused, 1);
    assert.equal((await getRule(ctx(), actor(), rule.id)).status, 'enabled');
  });

  it('reports for each listing what became of its price', async () => {
    const scope = fromNow();
    await competitorsAt(9_500, 9_500, 9_500);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    const { id } = await confirm(scope, preview);
    // Cancelled on its way, as by the stop of all price changes.
    await database.owner`update price_update set state = 'canceled'
      where listing_id = ${listings[2]!} and reverts is not null`;
    scene.shop.ends = ['reject'];
    await scene.work();
    const { counts } = await getUndo(ctx(), actor(), id!);
    const { open, restoring, restored, failed, canceled, refused } = counts;
    assert.deepEqual(
      { open, restoring, restored, failed, canceled, refused },
      { open: 0, restoring: 0, restored: 1, failed: 1, canceled: 1, refused: 0 },
    );
    const { content } = await queryUndoItems(ctx(), actor(), id!, { page: 0, limit: 15 });
    assert.deepEqual(content.map(({ outcome }) => outcome).sort(), [
      'canceled',
      'failed',
      'restored',
    ]);
  });

  it('is confirmed within an hour of its preview, and never before it', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    scene.ctx.advance(1_000);
    const preview = await previewUndo(ctx(), actor(), scope);
    const confirmedIn = (ms: number) => ({
      ...preview,
      seenAt: new Date(scene.ctx.clock().getTime() + ms).toISOString(),
    });
    await assert.rejects(confirm(scope, confirmedIn(60_000)), { code: 'preview_expired' });
    await assert.rejects(confirm(scope, confirmedIn(-3_601_000)), { code: 'preview_expired' });
    assert.equal((await confirm(scope, confirmedIn(0))).counts.restoring, 1);
  });

  it('begins at most 90 days back', async () => {
    const now = scene.ctx.clock().getTime();
    const since = (days: number) => new Date(now - days * 86_400_000).toISOString();
    await previewUndo(ctx(), actor(), { ruleId: rule.id, since: since(90) });
    const far = { ruleId: rule.id, since: since(90.1) };
    const refused = { code: 'undo_too_far_back', status: 422 };
    await assert.rejects(previewUndo(ctx(), actor(), far), refused);
    const body = { ...far, rule: 'keep', seenAt: since(0) } as const;
    await assert.rejects(startUndo(ctx(), actor(), body), refused);
  });

  it('of a request that timed out has no effect', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    scene.ctx.advance(1_000);
    const { seenAt } = await previewUndo(ctx(), actor(), scope);
    const late = new AbortController();
    late.abort(new Error('late'));
    await assert.rejects(undos.previewUndo(ctx(), actor(), scope, late.signal), /late/);
    const body = { ...scope, rule: 'keep', seenAt } as const;
    await assert.rejects(undos.startUndo(ctx(), actor(), body, late.signal), /late/);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 9_499);
    assert.equal(
      (await database.owner`select from price_undo where company_id = ${scene.companyId}`).length,
      0,
    );
  });

  it('reads so many updates at most', async () => {
    await competitorsAt(9_500, 9_500);
    const updateIds = [...(await appliedOf(listings[0]!)), ...(await appliedOf(listings[1]!))];
    await within(ctx().db, { company: scene.companyId }, async (trx) => {
      const chosen = await chosenUpdates(trx, scene.companyId, { updateIds });
      assert.equal((await loadUndoListings(trx, scene.companyId, chosen, 2)).size, 2);
      const refused = { code: 'too_many_updates', status: 422 };
      await assert.rejects(loadUndoListings(trx, scene.companyId, chosen, 1), refused);
    });
  });

  it('is refused while all price changes are stopped', async () => {
    const scope = fromNow();
    await competitorsAt(9_500);
    const preview = await previewUndo(ctx(), actor(), scope);
    await setPriceSwitch(ctx(), actor(), { stopped: true });
    await assert.rejects(confirm(scope, preview), { code: 'price_changes_stopped' });
  });

  it('of all updates of a rule restores every listing, if there were no other changes', async () => {
    const moves = fc.array(fc.tuple(...SKUS.map(() => fc.integer({ min: 8_100, max: 11_900 }))), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 0, max: 2 }), async (all, early) => {
        // The day's largest move is no matter here.
        await database.owner`update company set max_step_percent = 1000, max_day_percent = 1000,
          breaker_drops = 1000 where id = ${scene.companyId}`;
        for (const prices of all.slice(0, early)) await competitorsAt(...prices);
        const before = shown();
        scene.ctx.advance(1_000);
        const scope = fromNow();
        for (const prices of all.slice(early)) await competitorsAt(...prices);
        scene.ctx.advance(1_000);
        await confirm(scope, await previewUndo(ctx(), actor(), scope));
        await scene.work();
        assert.deepEqual(shown(), before);
      }),
      { numRuns: 4 },
    );
  });
});

describe('undoing what two rules did', () => {
  let newer: Rule;
  let updateIds: number[];
  beforeEach(async () => {
    await competitorsAt(9_500);
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'archived', version: rule.version });
    newer = await createRule(ctx(), actor(), scene.rule([listings[0]!], { name: 'A nova' }));
    await competitorsAt(9_300);
    scene.ctx.advance(1_000);
    updateIds = await appliedOf(listings[0]!);
  });

  /** Lets time pass without events. */
  async function timePasses(): Promise<void> {
    for (let hours = 0; hours < 3; hours += 1) {
      await scene.work();
      scene.ctx.advance(3_600_000);
    }
    await scene.see(listings[0]!, 'LOSING', [competitor('R1', 9_300)]);
    await scene.work();
  }

  for (const choice of ['keep', 'disable'] as const)
    it(`with ${choice} restores the price also under the listing's present rule`, async () => {
      const preview = await previewUndo(ctx(), actor(), { updateIds });
      assert.deepEqual(restores(preview), [100]);
      assert.deepEqual(preview.rules, [{ id: newer.id, name: 'A nova' }]);
      assert.equal(preview.items[0]?.ruleName, 'A nova');
      const done = await confirm({ updateIds }, preview, choice);
      assert.equal(done.counts.restoring, 1);
      await timePasses();
      assert.equal(scene.shop.shown('MLB1'), 10_000);
      const { status } = await getRule(ctx(), actor(), newer.id);
      assert.equal(status, choice === 'keep' ? 'enabled' : 'disabled');
    });

  it('of one update restores the price also if another rule controls the listing by now', async () => {
    await setRuleStatus(ctx(), actor(), newer.id, { status: 'archived', version: newer.version });
    await createRule(ctx(), actor(), scene.rule([listings[0]!], { name: 'A mais nova' }));
    await scene.work();
    await undo(ctx(), actor(), newer.id, updateIds[1]!, { choice: 'keep_rule' });
    await timePasses();
    assert.equal(scene.shop.shown('MLB1'), 9_499);
  });
});

describe('acting on many updates', () => {
  it('does each independently, and reports failures', async () => {
    const waits = await createRule(
      ctx(),
      actor(),
      scene.rule([await scene.sell('MLB9', 10_000)], { requiresApproval: true }),
    );
    const [listingId] = waits.listingIds;
    await competitorsAt(9_500);
    await scene.see(listingId!, 'LOSING', [competitor('R1', 9_500)]);
    await scene.work();
    const pending = (await scene.updates(listingId!)).at(-1)!;
    const [applied] = await appliedOf(listings[0]!);
    const { results } = await actOnUpdates(
      ctx(),
      actor(),
      {
        act: 'approve',
        updateIds: [pending.id, applied!, 987_654_321],
      },
      'en',
    );
    assert.deepEqual(
      results.map(({ code }) => code),
      [null, 'not_pending', 'update_not_found'],
    );
    assert.equal(results[2]?.text, PROBLEMS.update_not_found.en);
    await scene.work();
    assert.equal(scene.shop.shown('MLB9'), 9_499);
    const again = await actOnUpdates(
      ctx(),
      actor(),
      { act: 'cancel', updateIds: [pending.id] },
      'en',
    );
    assert.equal(again.results[0]?.code, 'not_waiting');
  });

  it('sends what waits for its next attempt at once, and decides again what failed', async () => {
    scene.shop.ends = ['rate_limit'];
    await competitorsAt(9_500);
    const waiting = (await scene.updates(listings[0]!)).at(-1)!;
    assert.equal(waiting.state, 'retry');
    const retry = (id: number) =>
      actOnUpdates(ctx(), actor(), { act: 'retry', updateIds: [id] }, 'en');
    assert.equal((await retry(waiting.id)).results[0]?.code, null);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 9_499);
    assert.equal((await retry(waiting.id)).results[0]?.code, 'not_retryable');

    scene.shop.ends = ['reject'];
    await competitorsAt(9_300);
    const rejected = (await scene.updates(listings[0]!)).at(-1)!;
    assert.equal(rejected.state, 'rejected');
    assert.equal((await retry(rejected.id)).results[0]?.code, null);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 9_299);
    assert.equal((await retry(rejected.id)).results[0]?.code, 'newer_update');

    scene.shop.ends = ['reject'];
    await competitorsAt(9_200);
    const last = (await scene.updates(listings[0]!)).at(-1)!;
    const { version } = await getRule(ctx(), actor(), rule.id);
    await setRuleStatus(ctx(), actor(), rule.id, { status: 'disabled', version });
    assert.equal((await retry(last.id)).results[0]?.code, 'nothing_to_send');
  });

  it('sends nothing again that has a newer update, such as an undo or a cancellation', async () => {
    scene.shop.ends = ['reject'];
    await competitorsAt(9_600);
    const failed = (await scene.updates(listings[0]!)).at(-1)!;
    await competitorsAt(9_500);
    const [applied] = await appliedOf(listings[0]!);
    await undo(ctx(), actor(), rule.id, applied!, { choice: 'keep_rule' });
    await scene.work();
    const retry = () =>
      actOnUpdates(ctx(), actor(), { act: 'retry', updateIds: [failed.id] }, 'en');
    assert.equal((await retry()).results[0]?.code, 'newer_update');
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 10_000);

    scene.shop.ends = ['rate_limit'];
    await competitorsAt(9_400);
    const waiting = (await scene.updates(listings[0]!)).at(-1)!;
    assert.equal(waiting.state, 'retry');
    await cancel(ctx(), actor(), rule.id, waiting.id);
    assert.equal((await retry()).results[0]?.code, 'newer_update');
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 10_000);
  });

  it('keeps a dismissal together with the failed price', async () => {
    scene.shop.ends = ['reject'];
    await competitorsAt(9_500);
    const failed = (await scene.updates(listings[0]!)).at(-1)!;
    // With another price than the failed one.
    await database.owner`update listing_pricing set dismissed_price = 9498 where listing_id = ${listings[0]!}`;
    await actOnUpdates(ctx(), actor(), { act: 'retry', updateIds: [failed.id] }, 'en');
    const [row] = await database.owner`
      select dismissed_price from listing_pricing where listing_id = ${listings[0]!}`;
    assert.equal(row?.dismissed_price, 9_498);
  });
});
