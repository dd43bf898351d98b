import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import type { MarketplaceContext } from '../catalog/actions.ts';
import { LISTINGS_SYNCED } from '../catalog/contract.ts';
import { CIRCUIT_OPEN, type PollPace } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { within } from '../platform/db.ts';
import { isConsumer } from '../platform/jobs.ts';
import { failure, losing, type Scene, SLUG, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { drain, seedCompany, waiting } from '../testing/test-context.ts';
import { requestPolls } from './actions.ts';
import { workers } from './jobs.ts';
import { POLL } from './observe.ts';
import { planOf, schedulePolls, watchedMarket } from './plan.ts';
import { candidates } from './plan-store.ts';

const MINUTE = 60_000;

let the: Scene;
let ctx: MarketplaceContext;
let companyId: number;

/** The same installation, at a marketplace that allows these polls. */
const at = (polls: PollPace): MarketplaceContext => ({
  ...the.ctx,
  marketplaces: marketplacesOf(the.ctx.marketplaces.all.map((one) => ({ ...one, polls }))),
});
const SCARCE: PollPace = { perSecond: 1, batch: 20 };

beforeAll(async () => {
  the = await scene();
  ({ companyId } = the.company);
});
afterAll(() => the.close());
beforeEach(async () => {
  const { owner } = the.database;
  for (const table of [
    'rule_listing',
    'rule',
    'failed_look',
    'market',
    'market_snapshot',
    'listing',
  ])
    await owner`delete from ${owner(table)}`;
  await sql`delete from pgboss.job where name = ${POLL.name}`.execute(the.ctx.db);
  ctx = at(SCARCE);
  the.requested.length = 0;
});

async function addListings(count: number, from = 1): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n++) {
    const sku = `X${from + n}`;
    ids.push(await the.addListing(sku));
    the.markets.set(sku, { ok: true, value: losing(sku, the.company.sellerId) });
  }
  return ids;
}

async function putUnderRule(listingId: number): Promise<void> {
  const { owner } = the.database;
  const now = the.ctx.clock();
  const [rule] = await owner<{ id: number }[]>`
    insert into rule (company_id, name, origin, version, status, settings, created_at, updated_at)
    values (${companyId}, 'A rule', 'own', 1, 'enabled', '{}', ${now}, ${now}) returning id`;
  await owner`insert into rule_listing (company_id, rule_id, listing_id)
    values (${companyId}, ${rule!.id}, ${listingId})`;
}

const see = (...ids: number[]) =>
  recordObserved(
    ctx,
    companyId,
    ids.map((listingId) => ({
      listingId,
      market: losing(`X${listingId}`, the.company.sellerId, { observedAt: ctx.clock() }),
    })),
  );
const polled = async () => (await waiting(ctx, POLL)).map((job) => job.listingId);
const work = () => drain(ctx, workers(ctx));

describe('the repair', () => {
  it('spends what the marketplace allows, in whole calls, where money is at stake', async () => {
    const ids = await addListings(45);
    const ruled = ids.slice(-3);
    for (const id of ruled) await putUnderRule(id);
    await schedulePolls(ctx, companyId);
    const first = await polled();
    assert.equal(first.length, 20);
    assert.ok(ruled.every((id) => first.includes(id)));
    await schedulePolls(ctx, companyId);
    assert.deepEqual((await polled()).toSorted(), first.toSorted());
  });

  it('polls every listing in turn', async () => {
    const ids = await addListings(45);
    await putUnderRule(ids[0]!);
    for (let round = 0; round < 3; round++) {
      await schedulePolls(ctx, companyId);
      await work();
      the.ctx.advance(MINUTE);
    }
    assert.equal(new Set(the.requested).size, 45);
    assert.equal(the.requested.length, 45);
  });

  it('weighs those that wait for the longest time, also where more are due under rules than it weighs', async () => {
    const ids = await addListings(6);
    const [free, ...ruled] = ids;
    for (const id of ruled) await putUnderRule(id);
    await see(free!);
    the.ctx.advance(60 * MINUTE);
    await see(...ruled);
    the.ctx.advance(60 * MINUTE);
    const weighed = await within(ctx.db, { company: companyId }, (trx) =>
      candidates(trx, companyId, the.company.accountId, ctx.clock(), { limit: 3, isDue: true }),
    );
    assert.deepEqual(
      weighed.map(({ listingId }) => listingId),
      [free, ...ruled.slice(0, 2)],
    );
  });

  it('polls what was observed by a clock that was ahead and is corrected', async () => {
    const [id] = await addListings(1);
    const rightly = ctx.clock();
    the.ctx.advance(60 * MINUTE);
    await see(id!);
    the.ctx.setTime(rightly);
    const plan = await planOf(ctx, companyId, [id!]);
    assert.equal(plan.listings[0]?.expectedNextLook, rightly.toISOString());
    await schedulePolls(ctx, companyId);
    assert.deepEqual(await polled(), [id]);
  });

  it('polls what failed by a clock that was ahead and is corrected', async () => {
    const [id] = await addListings(1);
    the.markets.set('X1', failure('invalid'));
    const rightly = ctx.clock();
    the.ctx.advance(60 * MINUTE);
    await schedulePolls(ctx, companyId);
    await work();
    the.ctx.setTime(rightly);
    await schedulePolls(ctx, companyId);
    assert.deepEqual(await polled(), [id]);
  });

  it('pauses listings whose polls fail, for longer each time, until one succeeds', async () => {
    const [bad, good] = await addListings(2);
    the.markets.set('X1', failure('invalid'));
    const minutes: number[] = [];
    for (let minute = 0; minute < 20; minute++) {
      await schedulePolls(ctx, companyId);
      if ((await polled()).includes(bad!)) minutes.push(minute);
      await work();
      the.ctx.advance(MINUTE);
    }
    assert.deepEqual(minutes, [0, 1, 3, 7, 15]);
    the.markets.set('X1', { ok: true, value: losing('X1', the.company.sellerId) });
    the.ctx.advance(30 * MINUTE);
    await schedulePolls(ctx, companyId);
    await work();
    the.ctx.advance(11 * MINUTE);
    the.markets.set('X1', failure('invalid'));
    await schedulePolls(ctx, companyId);
    await work();
    const [row] = await the.database.owner<{ failures: number }[]>`
      select failures from failed_look where listing_id = ${bad!}`;
    assert.equal(row?.failures, 1);
    assert.ok(good);
  });
});

