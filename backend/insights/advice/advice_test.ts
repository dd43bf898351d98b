import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import type { Minor } from '../../kernel/money.ts';
import { withinByKeys } from '../../platform/db.ts';
import { createRule, getRule } from '../../pricing/actions.ts';
import { refreshShares } from '../../sales/actions.ts';
import { addUpBuyboxTime } from '../../sales/buybox-time/buybox-time.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { recordLines, sale } from '../../testing/insights-scene.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import type { AdviceTab, Recommendation } from '../contract.ts';
import {
  acceptRecommendations,
  dismissRecommendations,
  reopenRecommendations,
  snoozeRecommendations,
  undoRecommendation,
} from './actions.ts';
import { evaluateCompany, evaluateMoved } from './evaluate.ts';
import {
  getRecommendation,
  nextRecommendations,
  queryRecommendations,
  recommendationFunnel,
} from './list.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

const see = (listingId: number, priceToWin: Minor | null) =>
  recordObserved(scene.ctx, scene.companyId, [
    {
      listingId,
      market: {
        observedAt: scene.ctx.clock(),
        buybox: {
          status: priceToWin === null ? 'WINNING' : 'LOSING',
          winnerSellerId: priceToWin === null ? null : 'R',
          priceToWin,
          reason: null,
        },
        offers: [competitor('R', priceToWin === null ? 12_000 : priceToWin + 1)],
      },
    },
  ]);

/** Lets time pass in which the buybox stays as it was last observed, and has it added up. */
async function pass(milliseconds: number): Promise<void> {
  const { ctx, companyId } = scene;
  ctx.advance(milliseconds);
  await addUpBuyboxTime(ctx, companyId, AbortSignal.timeout(10_000));
  await withinByKeys(ctx.db, { company: companyId }, (trx) =>
    refreshShares(trx, companyId, ctx.clock()),
  );
}

const evaluate = () => evaluateCompany(scene.ctx, scene.companyId, AbortSignal.timeout(30_000));

const list = async (tab: AdviceTab = 'open') =>
  await queryRecommendations(
    scene.ctx,
    scene.actor,
    { page: 0, limit: 50, tab },
    ListBody.parse({}),
    'en',
  );
const only = async (tab: AdviceTab = 'open'): Promise<Recommendation> => {
  const { content } = await list(tab);
  assert.equal(content.length, 1, `${tab}: ${content.map(({ kind }) => kind)}`);
  return content[0]!;
};

const accept = (id: number) => acceptRecommendations(scene.ctx, scene.actor, [id], 'en');

/** A listing that loses at 100.00 and would win at 95.00, and one that sells with the buybox; costs are known. */
async function loser(hours = 30): Promise<number> {
  const { companyId, accountId, ctx } = scene;
  const winner = await scene.sell('W', 10_000);
  const listingId = await scene.sell('L', 10_000);
  await database.owner`
    insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
    values (${companyId}, ${listingId}, 6000, 6, 14, 0, 'marketplace', ${ctx.clock()}, ${ctx.clock()})`;
  await see(winner, null);
  await see(listingId, 9_500);
  await pass(hours * HOUR_MS);
  const day = new Date(ctx.clock().getTime() - DAY_MS).toISOString().slice(0, 10);
  await recordLines(ctx, database.owner, companyId, [
    ...Array.from({ length: 10 }, () => sale(accountId, day, { listing: winner, held: 'won' })),
    sale(accountId, day, { listing: listingId, held: 'lost' }),
  ]);
  await see(listingId, 9_500);
  return listingId;
}

/** What a person has configured and what buyers see, as the database and the marketplace have it. */
const picture = async (listingId: number) => ({
  rules: await database.owner`
    select r.status, r.min_price, r.max_price, r.settings from rule r
    join rule_listing l on l.rule_id = r.id where l.listing_id = ${listingId}`,
  shown: scene.shop.shown('L'),
  price: (await database.owner`select price from listing where id = ${listingId}`)[0]!.price,
});

