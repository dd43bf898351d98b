import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../catalog/actions.ts';
import { LISTINGS_SYNCED } from '../catalog/contract.ts';
import type { Market } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { failure, losing, type Scene, scene } from '../testing/monitoring-scene.ts';
import { drain, emitted, seedCompany, waiting } from '../testing/test-context.ts';
import { latestMarkets, requestPolls } from './actions.ts';
import { MARKET_CHANGED } from './contract.ts';
import { workers } from './jobs.ts';
import { observeNotified, POLL } from './observe.ts';
import { schedulePolls } from './plan.ts';

let the: Scene;
let companyId: number;
let accountId: number;

beforeEach(async () => {
  the = await scene();
  ({ companyId, accountId } = the.company);
});
afterEach(() => the.close());

const inCompany = <T>(work: Parameters<typeof within<T>>[2], id = companyId) =>
  within(the.ctx.db, { company: id }, work);
const ask = (...listingIds: number[]) =>
  inCompany((trx) =>
    requestPolls(
      the.ctx,
      trx,
      listingIds.map((listingId) => ({ poll: { companyId, accountId, listingId, tries: 0 } })),
    ),
  );
const work = () => drain(the.ctx, workers(the.ctx));
const good = (sku: string) => ({ ok: true as const, value: losing(sku, the.company.sellerId) });
const seen = (...ids: number[]) =>
  inCompany(async (trx) => [...(await latestMarkets(trx, companyId, ids)).keys()].sort());
const repair = () => {
  const worker = workers(the.ctx).find((one) => one.schedule !== undefined);
  assert.ok(worker);
  assert.equal(worker.schedule?.cron, '* * * * *');
  const job = { id: 'r', data: worker.schedule?.data, attempt: 1 };
  return worker.handle([job], new AbortController().signal);
};
const listingsOf = async () => (await waiting(the.ctx, POLL)).map((job) => job.listingId);

describe('notifications', () => {
  it('wait for those who store listings without holding up what these request', async () => {
    const recorded = await the.addListing('X1');
    const polled = await the.addListing('X2');
    const { sellerId } = the.company;
    const about = (skuMarketplace: string, market: Market | null) => ({
      accountId,
      notification: { sellerId, about: 'market' as const, subject: { skuMarketplace }, market },
    });
    const all = [about('X2', null), about('X1', losing('X1', sellerId))];
    let observing: Promise<void> | undefined;
    await inCompany(async (trx) => {
      await trx.selectFrom('listing').select('id').where('id', '=', recorded).forUpdate().execute();
      observing = inCompany((other) => observeNotified(the.ctx, other, companyId, all, () => true));
      for (let waits = 0; waits === 0; ) {
        const [row] = await the.database.owner<{ n: number }[]>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        waits = row?.n ?? 0;
      }
      const poll = { companyId, accountId, listingId: polled, tries: 0 };
      await requestPolls(the.ctx, trx, [{ poll }]);
    });
    await observing;
    assert.deepEqual(await seen(recorded), [recorded]);
    assert.deepEqual(await listingsOf(), [polled]);
  });
});

