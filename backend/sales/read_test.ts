import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../catalog/actions.ts';
import { LISTINGS_SYNCED } from '../catalog/contract.ts';
import { HELD_BACK } from '../integrations/marketplace.ts';
import { fail } from '../kernel/result.ts';
import { createIntake } from '../monitoring/notification-intake.ts';
import { within } from '../platform/db.ts';
import type { Worker } from '../platform/jobs.ts';
import { callFailure } from '../testing/memory-marketplace.ts';
import { line, order, type SalesScene, salesScene } from '../testing/sales-scene.ts';
import { drain, TEST_TIME, waiting } from '../testing/test-context.ts';
import { catchUps, requestReading, startCatchUp } from './catch-up.ts';
import { reconciliation, salesDays } from './days.ts';
import { workers } from './jobs.ts';
import { READ_CHANGES, READ_ORDERS, READ_PAST } from './read.ts';
import { READ_TOTALS } from './totals.ts';

let scene: SalesScene;
let all: Worker[];
beforeEach(async () => {
  scene = await salesScene();
  all = workers(scene.ctx);
});
afterEach(() => scene.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number) => new Date(TEST_TIME.getTime() - ms);
const put = (...orders: ReturnType<typeof order>[]) => {
  for (const one of orders) scene.orders.set(one.orderId, one);
};
const recorded = async () =>
  (
    await scene.database.owner<{ order_id: string }[]>`
      select distinct order_id from order_line order by order_id`
  ).map(({ order_id }) => order_id);
const begin = () =>
  within(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
    requestReading(scene.ctx, trx, scene.account),
  );
const request = (queue: typeof READ_TOTALS) => {
  const { companyId, accountId } = scene.account;
  return within(scene.ctx.db, { company: companyId }, (trx) =>
    scene.ctx.jobs.send(trx, queue, [{ companyId, accountId }], { key: String(accountId) }),
  );
};
const work = () => drain(scene.ctx, all);

describe('a notification of an order', () => {
  const notify = async (...ids: string[]) => {
    const intake = createIntake(scene.ctx);
    const { sellerId } = scene.company;
    await Promise.all(
      ids.map((orderId) => intake(2, { sellerId, about: 'order', subject: { orderId } })),
    );
  };

  it('has the order read and counted once, however often it is received', async () => {
    put(order('1', ago(MINUTE), [line('A', { units: 3 })]));
    await notify('1', '1', 'gone');
    await work();
    await notify('1');
    await work();
    assert.deepEqual(await recorded(), ['1']);
    const { accounts } = await salesDays(scene.ctx, scene.company.companyId, {});
    // Nothing is known of the day as a whole, as the account’s orders were not read otherwise.
    assert.equal(accounts[0]?.days.at(-1)?.sums, null);
    const [row] = await scene.database.owner`select units from account_day`;
    assert.equal(row?.units, 3);
  });

  it('is read later if the marketplace requires a wait, and again if it does not answer', async () => {
    put(order('1', ago(MINUTE), [line('A')]), order('2', ago(MINUTE), [line('A')]));
    scene.failures.push(callFailure('rate_limited', '429', 5_000));
    await notify('1', '2');
    await work();
    assert.equal((await recorded()).length, 1);
    assert.equal((await waiting(scene.ctx, READ_ORDERS)).length, 1);
    scene.ctx.advance(6_000);
    scene.failures.push(callFailure('unavailable', '503'));
    await assert.rejects(work(), /Orders of some accounts were not read/);
    await work();
    assert.deepEqual(await recorded(), ['1', '2']);
  });

  it('of a listing that is not known has it fetched, and the line gets it', async () => {
    put(order('1', ago(MINUTE), [line('A')]));
    await notify('1');
    await work();
    const [refresh] = await waiting(scene.ctx, REFRESH_LISTING);
    assert.deepEqual(refresh?.listings, ['A']);
    const { companyId } = scene.company;
    const listingId = await scene.addListing('A');
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      scene.ctx.jobs.emit(trx, LISTINGS_SYNCED, { companyId, listingIds: [listingId] }),
    );
    await work();
    const rows = await scene.database.owner`select listing_id, units from listing_day`;
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ listing_id: listingId, units: 1 }],
    );
    const [account] = await scene.database.owner`select orders, units from account_day`;
    assert.deepEqual({ ...account }, { orders: 1, units: 1 });
  });
});