describe('a listing that loses the buybox', () => {
  it('gets a rule by one press, which takes the price to win, and both are taken back', async () => {
    const listingId = await loser();
    const before = await picture(listingId);
    await evaluate();
    const advice = await only();
    assert.deepEqual(
      [advice.kind, advice.act, advice.isDoneHere, advice.listingId, advice.isPrimary],
      ['losing_buybox', 'create_rule', true, listingId, true],
    );
    assert.match(
      advice.why,
      /lost the buybox for 100% of the time and has no rule\. R?\$?.*95\.00 would win/,
    );
    assert.ok(advice.effect !== null && advice.effect.value > 0);

    assert.deepEqual(await accept(advice.id), [
      { id: advice.id, outcome: 'applied', code: null, text: null },
    ]);
    await scene.work();
    assert.ok(scene.shop.shown('L') <= 9_500, `${scene.shop.shown('L')}`);
    const done = await only('done');
    assert.deepEqual([done.state, done.canUndo], ['applied', true]);
    assert.deepEqual(await accept(advice.id), [
      { id: advice.id, outcome: 'gone', code: null, text: null },
    ]);

    scene.ctx.advance(60_000);
    const undone = await undoRecommendation(scene.ctx, scene.actor, advice.id, 'en');
    assert.equal(undone.state, 'undone');
    await scene.work();
    assert.deepEqual(await picture(listingId), before);
    // The same recommendation is not made again immediately.
    await evaluate();
    assert.equal((await list()).totalElements, 0);
  });

  it('has its minimum lowered, and raised again to what it was', async () => {
    const listingId = await loser();
    await createRule(scene.ctx, scene.actor, scene.rule([listingId], { minPrice: 98 }));
    await scene.work();
    await evaluate();
    const advice = await only();
    assert.equal(advice.act, 'lower_minimum');
    const before = await picture(listingId);
    const details = await getRecommendation(scene.ctx, scene.actor, advice.id, 'pt');
    assert.deepEqual(
      details.changes.map(({ label, before: was, after }) => [label, was, after].join(' ')),
      ['Preço mínimo R$\u00a098,00 R$\u00a095,00'],
    );
    assert.ok(details.formula !== null && details.lines.length > 5);

    assert.equal((await accept(advice.id))[0]!.outcome, 'applied');
    assert.equal((await picture(listingId)).rules[0]!.min_price, 9_500);
    await undoRecommendation(scene.ctx, scene.actor, advice.id, 'en');
    assert.deepEqual((await picture(listingId)).rules, before.rules);
  });

  it('is evaluated again when it is accepted: what changed is not done', async () => {
    const listingId = await loser();
    await evaluate();
    const { id } = await only();
    await see(listingId, 9_000);
    assert.deepEqual(await accept(id), [{ id, outcome: 'changed', code: null, text: null }]);
    const rules = await database.owner`select id from rule where company_id = ${scene.companyId}`;
    assert.equal(rules.length, 0);
    assert.match((await only()).why, /90\.00 would win/);

    await see(listingId, null);
    await pass(HOUR_MS);
    assert.equal((await accept(id))[0]!.outcome, 'gone');
  });

  it('is found within the hour in which it has lost for six, and resolved once it is held again', async () => {
    const passHour = () => evaluateMoved(scene.ctx, scene.companyId, AbortSignal.timeout(30_000));
    const listingId = await loser(5.5);
    await passHour();
    assert.equal((await list()).totalElements, 0);
    await pass(HOUR_MS);
    await passHour();
    const { id } = await only();
    await see(listingId, null);
    await pass(HOUR_MS);
    await passHour();
    // It was not held for long enough.
    assert.equal((await only()).id, id);
    await pass(23 * HOUR_MS);
    await passHour();
    assert.equal((await list()).totalElements, 0);
  });

  it('gives the reason of a refusal, and stays open', async () => {
    const listingId = await loser();
    await database.owner`delete from listing_cost where listing_id = ${listingId}`;
    await database.owner`update market set unit_cost = null, unit_fixed = null, unit_percent = null
      where listing_id = ${listingId}`;
    await evaluate();
    const advice = await only();
    assert.deepEqual(
      [advice.act, advice.isDoneHere, advice.page, advice.effect],
      ['enter_cost', false, `/precificacao-automatica?listingId=${listingId}`, null],
    );
    const [answer] = await accept(advice.id);
    assert.deepEqual([answer!.outcome, answer!.code], ['refused', 'recommendation_not_done_here']);
    assert.equal((await only()).state, 'open');
  });

  it('may be undone only while no person changed the rule since', async () => {
    const listingId = await loser();
    await createRule(scene.ctx, scene.actor, scene.rule([listingId], { minPrice: 98 }));
    await evaluate();
    const { id } = await only();
    await accept(id);
    const [{ rule_id: ruleId }] = (await database.owner`
      select rule_id from rule_listing where listing_id = ${listingId}`) as [{ rule_id: number }];
    const { version } = await getRule(scene.ctx, scene.actor, ruleId);
    await database.owner`update rule set version = ${version + 1} where id = ${ruleId}`;
    await assert.rejects(undoRecommendation(scene.ctx, scene.actor, id, 'en'), {
      code: 'rule_changed',
    });
    assert.equal((await only('done')).state, 'applied');
  });
});

