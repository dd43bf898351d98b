import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { REFRESH_LISTING } from '../catalog/actions.ts';
import type { ListingNotification, NotificationSubject } from '../integrations/marketplace.ts';
import type { Market } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { losing, type Scene, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { emitted, seedCompany, waiting } from '../testing/test-context.ts';
import { latestMarkets } from './actions.ts';
import { MARKET_CHANGED } from './contract.ts';
import { createIntake, type Intake } from './notification-intake.ts';
import { POLL } from './observe.ts';

const MARKETPLACE = 2;

let the: Scene;
let intake: Intake;
let companyId: number;
let sellerId: string;
let used: number;
let used2: number;
let fresh: number;

beforeAll(async () => {
  the = await scene();
  ({ companyId, sellerId } = the.company);
});
afterAll(() => the.close());
beforeEach(async () => {
  const { owner } = the.database;
  for (const table of ['market', 'market_snapshot', 'listing'])
    await owner`delete from ${owner(table)}`;
  await sql`delete from pgboss.job`.execute(the.ctx.db);
  intake = createIntake(the.ctx);
  [fresh, used, used2] = [
    await the.addListing('NEW'),
    await the.addListing('USED'),
    await the.addListing('USED-TOO'),
  ];
  await owner`update listing set catalog_product_id = 'B00PRODUCT'`;
  await owner`update listing set condition = 'used' where sku_marketplace like 'USED%'`;
});

const product = (condition: 'new' | 'used' | null = null): NotificationSubject => ({
  catalogProductId: 'B00PRODUCT',
  condition,
});
const notice = (
  subject: NotificationSubject,
  market: Market | null = null,
): ListingNotification => ({
  sellerId,
  subject,
  about: 'market',
  market,
});
const now = () => the.ctx.clock();
const market = (rivalPrice: number, priceToWin: number | null = null, at = now()): Market => {
  const seen = losing('NEW', sellerId, { rivalPrice, observedAt: at });
  return { ...seen, buybox: { ...seen.buybox, priceToWin } };
};
const polls = async () => (await waiting(the.ctx, POLL)).map((job) => job.listingId).toSorted();
const latest = async (id: number) =>
  (
    await within(the.ctx.db, { company: companyId }, (trx) => latestMarkets(trx, companyId, [id]))
  ).get(id)?.market;
const changes = async () => (await emitted(the.ctx, MARKET_CHANGED)).length;

describe('a notification about a product', () => {
  it('is about every listing under it, or those of one condition', async () => {
    assert.equal(await intake(MARKETPLACE, notice(product('used'))), true);
    assert.deepEqual(await polls(), [used, used2].toSorted());
    assert.equal(await intake(MARKETPLACE, notice(product())), true);
    assert.deepEqual(await polls(), [used, used2, fresh].toSorted());
  });

  it('is accepted and ignored where it has no listing', async () => {
    const unknown = { catalogProductId: 'B00UNKNOWN', condition: null };
    assert.equal(await intake(MARKETPLACE, notice(unknown)), true);
    assert.deepEqual(await polls(), []);
  });
});

describe('a notification that carries the market', () => {
  it('is recorded without a poll', async () => {
    const reported = market(9_400);
    await intake(MARKETPLACE, notice(product('new'), reported));
    assert.deepEqual(await polls(), []);
    assert.deepEqual(await latest(fresh), reported);
    assert.equal(await changes(), 1);
  });

  it('is dropped where a later market is known', async () => {
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: market(9_300) }]);
    const early = new Date(now().getTime() - 1);
    await intake(MARKETPLACE, notice(product('new'), market(9_400, null, early)));
    assert.equal((await latest(fresh))?.offers[0]?.price, 9_300);
    assert.equal(await changes(), 1);
  });

  it('counts by its own time, whatever the order of arrival', async () => {
    const later = new Date(now().getTime() + 5);
    await Promise.all([
      intake(MARKETPLACE, notice(product('new'), market(9_200, null, later))),
      intake(MARKETPLACE, notice(product('new'), market(9_400))),
    ]);
    await intake(MARKETPLACE, notice(product('new'), market(9_300)));
    assert.equal((await latest(fresh))?.offers[0]?.price, 9_200);
  });

  it('keeps the price to win of the latest observation while the market is the same', async () => {
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: market(9_400, 9_350) }]);
    the.ctx.advance(1_000);
    await intake(MARKETPLACE, notice(product('new'), market(9_400)));
    assert.equal((await latest(fresh))?.buybox.priceToWin, 9_350);
    assert.deepEqual((await latest(fresh))?.observedAt, now());
    assert.equal(await changes(), 1);
    the.ctx.advance(1_000);
    await intake(MARKETPLACE, notice(product('new'), market(9_300)));
    assert.equal((await latest(fresh))?.buybox.priceToWin, null);
    assert.equal(await changes(), 2);
  });

  it('takes a price to win away only by a poll that shows none', async () => {
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: market(9_400, 9_350) }]);
    the.ctx.advance(1_000);
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: market(9_400) }]);
    assert.equal((await latest(fresh))?.buybox.priceToWin, null);
  });

  it('keeps it through a partial observation', async () => {
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: market(9_400, 9_350) }]);
    the.ctx.advance(1_000);
    const half = { ...market(9_400), isPartial: true as const };
    assert.deepEqual(
      await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: half }]),
      [],
    );
    assert.equal((await latest(fresh))?.buybox.priceToWin, 9_350);
  });
});