describe('the orders of an account', () => {
  it('that changed since the last time are read, also those that no notification reported', async () => {
    await begin();
    await work();
    scene.ctx.advance(20 * MINUTE);
    put(order('1', new Date(TEST_TIME.getTime() + 5 * MINUTE), [line('A')]));
    // Not found by a search yet: read the next time.
    put(order('2', new Date(TEST_TIME.getTime() + 19 * MINUTE), [line('A')]));
    await request(READ_CHANGES);
    await work();
    assert.deepEqual(await recorded(), ['1']);
    scene.ctx.advance(15 * MINUTE);
    await request(READ_CHANGES);
    await work();
    assert.deepEqual(await recorded(), ['1', '2']);
  });

  it('of the past are read in parts, and go on where they were broken off', async () => {
    const past = Array.from({ length: 60 }, (_, n) =>
      order(String(n).padStart(2, '0'), ago((n + 1) * 6 * DAY), [line('A')]),
    );
    put(...past);
    await begin();
    let calls = 0;
    const marketplace = scene.ctx.marketplaces.byId(2)!;
    const { getOrders } = marketplace;
    marketplace.getOrders = (session, query) => {
      calls += 1;
      if (calls % 15 === 0) throw new Error('the process ends');
      return getOrders!(session, query);
    };
    const shares: number[] = [];
    for (let ends = 0; ends < 100; ends++) {
      const [progress] = await catchUps(scene.ctx, scene.company.companyId);
      shares.push(progress?.share ?? 0);
      if (progress?.state === 'done') break;
      await work().catch((error) => assert.match(String(error), /the process ends/));
    }
    assert.deepEqual(
      await recorded(),
      past.map(({ orderId }) => orderId),
    );
    assert.equal(shares.at(-1), 1);
    assert.ok(shares.length > 3, 'it was broken off');
    assert.deepEqual(
      [...shares].sort((a, b) => a - b),
      shares,
    );
    const [{ orders } = { orders: 0 }] = await catchUps(scene.ctx, scene.company.companyId);
    assert.equal(orders, 60);
  });

  it('of the past report why they are not read, and wait as long as the marketplace requires', async () => {
    put(order('1', ago(2 * DAY), [line('A')]));
    await begin();
    scene.failures.push(callFailure('rate_limited', '429', 60_000));
    await work();
    const [failing] = await catchUps(scene.ctx, scene.company.companyId);
    assert.equal(failing?.state, 'failing');
    assert.equal(failing.failure?.code, '429');
    assert.deepEqual(await recorded(), []);
    scene.ctx.advance(61_000);
    await work();
    assert.deepEqual(await recorded(), ['1']);
    const [done] = await catchUps(scene.ctx, scene.company.companyId);
    assert.deepEqual([done?.state, done?.failure], ['done', null]);
  });

  it('of the past are read at the pace of the marketplace, with progress, and not requested in between', async () => {
    const past = Array.from({ length: 60 }, (_, n) =>
      order(String(n).padStart(2, '0'), ago((n + 1) * 6 * DAY), [line('A')]),
    );
    put(...past);
    await begin();
    const CALLS_A_MINUTE = 5;
    let calls = 0;
    const marketplace = scene.ctx.marketplaces.byId(2)!;
    const { getOrders } = marketplace;
    marketplace.getOrders = (session, query) => {
      calls += 1;
      if (calls > CALLS_A_MINUTE)
        return Promise.resolve(fail(callFailure('rate_limited', HELD_BACK, MINUTE)));
      return getOrders!(session, query);
    };
    const shares: number[] = [];
    for (let minutes = 0; minutes < 60; minutes++) {
      calls = 0;
      await work();
      // One call of each of the two readings at most is refused, and then they wait.
      assert.ok(calls <= CALLS_A_MINUTE + 2, `${calls} calls`);
      const [progress] = await catchUps(scene.ctx, scene.company.companyId);
      shares.push(progress?.share ?? 0);
      if (progress?.state === 'done') break;
      // It waits for the limit: nothing has failed.
      assert.deepEqual([progress?.state, progress?.failure], ['reading', null]);
      scene.ctx.advance(MINUTE);
    }
    assert.equal((await recorded()).length, past.length);
    assert.ok(shares.length > 5 && shares.at(-1) === 1, String(shares));
    assert.deepEqual(
      shares,
      [...new Set(shares)].sort((a, b) => a - b),
    );
  });

  it('of the past restart their part if the marketplace no longer knows the cursor', async () => {
    put(
      ...Array.from({ length: 9 }, (_, n) => order(String(n), ago(DAY + n * MINUTE), [line('A')])),
    );
    await begin();
    await scene.database.owner`
      update order_feed set past_cursor = '4', read_until = ${ago(-DAY)}`;
    scene.failures.push(callFailure('invalid', 'InvalidInput'));
    await work();
    assert.equal((await recorded()).length, 9);
    assert.match(scene.ctx.complaints.join(), /Cursor of orders refused/);
  });

  it('are read further back on request, as far as sums are kept', async () => {
    const { ctx, company, account } = scene;
    put(order('1', ago(390 * DAY), [line('A')]));
    await begin();
    await scene.database.owner`
      update order_feed set past_from = ${ago(10 * DAY)}, past_until = ${ago(10 * DAY)}`;
    await work();
    assert.deepEqual(await recorded(), []);
    const far = await startCatchUp(ctx, company.actor, account.accountId, '2001-01-01');
    assert.deepEqual([far.state, far.from], ['reading', '2025-03-30']);
    assert.equal((await waiting(ctx, READ_PAST)).length, 1);
    await work();
    assert.deepEqual(await recorded(), ['1']);
  });
});

