import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { RemoteOrder, RemoteRefund } from '../integrations/marketplace.ts';
import { within, withinByKeys } from '../platform/db.ts';
import { callFailure } from '../testing/memory-marketplace.ts';
import { line, order, type SalesScene, salesScene } from '../testing/sales-scene.ts';
import { drain, TEST_TIME } from '../testing/test-context.ts';
import { requestReading, startCatchUp } from './catch-up.ts';
import { salesDays } from './days.ts';
import { openFeed } from './feed-store.ts';
import { workers } from './jobs.ts';
import { READ_REFUNDS } from './read-refunds.ts';
import { refundLines } from './refund-lines.ts';
import { markRefundsKnown, recordRefunds } from './refunds.ts';

let scene: SalesScene;
beforeEach(async () => {
  scene = await salesScene({ reportsRefundsApart: true });
});
afterEach(() => scene.close());

const DAY = 86_400_000;
const ago = (days: number) => new Date(TEST_TIME.getTime() - days * DAY);
const sold = (id: string, days: number, lines = [line('A', { refund: null })]) =>
  order(id, ago(days), lines);
const paidBack = (orderId: string, days: number, amount: number, refundId = `R${orderId}`) => ({
  refundId,
  orderId,
  updatedAt: ago(days),
  items: amount === 0 ? [] : [{ skuMarketplace: 'A', amount }],
});
const put = (...some: RemoteOrder[]) => {
  for (const one of some) scene.orders.set(one.orderId, one);
};
const work = () => drain(scene.ctx, workers(scene.ctx));
const record = (...refunds: RemoteRefund[]) =>
  withinByKeys(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
    recordRefunds(scene.ctx, trx, scene.account, refunds),
  );
const begin = async () => {
  await within(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
    requestReading(scene.ctx, trx, scene.account),
  );
  await work();
};
const again = async () => {
  const { companyId, accountId } = scene.account;
  await within(scene.ctx.db, { company: companyId }, (trx) =>
    scene.ctx.jobs.send(trx, READ_REFUNDS, [{ companyId, accountId }], { key: String(accountId) }),
  );
  await work();
};
const lines = async () =>
  (
    await scene.database.owner`
      select order_id, state, refunded_units as units, refunded as amount from order_line order by order_id`
  ).map((row) => Object.values(row));
const sums = async () =>
  (
    await scene.database.owner`
      select revenue, refunds, refunds_of, refunded_units from account_day order by day`
  ).map((row) => Object.values(row));

