import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { Market } from '../kernel/market.ts';
import { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import { losing, offer, type Scene, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { emitted, seedCompany } from '../testing/test-context.ts';
import { latestMarkets, marketOf } from './actions.ts';
import { MARKET_CHANGED } from './contract.ts';
import { fingerprint } from './diff.ts';

let the: Scene;
let listingId: number;
let companyId: number;
let sellerId: string;

beforeEach(async () => {
  the = await scene();
  ({ companyId, sellerId } = the.company);
  listingId = await the.addListing('X1');
});
afterEach(() => the.close());

/** A market that is observed at the present time. */
const observed = (
  more: Parameters<typeof losing>[2] = {},
  change: Partial<Market> = {},
): Market => ({
  ...losing('X1', sellerId, { observedAt: the.ctx.clock(), ...more }),
  ...change,
});
const record = (market: Market, id = listingId) =>
  recordObserved(the.ctx, companyId, [{ listingId: id, market }]);
const latest = async (id = listingId) =>
  (
    await within(the.ctx.db, { company: companyId }, (trx) => latestMarkets(trx, companyId, [id]))
  ).get(id);
const snapshots = () => the.database.owner`
  select own_price, buybox_status, observed_at from market_snapshot
  where listing_id = ${listingId} order by id`;
const changes = async () =>
  (await emitted(the.ctx, MARKET_CHANGED)).map((event) => event.listingIds);
const price = async (id = listingId) =>
  (await the.database.owner`select price from listing where id = ${id}`)[0]?.price;

describe('recordMarkets', () => {
  it('stores a first observation and emits its event', async () => {
    const market = observed();
    assert.deepEqual(await record(market), [listingId]);
    const stored = await latest();
    assert.deepEqual(stored?.market, market);
    assert.equal(stored?.fingerprint, fingerprint(market));
    assert.deepEqual(await changes(), [[listingId]]);
    const [row] = await the.database.owner`
      select buybox_status, winner_name, winner_price, best_rival_price, rivals, company_id
      from market where listing_id = ${listingId}`;
    assert.deepEqual(
      { ...row },
      {
        buybox_status: 'LOSING',
        winner_name: 'Loja rival',
        winner_price: 9_500,
        best_rival_price: 9_500,
        rivals: 1,
        company_id: companyId,
      },
    );
  });

  it('updates the time of an unchanged market, without a snapshot and without an event', async () => {
    await record(observed());
    the.ctx.advance(60_000);
    assert.deepEqual(await record(observed()), []);
    assert.equal((await snapshots()).length, 1);
    assert.equal((await changes()).length, 1);
    assert.deepEqual((await latest())?.market.observedAt, the.ctx.clock());
  });

  it('keeps what changed, and publishes it', async () => {
    await record(observed());
    the.ctx.advance(60_000);
    assert.deepEqual(await record(observed({ rivalPrice: 9_400 })), [listingId]);
    assert.equal((await snapshots()).length, 2);
    assert.equal((await changes()).length, 2);
    assert.equal((await latest())?.market.offers[0]?.price, 9_400);
  });

  it('drops a poll that is older than the recorded one', async () => {
    await record(observed());
    const late = observed({
      rivalPrice: 5_000,
      observedAt: new Date(the.ctx.clock().getTime() - 1),
    });
    assert.deepEqual(await record(late), []);
    assert.equal((await latest())?.market.offers[0]?.price, 9_500);
    assert.equal((await snapshots()).length, 1);
  });

  it('takes an observation of the future for one of now: the next poll counts', async () => {
    await record(observed({ observedAt: new Date('2099-01-01T00:00:00Z') }));
    assert.deepEqual((await latest())?.market.observedAt, the.ctx.clock());
    the.ctx.advance(1_000);
    assert.deepEqual(await record(observed({ rivalPrice: 9_400 })), [listingId]);
    assert.equal((await latest())?.market.offers[0]?.price, 9_400);
  });

  it('counts a poll of now once a clock that was ahead is put back, and nothing older', async () => {
    const rightly = the.ctx.clock();
    the.ctx.advance(3_600_000);
    await record(observed());
    the.ctx.setTime(rightly);
    const late = new Date(rightly.getTime() - 5 * 60_000);
    assert.deepEqual(await record(observed({ rivalPrice: 5_000, observedAt: late })), []);
    assert.deepEqual(await record(observed({ rivalPrice: 9_400 })), [listingId]);
    assert.deepEqual((await latest())?.market.observedAt, rightly);
    assert.equal((await latest())?.market.offers[0]?.price, 9_400);
  });

  it('takes over what buyers pay for shipping where only the offers have it, and publishes it', async () => {
    const own = (shippingPrice: number) =>
      observed(
        {},
        { offers: [offer(sellerId, 10_000, { offerId: null, isOwn: true, shippingPrice })] },
      );
    const shipping = async () =>
      (await the.database.owner`select shipping_price from listing where id = ${listingId}`)[0]
        ?.shipping_price;
    // Mercado Livre reports it with the listing.
    await record(own(400));
    assert.equal(await shipping(), 0);
    await the.database.owner`update listing set marketplace_id = 1 where id = ${listingId}`;
    the.ctx.advance(60_000);
    assert.deepEqual(await record(own(400)), [listingId]);
    assert.deepEqual([await shipping(), await price()], [400, 10_000]);
    the.ctx.advance(60_000);
    assert.deepEqual(await record(own(400)), []);
  });

  it('takes shipping that the listing does not report from its offer, and never for zero', async () => {
    const own = (shippingPrice: number | null) =>
      observed(
        {},
        { offers: [offer(sellerId, 10_000, { offerId: 'X1', isOwn: true, shippingPrice })] },
      );
    const shipping = async () =>
      (await the.database.owner`select shipping_price from listing where id = ${listingId}`)[0]
        ?.shipping_price;
    await the.database.owner`update listing set shipping_price = null where id = ${listingId}`;
    await record(own(null));
    assert.equal(await shipping(), null);
    the.ctx.advance(60_000);
    await record(own(1_290));
    assert.equal(await shipping(), 1_290);
    the.ctx.advance(60_000);
    await record(own(null));
    assert.equal(await shipping(), 1_290);
  });

  it('keeps offers with what is not reported of them, and puts an unknown shipping last', async () => {
    const market = observed(
      {},
      {
        offers: [
          offer('dear', 9_000, { position: 1, shippingPrice: null }),
          offer('cheap', 9_300, { position: 2, shippingPrice: 100, sellerTransactions: 12 }),
          offer(sellerId, 10_000, { offerId: 'X1', isOwn: true, position: 3 }),
        ],
      },
    );
    await record(market);
    assert.deepEqual((await latest())?.market, market);
    const body = await marketOf(the.ctx, companyId, listingId);
    assert.deepEqual(
      body?.offers.map((one) => [one.shippingPrice, one.shippingReported]),
      [
        [0, false],
        [1, true],
        [0, true],
      ],
    );
    const [row] = await the.database.owner`
      select best_rival_price, rivals from market where listing_id = ${listingId}`;
    assert.deepEqual({ ...row }, { best_rival_price: 9_300, rivals: 2 });
  });

  describe('of a company with several accounts', () => {
    const connect = async (seller: string) => {
      const [row] = await the.database.owner<{ id: number }[]>`
        insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
        values (${companyId}, 2, ${seller}, ${seller}, 'active', ${the.ctx.clock()}) returning id`;
      return row!.id;
    };
    const seen = () =>
      observed(
        {},
        {
          offers: [
            offer('second', 9_000, { position: 1 }),
            offer('rival', 9_500, { position: 2 }),
            offer(sellerId, 10_000, { offerId: 'X1', position: 3 }),
          ],
        },
      );
    const own = async (id?: number) =>
      (await latest(id))?.market.offers.filter(({ isOwn }) => isOwn).map((one) => one.sellerId);
    const best = async (id: number) => {
      const [row] = await the.database.owner`
        select best_rival_price, rivals from market where listing_id = ${id}`;
      return { ...row };
    };

    it('takes the offers of each for own, whichever of them observes', async () => {
      const accountId = await connect('second');
      const theirs = await the.addListing('Y1', { accountId });
      await record(seen());
      await record(seen(), theirs);
      for (const id of [listingId, theirs]) {
        assert.deepEqual(await own(id), ['second', sellerId]);
        assert.deepEqual(await best(id), { best_rival_price: 9_500, rivals: 1 });
      }
    });

    it('takes an account that is connected later for own at once, before another observation', async () => {
      await record(seen());
      assert.deepEqual(await own(), [sellerId]);
      await connect('second');
      assert.deepEqual(await own(), ['second', sellerId]);
    });
  });

  describe('without the offers', () => {
    const closed = (winnerOfferId: string, winnerPrice: number): Market => {
      const { buybox } = observed();
      return observed(
        {},
        {
          buybox: {
            ...buybox,
            winnerSellerId: null,
            winnerOfferId,
            winnerPrice,
            boosts: [{ boost: 'fulfillment', own: false, winner: true }],
          },
          offers: [],
          reportsOffers: false,
        },
      );
    };

    it('keeps what is reported of the buybox, and counts no competitors', async () => {
      const market = closed('W1', 9_500);
      await record(market);
      assert.deepEqual((await latest())?.market, market);
      const [row] = await the.database.owner`
        select winner_name, winner_price, best_rival_price, rivals from market
        where listing_id = ${listingId}`;
      assert.deepEqual(
        { ...row },
        { winner_name: null, winner_price: 9_500, best_rival_price: null, rivals: null },
      );
      the.ctx.advance(60_000);
      assert.deepEqual(await record(closed('W1', 9_500)), []);
      assert.deepEqual(await record(closed('W1', 9_400)), [listingId]);
      assert.deepEqual(await record(observed()), [listingId]);
    });

    it('recognizes another listing of the company by the id of its offer, and no other company’s', async () => {
      await the.addListing('X2');
      await record(closed('X2', 9_500));
      assert.equal((await latest())?.market.buybox.isOwnWinner, true);
      the.ctx.advance(60_000);
      await record(closed('X1', 9_400));
      assert.equal((await latest())?.market.buybox.isOwnWinner, undefined);
      the.ctx.advance(60_000);
      await record(closed('W1', 9_300));
      assert.equal((await latest())?.market.buybox.isOwnWinner, undefined);
    });
  });

  it("takes the price of a seller's other offer of the product for none of the listing's", async () => {
    const own = (fulfillment: boolean | null) =>
      observed(
        {},
        { offers: [offer(sellerId, 12_000, { offerId: null, isOwn: true, fulfillment })] },
      );
    await record(own(true));
    assert.equal(await price(), 10_000);
    await record(own(null));
    assert.equal(await price(), 12_000);
  });

  it('is harmless when it runs twice', async () => {
    const market = observed();
    await record(market);
    assert.deepEqual(await record(market), []);
    assert.equal((await snapshots()).length, 1);
  });

  it('takes the newest of several polls of one listing', async () => {
    const newer = observed({ rivalPrice: 9_100, observedAt: new Date('2026-05-04T12:00:10Z') });
    const polls = [newer, observed()].map((market) => ({ listingId, market }));
    await recordObserved(the.ctx, companyId, polls);
    assert.equal((await latest())?.market.offers[0]?.price, 9_100);
    assert.equal((await snapshots()).length, 1);
  });

  it('records many listings at once, and publishes those that changed in one event', async () => {
    const ids = [listingId];
    for (const sku of ['X2', 'X3', 'X4']) ids.push(await the.addListing(sku));
    await record(observed());
    the.ctx.advance(1_000);
    const polls = ids.map((id, n) => ({
      listingId: id,
      market: losing(`X${n + 1}`, sellerId, { observedAt: the.ctx.clock() }),
    }));
    const changed = await recordObserved(the.ctx, companyId, polls);
    assert.deepEqual(changed, ids.slice(1));
    assert.deepEqual((await changes()).at(-1), ids.slice(1));
  });

  it('writes nothing if the transaction fails', async () => {
    const broken = {
      ...the.ctx,
      jobs: { ...the.ctx.jobs, emit: () => Promise.reject(new Error('no')) },
    };
    await assert.rejects(recordObserved(broken, companyId, [{ listingId, market: observed() }]));
    assert.equal(await latest(), undefined);
    assert.equal((await snapshots()).length, 0);
  });

  it('does the same for polls that are recorded at once', async () => {
    await record(observed());
    const polls = Array.from({ length: 8 }, (_, n) =>
      observed({ rivalPrice: 9_000 + n, observedAt: new Date(the.ctx.clock().getTime() + n) }),
    );
    await Promise.all(polls.map((market) => record(market)));
    assert.equal((await latest())?.market.offers[0]?.price, 9_007);
  });

  describe('own offers', () => {
    it('are those of every account of the company', async () => {
      await the.database.owner`
        insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
        values (${companyId}, 2, 'second-shop', 'Outra loja', 'inactive', now())`;
      const twin = offer('second-shop', 9_000, { position: 3 });
      await record(observed({}, { offers: [...observed().offers, twin] }));
      const offers = (await latest())?.market.offers.map((one) => [one.sellerId, one.isOwn]);
      assert.deepEqual(offers, [
        ['rival', false],
        [sellerId, true],
        ['second-shop', true],
      ]);
      const [row] = await the.database.owner`
        select rivals, best_rival_price from market where listing_id = ${listingId}`;
      assert.deepEqual({ ...row }, { rivals: 1, best_rival_price: 9_500 });
    });

    it('are those of an account, too, that was connected after the poll', async () => {
      const twin = offer('third-shop', 9_000, { position: 3 });
      await record(observed({}, { offers: [...observed().offers, twin] }));
      await the.database.owner`
        insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
        values (${companyId}, 2, 'third-shop', 'Outra loja', 'active', now())`;
      assert.equal((await latest())?.market.offers[2]?.isOwn, true);
    });

    it('give the listing their price where it differs', async () => {
      the.ctx.advance(1_000);
      await record(observed({ ownPrice: 8_800 }));
      assert.equal(await price(), 8_800);
      assert.equal((await snapshots())[0]?.own_price, 8_800);
    });

    it('do not overwrite a listing that was written after the poll began', async () => {
      const began = observed({ ownPrice: 8_800 });
      the.ctx.advance(1_000);
      await the.database.owner`
        update listing set price = 9499, updated_at = ${the.ctx.clock()} where id = ${listingId}`;
      await record(began);
      assert.equal(await price(), 9_499);
    });

    it('that cannot be read keep the listing’s price', async () => {
      the.ctx.advance(1_000);
      await record(observed({}, { offers: [offer('rival', 9_500)] }));
      assert.equal(await price(), 10_000);
      assert.equal((await snapshots())[0]?.own_price, 10_000);
    });
  });

  it('records nothing for a listing of another company', async () => {
    const other = await seedCompany(the.database.owner);
    assert.deepEqual(
      await recordObserved(the.ctx, other.companyId, [{ listingId, market: observed() }]),
      [],
    );
    assert.equal((await snapshots()).length, 0);
    assert.deepEqual(await changes(), []);
  });
});

describe('marketOf', () => {
  it('gives the latest observation in decimal amounts', async () => {
    const market = observed({ ownPrice: 9_990 }, {});
    await record({ ...market, buybox: { ...market.buybox, priceToWin: 9_450 } });
    const body = await marketOf(the.ctx, companyId, listingId);
    assert.equal(body?.observedAt, the.ctx.clock().toISOString());
    assert.deepEqual(body?.buybox, {
      status: 'LOSING',
      winnerSellerId: 'rival',
      priceToWin: 94.5,
      reason: null,
      winnerPrice: null,
    });
    assert.deepEqual(
      body?.offers.map((one) => [one.sellerId, one.price, one.isOwn]),
      [
        ['rival', 95, false],
        [sellerId, 99.9, true],
      ],
    );
  });

  it('distinguishes a listing without a poll from one that the company does not have', async () => {
    assert.equal(await marketOf(the.ctx, companyId, listingId), null);
    const other = await seedCompany(the.database.owner);
    await record(observed());
    for (const [company, id] of [
      [other.companyId, listingId],
      [companyId, 999_999],
    ] as const) {
      await assert.rejects(
        marketOf(the.ctx, company, id),
        (fault) => fault instanceof Problem && fault.status === 404,
      );
    }
  });
});