describe('polls', () => {
  it('request each listing from the marketplace and record the answers', async () => {
    const ids = [];
    for (const sku of ['X1', 'X2', 'X3']) {
      ids.push(await the.addListing(sku));
      the.markets.set(sku, good(sku));
    }
    await ask(...ids);
    await work();
    assert.deepEqual(await seen(...ids), ids);
    assert.deepEqual(the.requested.toSorted(), ['X1', 'X2', 'X3']);
    const reported = await emitted(the.ctx, MARKET_CHANGED);
    assert.deepEqual(reported, [{ companyId, listingIds: ids }]);
  });

  it('wait only once for each listing', async () => {
    const id = await the.addListing('X1');
    await ask(id);
    await ask(id, id);
    assert.deepEqual(await listingsOf(), [id]);
  });

  it('are not made where the marketplace reports no markets', async () => {
    const id = await the.addListing('X1');
    const { marketplaces } = the.ctx;
    const { getMarkets: _, ...silent } = marketplaces.byId(2)!;
    the.ctx.marketplaces = { ...marketplaces, byId: () => silent };
    await ask(id);
    await work();
    await schedulePolls(the.ctx, companyId);
    const market = await inCompany((trx) => latestMarkets(trx, companyId, [id]));
    assert.equal(market.get(id), undefined);
    assert.deepEqual([the.requested, await waiting(the.ctx, POLL)], [[], []]);
  });

  it('renew a refused token, and retry', async () => {
    const id = await the.addListing('X1');
    the.markets.set('X1', good('X1'));
    the.revokeAccess();
    await ask(id);
    await work();
    assert.deepEqual(await seen(id), [id]);
  });

  it('skip listings that are archived or not the company’s', async () => {
    const archived = await the.addListing('X1', { status: 'ARCHIVED' });
    const other = await seedCompany(the.database.owner);
    const foreign = await the.addListing('X2');
    await the.database.owner`
      update listing set company_id = ${other.companyId}, account_id = ${other.accountId}
      where id = ${foreign}`;
    await ask(archived, foreign);
    await work();
    assert.deepEqual(the.requested, []);
  });

  it('record the others if one listing fails', async () => {
    const bad = await the.addListing('BAD');
    const fine = await the.addListing('FINE');
    the.markets.set('BAD', failure('invalid'));
    the.markets.set('FINE', good('FINE'));
    await ask(bad, fine);
    await work();
    assert.deepEqual(await seen(bad, fine), [fine]);
    assert.deepEqual(await listingsOf(), []);
    assert.equal(the.ctx.complaints.length, 1);
  });

  it('wait as long as the marketplace requires', async () => {
    const id = await the.addListing('X1');
    the.markets.set('X1', [failure('rate_limited', 30_000), good('X1')]);
    await ask(id);
    await work();
    assert.equal(the.requested.length, 1);
    the.ctx.advance(29_000);
    await work();
    assert.equal(the.requested.length, 1);
    the.ctx.advance(1_000);
    await work();
    assert.deepEqual(await seen(id), [id]);
    assert.deepEqual(the.ctx.complaints, []);
  });

  it('are tried again with growing pauses where the marketplace stumbles, then left to the repair', async () => {
    const id = await the.addListing('X1');
    the.markets.set('X1', failure('unavailable'));
    await ask(id);
    const pauses = [];
    for (let waited = 0; waited <= 120; waited++) {
      const before = the.requested.length;
      await work();
      if (the.requested.length > before) pauses.push(waited);
      the.ctx.advance(1_000);
    }
    assert.deepEqual(pauses, [0, 2, 6, 14, 30]);
    assert.deepEqual(await listingsOf(), []);
    await repair();
    assert.deepEqual(await listingsOf(), [id]);
  });

  it('enqueue a fetch of a listing that the marketplace does not have', async () => {
    const id = await the.addListing('GONE');
    await ask(id);
    await drain(the.ctx, workers(the.ctx));
    const requests = await waiting(the.ctx, REFRESH_LISTING);
    assert.deepEqual(requests, [{ companyId, accountId, listings: ['GONE'] }]);
    assert.deepEqual(await listingsOf(), []);
  });

  it('of an account that is not connected are dropped', async () => {
    const id = await the.addListing('X1');
    await the.database.owner`update account set status = 'inactive' where id = ${accountId}`;
    await ask(id);
    await work();
    assert.deepEqual(the.requested, []);
    assert.deepEqual(await listingsOf(), []);
  });

  it('stop when the worker has to, and record nothing', async () => {
    const id = await the.addListing('X1');
    the.markets.set('X1', good('X1'));
    const worker = workers(the.ctx).find((one) => one.queue.name === POLL.name);
    const job = { id: 'j', data: { companyId, accountId, listingId: id, tries: 0 }, attempt: 1 };
    await assert.rejects(async () => await worker?.handle([job], AbortSignal.abort()));
    assert.deepEqual(await seen(id), []);
  });
});

describe('synced listings', () => {
  const synced = (listingIds: number[]) =>
    inCompany((trx) => the.ctx.jobs.emit(trx, LISTINGS_SYNCED, { companyId, listingIds }));

  it('are observed, but for those that are archived', async () => {
    const fresh = await the.addListing('X1');
    const archived = await the.addListing('X2', { status: 'ARCHIVED' });
    the.markets.set('X1', good('X1'));
    the.markets.set('X2', good('X2'));
    await synced([fresh, archived]);
    await work();
    assert.deepEqual(the.requested, ['X1']);
    assert.deepEqual(await seen(fresh, archived), [fresh]);
  });
});

describe('the repair', () => {
  it('enqueues polls of overdue listings, the longest overdue first', async () => {
    const ids: number[] = [];
    for (const sku of ['A', 'B', 'C', 'D']) {
      ids.push(await the.addListing(sku));
      the.markets.set(sku, good(sku));
    }
    const [a, b, c, d] = ids as [number, number, number, number];
    await ask(b);
    await work();
    the.ctx.advance(60_000);
    await ask(a);
    await work();
    the.ctx.advance(9 * 60_000);
    await ask(c);
    await work();
    the.ctx.advance(60_001);
    await repair();
    // d was never observed, b and a more than ten minutes ago, c a minute ago.
    assert.deepEqual((await listingsOf()).toSorted(), [a, b, d].toSorted());
  });

  it('skips listings that are not for sale and disconnected accounts', async () => {
    await the.addListing('PAUSED', { status: 'PAUSED' });
    await the.addListing('ARCHIVED', { status: 'ARCHIVED' });
    await repair();
    assert.deepEqual(await listingsOf(), []);
    await the.addListing('X1');
    await the.database.owner`update account set status = 'inactive' where id = ${accountId}`;
    await repair();
    assert.deepEqual(await listingsOf(), []);
  });

  it('covers every company, with a limited number in each', async () => {
    const other = await seedCompany(the.database.owner);
    await the.database.owner`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price,
        shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
        promotion_status, created_at, updated_at)
      select company_id, id, 2, 'MANY' || n, 'Ad', 100, 0, 'BRL', 'BR', 1, 'ENABLED', 'new', false,
        'none', now(), now()
      from account cross join generate_series(1, 350) n`;
    await repair();
    const polls = await waiting(the.ctx, POLL);
    const count = (company: number) => polls.filter((job) => job.companyId === company).length;
    assert.deepEqual([count(companyId), count(other.companyId)], [300, 300]);
  });
});