describe('refunds that are reported apart from orders', () => {
  it('are joined to their orders in any order of arrival, and are zero only once all were read', async () => {
    put(sold('1', 40), sold('2', 20), sold('3', 1));
    await scene.record([...scene.orders.values()]);
    await scene.sum();
    assert.deepEqual(await sums(), [
      [10_000, 0, 0, 0],
      [10_000, 0, 0, 0],
      [10_000, 0, 0, 0],
    ]);
    scene.refunds.push(paidBack('1', 30, 10_000), paidBack('2', 9, 2_500), paidBack('9', 8, 700));
    await begin();
    assert.deepEqual(await lines(), [
      ['1', 'refunded', 1, 10_000],
      ['2', 'paid', 0, 2_500],
      ['3', 'paid', 0, 0],
    ]);
    assert.deepEqual(await sums(), [
      [10_000, 10_000, 10_000, 1],
      [10_000, 2_500, 10_000, 0],
      [10_000, 0, 10_000, 0],
    ]);
    // An order that is found after its refund.
    await scene.record([sold('9', 12)]);
    assert.deepEqual((await lines()).at(-1), ['9', 'paid', 0, 700]);
  });

  it('restate the day of their order when they arrive, change and are withdrawn', async () => {
    put(sold('1', 5, [line('A', { units: 2, refund: null })]));
    await begin();
    const day = async () => {
      const { accounts } = await salesDays(scene.ctx, scene.company.companyId, {});
      const [found] = accounts[0]!.days.flatMap((one) => one.sums ?? []);
      return [found?.refundedUnits, found?.refunds?.amount, found?.refunds?.ofRevenue];
    };
    assert.deepEqual(await day(), [0, 0, 200]);
    scene.refunds.push(paidBack('1', 2, 10_000));
    await again();
    assert.deepEqual(await day(), [1, 100, 200]);
    // The same again, and an older report of it, change nothing.
    await record(paidBack('1', 2, 10_000), paidBack('1', 3, 20_000));
    await work();
    assert.deepEqual(await day(), [1, 100, 200]);
    await record(paidBack('1', 1, 10_000, 'second'));
    await work();
    assert.deepEqual(await day(), [2, 200, 200]);
    assert.deepEqual(await lines(), [['1', 'refunded', 2, 20_000]]);
    await record(paidBack('1', 0.5, 0));
    await work();
    assert.deepEqual(await day(), [1, 100, 200]);
    // The order is read again, without its refund: that is kept.
    await scene.record([
      { ...sold('1', 5, [line('A', { units: 2, refund: null })]), updatedAt: ago(0) },
    ]);
    assert.deepEqual(await lines(), [['1', 'paid', 1, 10_000]]);
  });

  it('that are reported days after they were posted are found, and a failure is gone on from', async () => {
    put(sold('1', 5));
    await begin();
    scene.ctx.advance(DAY);
    await again();
    scene.refunds.push(paidBack('1', 1, 10_000));
    scene.failures.push(callFailure('unavailable', '503'));
    await assert.rejects(again());
    await again();
    assert.deepEqual(await lines(), [['1', 'refunded', 1, 10_000]]);
  });

  it('of a past that is requested during a read are read, and not taken for none', async () => {
    const { companyId, actor } = scene.company;
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      openFeed(trx, scene.account, scene.ctx.clock(), ago(50)),
    );
    scene.refunds.push(paidBack('1', 90, 10_000), paidBack('2', 130, 2_500));
    await scene.record([sold('1', 100), sold('2', 140)]);
    const requestRefunds = (days: number) => () =>
      startCatchUp(scene.ctx, actor, scene.account.accountId, ago(days).toISOString().slice(0, 10));
    scene.beforeRefunds.run = requestRefunds(110);
    await begin();
    assert.deepEqual(await lines(), [
      ['1', 'refunded', 1, 10_000],
      ['2', 'paid', null, null],
    ]);
    // And while newer ones are read.
    scene.ctx.advance(DAY);
    scene.beforeRefunds.run = requestRefunds(150);
    await again();
    assert.deepEqual((await lines())[1], ['2', 'paid', 0, 2_500]);
  });

  it('become known of some lines at a time, and go on where that broke off', async () => {
    const { companyId, accountId } = scene.account;
    const since = ago(100);
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      openFeed(trx, scene.account, scene.ctx.clock(), since),
    );
    await scene.database.owner`
      insert into order_line (company_id, account_id, order_id, line, day, ordered_at, updated_at, recorded_at,
        listing_id, sku_marketplace, currency_code, state, units, price, counts_order, held)
      select ${companyId}, ${accountId}, 'O' || n, 'A', (at at time zone 'UTC')::date, at, at, at, 0, 'A', 'BRL', 'paid',
        1, 100, true, 'unknown'
      from generate_series(1, 11000) n, lateral (
        select ${ago(1)}::timestamptz - n * interval '1 minute' as at) t`;
    await record(paidBack('O10', 0.5, 100), paidBack('O10999', 0.5, 40));
    const known = async () => {
      const [row] = await scene.database.owner`
        select count(*) filter (where refunded is not null) as lines, sum(refunded) as amount,
          (select refunds_from from order_feed where account_id = ${accountId}) as from
        from order_line where account_id = ${accountId}`;
      return [row!.lines, row!.amount, row!.from];
    };
    const stopping = new AbortController();
    let parts = 0;
    const know = (signal: AbortSignal) =>
      markRefundsKnown(
        scene.ctx,
        scene.account,
        since,
        () => {
          if (++parts === 2) stopping.abort();
          return true;
        },
        signal,
      );
    await assert.rejects(know(stopping.signal));
    assert.deepEqual(await known(), [10_000, 100, new Date(ago(1).getTime() - 10_000 * 60_000)]);
    assert.equal(await know(new AbortController().signal), true);
    assert.deepEqual(await known(), [11_000, 140, since]);
  });

  it('do not depend on order and repetition', async () => {
    await begin();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            what: fc.constantFrom('order', 'refund'),
            age: fc.integer({ min: 1, max: 4 }),
            refund: fc.constantFrom('a', 'b'),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (steps) => {
          await scene.database.owner`delete from order_line`;
          await scene.database.owner`delete from order_refund`;
          // The amount of a refund at each age; the latest report counts.
          const amountAt = (age: number) => [0, 4_000, 10_000, 0, 2_000][age]!;
          for (const { what, age, refund } of steps) {
            if (what === 'order') await scene.record([{ ...sold('1', 5), updatedAt: ago(age) }]);
            else await record(paidBack('1', age, amountAt(age), refund));
          }
          const youngest = (id: string) =>
            Math.min(
              ...steps.flatMap((one) =>
                one.what === 'refund' && one.refund === id ? [one.age] : [],
              ),
            );
          const total = ['a', 'b']
            .map(youngest)
            .reduce((sum, age) => sum + (age === Infinity ? 0 : amountAt(age)), 0);
          const expected = steps.some(({ what }) => what === 'order') ? [total] : [];
          assert.deepEqual(
            (await lines()).map(([, , , amount]) => amount),
            expected,
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('what was paid back of lines', () => {
  it('is divided among items of one listing, without cancelled items', () => {
    const one = { skuMarketplace: 'A', units: 1, price: 1_000, state: 'paid' as const };
    const joined = refundLines(
      [
        { ...one, units: 3 },
        one,
        { ...one, skuMarketplace: 'B', state: 'cancelled' },
        { ...one, skuMarketplace: 'C', price: null },
      ],
      [
        { sku: 'A', amount: 4_000 },
        { sku: 'B', amount: 1_000 },
        { sku: 'C', amount: 300 },
        { sku: 'X', amount: 5 },
      ],
    );
    assert.deepEqual(joined, [
      { units: 3, amount: 3_000, state: 'refunded' },
      { units: 1, amount: 1_000, state: 'refunded' },
      { units: 0, amount: 0, state: 'cancelled' },
      { units: 0, amount: 300, state: 'paid' },
    ]);
  });
});