/** What the marketplace reports of units sold. */
const sell = (listingId: number, sold: number) => the.database.owner`
  insert into listing_particulars (company_id, listing_id, sold, told_at)
  values (${companyId}, ${listingId}, ${sold}, ${the.ctx.clock()})`;

describe('markets without notifications', () => {
  it('are observed where more is sold first, and by what is for sale where that is not reported', async () => {
    const ids = await addListings(60);
    await see(...ids);
    // In stock are 5 of each: worth more than 2 sold, and less than 40.
    for (const id of ids.slice(0, 20)) await sell(id, 2);
    for (const id of ids.slice(40)) await sell(id, 40);
    the.ctx.advance(60 * MINUTE);
    const rounds = [ids.slice(40), ids.slice(20, 40), ids.slice(0, 20)];
    for (const expected of rounds) {
      await schedulePolls(ctx, companyId);
      assert.deepEqual((await polled()).toSorted(), expected.map(Number).toSorted());
      await work();
    }
  });

  it('are seen within the time that the plan predicts, where a tenth of the listings gets none; the more is sold, the sooner', async () => {
    // One poll in 40 seconds is planned, where the listings without notifications would take ten.
    ctx = at({ perSecond: 0.05, batch: 1 });
    const ids = await addListings(100);
    const silent = ids.filter((_, n) => n % 10 === 0);
    const reported = ids.filter((_, n) => n % 10 !== 0);
    for (const [n, id] of silent.entries()) await sell(id, 10 * 3 ** n);
    await see(...ids);
    the.ctx.advance(5 * MINUTE);
    await see(...reported);
    the.ctx.advance(5 * MINUTE);

    const plan = await planOf(ctx, companyId, silent);
    const expected = new Map(
      plan.listings.map(({ listingId, expectedNextLook }) => [listingId, expectedNextLook]),
    );
    const seen = new Map<string, number>();
    for (let minute = 0; minute < 60 && seen.size < silent.length; minute++) {
      if (minute % 5 === 0) await see(...reported);
      await schedulePolls(ctx, companyId);
      the.requested.length = 0;
      await work();
      for (const sku of the.requested) seen.set(sku, ctx.clock().getTime());
      the.ctx.advance(MINUTE);
    }
    const skus = silent.map((id) => `X${ids.indexOf(id) + 1}`);
    const times = skus.map((sku) => seen.get(sku) ?? Number.POSITIVE_INFINITY);
    // The last of them sells the most. The order within a round is undefined.
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.ok(new Set(times).size >= 6, 'spread over the rounds that it takes');
    for (const [n, id] of silent.entries())
      assert.ok(times[n]! <= Date.parse(expected.get(id) ?? '') + MINUTE, `the ${n}th`);
  });
});

