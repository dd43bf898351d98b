import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../../kernel/problem.ts';
import { within } from '../../platform/db.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { type SeededCompany, seedCompany } from '../../testing/test-context.ts';
import {
  cancelBacktest,
  exportBacktest,
  getBacktest,
  queryBacktestChanges,
  queryBacktests,
  startBacktest,
} from '../actions.ts';
import { type Backtest, BacktestBody } from '../contract.ts';
import { LeaseLost } from '../long-work/long-work.ts';
import { insertChanges } from './store.ts';
import { backtestRunner, backtestWork } from './work.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const never = new AbortController().signal;

let scene: Scene;
let others: SeededCompany;

const body = (listingIds: number[], more: Record<string, unknown> = {}) =>
  BacktestBody.parse({
    rule: { strategy: 'WIN', minPrice: 80, maxPrice: 120 },
    listingIds,
    days: 30,
    ...more,
  });
const start = (listingIds: number[], more: Record<string, unknown> = {}): Promise<Backtest> =>
  startBacktest(scene.ctx, scene.actor, body(listingIds, more));
const get = (id: number) => getBacktest(scene.ctx, scene.actor, id);
const take = () => backtestRunner.acquire(scene.ctx, scene.companyId);
const page = (id: number, listingId: number | null = null, limit = 15) =>
  queryBacktestChanges(scene.ctx, scene.actor, id, { page: 0, limit }, { listingId }, 'en');

async function takeOne() {
  const taken = await take();
  if (taken.kind !== 'acquired') throw new Error(`nothing was acquired: ${taken.kind}`);
  return taken;
}

const refusal = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error;
  throw new Error(`Expected a Problem, got ${error}`);
};

/** Snapshots of a listing, `hours` apart until now, with its own price of 100.00 and a competitor's `price`. */
async function seen(listingId: number, sku: string, prices: number[], hours = 24): Promise<void> {
  const { owner } = scene.database;
  const rows = prices.map((price, n) => ({
    at: new Date(scene.ctx.clock().getTime() - (prices.length - n) * hours * HOUR),
    offers: [competitor('R1', price), competitor('US', 10_000, { offerId: sku, isOwn: true })],
  }));
  await owner`
    insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, winner_seller_id, offers)
    select ${scene.companyId}::bigint, ${listingId}::bigint, at + interval '123 microseconds', 10000, 'LOSING', 'R1', offers
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(at timestamptz, offers jsonb)`;
}

let made = 0;
async function listingSeen(prices: number[], hours?: number): Promise<number> {
  made += 1;
  const sku = `BACK${made}`;
  const listingId = await scene.sell(sku, 10_000);
  await seen(listingId, sku, prices, hours);
  return listingId;
}

beforeAll(async () => {
  scene = await openScene();
  others = await seedCompany(scene.database.owner);
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.database.owner`delete from backtest`;
});

