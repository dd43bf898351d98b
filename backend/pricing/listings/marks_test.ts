import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Problem } from '../../kernel/problem.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany } from '../../testing/test-context.ts';
import { MAX_MARKS, priceMarks } from '../contract.ts';
import { createRule, updateRule } from '../rules/actions.ts';
import { readMarks } from './marks.ts';

const DAY = 24 * 3_600_000;

describe('the marks of a listing', () => {
  let database: TestDatabase;
  let the: Scene;
  const read = async (listingId: number, query: { from?: string; to?: string } = {}) =>
    priceMarks.answer.parse(await readMarks(the.ctx, the.actor, listingId, query));
  const day = (at: string) => at.slice(0, 10);

  beforeAll(async () => {
    database = await testDatabase();
    the = await openScene(database);
  });
  afterAll(() => database.close());

  it('are its updates in the order of time, with the limits under which they were made', async () => {
    const id = await the.sell('X1', 10_000);
    const rule = await createRule(the.ctx, the.actor, the.rule([id]));
    await the.see(id, 'LOSING', [competitor('r', 9_900)]);
    await the.work();
    const start = the.ctx.clock();
    the.ctx.advance(2 * DAY);
    await the.see(id, 'LOSING', [competitor('r', 9_500)]);
    await the.work();
    the.ctx.advance(2 * DAY);
    await updateRule(the.ctx, the.actor, rule.id, {
      rule: the.rule([id], { minPrice: 85 }),
      version: rule.version,
    });
    the.ctx.advance(DAY);
    const { marks, total, limits } = await read(id);
    assert.equal(total, 2);
    assert.deepEqual(
      marks.map(({ oldPrice, newPrice, state }) => [oldPrice, newPrice, state]),
      [
        [100, 98.99, 'applied'],
        [98.99, 94.99, 'applied'],
      ],
    );
    assert.deepEqual(
      limits.map(({ minPrice, maxPrice }) => [minPrice, maxPrice]),
      [
        [80, 120],
        [85, 120],
      ],
    );
    const later = await read(id, { from: new Date(start.getTime() + DAY).toISOString() });
    assert.deepEqual(
      later.marks.map(({ newPrice }) => newPrice),
      [94.99],
    );
    // The earlier state holds from the beginning of the range.
    assert.deepEqual(
      later.limits.map(({ at, minPrice }) => [day(at), minPrice]),
      [
        [day(new Date(start.getTime() + DAY).toISOString()), 80],
        [day(new Date(start.getTime() + 4 * DAY).toISOString()), 85],
      ],
    );
  });

  it('are empty for a listing without a rule', async () => {
    const id = await the.sell('X2', 10_000);
    assert.deepEqual(await read(id), { marks: [], total: 0, limits: [] });
  });

  it('are the newest where there are very many', async () => {
    const id = await the.sell('X3', 10_000);
    await createRule(the.ctx, the.actor, the.rule([id]));
    await the.see(id, 'LOSING', [competitor('r', 9_900)]);
    await the.work();
    const [first] = await the.updates(id);
    await database.owner`
      insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type,
        price_tag, strategy, old_price, new_price, min_price, max_price, safe_margin, ranking_type,
        ranking_status, regained_control, explanation, currency_code, country_code, created_at, moved_at)
      select company_id, rule_id, rule_version, listing_id, 'applied', gen_random_uuid(), event_type,
        price_tag, strategy, old_price, 9000 + n, min_price, max_price, safe_margin, ranking_type,
        ranking_status, regained_control, explanation, currency_code, country_code,
        created_at - interval '1 minute' * n, moved_at
      from price_update, generate_series(1, ${MAX_MARKS + 20}::int) n where id = ${first!.id}`;
    the.ctx.advance(DAY);
    const { marks, total } = await read(id);
    assert.deepEqual([marks.length, total], [MAX_MARKS, MAX_MARKS + 21]);
    assert.equal(marks.at(-1)?.id, first!.id);
  });

  it('are refused for a listing of another company', async () => {
    const id = await the.sell('X4', 10_000);
    const other = await seedCompany(database.owner);
    await assert.rejects(
      readMarks(the.ctx, other.actor, id, {}),
      (fault) => fault instanceof Problem && fault.code === 'listing_not_found',
    );
  });
});
