import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../../kernel/filter.ts';
import { Problem } from '../../../kernel/problem.ts';
import { growListings } from '../../../testing/growth.ts';
import { openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { drain } from '../../../testing/test-context.ts';
import {
  createRule,
  getBulk,
  getRule,
  previewBulk,
  queryBulkItems,
  queryBulks,
  selectListings,
  startBulk,
  undoBulk,
} from '../../actions.ts';
import { type Bulk, BulkBody, ListingQuery } from '../../contract.ts';
import { bulkRunner, ROWS_AT_ONCE } from './work.ts';

const LISTINGS = 2_500;
/** Of these the first have a rule, and the last are in another country. */
const RULED = 300;
const ABROAD = 40;
const FREE = LISTINGS - RULED - ABROAD;

let scene: Scene;
let listingIds: number[];

beforeAll(async () => {
  scene = await openScene();
  const { companyId, accountId, database } = scene;
  ({ listingIds } = await growListings(database.owner, { companyId, accountId, count: LISTINGS }));
  await database.owner`
    update listing set country_code = 'AR', currency_code = 'ARS'
    where id = any(${listingIds.slice(-ABROAD)}::bigint[])`;
  await createRule(scene.ctx, scene.actor, scene.rule(listingIds.slice(0, RULED)));
});
afterAll(() => scene.close());

const select = async (filters: object[] = [{ field: 'stock', condition: '=', value: '5' }]) =>
  await selectListings(
    scene.ctx,
    scene.actor,
    ListingQuery.parse({ tab: 'all' }),
    ListBody.parse({ filters }),
  );
const RULE = { strategy: 'MATCH', minPrice: 80, maxPrice: 150, requiresApproval: true };
const creation = (more: Record<string, unknown> = {}) =>
  BulkBody.parse({ action: 'create', as: 'own', rule: RULE, ...more });
const start = (more: Record<string, unknown>): Promise<Bulk> =>
  startBulk(scene.ctx, scene.actor, creation(more));
const get = (id: number | null) => getBulk(scene.ctx, scene.actor, id!);
const work = () => drain(scene.ctx, bulkRunner.workers(scene.ctx));

const refusal = async (promise: Promise<unknown>): Promise<Problem> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error;
  throw new Error(`Expected a Problem, got ${error}`);
};

/** The rules that price listings, by how many listings each has. */
const rulesOf = (ids: readonly number[]) => scene.database.owner<
  { id: number; name: string; origin: string; status: string; listings: number }[]
>`
    select r.id, r.name, r.origin, r.status, count(*)::integer as listings from rule_listing o
    join rule r on r.company_id = o.company_id and r.id = o.rule_id
    where o.listing_id = any(${[...ids]}::bigint[]) group by r.id, r.name, r.origin, r.status`;

