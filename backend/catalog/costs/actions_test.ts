import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../../kernel/problem.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { emitted, type SeededCompany, seedCompany } from '../../testing/test-context.ts';
import { COSTS_CHANGED } from '../contract.ts';
import { costsOf, setCosts } from './actions.ts';

let the: Scene;
let theirs: SeededCompany;
beforeAll(async () => {
  the = await openScene();
  theirs = await seedCompany(the.database.owner);
});
afterAll(() => the.close());

let count = 0;
const add = () => {
  count += 1;
  return the.sell(`C${count}`, 10_000);
};
const set = (items: Parameters<typeof setCosts>[2]) => setCosts(the.ctx, the.actor, items);
const reported = async () =>
  (await emitted(the.ctx, COSTS_CHANGED)).flatMap(({ listingIds }) => listingIds);

beforeEach(async () => {
  await the.database.owner`delete from pgboss.job`;
  await the.database.owner`delete from audit_log`;
});

describe('what ads cost', () => {
  it('is unknown until it is entered', async () => {
    const listingId = await add();
    const costs = await costsOf(the.ctx, the.companyId, listingId);
    assert.deepEqual(costs, {
      listingId,
      currencyCode: 'BRL',
      cost: null,
      taxPercent: null,
      feePercent: null,
      feeFixed: null,
      feeSource: null,
      feeAt: null,
      feeAskedAt: null,
      feeFailure: null,
    });
  });

  it('is set, kept, and published for pricing', async () => {
    const [a, b] = [await add(), await add()];
    const { items, faults } = await set([
      { listingId: b, cost: 40.5, taxPercent: 8.25, feePercent: 12, feeFixed: 5 },
      { listingId: a, cost: 10 },
    ]);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      items.map((item) => [item.listingId, item.cost, item.feeSource]),
      [
        [a, 10, null],
        [b, 40.5, 'person'],
      ],
    );
    const stored = await costsOf(the.ctx, the.companyId, b);
    assert.deepEqual(stored, items[1]);
    assert.deepEqual(
      [stored.cost, stored.taxPercent, stored.feePercent, stored.feeFixed, stored.feeAt],
      [40.5, 8.25, 12, 5, the.ctx.clock().toISOString()],
    );
    assert.deepEqual((await reported()).sort(), [a, b].sort());
    const log = await the.database.owner`select action, subject, values from audit_log`;
    assert.deepEqual(
      [...log],
      [{ action: 'catalog.costs_set', subject: null, values: { listings: 2 } }],
    );
  });

  it('publishes only what changed, and each listing once', async () => {
    const listingId = await add();
    await set([{ listingId, cost: 10, taxPercent: 0 }]);
    await the.database.owner`delete from pgboss.job`;
    await set([{ listingId, cost: 10 }]);
    assert.deepEqual(await reported(), []);
    await set([{ listingId, taxPercent: null }]);
    assert.deepEqual(await reported(), [listingId]);
    const log = await the.database.owner`select subject from audit_log order by id`;
    assert.deepEqual(
      log.map(({ subject }) => subject),
      [String(listingId), String(listingId)],
    );
  });

  it('skips invalid items, and reports them', async () => {
    const listingId = await add();
    const [foreign] = await the.database.owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      values (${theirs.companyId}, ${theirs.accountId}, 2, 'T1', 'Theirs', 1, 0, 'BRL', 'BR', 1, 'ENABLED', 'new',
        false, 'none', now(), now()) returning id`;
    const { items, faults } = await set([
      { listingId: foreign!.id, cost: 1 },
      { listingId, cost: 20 },
      { listingId, cost: 30 },
    ]);
    assert.deepEqual(
      items.map(({ cost }) => cost),
      [20],
    );
    assert.deepEqual(faults, [
      { listingId: foreign!.id, code: 'listing_not_found' },
      { listingId, code: 'listing_twice' },
    ]);
    const rows = await the.database.owner`
      select from listing_cost where company_id = ${theirs.companyId}`;
    assert.equal(rows.length, 0);
    await assert.rejects(costsOf(the.ctx, the.companyId, foreign!.id), (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.status, error.code], [404, 'listing_not_found']);
      return true;
    });
  });

  it('does not get lost where two set it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, add));
    const some = (cost: object, order: 1 | -1) =>
      set(ids.toSorted((a, b) => order * (a - b)).map((listingId) => ({ listingId, ...cost })));
    await Promise.all([
      some({ cost: 10 }, 1),
      some({ taxPercent: 5 }, -1),
      some({ feePercent: 9 }, 1),
    ]);
    for (const listingId of ids) {
      const { cost, taxPercent, feePercent } = await costsOf(the.ctx, the.companyId, listingId);
      assert.deepEqual([cost, taxPercent, feePercent], [10, 5, 9]);
    }
  });

  it('is published in events of a thousand listings at most', async () => {
    const { owner } = the.database;
    const rows = await owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${the.companyId}, ${the.accountId}, 2, 'many-' || n, 'Many', 100, 0, 'BRL', 'BR', 1,
        'ENABLED', 'new', false, 'none', now(), now() from generate_series(1, 1000) n returning id`;
    await set(rows.map(({ id }) => ({ listingId: id, cost: 1 })));
    const events = await emitted(the.ctx, COSTS_CHANGED);
    assert.deepEqual(
      events.map(({ listingIds }) => listingIds.length),
      [1_000],
    );
  });
});
