import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { marketplacesOf } from '../../integrations/registry.ts';
import type { Minor } from '../../kernel/money.ts';
import { Problem } from '../../kernel/problem.ts';
import { within } from '../../platform/db.ts';
import { callFailure } from '../../testing/memory-marketplace.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, emitted, seedCompany, waiting } from '../../testing/test-context.ts';
import { COSTS_CHANGED } from '../contract.ts';
import { workers } from '../jobs.ts';
import { costsOf, setCosts } from './actions.ts';
import { FEES, fetchFees, requestDueFees, requestMinimumFees } from './fees.ts';
import { costedListings } from './store.ts';

const DAY = 24 * 3_600_000;
const NEVER = new AbortController().signal;

let the: Scene;
beforeAll(async () => {
  the = await openScene();
});
afterAll(() => the.close());

let count = 0;
const sell = (price = 10_000) => {
  count += 1;
  return the.sell(`F${count}`, price);
};
const shop = () => the.shop.marketplace;
const set = (...items: Parameters<typeof setCosts>[2]) => setCosts(the.ctx, the.actor, items);
const costs = (listingId: number) => costsOf(the.ctx, the.companyId, listingId);
const fee = async (listingId: number) => {
  const { feePercent, feeFixed, feeSource, feeFailure } = await costs(listingId);
  return [feePercent, feeFixed, feeSource, feeFailure];
};
const work = () =>
  drain(
    the.ctx,
    workers(the.ctx).filter(({ queue }) => queue.name.startsWith('catalog.fees')),
  );
const reported = async () =>
  (await emitted(the.ctx, COSTS_CHANGED)).flatMap(({ listingIds }) => listingIds);
const refusalOf = async (request: Promise<unknown>) => {
  const error: unknown = await request.then(
    () => null,
    (reason) => reason,
  );
  assert.ok(error instanceof Problem, String(error));
  return [error.status, error.code];
};

beforeEach(async () => {
  await the.database.owner`delete from pgboss.job`;
  await the.database.owner`delete from listing_cost`;
  shop().broken.clear();
  shop().calls.getFees = 0;
});

