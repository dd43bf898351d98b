import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Problem } from '../../../kernel/problem.ts';
import { competitor, openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { seedCompany } from '../../../testing/test-context.ts';
import { getFirstRun, previewBulk, queryBulks, startBulk, undoBulk } from '../../actions.ts';
import { BulkBody, previewBulk as declared, queryBulks as listed } from '../../contract.ts';
import { createRule } from '../actions.ts';

let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** A listing at 100.00 with one competitor. */
const sell = async (rivalPrice = 9_501): Promise<number> => {
  made += 1;
  const id = await scene.sell(`ACT${made}`, 10_000);
  await scene.see(id, 'LOSING', [competitor('R1', rivalPrice)]);
  return id;
};
const ruled = async (more: Record<string, unknown> = {}): Promise<number> => {
  const id = await sell();
  await createRule(scene.ctx, scene.actor, scene.rule([id], more));
  return id;
};
const preview = async (body: Record<string, unknown>) =>
  declared.answer.parse(await previewBulk(scene.ctx, scene.actor, BulkBody.parse(body)));
const act = (body: Record<string, unknown>) =>
  startBulk(scene.ctx, scene.actor, BulkBody.parse(body));
const acts = async () =>
  listed.answer.parse(await queryBulks(scene.ctx, scene.actor, { page: 0, limit: 15 }));
/** What a sale costs: the product, and ten percent for the marketplace. */
const costing = (id: number, cost: number) => scene.database.owner`
  insert into listing_cost (company_id, listing_id, cost, fee_percent, fee_source, fee_at, updated_at)
  values (${scene.companyId}, ${id}, ${cost}, 10, 'person', ${scene.ctx.clock()}, ${scene.ctx.clock()})`;

describe('what prices would do after a bulk act', () => {
  it('is computed for each listing by its rule as if active', async () => {
    const cheap = await ruled({ status: 'disabled', adjustment: { type: 'VALUE', amount: 1 } });
    const dear = await ruled({ status: 'disabled' });
    const active = await ruled();
    const bare = await sell();
    await costing(dear, 9_000);
    const reported = await preview({ action: 'enable', listingIds: [cheap, dear, active, bare] });
    assert.equal(reported.total, 2);
    assert.equal(reported.changes, 2);
    const prices = Object.fromEntries(
      reported.items.map((item) => [item.listingId, item.newPrice]),
    );
    assert.deepEqual(prices, { [cheap]: 94.01, [dear]: 95 });
    assert.deepEqual(
      reported.warnings.filter(({ code }) => code === 'under_cost'),
      [{ code: 'under_cost', count: 1 }],
    );
  });

  it('uses the rule as edited, also a created one', async () => {
    const active = await ruled();
    const fields = { adjustment: { type: 'VALUE', amount: 2 } };
    const edited = await preview({ action: 'edit', fields, listingIds: [active] });
    assert.deepEqual(
      edited.items.map(({ newPrice }) => newPrice),
      [93.01],
    );
    const bare = await sell();
    const begun = await preview({
      action: 'edit',
      fields: { strategy: 'MATCH' },
      listingIds: [bare],
    });
    assert.equal(begun.items[0]?.newPrice, 95.01);
  });

  it('lets a rule that was off start from the present price, as the act does', async () => {
    const id = await ruled({ control: 'LOSE' });
    await scene.work();
    await act({ action: 'disable', listingIds: [id] });
    const sku = `ACT${made}`;
    scene.shop.change(sku, 9_800);
    await scene.database.owner`update listing set price = 9800 where id = ${id}`;
    const body = { action: 'enable', listingIds: [id] };
    const [reported] = (await preview(body)).items;
    assert.deepEqual(
      [reported?.outcome, reported?.stoppedBy, reported?.newPrice],
      ['CHANGE', null, 95],
    );
    await act(body);
    await scene.work();
    assert.equal(scene.shop.shown(sku), 9_500);
  });

  it('has no listings where no rule would be active', async () => {
    const active = await ruled();
    assert.equal((await preview({ action: 'disable', listingIds: [active] })).total, 0);
  });
});

describe('the list of bulk acts', () => {
  it('names who did what, the latest first, and only those of the company', async () => {
    const before = (await acts()).totalElements;
    const id = await ruled();
    const first = await act({ action: 'disable', listingIds: [id] });
    const second = await act({ action: 'enable', listingIds: [id] });
    await undoBulk(scene.ctx, scene.actor, second.id!);
    await act({ action: 'archive', listingIds: [id], dryRun: true });
    const { content, totalElements } = await acts();
    assert.equal(totalElements, before + 2);
    assert.deepEqual(
      content
        .slice(0, 2)
        .map(({ id: act, action, state, counts }) => [act, action, state, counts.changed]),
      [
        [second.id, 'enable', 'undone', 1],
        [first.id, 'disable', 'done', 1],
      ],
    );
    const [person] = await scene.database.owner<{ name: string }[]>`
      select name from person where id = ${scene.actor.personId}`;
    assert.equal(content[0]?.personName, person?.name);
    const other = await seedCompany(scene.database.owner);
    const theirs = await queryBulks(scene.ctx, other.actor, { page: 0, limit: 15 });
    assert.equal(theirs.totalElements, 0);
  });

  it('refuses the selection of another user', async () => {
    const body = BulkBody.parse({ action: 'enable', selectionId: 987_654 });
    await assert.rejects(
      () => previewBulk(scene.ctx, scene.actor, body),
      (error) => error instanceof Problem && error.code === 'selection_not_found',
    );
  });
});

describe('the first run', () => {
  it('uses the company’s present data', async () => {
    const id = await ruled({ status: 'disabled' });
    await costing(id, 100);
    const reported = await getFirstRun(scene.ctx, scene.actor);
    assert.deepEqual(
      { ...reported, hasActiveRule: null },
      {
        hasAccount: true,
        hasListing: true,
        hasCost: true,
        hasTried: false,
        hasRule: true,
        hasActiveRule: null,
      },
    );
    const other = await seedCompany(scene.database.owner);
    const theirs = await getFirstRun(scene.ctx, other.actor);
    assert.deepEqual(Object.values({ ...theirs, hasAccount: false }), Array(6).fill(false));
  });
});