describe('a backtest', () => {
  it('compares the draft with the past and with no rule, and sets no price', async () => {
    const listingId = await listingSeen([9_500, 9_000, 9_700]);
    await scene.database.owner`
      insert into listing_cost (company_id, listing_id, cost, fee_percent, fee_source, fee_at, updated_at)
      values (${scene.companyId}, ${listingId}, 6000, 10, 'person', now(), now())`;
    const started = await start([listingId], { unitsPerDay: 2 });
    assert.deepEqual([started.state, started.report], ['queued', null]);
    await scene.work();

    const { state, progress, report } = await get(started.id);
    assert.equal(state, 'done');
    assert.deepEqual(progress, { done: 3, total: 3 });
    assert.ok(report);
    const { draft, done, nothing, days, assumptions, ...rest } = report;
    assert.deepEqual(rest, {
      snapshots: 3,
      listings: 1,
      listingsWithCost: 1,
      currencyCode: 'BRL',
      from: new Date(scene.ctx.clock().getTime() - 30 * DAY).toISOString(),
      to: scene.ctx.clock().toISOString(),
      unitsPerDay: 2,
    });
    assert.deepEqual(
      [draft, done, nothing].map(({ changes, winningShare }) => [changes, winningShare]),
      [
        [3, 1],
        [0, 0],
        [0, 0],
      ],
    );
    // 94.99, 89.99 and 96.99 for a day each, two sold on each of them.
    assert.equal(draft.revenue, 563.94);
    assert.equal(nothing.revenue, 0);
    assert.equal(days.length, 4);
    assert.ok(assumptions.includes('rivals_as_seen') && assumptions.includes('costs_of_today'));

    const { content, totalElements } = await page(started.id);
    assert.equal(totalElements, 3);
    assert.deepEqual(
      content.map(({ from, to, rival: against }) => [from, to, against?.sellerId]),
      [
        [100, 94.99, 'R1'],
        [94.99, 89.99, 'R1'],
        [89.99, 96.99, 'R1'],
      ],
    );
    assert.match(content[0]!.explanation.map(({ text }) => text).join(' '), /94\.99/);
    assert.equal((await scene.updates(listingId)).length, 0);
    assert.deepEqual(scene.shop.pushes, []);
  });

  it('reads listings with many polls and with few, each from the snapshot that was current when it began', async () => {
    const long = await listingSeen(
      Array.from({ length: 1_201 }, (_, n) => 9_000 + (n % 50)),
      1,
    );
    const few = [await listingSeen([9_500, 9_400]), await listingSeen([9_300])];
    const unseen = await scene.sell('UNSEEN', 10_000);
    const { id } = await start([...few, unseen, long], { days: 50 });
    await scene.work();
    const { report } = await get(id);
    assert.equal(report?.snapshots, 1_204);
    assert.equal(report.listings, 3);
    assert.ok(report.assumptions.includes('ads_without_history'));
    const { content, totalElements } = await page(id, long, 200);
    assert.equal(totalElements, report.draft.changes - 3);
    assert.ok(content.every(({ listingId }) => listingId === long));
    assert.equal(content[0]!.at, report.from);
    const times = content.map(({ at }) => at);
    assert.deepEqual(times, [...times].sort());
  });

  it('is exported whole, in the language of the reader, with nothing that a spreadsheet would run', async () => {
    const listingId = await listingSeen(
      Array.from({ length: 600 }, (_, n) => 9_000 + (n % 2) * 100),
      1,
    );
    await scene.database.owner`update listing set title = '=cmd()' where id = ${listingId}`;
    const { id } = await start([listingId]);
    const { status, code } = await refusal(exportBacktest(scene.ctx, scene.actor, id, 'pt'));
    assert.deepEqual([status, code], [409, 'backtest_not_done']);
    await scene.work();
    const file = await exportBacktest(scene.ctx, scene.actor, id, 'pt');
    const text = await new Response(file.body).text();
    assert.equal(file.fileName, `primazia-simulacao-${id}.csv`);
    const lines = text.split('\r\n');
    // `Response.text` takes the byte order mark off.
    assert.match(lines[0]!, /^Código;Anúncio;/);
    assert.equal(lines.length, 600 + 2);
    assert.match(lines[1]!, /^BACK\d+;'=cmd\(\);2026-\d\d-\d\d \d\d:\d\d:\d\d;100,00;89,99;/);
    const raw = await exportBacktest(scene.ctx, scene.actor, id, 'en');
    const first = (await raw.body.getReader().read()).value;
    assert.deepEqual([...(first ?? []).slice(0, 3)], [0xef, 0xbb, 0xbf]);
  });

  it('reports who began and who cancelled one', async () => {
    const { id } = await start([await listingSeen([9_500])]);
    await cancelBacktest(scene.ctx, scene.actor, id);
    const rows = await scene.database.owner`
      select action, person_id, subject, values from audit_log where subject = ${String(id)} order by id`;
    assert.deepEqual(
      rows.map(({ action, person_id, values }) => [action, person_id, values]),
      ['started', 'canceled'].map((what) => [
        `pricing.backtest_${what}`,
        scene.actor.personId,
        { listings: 1, days: 30 },
      ]),
    );
  });
});

describe('what is refused', () => {
  it("another company's replay, and listings that are not there or not all of one country", async () => {
    const listingId = await listingSeen([9_500]);
    const { id } = await start([listingId]);
    const theirs = others.actor;
    const attempts = [
      () => getBacktest(scene.ctx, theirs, id),
      () => cancelBacktest(scene.ctx, theirs, id),
      () => exportBacktest(scene.ctx, theirs, id, 'pt'),
      () =>
        queryBacktestChanges(
          scene.ctx,
          theirs,
          id,
          { page: 0, limit: 15 },
          { listingId: null },
          'pt',
        ),
    ];
    for (const attempt of attempts) {
      const { status, code } = await refusal(attempt());
      assert.deepEqual([status, code], [404, 'backtest_not_found']);
    }
    assert.equal((await get(id)).state, 'queued');
    const foreign = await refusal(startBacktest(scene.ctx, others.actor, body([listingId])));
    assert.deepEqual(
      foreign.more.faults?.map(({ path, code }) => [path, code]),
      [['listingIds.0', 'listing_not_found']],
    );
    const abroad = await scene.sell('ABROAD', 10_000, { countryCode: 'MX' });
    const mixed = await refusal(start([listingId, abroad]));
    assert.deepEqual(
      mixed.more.faults?.map(({ path, code }) => [path, code]),
      [['listingIds.1', 'different_countries']],
    );
  });

  it('rules by what advertising costs, whose past is not kept', () => {
    const parsed = BacktestBody.safeParse({
      rule: { strategy: 'WIN', competition: 'ACOS', acosLimit: 10, minPrice: 80 },
      listingIds: [1],
    });
    assert.deepEqual(
      parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]),
      [['rule.competition', 'not_replayable']],
    );
  });

  it('sales that would be stored as none', () => {
    const faults = (unitsPerDay: number) =>
      BacktestBody.safeParse({
        rule: { strategy: 'WIN' },
        listingIds: [1],
        unitsPerDay,
      }).error?.issues.map(({ message }) => message) ?? [];
    assert.deepEqual(faults(0.0004), ['greater_than_zero']);
    assert.deepEqual(faults(100_001), ['too_large']);
    assert.deepEqual(faults(0.001), []);
  });

  it('more than five that wait', async () => {
    const listingId = await listingSeen([9_500]);
    for (let n = 0; n < 5; n++) await start([listingId]);
    const { status, code, more } = await refusal(start([listingId]));
    assert.deepEqual([status, code, more.values], [409, 'too_many_backtests', { limit: 5 }]);
    await takeOne();
    await start([listingId]);
  });
});