describe('fees of a marketplace', () => {
  it('are requested once a cost is known, and published for pricing', async () => {
    const [a, b] = [await sell(10_000), await sell(24_000)];
    await set({ listingId: a, cost: 10 }, { listingId: b, cost: 20 }, { listingId: b, cost: 30 });
    assert.deepEqual(await waiting(the.ctx, FEES), [
      { companyId: the.companyId, accountId: the.accountId },
    ]);
    await work();
    assert.deepEqual(await fee(a), [12.5, 5, 'marketplace', null]);
    assert.deepEqual(await fee(b), [12.5, 12, 'marketplace', null]);
    assert.deepEqual((await reported()).sort(), [a, a, b, b].sort());
    assert.equal(shop().calls.getFees, 1);
    assert.equal((await costs(a)).feeAskedAt, the.ctx.clock().toISOString());
  });

  it('are not requested without a known cost, or if a user entered them', async () => {
    const [a, b] = [await sell(), await sell()];
    await set({ listingId: a, taxPercent: 5 }, { listingId: b, cost: 10, feePercent: 9 });
    assert.deepEqual(await waiting(the.ctx, FEES), []);
    await requestDueFees(the.ctx, NEVER);
    await work();
    assert.equal(shop().calls.getFees, 0);
    assert.deepEqual(await fee(b), [9, null, 'person', null]);
  });

  it('never replace fees that a user entered in the meantime', async () => {
    const listingId = await sell();
    await set({ listingId, cost: 10 });
    const { getFees } = shop();
    shop().getFees = async (session, targets) => {
      await set({ listingId, feePercent: 9 });
      return await getFees!(session, targets);
    };
    try {
      await work();
    } finally {
      shop().getFees = getFees!;
    }
    assert.deepEqual(await fee(listingId), [9, null, 'person', null]);
  });

  it('are requested again after a week, and published only if they differ', async () => {
    const [a, b] = [await sell(), await sell()];
    await set({ listingId: a, cost: 10 }, { listingId: b, cost: 10 });
    await work();
    await the.database.owner`delete from pgboss.job`;
    await the.database.owner`update listing set price = 20000 where id = ${b}`;
    const start = the.ctx.clock();
    the.ctx.advance(6 * DAY);
    await requestDueFees(the.ctx, NEVER);
    assert.deepEqual(await waiting(the.ctx, FEES), []);
    the.ctx.advance(DAY + 1);
    await requestDueFees(the.ctx, NEVER);
    await work();
    assert.deepEqual(await fee(b), [12.5, 10, 'marketplace', null]);
    assert.deepEqual(await reported(), [b]);
    the.ctx.setTime(start);
  });

  it('are removed and requested again', async () => {
    const listingId = await sell();
    await set({ listingId, cost: 10, feePercent: 9, feeFixed: 1 });
    await set({ listingId, feePercent: null, feeFixed: null });
    await work();
    assert.deepEqual(await fee(listingId), [12.5, 5, 'marketplace', null]);
  });

  it('that are not reported do not affect the others, and are requested a day later', async () => {
    const [a, b] = [await sell(), await sell()];
    const { sku_marketplace: sku } = (
      await the.database.owner<{ sku_marketplace: string }[]>`
        select sku_marketplace from listing where id = ${a}`
    )[0]!;
    shop().broken.set(sku, callFailure('invalid', 'InvalidParameterValue'));
    await set({ listingId: a, cost: 10 }, { listingId: b, cost: 10 });
    await work();
    assert.deepEqual(await fee(a), [null, null, null, 'InvalidParameterValue']);
    assert.deepEqual(await fee(b), [12.5, 5, 'marketplace', null]);
    shop().broken.clear();
    const start = the.ctx.clock();
    the.ctx.advance(DAY + 1);
    await requestDueFees(the.ctx, NEVER);
    await work();
    assert.deepEqual(await fee(a), [12.5, 5, 'marketplace', null]);
    the.ctx.setTime(start);
  });

  it('that are refused for all at once do not hold up those behind them', async () => {
    const listingId = await sell();
    await set({ listingId, cost: 10 });
    shop().failures.getFees.push(callFailure('forbidden', 'Unauthorized'));
    await work();
    assert.deepEqual(await fee(listingId), [null, null, null, 'Unauthorized']);
    assert.equal(shop().calls.getFees, 1);
  });

  it('wait as long as the marketplace requires', async () => {
    const listingId = await sell();
    await set({ listingId, cost: 10 });
    shop().failures.getFees.push(callFailure('rate_limited', '429', 60_000));
    await work();
    assert.deepEqual(await fee(listingId), [null, null, null, null]);
    const start = the.ctx.clock();
    the.ctx.advance(60_001);
    await work();
    assert.deepEqual(await fee(listingId), [12.5, 5, 'marketplace', null]);
    the.ctx.setTime(start);
  });

  it('are retried if the marketplace is unavailable', async () => {
    const listingId = await sell();
    await set({ listingId, cost: 10 });
    shop().failures.getFees.push(callFailure('unavailable', '503'));
    await assert.rejects(work());
    await work();
    assert.deepEqual(await fee(listingId), [12.5, 5, 'marketplace', null]);
  });

  it('of many listings are requested by the hundred, each once', async () => {
    const rows = await the.database.owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${the.companyId}, ${the.accountId}, 2, 'fees-' || n, 'Many', 100, 0, 'BRL', 'BR', 1, 'ENABLED', 'new',
        false, 'none', now(), now() from generate_series(1, 250) n returning id`;
    await set(...rows.map(({ id }) => ({ listingId: id, cost: 1 })));
    await work();
    assert.equal(shop().calls.getFees, 3);
    const [row] = await the.database.owner<{ n: number }[]>`
      select count(*) as n from listing_cost where fee_source = 'marketplace'`;
    assert.equal(row?.n, 250);
  });

  it('are not requested from a marketplace that reports none', async () => {
    const { getFees: _, ...mute } = shop();
    const ctx = { ...the.ctx, marketplaces: marketplacesOf([mute]) };
    const listingId = await sell();
    await setCosts(ctx, the.actor, [{ listingId, cost: 10 }]);
    assert.deepEqual(await waiting(the.ctx, FEES), []);
    await requestDueFees(ctx, NEVER);
    assert.deepEqual(await waiting(the.ctx, FEES), []);
    const request = fetchFees(ctx, the.actor, listingId, NEVER);
    assert.deepEqual(await refusalOf(request), [422, 'fees_not_told']);
  });
});

describe('the fee at a minimum', () => {
  /** More is kept below 79.00, and a little less of that below 50.00. */
  const stepped = (price: Minor) => ({
    feePercent: 12,
    feeFixed: price < 5_000 ? 650 : price < 7_900 ? 675 : 0,
  });
  type Reported = readonly [price: Minor, feeFixed: Minor];
  /** Base, the requested price, the reported fee, and whether it was requested. */
  const minimumOf = async (listingId: number) => {
    const [listing] = await within(the.ctx.db, { company: the.companyId }, (trx) =>
      costedListings(trx, the.companyId, [listingId]),
    );
    const minimum = listing?.known.floor;
    if (!minimum) return null;
    const { base, price, fees, requestedAt } = minimum;
    return [
      base,
      price,
      fees.map((fee): Reported => [fee.price, fee.feeFixed]),
      requestedAt !== null,
    ];
  };
  const ask = async (listingId: number, base: Minor, price = base) => {
    await within(the.ctx.db, { company: the.companyId }, (trx) =>
      requestMinimumFees(the.ctx, trx, the.companyId, [{ listingId, base, price }]),
    );
    await drain(
      the.ctx,
      workers(the.ctx).filter(({ queue }) => queue.name === 'catalog.floors'),
    );
  };
  const costing = async () => {
    const listingId = await sell(10_000);
    await set({ listingId, cost: 54 });
    await work();
    await the.database.owner`delete from pgboss.job`;
    return listingId;
  };
  let feeOf: typeof stepped;
  beforeAll(() => {
    ({ feeOf } = shop());
    shop().feeOf = stepped;
  });
  afterAll(() => {
    shop().feeOf = feeOf;
  });

  it('is reported in addition to the one at the present price, and published for pricing', async () => {
    const listingId = await costing();
    await ask(listingId, 7_398);
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [], false]);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [[7_398, 675]], true]);
    assert.deepEqual(await fee(listingId), [12, 0, 'marketplace', null]);
    const shown = [{ price: 73.98, feePercent: 12, feeFixed: 6.75 }];
    assert.deepEqual((await costs(listingId)).feePoints, shown);
    assert.deepEqual(await reported(), [listingId]);
  });

  it('is not requested if a user entered the fee, and deleted when a user does', async () => {
    const listingId = await costing();
    await ask(listingId, 7_398);
    await set({ listingId, feePercent: 9 });
    await work();
    assert.equal(await minimumOf(listingId), null);
    await ask(listingId, 7_398);
    assert.equal(await minimumOf(listingId), null);
  });

  it('counts as requested if the marketplace refuses to report it, and is requested a day later', async () => {
    const listingId = await costing();
    shop().broken.set(`F${count}`, callFailure('invalid', 'InvalidParameterValue'));
    await ask(listingId, 7_398);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [], true]);
    assert.deepEqual(await reported(), [listingId]);
    shop().broken.clear();
    const start = the.ctx.clock();
    the.ctx.advance(DAY + 1);
    await requestDueFees(the.ctx, NEVER);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [[7_398, 675]], true]);
    the.ctx.setTime(start);
  });

  it('waits for an unavailable marketplace, however often it is requested', async () => {
    const listingId = await costing();
    await ask(listingId, 7_398);
    await the.database.owner`delete from pgboss.job`;
    await requestDueFees(the.ctx, NEVER);
    shop().failures.getFees.push(callFailure('unavailable', '503'));
    await assert.rejects(work());
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [], false]);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [[7_398, 675]], true]);
  });

  it('is requested at other prices too, and reported fees are kept', async () => {
    const listingId = await costing();
    await ask(listingId, 4_500);
    await work();
    await ask(listingId, 4_500, 8_000);
    assert.deepEqual(await minimumOf(listingId), [4_500, 8_000, [[4_500, 650]], false]);
    await work();
    await ask(listingId, 4_500, 5_300);
    await work();
    const fees = [
      [4_500, 650],
      [5_300, 675],
      [8_000, 0],
    ];
    assert.deepEqual(await minimumOf(listingId), [4_500, 5_300, fees, true]);
    await ask(listingId, 4_600);
    assert.deepEqual(await minimumOf(listingId), [4_600, 4_600, [], false]);
  });

  it('is requested at its first price after a week, and at the others only if it differs', async () => {
    const listingId = await costing();
    await ask(listingId, 4_500);
    await work();
    await ask(listingId, 4_500, 5_300);
    await work();
    const fees = [
      [4_500, 650],
      [5_300, 675],
    ];
    const start = the.ctx.clock();
    const aWeekOn = async () => {
      the.ctx.advance(7 * DAY + 1);
      await requestDueFees(the.ctx, NEVER);
      await work();
    };
    await aWeekOn();
    assert.deepEqual(await minimumOf(listingId), [4_500, 5_300, fees, true]);
    shop().broken.set(`F${count}`, callFailure('invalid', 'InvalidParameterValue'));
    await aWeekOn();
    assert.deepEqual(await minimumOf(listingId), [4_500, 5_300, fees, true]);
    shop().broken.clear();
    shop().feeOf = () => ({ feePercent: 12, feeFixed: 700 });
    await aWeekOn();
    assert.deepEqual(await minimumOf(listingId), [4_500, 4_500, [[4_500, 700]], true]);
    shop().feeOf = stepped;
    the.ctx.setTime(start);
  });

  it('that was refused is requested again a day later', async () => {
    const listingId = await costing();
    await ask(listingId, 4_500);
    await work();
    shop().broken.set(`F${count}`, callFailure('invalid', 'InvalidParameterValue'));
    await ask(listingId, 4_500, 5_300);
    await work();
    assert.deepEqual(await minimumOf(listingId), [4_500, 5_300, [[4_500, 650]], true]);
    shop().broken.clear();
    const start = the.ctx.clock();
    the.ctx.advance(DAY + 1);
    await requestDueFees(the.ctx, NEVER);
    await work();
    const fees = [
      [4_500, 650],
      [5_300, 675],
    ];
    assert.deepEqual(await minimumOf(listingId), [4_500, 5_300, fees, true]);
    the.ctx.setTime(start);
  });

  it('waits if the marketplace fails for this listing only, and delays no other', async () => {
    const listingId = await costing();
    const sku = `F${count}`;
    const other = await costing();
    shop().broken.set(sku, callFailure('unavailable', '503'));
    await ask(listingId, 7_398);
    await ask(other, 7_398);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [], false]);
    assert.deepEqual(await minimumOf(other), [7_398, 7_398, [[7_398, 675]], true]);
    shop().broken.clear();
    await requestDueFees(the.ctx, NEVER);
    await work();
    assert.deepEqual(await minimumOf(listingId), [7_398, 7_398, [[7_398, 675]], true]);
  });

  it('of an outdated minimum does not count', async () => {
    const listingId = await costing();
    await ask(listingId, 7_398);
    const { getFees } = shop();
    let isFirst = true;
    shop().getFees = async (session, targets) => {
      if (isFirst) await ask(listingId, 8_500);
      isFirst = false;
      return await getFees!(session, targets);
    };
    try {
      await work();
    } finally {
      shop().getFees = getFees!;
    }
    assert.deepEqual(await minimumOf(listingId), [8_500, 8_500, [[8_500, 0]], true]);
  });
});

describe('a user who requests a fee', () => {
  it('gets it, also in place of an entered one, with an audit entry', async () => {
    const listingId = await sell();
    await set({ listingId, feePercent: 9, feeFixed: 1 });
    await the.database.owner`delete from audit_log`;
    const answer = await fetchFees(the.ctx, the.actor, listingId, NEVER);
    assert.deepEqual(
      [answer.feePercent, answer.feeFixed, answer.feeSource],
      [12.5, 5, 'marketplace'],
    );
    assert.deepEqual(await costs(listingId), answer);
    const log = await the.database.owner`select action, subject, person_id from audit_log`;
    const subject = String(listingId);
    assert.deepEqual(
      [...log],
      [{ action: 'catalog.fees_asked', subject, person_id: the.actor.personId }],
    );
  });

  it('gets the reason if there is none', async () => {
    const listingId = await sell();
    const ask = (id = listingId) => refusalOf(fetchFees(the.ctx, the.actor, id, NEVER));
    shop().failures.getFees.push(callFailure('unavailable', '503'));
    assert.deepEqual(await ask(), [503, 'marketplace_unavailable']);
    shop().failures.getFees.push(callFailure('invalid', 'InvalidInput'));
    assert.deepEqual(await ask(), [422, 'fees_not_told']);
    shop().broken.set(`F${count}`, callFailure('not_found', 'NotFound'));
    assert.deepEqual(await ask(), [422, 'fees_not_told']);
    assert.deepEqual(await fee(listingId), [null, null, null, 'NotFound']);
    assert.deepEqual(await ask(987_654), [404, 'listing_not_found']);

    const { actor } = await seedCompany(the.database.owner);
    const foreign = fetchFees(the.ctx, actor, listingId, NEVER);
    assert.deepEqual(await refusalOf(foreign), [404, 'listing_not_found']);
  });

  it('gets the problem that the account has to be reconnected', async () => {
    const listingId = await sell();
    await the.database.owner`update account set status = 'inactive' where id = ${the.accountId}`;
    const request = fetchFees(the.ctx, the.actor, listingId, NEVER);
    assert.deepEqual(await refusalOf(request), [409, 'account_inactive']);
    await the.database.owner`update account set status = 'active' where id = ${the.accountId}`;
  });
});
