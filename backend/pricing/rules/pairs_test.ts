// A listing of the marketplace's catalog and the one from which it was created share one price: one rule controls both.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import { Problem } from '../../kernel/problem.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain } from '../../testing/test-context.ts';
import {
  applySheet,
  createRule,
  getBulk,
  queryBulkItems,
  querySheetRows,
  selectListings,
  setRuleStatus,
  startBulk,
  updateRule,
  uploadSheet,
} from '../actions.ts';
import { BulkBody, ListingQuery, RuleBody } from '../contract.ts';
import { decide } from '../engine/decide.ts';
import { toRule } from '../engine/rule.ts';
import { loadSubjects } from '../updates/load-facts.ts';
import { bulkRunner } from './bulk/work.ts';
import { importRunner } from './spreadsheets/read.ts';

let database: TestDatabase;
let scene: Scene;
/** Made outside of the catalog, the one in the catalog that was made of it, and one of neither. */
let origin: number;
let made: number;
let other: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  origin = await scene.sell('MLB1', 10_000);
  made = await scene.sell('MLB2', 10_000);
  other = await scene.sell('MLB3', 10_000);
  await database.owner`
    insert into listing_particulars (company_id, listing_id, made_of, told_at)
    values (${scene.companyId}, ${made}, 'MLB1', ${scene.ctx.clock()})`;
});

const make = (listingIds: number[], more: Record<string, unknown> = {}) =>
  createRule(scene.ctx, scene.actor, scene.rule(listingIds, more));
const faulty = (path: string) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.deepEqual(
    error.more.faults?.map((fault) => [fault.path, fault.code]),
    [[path, 'pair_has_rule']],
  );
  return true;
};
const ruled = async () =>
  (
    await database.owner<{ listing_id: number }[]>`
      select listing_id from rule_listing where company_id = ${scene.companyId} order by listing_id`
  ).map((row) => row.listing_id);

describe('two listings with one price', () => {
  it('have one rule: a second one is refused for either of them', async () => {
    const first = await make([made]);
    await assert.rejects(make([origin]), faulty('listingIds.0'));
    await make([other]);
    await setRuleStatus(scene.ctx, scene.actor, first.id, {
      status: 'archived',
      version: first.version,
    });
    await make([origin]);
    await assert.rejects(make([made]), faulty('listingIds.0'));
  });

  it('are not both in one rule, neither as it is made nor as it is edited', async () => {
    await assert.rejects(make([made, other, origin]), faulty('listingIds.2'));
    const rule = await make([made, other]);
    const edit = (listingIds: number[]) =>
      updateRule(scene.ctx, scene.actor, rule.id, {
        rule: scene.rule(listingIds),
        version: rule.version,
      });
    await assert.rejects(edit([made, other, origin]), faulty('rule.listingIds.2'));
    await edit([made, other]);
    assert.deepEqual(await ruled(), [made, other]);
  });

  it('get one rule where two people make one at the same time', async () => {
    const ends = await Promise.allSettled([make([origin]), make([made])]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await ruled()).length, 1);
  });

  it('get one rule in a bulk action, with the reason why the other one gets none', async () => {
    const { id: selectionId } = await selectListings(
      scene.ctx,
      scene.actor,
      ListingQuery.parse({ tab: 'all' }),
      ListBody.parse({}),
    );
    const rule = { strategy: 'MATCH', minPrice: 80, maxPrice: 150 };
    const body = BulkBody.parse({ action: 'create', as: 'own', rule, selectionId });
    const { id } = await startBulk(scene.ctx, scene.actor, body);
    await drain(scene.ctx, bulkRunner.workers(scene.ctx));
    const bulk = await getBulk(scene.ctx, scene.actor, id!);
    assert.deepEqual(bulk.refused, [{ code: 'listing_has_rule', count: 1 }]);
    assert.deepEqual(await ruled(), [origin, other]);
    const { content } = await queryBulkItems(scene.ctx, scene.actor, id!, { page: 0, limit: 15 });
    const outcome = content.find(({ listingId }) => listingId === made);
    assert.deepEqual([outcome?.outcome, outcome?.code], ['refused', 'listing_has_rule']);
  });

  it('get one rule from a spreadsheet, with the reason why the other one gets none', async () => {
    const file = ['ID;Preço mínimo;Estratégia', `${made};80;Igualar`, `${origin};80;Igualar`];
    const bytes = new TextEncoder().encode(file.join('\r\n'));
    const { id } = await uploadSheet(scene.ctx, scene.actor, 'regras.csv', bytes, 'pt');
    await drain(scene.ctx, importRunner.workers(scene.ctx));
    const rows = await querySheetRows(scene.ctx, scene.actor, id, { page: 0, limit: 200 }, null);
    assert.deepEqual(
      rows.content.map(({ listingId, kind, faults }) => [listingId, kind, faults[0]?.code]),
      [
        [made, 'made', undefined],
        [origin, 'wrong', 'group_rule'],
      ],
    );
    // What the file would make is known before the other gets a rule elsewhere.
    const rule = await make([origin]);
    await applySheet(scene.ctx, scene.actor, id, 'good');
    await drain(scene.ctx, importRunner.workers(scene.ctx));
    assert.deepEqual(await ruled(), [origin]);
    assert.equal(rule.listingIds.length, 1);
  });

  it('are priced by the rule of the catalog’s where both had one before that was known', async () => {
    await database.owner`update listing_particulars set made_of = null where listing_id = ${made}`;
    await make([origin]);
    await make([made]);
    await database.owner`update listing_particulars set made_of = 'MLB1' where listing_id = ${made}`;
    const codes = async () => {
      const subjects = await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
        loadSubjects(trx, scene.companyId, [origin, made]),
      );
      const market = {
        observedAt: scene.ctx.clock(),
        buybox: { status: 'LOSING' as const, winnerSellerId: 'R1', priceToWin: null, reason: null },
        offers: [competitor('R1', 9_500)],
      };
      const rule = toRule(RuleBody.parse({ minPrice: 80, strategy: 'WIN' }));
      return subjects.map(({ facts }) => decide(facts, rule, market, null, scene.ctx.clock()).code);
    };
    assert.deepEqual(await codes(), ['pair_has_rule', null]);
    await database.owner`update listing set status = 'PAUSED' where id = ${made}`;
    assert.deepEqual(await codes(), [null, 'listing_inactive']);
  });

  it('of two accounts are not a pair, whatever their codes', async () => {
    const [account] = await database.owner<{ id: number }[]>`
      insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
      values (${scene.companyId}, 2, ${`${scene.companyId}9`}, 'Segunda', 'active', ${scene.ctx.clock()})
      returning id`;
    await database.owner`update listing set account_id = ${account!.id} where id = ${origin}`;
    await make([made]);
    await make([origin]);
    assert.equal((await ruled()).length, 2);
  });
});