describe('creating rules for all listings that match a filter', () => {
  it('reports what it would create and refuse, and writes nothing', async () => {
    const { id: selectionId, count } = await select();
    assert.equal(count, LISTINGS);
    const dry = await start({ selectionId, dryRun: true });
    assert.deepEqual(
      [dry.id, dry.state, dry.action, dry.creates],
      [null, 'previewed', 'edit', 'own'],
    );
    assert.deepEqual([dry.counts.made, dry.counts.refused], [FREE, RULED + ABROAD]);
    assert.deepEqual(dry.refused, [
      { code: 'listing_has_rule', count: RULED },
      { code: 'different_countries', count: ABROAD },
    ]);
    assert.equal((await rulesOf(listingIds)).length, 1);
  });

  it('creates a rule for each listing, continues after a crash, and is undone', async () => {
    const { id: selectionId } = await select();
    const queued = await start({ selectionId });
    assert.deepEqual([queued.state, queued.progress.total], ['queued', LISTINGS]);
    const dead = await bulkRunner.acquire(scene.ctx, scene.companyId);
    if (dead.kind !== 'acquired') throw new Error('not acquired');
    let steps = 0;
    const dies = {
      throwIfAborted() {
        steps += 1;
        if (steps > 2) throw new Error('died');
      },
    } as AbortSignal;
    await assert.rejects(bulkRunner.run(scene.ctx, dead, dies), /died/);
    const half = await get(queued.id);
    assert.deepEqual(half.progress, { done: RULED + ABROAD + 2 * ROWS_AT_ONCE, total: LISTINGS });
    await work();

    const done = await get(queued.id);
    assert.deepEqual(
      [done.state, done.counts.made, done.counts.refused],
      ['done', FREE, RULED + ABROAD],
    );
    const rules = await rulesOf(listingIds.slice(RULED));
    assert.equal(rules.length, FREE);
    assert.deepEqual(
      [...new Set(rules.map(({ origin, listings }) => `${origin} ${listings}`))],
      ['own 1'],
    );
    const [first] = await rulesOf([listingIds[RULED]!]);
    const rule = await getRule(scene.ctx, scene.actor, first!.id);
    assert.equal(rule.name, `Title ${RULED + 1}`);
    assert.deepEqual(
      [rule.strategy, rule.minPrice, rule.maxPrice, rule.requiresApproval],
      ['MATCH', 80, 150, true],
    );
    const { content } = await queryBulks(scene.ctx, scene.actor, { page: 0, limit: 1 });
    assert.deepEqual([content[0]!.action, content[0]!.creates], ['edit', 'own']);
    const refused = await queryBulkItems(scene.ctx, scene.actor, done.id!, { page: 0, limit: 200 });
    assert.ok(refused.content.every(({ outcome }) => outcome === 'refused'));

    await undoBulk(scene.ctx, scene.actor, done.id!);
    await work();
    const back = await get(done.id);
    assert.deepEqual([back.state, back.counts.restored], ['undone', FREE]);
    assert.equal((await rulesOf(listingIds)).length, 1);
  });

  it('makes one group rule of up to 1,000 listings in one step, and takes it back', async () => {
    const name = 'Garrafas';
    const all = await select();
    const tooMany = await refusal(start({ as: 'group', name, selectionId: all.id, dryRun: true }));
    assert.deepEqual(
      [tooMany.code, tooMany.more.values],
      ['selection_too_large', { limit: 1_000 }],
    );

    // The last one already has a rule.
    const some = [...listingIds.slice(RULED, RULED + 700), listingIds[0]!];
    const queued = await start({ as: 'group', name, listingIds: some });
    await work();
    const done = await get(queued.id);
    assert.deepEqual([done.state, done.creates, done.counts.made], ['done', 'group', 700]);
    const rules = await rulesOf(some.slice(0, -1));
    assert.deepEqual(
      rules.map((rule) => [rule.name, rule.origin, rule.listings]),
      [[name, 'group', 700]],
    );
    await undoBulk(scene.ctx, scene.actor, done.id!);
    await work();
    assert.deepEqual((await get(done.id)).counts.restored, 700);
    assert.equal((await rulesOf(some.slice(0, -1))).length, 0);
  });

  it('skips a listing that got a rule before the job reached it', async () => {
    const some = listingIds.slice(RULED, RULED + 250);
    const queued = await start({ listingIds: some });
    await createRule(scene.ctx, scene.actor, scene.rule([some[10]!]));
    await work();
    const done = await get(queued.id);
    assert.deepEqual(
      [done.counts.made, done.refused],
      [249, [{ code: 'listing_has_rule', count: 1 }]],
    );
    await undoBulk(scene.ctx, scene.actor, done.id!);
    await work();
    assert.equal((await rulesOf(some)).length, 1);
  });

  it('decides rules with dates when they begin', async () => {
    const begins = new Date(scene.ctx.clock().getTime() + 3_600_000).toISOString();
    const listing = listingIds[RULED + 1_000]!;
    await start({ listingIds: [listing], rule: { ...RULE, startDate: begins } });
    const [rule] = await rulesOf([listing]);
    const jobs = await scene.database.owner`
      select 1 from pgboss.job where name = 'pricing.rule-due' and data->>'ruleId' = ${String(rule!.id)}`;
    assert.equal(jobs.length, 1);
  });

  it('reports what the prices would do', async () => {
    const preview = await previewBulk(
      scene.ctx,
      scene.actor,
      creation({ listingIds: listingIds.slice(RULED + 1_100, RULED + 1_110), dryRun: true }),
    );
    assert.equal(preview.total, 10);
  });

  it('needs a name for a group, and no rule that is archived', () => {
    const parse = (more: object) =>
      BulkBody.safeParse({ action: 'create', as: 'own', rule: RULE, listingIds: [1], ...more });
    assert.equal(parse({}).success, true);
    assert.equal(parse({ as: 'group' }).success, false);
    assert.equal(parse({ as: 'group', name: 'A' }).success, true);
    assert.equal(parse({ rule: { ...RULE, status: 'archived' } }).success, false);
    assert.equal(parse({ rule: { ...RULE, minPrice: 200 } }).success, false);
  });
});
