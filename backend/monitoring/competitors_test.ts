import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Market, Offer } from '../kernel/market.ts';
import { Problem } from '../kernel/problem.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { offer } from '../testing/monitoring-scene.ts';
import { openScene, type Scene } from '../testing/pricing-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { competitorsOf } from './competitors-of.ts';
import { ComparedMarket } from './contract.ts';

let database: TestDatabase;
let the: Scene;
let listingId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  the = await openScene(database);
  listingId = await the.sell('MLB100', 10_000);
  await database.owner`
    update listing set link = 'https://shop.test/MLB-100-lamp-_JM', listing_type_id = 'gold_special',
      shipping_price = 500, catalog_product_id = 'MLBP1' where id = ${listingId}`;
});

async function see(offers: Offer[], buybox: Partial<Market['buybox']> = {}): Promise<void> {
  const market: Market = {
    observedAt: the.ctx.clock(),
    buybox: { status: 'LOSING', winnerSellerId: 'R2', priceToWin: 9_700, reason: null, ...buybox },
    offers,
  };
  await recordObserved(the.ctx, the.companyId, [{ listingId, market }]);
}
const ask = async (searchValue = '') =>
  ComparedMarket.parse(await competitorsOf(the.ctx, the.companyId, listingId, searchValue));

const OWN = () =>
  offer('own', 10_000, {
    offerId: 'MLB100',
    isOwn: true,
    position: 3,
    shippingPrice: 500,
    reputation: '4_light_green',
  });
const COMPETITORS = [
  offer('R1', 9_000, {
    offerId: 'MLB201',
    sellerName: 'Ótica São João',
    position: 2,
    shippingPrice: 2_000,
    listingTypeId: 'gold_pro',
    reputation: '3_yellow',
  }),
  offer('R2', 9_800, {
    offerId: 'MLB202',
    sellerName: 'Casa Rápida',
    fulfillment: true,
    reputation: '5_green',
  }),
  offer('R3', 8_000, { offerId: 'MLB203', sellerName: 'Parada', position: 4, available: false }),
];

