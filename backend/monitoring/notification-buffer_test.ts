import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import type { ListingNotification } from '../integrations/marketplace.ts';
import type { Market } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { losing, type Scene, scene } from '../testing/monitoring-scene.ts';
import { seedCompany, waiting } from '../testing/test-context.ts';
import { latestMarkets } from './actions.ts';
import {
  BUFFER,
  bufferNotifications,
  type Reached,
  repairBuffer,
  workBuffer,
} from './notification-buffer.ts';
import { createIntake } from './notification-intake.ts';

const MARKETPLACE = 2;
const CROWD = 200;

let the: Scene;
let companyId: number;
let accountId: number;
let sellerId: string;
let listingIds: number[];

beforeAll(async () => {
  the = await scene();
  ({ companyId, accountId, sellerId } = the.company);
  listingIds = [];
  for (let n = 0; n < CROWD; n++) listingIds.push(await the.addListing(`AD-${n}`));
});
afterAll(() => the.close());
beforeEach(async () => {
  const { owner } = the.database;
  for (const table of ['market', 'market_snapshot', 'waiting_notice'])
    await owner`delete from ${owner(table)}`;
  await sql`delete from pgboss.job`.execute(the.ctx.db);
});

const never = new AbortController().signal;
const market = (n: number): Market =>
  losing(`AD-${n}`, sellerId, { rivalPrice: 9_000 + n, observedAt: the.ctx.clock() });
const notification = (n: number, reported: Market | null = market(n)): ListingNotification => ({
  sellerId,
  subject: { skuMarketplace: `AD-${n}` },
  about: 'market',
  market: reported,
});
const reached = (n: number): Reached => ({ companyId, accountId, notification: notification(n) });
const left = async () => (await the.database.owner`select id from waiting_notice`).length;
const queued = async () =>
  (await waiting(the.ctx, BUFFER)).flatMap((job) => job.companyIds).toSorted();
const work = (...companies: number[]) => workBuffer(the.ctx, companies, () => true, never);
const recorded = () =>
  within(the.ctx.db, { company: companyId }, (trx) => latestMarkets(trx, companyId, listingIds));

describe('many notifications that carry their markets', () => {
  it('is taken at once and worked after, none lost and all as they were', async () => {
    const intake = createIntake(the.ctx);
    const accepted = await Promise.all(
      listingIds.map((_id, n) => intake(MARKETPLACE, notification(n))),
    );
    assert.deepEqual(new Set(accepted), new Set([true]));
    // Only the first was running when the others arrived; the waiting ones joined them.
    assert.equal((await recorded()).size, 1);
    assert.equal(await left(), CROWD - 1);
    assert.deepEqual(new Set(await queued()), new Set([companyId]));

    await work(...(await queued()));
    assert.equal(await left(), 0);
    const seen = await recorded();
    for (const [n, id] of listingIds.entries()) assert.deepEqual(seen.get(id)?.market, market(n));
  });

  it('does not keep notifications waiting that carry none, which anybody may send', async () => {
    const intake = createIntake(the.ctx);
    await Promise.all(listingIds.map((_id, n) => intake(MARKETPLACE, notification(n, null))));
    assert.equal(await left(), 0);
  });

  it('is refused together where it cannot be written down', async () => {
    const broken = {
      ...the.ctx,
      jobs: { ...the.ctx.jobs, send: () => Promise.reject(new Error('no queue')) },
    };
    const intake = createIntake(broken);
    const ends = await Promise.allSettled(
      listingIds.map((_id, n) => intake(MARKETPLACE, notification(n))),
    );
    const refused = ends.filter(({ status }) => status === 'rejected').length;
    assert.ok(refused > 0);
    // Refused ones are sent again: none of them may be stored too.
    assert.equal(await left(), 0);
  });
});

describe('notifications that were buffered', () => {
  it('are worked once by several at a time', async () => {
    await bufferNotifications(the.ctx, [1, 2, 3].map(reached));
    await Promise.all([work(companyId), work(companyId)]);
    assert.equal(await left(), 0);
    const { count } = (
      await the.database.owner<{ count: number }[]>`
      select count(*) from market_snapshot`
    )[0]!;
    assert.equal(count, 3);
  });

  it('are as they were, with offers and without', async () => {
    const reported = { ...market(2), offers: [] };
    await bufferNotifications(the.ctx, [
      reached(1),
      { companyId, accountId, notification: notification(2, reported) },
    ]);
    await work(companyId);
    assert.equal(await left(), 0);
    const seen = await recorded();
    for (const [index, as] of [market(1), reported].entries())
      assert.deepEqual(seen.get(listingIds[index + 1]!)?.market, as);
  });

  it('are kept if their processing fails, while those of others are processed', async () => {
    const other = await seedCompany(the.database.owner, { sellerId: 'other' });
    await bufferNotifications(the.ctx, [
      reached(1),
      { companyId: other.companyId, accountId: other.accountId, notification: notification(2) },
    ]);
    await the.database
      .owner`update waiting_notice set body = '{' where company_id = ${other.companyId}`;
    await assert.rejects(work(other.companyId, companyId), AggregateError);
    assert.equal(await left(), 1);
    assert.equal((await recorded()).size, 1);
  });

  it('are processed although their job was lost', async () => {
    await bufferNotifications(the.ctx, [reached(1)]);
    await sql`delete from pgboss.job`.execute(the.ctx.db);
    await repairBuffer(the.ctx, companyId);
    assert.deepEqual(await queued(), [companyId]);
    await work(companyId);
    await sql`delete from pgboss.job`.execute(the.ctx.db);
    await repairBuffer(the.ctx, companyId);
    assert.deepEqual(await queued(), []);
  });

  it('show to no other company, nor to who puts them by', async () => {
    const other = await seedCompany(the.database.owner, { sellerId: 'another' });
    await bufferNotifications(the.ctx, [reached(1)]);
    const seenBy = (scope: { company: number } | { system: true }) =>
      within(the.ctx.db, scope, (trx) => trx.selectFrom('waiting_notice').select('id').execute());
    assert.equal((await seenBy({ company: companyId })).length, 1);
    assert.equal((await seenBy({ company: other.companyId })).length, 0);
    assert.equal((await seenBy({ system: true })).length, 0);
  });
});