describe('what a person puts off', () => {
  it('returns after the days of a snooze, and after a dismissal not before it is worth more', async () => {
    const listingId = await loser();
    await evaluate();
    const { id } = await only();
    await snoozeRecommendations(scene.ctx, scene.actor, { ids: [id], days: 7 });
    await evaluate();
    assert.deepEqual((await list()).counts, { open: 0, snoozed: 1, done: 0, dismissed: 0 });
    scene.ctx.advance(7 * DAY_MS);
    await see(listingId, 9_499);
    await pass(10 * HOUR_MS);
    await evaluate();
    assert.equal((await only()).id, id);

    await dismissRecommendations(scene.ctx, scene.actor, { ids: [id], reason: 'other' });
    await evaluate();
    assert.deepEqual((await list()).counts, { open: 0, snoozed: 0, done: 0, dismissed: 1 });
    assert.equal((await only('dismissed')).dismissal, 'other');
    await reopenRecommendations(scene.ctx, scene.actor, [id]);
    assert.equal((await only()).dismissal, null);
  });
});

describe('a list of advice', () => {
  it('is filtered and ordered by what it is about, with counts and totals of what matches', async () => {
    const listingId = await loser();
    await evaluate();
    const ask = (field: string, value: string, order: string) =>
      queryRecommendations(
        scene.ctx,
        scene.actor,
        { page: 0, limit: 50, tab: 'open', kind: 'losing_buybox' },
        ListBody.parse({
          filters: [{ field, condition: '=', value, logicalOperator: 'AND' }],
          orders: [{ field: order, direction: 'desc' }],
        }),
        'en',
      );
    for (const [field, value] of [
      ['title', 'Garrafa térmica L'],
      ['code', 'L'],
      ['listingId', String(listingId)],
      ['marketplaceId', '2'],
    ] as const) {
      const { content, counts, totals } = await ask(field, value, 'title');
      assert.deepEqual([content.length, counts.open, totals.length], [1, 1, 1], field);
    }
    const none = await ask('title', 'Caneca', 'effect');
    assert.deepEqual([none.content, none.counts.open, none.totals], [[], 0, []]);
  });
});

describe('health, and totals', () => {
  it('has one primary of several about a listing; the others are in no total', async () => {
    const listingId = await loser();
    const { owner } = database;
    await owner`
      insert into listing_particulars (company_id, listing_id, told_at, health_score)
      values (${scene.companyId}, ${listingId}, ${scene.ctx.clock()}, 42)`;
    await evaluate();
    const both = await list();
    assert.deepEqual(
      both.content.map(({ kind, isPrimary }) => [kind, isPrimary]),
      [
        ['losing_buybox', false],
        ['improve_health', true],
      ],
    );
    assert.deepEqual(both.totals, []);
    const { content, notEarned } = await nextRecommendations(scene.ctx, scene.actor, 'en');
    const [lost] = notEarned;
    assert.deepEqual([notEarned.length, lost!.listings, lost!.unknown], [1, 1, 0]);
    assert.ok(lost!.recoverable > 0 && lost!.recoverable < lost!.lost);
    assert.deepEqual(
      content.map(({ kind }) => kind),
      ['improve_health'],
    );

    const health = both.content.find(({ kind }) => kind === 'improve_health')!;
    await dismissRecommendations(scene.ctx, scene.actor, {
      ids: [health.id],
      reason: 'not_my_goal',
    });
    await evaluate();
    const open = await only();
    assert.deepEqual([open.kind, open.isPrimary], ['losing_buybox', true]);
    assert.deepEqual((await list()).totals, [{ currencyCode: 'BRL', value: open.effect!.value }]);

    await owner`update listing_particulars set health_score = 70 where listing_id = ${listingId}`;
    scene.ctx.advance(HOUR_MS);
    await evaluate();
    assert.equal((await only()).kind, 'losing_buybox');
  });

  it('counts every listing at one gate', async () => {
    await loser();
    const gone = await scene.sell('G', 5_000);
    await database.owner`update listing set stock = 0 where id = ${gone}`;
    await evaluate();
    const { stages, outcomes } = await recommendationFunnel(scene.ctx, scene.actor);
    assert.deepEqual(
      stages.flatMap(({ stage, listings, open }) =>
        listings + open > 0 ? [[stage, listings, open]] : [],
      ),
      [
        ['not_on_sale', 1, 0],
        ['losing_buybox', 1, 1],
        ['observing', 1, 0],
      ],
    );
    assert.deepEqual(
      outcomes.find(({ state }) => state === 'open'),
      { state: 'open', count: 1 },
    );
  });
});