describe('the competitors of a listing', () => {
  it('are listed, the winner first, then the cheapest, paused ones last', async () => {
    await see([...COMPETITORS, OWN()]);
    const found = await ask();
    assert.equal(found.state, 'ready');
    assert.equal(found.observedAt, the.ctx.clock().toISOString());
    assert.deepEqual(found.buybox, {
      status: 'LOSING',
      priceToWin: 97,
      reason: null,
      winnerPrice: 98,
    });
    assert.deepEqual(
      found.competitors.map(({ sellerName, isWinner, totalPrice }) => [
        sellerName,
        isWinner,
        totalPrice,
      ]),
      [
        ['Casa Rápida', true, 98],
        ['Ótica São João', false, 110],
        ['Parada', false, 80],
      ],
    );
    assert.equal(found.total, 3);
    const { own } = found;
    assert.deepEqual(
      [own.price, own.totalPrice, own.position, own.reputationLevel, own.listingTypeId],
      [100, 105, null, 4, 'gold_special'],
    );
    assert.equal(own.isWinner, false);
  });

  it('are compared with the listing', async () => {
    await see([...COMPETITORS, OWN()]);
    const [winner, other] = (await ask()).competitors;
    assert.deepEqual(
      [winner?.better.price, winner?.better.shippingPrice, winner?.better.reputation],
      ['rival', 'rival', 'rival'],
    );
    assert.deepEqual([winner?.better.fulfillment, winner?.better.rate], ['rival', 'unknown']);
    assert.deepEqual(
      [
        other?.better.totalPrice,
        other?.better.reputation,
        other?.better.listingTypeId,
        other?.better.freeInstallments,
      ],
      ['own', 'own', 'rival', 'rival'],
    );
  });

  it('are found by a part of the name, however it is typed', async () => {
    await see([...COMPETITORS, OWN()]);
    for (const searchValue of ['otica', 'SAO JOAO', 'saojoão']) {
      const { competitors, total, tips } = await ask(searchValue);
      assert.deepEqual(
        competitors.map(({ sellerId }) => sellerId),
        ['R1'],
      );
      assert.equal(total, 3);
      // The tips are about the leader, whatever the search.
      assert.equal(tips[0]?.code, 'price');
    }
    assert.deepEqual((await ask('nobody')).competitors, []);
  });

  it('have no name where the marketplace reports none, or the id in its place', async () => {
    await see([
      OWN(),
      offer('A1UNNAMED', 9_000, { sellerName: '', position: 1 }),
      offer('A2CODE', 9_100, { sellerName: 'A2CODE', position: 2 }),
    ]);
    const { competitors, tips } = await ask();
    assert.deepEqual(
      competitors.map(({ sellerId, sellerName }) => [sellerId, sellerName]),
      [
        ['A1UNNAMED', ''],
        ['A2CODE', ''],
      ],
    );
    assert.ok(!JSON.stringify(tips).includes('A1UNNAMED'));
    const [row] = await database.owner`
      select winner_name from market where listing_id = ${listingId}`;
    assert.equal(row?.winner_name, null);
  });

  it('do not include the own accounts', async () => {
    await see([OWN(), offer('mine', 9_000, { isOwn: true, offerId: 'MLB300' })]);
    const { competitors, total } = await ask();
    assert.deepEqual([competitors.length, total], [0, 0]);
  });

  it('have pages where the marketplace has them', async () => {
    the.shop.marketplace.offerPage = ({ offerId }, { skuMarketplace, link }) =>
      offerId && link.replace(skuMarketplace.replace('MLB', 'MLB-'), offerId);
    await see([...COMPETITORS, OWN()]);
    const [winner] = (await ask()).competitors;
    assert.equal(winner?.link, 'https://shop.test/MLB202-lamp-_JM');
    await database.owner`update listing set link = null where id = ${listingId}`;
    assert.equal((await ask()).competitors[0]?.link, null);
  });

  it('are of no one else’s listing', async () => {
    await assert.rejects(
      competitorsOf(the.ctx, the.companyId, listingId + 1_000_000, ''),
      (fault) => fault instanceof Problem && fault.code === 'listing_not_found',
    );
    const other = await openScene(database);
    await assert.rejects(
      competitorsOf(other.ctx, other.companyId, listingId, ''),
      (fault) => fault instanceof Problem && fault.code === 'listing_not_found',
    );
  });
});

describe('a listing with little data', () => {
  it('reports that it was never observed, and the listing’s own data', async () => {
    const { state, observedAt, own, competitors, tips } = await ask();
    assert.deepEqual([state, observedAt, competitors, tips], ['not_monitored', null, [], []]);
    assert.deepEqual([own.price, own.position, own.isWinner], [100, null, null]);
  });

  it('reports a position below the twentieth', async () => {
    const first = COMPETITORS.filter(({ available }) => available);
    await see(first, { status: 'SYNCING', reason: 'below_top_20' });
    const { state, own, competitors } = await ask();
    assert.deepEqual([state, own.position, competitors.length], ['below_twentieth', null, 2]);
  });

  it('reports that it is paused, without stock, or deleted', async () => {
    await see([...COMPETITORS, OWN()]);
    await database.owner`update listing set stock = 0 where id = ${listingId}`;
    assert.equal((await ask()).state, 'paused');
    await database.owner`update listing set stock = 4, status = 'PAUSED' where id = ${listingId}`;
    const { state, own, tips } = await ask();
    assert.deepEqual([state, own.available, tips[0]?.code], ['paused', false, 'paused']);
    await database.owner`update listing set status = 'ARCHIVED' where id = ${listingId}`;
    assert.equal((await ask()).state, 'unavailable');
  });

  it('shows the price of now, where it moved since the poll', async () => {
    await see([...COMPETITORS, OWN()]);
    await database.owner`update listing set price = 9100 where id = ${listingId}`;
    const { own, competitors } = await ask();
    assert.equal(own.totalPrice, 96);
    assert.equal(competitors[0]?.better.totalPrice, 'own');
  });
});
