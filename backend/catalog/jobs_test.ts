import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { RemoteListing } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import {
  drain,
  seedCompany,
  type TestContext,
  testContext,
  waiting,
} from '../testing/test-context.ts';
import {
  connectAccount,
  type MarketplaceContext,
  REFRESH_LISTING,
  requestListingRefresh,
  SYNC,
} from './actions.ts';
import { workers } from './jobs.ts';

const never = new AbortController().signal;

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let companyId: number;
let accountId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock);
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  ({ companyId } = await seedCompany(database.owner));
  market.codes.add('code');
  accountId = await connectAccount(ctx, companyId, 'memory', { code: 'code', params: {} });
});

const offer = (...ids: string[]) => {
  for (const id of ids) market.listings.set(id, remoteListing(id));
};
const change = (id: string, more: Partial<RemoteListing>) => {
  market.listings.set(id, { ...market.listings.get(id)!, ...more });
};

const stored = () => database.owner<{ sku: string; price: number; status: string }[]>`
  select sku_marketplace as sku, price, status from listing
  where account_id = ${accountId} order by sku_marketplace`;
const statuses = async () =>
  Object.fromEntries((await stored()).map(({ sku, status }) => [sku, status]));
const prices = async () =>
  Object.fromEntries((await stored()).map(({ sku, price }) => [sku, price]));

describe('the queues of catalog', () => {
  const work = () => drain(ctx, workers(ctx));

  it('sync an account that was just connected', async () => {
    offer('M1');
    assert.deepEqual(await waiting(ctx, SYNC), [{ companyId, accountId }]);
    await work();
    assert.deepEqual(await statuses(), { M1: 'ENABLED' });
  });

  it('sync every active account once an hour', async () => {
    await work();
    const idle = await seedCompany(database.owner, { accountStatus: 'inactive' });
    const all = workers(ctx).find((worker) => worker.schedule !== undefined)!;
    assert.equal(all.schedule?.cron, '*/15 * * * *');
    const job = {
      id: 'a6e7f2f4-2222-4222-8222-000000000002',
      data: all.schedule?.data,
      attempt: 1,
    };
    await all.handle([job], never);
    await all.handle([job], never);
    const queued = await waiting(ctx, SYNC);
    assert.equal(queued.filter((sync) => sync.accountId === accountId).length, 1);
    assert.equal(queued.filter((sync) => sync.companyId === idle.companyId).length, 0);
  });

  it('skip an account that has to be reconnected', async () => {
    market.revokeAccess();
    market.revokeGrant();
    await work();
    assert.deepEqual(await waiting(ctx, SYNC), []);
    assert.ok(ctx.complaints.some((line) => line.includes('account_inactive')));
  });

  it('give a sync back that failed for now', async () => {
    offer('M1');
    market.failures.getListings.push(callFailure('unavailable', '503'));
    await assert.rejects(work(), /503/);
    assert.deepEqual(await waiting(ctx, SYNC), [{ companyId, accountId }]);
    await work();
    assert.deepEqual(await statuses(), { M1: 'ENABLED' });
  });

  it('delay a sync as long as the marketplace requires', async () => {
    offer('M1');
    market.failures.getListings.push(callFailure('rate_limited', '429', 45_000));
    await work();
    assert.deepEqual(await statuses(), {});
    ctx.advance(44_000);
    await work();
    assert.deepEqual(await statuses(), {});
    ctx.advance(1_000);
    await work();
    assert.deepEqual(await statuses(), { M1: 'ENABLED' });
  });

  const refresh = (...listings: string[]) =>
    within(ctx.db, { company: companyId }, (trx) =>
      requestListingRefresh(ctx, trx, { companyId, accountId, listings }),
    );

  it('fetch the listings that notifications name, those of one account together', async () => {
    offer('M1', 'M2', 'M3');
    await work();
    change('M1', { price: 6_000 });
    change('M2', { price: 6_100 });
    change('M3', { price: 6_200 });
    offer('M4');
    const before = market.calls.getListings;
    await refresh('M1');
    await refresh('M1', 'M2');
    await refresh('M4', 'M9');
    await work();
    assert.deepEqual(await prices(), { M1: 6_000, M2: 6_100, M3: 8_990, M4: 8_990 });
    assert.equal(market.calls.getListings, before + 1);
  });

  it('fetch the listings of one account independently of another’s failure', async () => {
    const down = Object.assign(memoryMarketplace(ctx.clock), { id: 1, slug: 'down' });
    ctx.marketplaces = marketplacesOf([market, down]);
    down.codes.add('code');
    const other = await connectAccount(ctx, companyId, 'down', { code: 'code', params: {} });
    offer('M1');
    await work();
    change('M1', { price: 6_000 });
    down.failures.getListings.push(callFailure('unavailable', '503'));
    const worker = workers(ctx).find(({ queue }) => queue.name === REFRESH_LISTING.name)!;
    const job = (id: number, sku: string) => ({
      id: `a6e7f2f4-3333-4333-8333-00000000000${id}`,
      data: { companyId, accountId: id === 1 ? other : accountId, listings: [sku] },
      attempt: 1,
    });
    await assert.rejects(worker.handle([job(1, 'D1'), job(2, 'M1')], never), /could not be read/);
    assert.equal((await prices()).M1, 6_000);
  });

  it('archive nothing because of a notification', async () => {
    offer('M1');
    await work();
    market.listings.delete('M1');
    await refresh('M1');
    await work();
    assert.equal((await statuses()).M1, 'ENABLED');
  });

  it('delay a fetch as long as the marketplace requires', async () => {
    offer('M1');
    await work();
    change('M1', { price: 6_000 });
    market.failures.getListings.push(callFailure('rate_limited', '429', 5_000));
    await refresh('M1');
    await work();
    assert.deepEqual(await waiting(ctx, REFRESH_LISTING), [
      { companyId, accountId, listings: ['M1'] },
    ]);
    ctx.advance(5_000);
    await work();
    assert.equal((await prices()).M1, 6_000);
  });

  it('come back to the one listing of several that the marketplace did not answer then', async () => {
    offer('M1', 'M2');
    await work();
    change('M1', { price: 6_000 });
    change('M2', { price: 6_100 });
    market.broken.set('M1', callFailure('rate_limited', '429', 5_000));
    await refresh('M1', 'M2');
    await work();
    assert.deepEqual(await prices(), { M1: 8_990, M2: 6_100 });
    market.broken.delete('M1');
    ctx.advance(5_000);
    await work();
    assert.deepEqual(await prices(), { M1: 6_000, M2: 6_100 });
  });
});