describe('the work on backtests', () => {
  const changeOf = (listingId: number) => ({
    listingId,
    at: scene.ctx.clock(),
    from: 10_000,
    to: 9_000,
    decision: {
      outcome: 'CHANGE' as const,
      code: null,
      price: 9_000,
      eventType: 'to_win' as const,
      priceTag: 'with_margin' as const,
      state: 'sent' as const,
      rival: null,
      memory: null,
      explanation: [],
    },
  });

  it('is on one of a company at a time, the oldest first', async () => {
    const listingId = await listingSeen([9_500]);
    const [first, second] = [await start([listingId]), await start([listingId])];
    const taken = await takeOne();
    assert.equal(taken.row.id, first.id);
    assert.equal((await take()).kind, 'busy');
    await backtestRunner.run(scene.ctx, taken, never);
    assert.equal((await takeOne()).row.id, second.id);
  });

  it('stops where it is cancelled, and writes nothing more', async () => {
    const listingId = await listingSeen([9_500, 9_000]);
    const { id } = await start([listingId]);
    const acquired = await takeOne();
    const isCanceledAtWork = backtestWork.runner({
      async running({ companyId, hold }) {
        const write = (seq: number) =>
          hold({ done: seq, total: 2 }, (trx) =>
            insertChanges(trx, companyId, id, seq, [changeOf(listingId)]),
          );
        await write(0);
        assert.equal((await page(id)).totalElements, 1);
        assert.equal((await cancelBacktest(scene.ctx, scene.actor, id)).state, 'canceled');
        await assert.rejects(write(1), LeaseLost);
        await write(1);
      },
    });
    await isCanceledAtWork.run(scene.ctx, acquired, never);
    await backtestRunner.run(scene.ctx, acquired, never);
    const after = await get(id);
    assert.deepEqual([after.state, after.report], ['canceled', null]);
    assert.equal((await page(id)).totalElements, 0);
    await scene.work();
    assert.equal((await cancelBacktest(scene.ctx, scene.actor, id)).state, 'canceled');
  });

  it('does not change a completed one', async () => {
    const { id } = await start([await listingSeen([9_500])]);
    await scene.work();
    assert.equal((await cancelBacktest(scene.ctx, scene.actor, id)).state, 'done');
    assert.equal((await page(id)).totalElements, 1);
  });

  it('restarts after a worker crashed, and ignores that worker', async () => {
    const listingId = await listingSeen([9_500, 9_000]);
    const { id } = await start([listingId]);
    const dead = await takeOne();
    await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      insertChanges(trx, scene.companyId, id, 0, [changeOf(listingId)]),
    );
    assert.equal((await take()).kind, 'busy');

    await scene.database
      .owner`update backtest set beat_at = beat_at - interval '11 seconds' where id = ${id}`;
    await scene.work();
    const { state, report } = await get(id);
    assert.equal(state, 'done');
    assert.equal(report?.draft.changes, 2);
    assert.equal((await page(id)).totalElements, 2);
    await backtestRunner.run(scene.ctx, dead, never);
    assert.deepEqual((await get(id)).progress, { done: 2, total: 2 });
  });

  it('continues in another process immediately after a stop, any number of times', async () => {
    const { id } = await start([await listingSeen([9_500])]);
    const stopped = AbortSignal.abort(new Error('the process is stopping'));
    for (let n = 0; n < 7; n++) {
      await assert.rejects(backtestRunner.run(scene.ctx, await takeOne(), stopped), /stopping/);
    }
    await scene.work();
    assert.equal((await get(id)).state, 'done');
  });

  it('lists the newest first, each with its draft, its number of listings and its result', async () => {
    const [listingId, second] = [await listingSeen([9_500]), await listingSeen([9_500])];
    const done = await start([listingId], { ruleName: 'Garrafas' });
    await scene.work();
    assert.equal((await get(done.id)).ruleName, 'Garrafas');
    const waiting = await start([second, listingId], { days: 7 });
    const list = await queryBacktests(scene.ctx, scene.actor, { page: 0, limit: 15 });
    assert.equal(list.totalElements, 2);
    assert.deepEqual(
      list.content.map(({ id, state, ads, days, title, rule, ruleName, figures }) => [
        [id, state, ads, days, title],
        [rule?.strategy, ruleName, figures?.draft.winningShare],
      ]),
      [
        [
          [waiting.id, 'queued', 2, 7, `Garrafa térmica BACK${made}`],
          ['WIN', null, undefined],
        ],
        [
          [done.id, 'done', 1, 30, `Garrafa térmica BACK${made - 1}`],
          ['WIN', 'Garrafas', 1],
        ],
      ],
    );
    const next = await queryBacktests(scene.ctx, scene.actor, { page: 1, limit: 1 });
    assert.deepEqual([next.content[0]?.id, next.totalElements], [done.id, 2]);
    const stranger = { ...scene.actor, companyId: others.companyId };
    const theirs = await queryBacktests(scene.ctx, stranger, { page: 0, limit: 15 });
    assert.equal(theirs.totalElements, 0);
  });

  it('gives up one that fails repeatedly, and continues with the next', async () => {
    const listingId = await listingSeen([9_500]);
    const [bad, good] = [await start([listingId]), await start([listingId])];
    await scene.database
      .owner`update backtest set rule = '{"strategy":"NONE"}' where id = ${bad.id}`;
    for (let n = 0; n < 5; n++) {
      await assert.rejects(backtestRunner.run(scene.ctx, await takeOne(), never));
    }
    await scene.work();
    assert.equal((await get(bad.id)).state, 'failed');
    assert.equal((await get(good.id)).state, 'done');
    assert.equal(
      scene.ctx.complaints.filter((line) => line.includes('failed permanently')).length,
      1,
    );
  });

  it('deletes those older than a month, and enqueues those without a worker', async () => {
    const listingId = await listingSeen([9_500]);
    const [old, fresh] = [await start([listingId]), await start([listingId])];
    await scene.work();
    const lost = await start([listingId]);
    const { owner } = scene.database;
    await owner`delete from pgboss.job where name = 'pricing.backtest'`;
    await owner`update backtest set created_at = ${new Date(scene.ctx.clock().getTime() - 31 * DAY)}
      where id in (${old.id}, ${lost.id})`;
    const keeper = backtestRunner
      .workers(scene.ctx)
      .find(({ schedule }) => schedule !== undefined)!;
    await keeper.handle([], never);
    assert.equal((await refusal(get(old.id))).status, 404);
    const [stored] =
      await owner`select count(*)::int as n from backtest_change where backtest_id = ${old.id}`;
    assert.equal(stored!.n, 0);
    assert.equal((await get(fresh.id)).state, 'done');
    await scene.work();
    assert.equal((await get(lost.id)).state, 'done');
  });
});