describe('days of sales', () => {
  it('are zero where they were read and nothing was sold, and unknown where they were not read', async () => {
    put(order('1', ago(2 * DAY), [line('A', { units: 2, state: 'refunded', refund: null })]));
    await begin();
    await scene.database.owner`
      update order_feed set past_from = ${ago(5 * DAY)}, past_until = ${TEST_TIME}`;
    await work();
    const { companyId } = scene.company;
    const { accounts } = await salesDays(scene.ctx, companyId, { from: '2026-04-28' });
    const days = accounts[0]!.days.map(({ day, state, sums }) => [
      day,
      state,
      sums?.map(({ units, revenue, refunds }) => [units, revenue, refunds]) ?? null,
    ]);
    assert.deepEqual(days, [
      ['2026-04-28', 'unknown', null],
      // The reading began in the middle of it.
      ['2026-04-29', 'unknown', null],
      ['2026-04-30', 'settled', []],
      ['2026-05-01', 'settling', []],
      ['2026-05-02', 'settling', [[2, 200, null]]],
      ['2026-05-03', 'settling', []],
      ['2026-05-04', 'open', []],
    ]);
  });

  it('of several currencies are separate, also of one listing', async () => {
    const listingId = await scene.addListing('A');
    await scene.record([
      order('1', ago(DAY), [line('A')]),
      order('2', ago(DAY), [line('A', { price: 2_000 })], { currencyCode: 'USD' }),
    ]);
    await begin();
    await work();
    const { companyId } = scene.company;
    for (const query of [{}, { listingId }]) {
      const { accounts } = await salesDays(scene.ctx, companyId, query);
      const sums = accounts[0]!.days.find(({ day }) => day === '2026-05-03')?.sums;
      assert.deepEqual(
        sums?.map(({ currencyCode, orders, revenue }) => [currencyCode, orders, revenue]),
        [
          ['BRL', 1, 100],
          ['USD', 1, 20],
        ],
      );
    }
  });

  it('are equal to what the marketplace counts, and the difference shows where they are not', async () => {
    const two = [line('A', { units: 2 }), line('B')];
    put(
      order('1', ago(DAY), two),
      order('2', ago(DAY), [line('A', { state: 'cancelled' })]),
      order('3', ago(3 * DAY), [line('A', { state: 'refunded' })]),
    );
    await begin();
    await request(READ_TOTALS);
    await work();
    const { companyId, accountId } = { ...scene.company };
    const reconciled = async () =>
      (await reconciliation(scene.ctx, companyId, {})).days.map((one) => [
        one.day,
        one.ours?.sales ?? null,
        one.marketplace?.sales ?? null,
        one.difference,
      ]);
    const equal = { orders: 0, units: 0, sales: 0, percent: 0 };
    assert.deepEqual(await reconciled(), [
      ['2026-05-01', 100, 100, equal],
      ['2026-05-03', 300, 300, equal],
    ]);
    // This order was never reported.
    put(order('4', ago(DAY), [line('A')]));
    await request(READ_TOTALS);
    await work();
    const [, differs] = await reconciled();
    assert.deepEqual(differs, [
      '2026-05-03',
      300,
      400,
      { orders: -1, units: -1, sales: -100, percent: -25 },
    ]);
    const { accounts } = await reconciliation(scene.ctx, companyId, { accountId });
    assert.equal(accounts[0]?.askedAt, TEST_TIME.toISOString());
  });

  it('are not compared where the marketplace did not answer', async () => {
    put(order('1', ago(DAY), [line('A')]));
    await begin();
    await work();
    scene.failures.push(callFailure('unavailable', '503'));
    await request(READ_TOTALS);
    await assert.rejects(work(), /503/);
    const { days } = await reconciliation(scene.ctx, scene.company.companyId, {});
    assert.deepEqual(
      days.map(({ marketplace, difference }) => [marketplace, difference]),
      [[null, null]],
    );
  });
});