describe('a flood of notifications of strangers', () => {
  it('costs one question for each of them in a while', async () => {
    let requests = 0;
    const db = new Proxy(the.ctx.db, {
      get: (target, name) => {
        if (name === 'transaction') requests += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const intake = createIntake({ ...the.ctx, db });
    const stranger = (n: number): ListingNotification => ({
      ...notice(product()),
      sellerId: String(n),
    });
    for (let n = 0; n < 100; n++) assert.equal(await intake(MARKETPLACE, stranger(1)), false);
    assert.equal(requests, 1);
    the.ctx.advance(3_000);
    await intake(MARKETPLACE, stranger(1));
    assert.equal(requests, 2);
  });

  it('does not hide an account for longer than a moment', async () => {
    const other = await seedCompany(the.database.owner, { accountStatus: 'inactive' });
    const own = { ...notice(product()), sellerId: other.sellerId };
    assert.equal(await intake(MARKETPLACE, own), false);
    await the.database.owner`update account set status = 'active' where id = ${other.accountId}`;
    the.ctx.advance(3_000);
    assert.equal(await intake(MARKETPLACE, own), true);
  });
});

describe('what the version before wrote', () => {
  it('is held against its snapshot', async () => {
    const seen = market(9_400, 9_350);
    await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: seen }]);
    // The previous version does not write these columns.
    await the.database.owner`
      update market set essence_of = null, own_price = 1, winner_seller_id = 'nobody',
        price_to_win = null, reason = null`;
    the.ctx.advance(1_000);
    const again = { ...seen, observedAt: now() };
    const same = await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: again }]);
    assert.deepEqual(same, []);
    the.ctx.advance(1_000);
    const moved = market(9_300, 9_350);
    const changed = await recordObserved(the.ctx, companyId, [{ listingId: fresh, market: moved }]);
    assert.deepEqual(changed, [fresh]);
  });
});

describe('a flood of notifications that anybody may send', () => {
  const about = (skuMarketplace: string, seller = sellerId): ListingNotification => ({
    sellerId: seller,
    subject: { skuMarketplace },
    about: 'listing',
    market: null,
  });
  const fetched = async () =>
    new Set((await waiting(the.ctx, REFRESH_LISTING)).flatMap(({ listings }) => listings));

  it('fetches few unknown listings, and every known one', async () => {
    const forged = (from: number) =>
      Array.from({ length: 300 }, (_, n) => intake(MARKETPLACE, about(`MLB${from + n}`)));
    assert.deepEqual(new Set(await Promise.all(forged(1_000))), new Set([true]));
    assert.equal(await intake(MARKETPLACE, about('USED')), true);
    assert.equal((await fetched()).size, 121);
    assert.ok((await fetched()).has('USED'));
    the.ctx.advance(30_000);
    await Promise.all(forged(2_000));
    assert.equal((await fetched()).size, 181);
  });

  /** How many of `count` concurrent ones are rejected. */
  const refusedOf = async (count: number, one: (n: number) => ListingNotification) => {
    const all = Array.from({ length: count }, (_, n) => intake(MARKETPLACE, one(n)));
    const refused = (await Promise.allSettled(all)).flatMap((end) =>
      end.status === 'rejected' ? [String(end.reason)] : [],
    );
    for (const reason of refused) assert.match(reason, /notifications are waiting/);
    return refused.length;
  };

  it('is refused where more of them wait than can be worked soon', async () => {
    const refused = await refusedOf(10_050, () => about('USED'));
    assert.ok(refused > 0 && refused <= 50, String(refused));
  });

  it('is refused if very many unknown ones arrive at once', async () => {
    assert.equal(await refusedOf(1_020, (n) => about('USED', `stranger-${n}`)), 20);
  });
});