describe('polls that are refused together', () => {
  it('resume one call after the other', async () => {
    const ids = await addListings(45);
    for (const id of ids)
      the.markets.set(`X${ids.indexOf(id) + 1}`, failure('rate_limited', 1_000));
    await within(ctx.db, { company: companyId }, (trx) =>
      requestPolls(
        ctx,
        trx,
        ids.map((listingId) => ({
          poll: { companyId, accountId: the.company.accountId, listingId, tries: 0 },
        })),
      ),
    );
    await work();
    const rows = await the.database.owner<{ seconds: number; polls: number }[]>`
      select extract(epoch from start_after - ${ctx.clock()})::integer as seconds, count(*)::integer as polls
      from pgboss.job where name = ${POLL.name} and state = 'created' group by 1 order by 1`;
    assert.deepEqual(
      rows.map(({ seconds, polls }) => [seconds, polls]),
      [
        [1, 20],
        [21, 20],
        [41, 5],
      ],
    );
  });
});

describe('an outage', () => {
  it('is held against no listing', async () => {
    await addListings(1);
    const held = { kind: 'unavailable', message: 'away', retryAfterMs: 5_000 } as const;
    the.markets.set('X1', { ok: false, error: { ...held, code: CIRCUIT_OPEN } });
    for (let minute = 0; minute < 10; minute++) {
      await schedulePolls(ctx, companyId);
      await work();
      the.ctx.advance(MINUTE);
    }
    assert.ok(the.requested.length >= 10);
    const failed = await the.database.owner`select from failed_look`;
    assert.equal(failed.length, 0);
  });
});

describe('new listings', () => {
  const synced = async (by: MarketplaceContext) => {
    const listingIds = await addListings(3);
    const event = LISTINGS_SYNCED;
    await within(by.db, { company: companyId }, (trx) =>
      by.jobs.emit(trx, event, { companyId, listingIds }),
    );
    await drain(
      by,
      workers(by).filter((one) => isConsumer(one) && one.event === LISTINGS_SYNCED),
    );
    return { listingIds, waiting: await polled() };
  };

  it('are polled at once where polls are plenty, and as planned where they are scarce', async () => {
    const scarce = await synced(ctx);
    assert.deepEqual(scarce.waiting, []);
    await the.database.owner`delete from listing`;
    const plenty = await synced(at({ perSecond: null, batch: 1 }));
    assert.deepEqual(plenty.waiting.toSorted(), plenty.listingIds.toSorted());
  });
});

describe('the plan', () => {
  it('reports how long it takes until all were polled, and when each is', async () => {
    const ids = await addListings(120);
    await putUnderRule(ids[100]!);
    const { accounts, listings } = await planOf(ctx, companyId, [ids[100]!, ids[0]!, 999_999_999]);
    assert.equal(accounts.length, 1);
    const [account] = accounts;
    assert.deepEqual(account, {
      accountId: the.company.accountId,
      looksPerHour: 1_800,
      waiting: 120,
      ruledDelayMinutes: 0,
      delayMinutes: 4,
    });
    const now = ctx.clock().toISOString();
    assert.equal(listings[0]?.expectedNextLook, now);
    assert.ok((listings[1]?.expectedNextLook ?? '') > now);
    assert.equal(listings[2]?.expectedNextLook, null);
  });

  it('uses the limit reported by the marketplace', async () => {
    await addListings(1);
    ctx = at({ ...SCARCE, operation: 'getOffers' });
    const looksPerHour = async () => (await planOf(ctx, companyId, [])).accounts[0]?.looksPerHour;
    assert.equal(await looksPerHour(), 1_800);
    const report = (perSecond: number) => the.database.owner`
      insert into pace.bucket (marketplace, account, operation, told_per_second)
      values (${SLUG}, ${the.company.sellerId}, 'getOffers', ${perSecond})`;
    await report(0.1);
    assert.equal(await looksPerHour(), 3_600);
    ctx = at({ perSecond: null, batch: 1, operation: 'getOffers' });
    assert.equal(await looksPerHour(), 18_000);
    await the.database.owner`delete from pace.bucket`;
  });

  it('gives the next poll of a market that was just observed', async () => {
    const [id] = await addListings(1);
    await see(id!);
    const plan = await planOf(ctx, companyId, [id!]);
    const again = new Date(ctx.clock().getTime() + 10 * MINUTE).toISOString();
    assert.equal(plan.listings[0]?.expectedNextLook, again);
    assert.equal(plan.accounts[0]?.waiting, 0);
    const seen = await watchedMarket(ctx, companyId, id!);
    assert.equal(seen?.expectedNextLook, again);
  });

  it('is limited to one company', async () => {
    const [id] = await addListings(1);
    const other = await seedCompany(the.database.owner);
    const plan = await planOf(ctx, other.companyId, [id!]);
    assert.deepEqual(plan.listings, [{ listingId: id, expectedNextLook: null }]);
    assert.deepEqual(
      plan.accounts.map(({ accountId }) => accountId),
      [other.accountId],
    );
  });
});
