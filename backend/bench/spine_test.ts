import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { inLanes } from '../testing/lanes.ts';
import { median, quantile, rounded } from '../testing/statistics.ts';
import { answerTo, planOf, type StoredListing, swing, undercut } from './spine/listings.ts';
import { runSpine } from './spine/run.ts';
import type { ItemView } from './spine/stall.ts';

describe('spine bench', () => {
  it('measures all parts with every price where it belongs', async () => {
    const said: string[] = [];
    const { measurements, faults } = await runSpine(
      {
        seed: 1,
        listings: 20,
        rounds: 2,
        rate: 20,
        seconds: 1,
        echoSeconds: 1,
        tenants: { companies: 3, listings: 5, offers: 5 },
      },
      (line) => said.push(line),
      new AbortController().signal,
    );
    assert.deepEqual(faults, []);
    const found = new Map(measurements.map((one) => [one.name, one]));
    const names = ['throughput', 'throughput.floor', 'throughput.floor-ratio'];
    const amazon = names.map((name) => `amazon.${name}`);
    for (const name of [
      ...names,
      ...amazon,
      'latency.median',
      'latency.p99',
      'latency.floor.median',
    ]) {
      const { value } = found.get(name) ?? { value: null };
      assert.ok(value !== null && value > 0, `${name} is ${value}`);
    }
    const { events, bodies } = found.get('throughput.floor')!;
    assert.deepEqual({ events, bodies }, { events: 40, bodies: 120 });
    // One notification for each of 15 listings in each of two rounds, and no call out.
    const blown = found.get('amazon.throughput.floor')!;
    assert.deepEqual([blown.events, blown.bodies], [30, 30]);
    for (const name of ['latency.median', 'latency-with-echoes.median']) {
      const { events, pushed, coalesced, early, missing } = found.get(name)!;
      assert.equal(missing, 0);
      assert.equal(Number(pushed) + Number(coalesced) + Number(early), events, name);
    }
    assert.ok(said.length > 0);
  });
});

const stored: StoredListing = {
  listingId: 1,
  companyId: 1,
  sellerId: '7',
  itemId: 'MLB1',
  shippingPrice: 0,
};
const offer = (itemId: string, price: number, shippingPrice = 0) => ({
  itemId,
  sellerId: 9,
  price,
  shippingPrice,
});
const view = (more: Partial<ItemView> = {}): ItemView => ({
  itemId: 'MLB1',
  productId: 'MLB99',
  price: 10_000,
  status: 'winning',
  offers: [offer('MLB1', 10_000), offer('MLB2', 12_000, 900), offer('MLB3', 11_000)],
  ...more,
});

describe('planOf', () => {
  it('moves the competitor with the cheapest shipping, below everyone else', () => {
    const listing = planOf(stored, view())!;
    assert.deepEqual([listing.rivalItemId, listing.low, listing.high], ['MLB3', 7_000, 9_500]);
    const prices = Array.from({ length: 100 }, (_, n) => swing(listing, n));
    assert.equal(new Set(prices).size, 100);
    for (const [n, price] of prices.entries()) assert.ok(price > (prices[n - 2] ?? 0));
    for (const price of [...prices, undercut(listing, 3)])
      assert.ok(price >= 7_000 && price <= 9_500);
    assert.equal(answerTo(undercut(listing, 3)), 7_002);
  });

  it('leaves out listings whose buybox no competitor could win', () => {
    const alone = view({ offers: [offer('MLB1', 10_000)] });
    const dearShipping = view({ offers: [offer('MLB1', 10_000), offer('MLB2', 12_000, 4_000)] });
    for (const unfit of [alone, dearShipping, view({ status: 'listed' }), view({ price: 1_000 })])
      assert.equal(planOf(stored, unfit), null);
  });

  it('leaves out listings whose rules would not follow so low a price', () => {
    const offers = (most: number) => [
      offer('MLB1', 10_000),
      ...['MLB2', 'MLB3', 'MLB4'].map((itemId) => offer(itemId, most)),
    ];
    assert.equal(planOf(stored, view({ offers: offers(14_000) })), null);
    assert.notEqual(planOf(stored, view({ offers: offers(11_000) })), null);
  });
});

describe('statistics', () => {
  it('takes the smallest value that enough others do not exceed', () => {
    const values = [9, 1, 5, 3, 7, 10, 2, 8, 4, 6];
    assert.deepEqual([median(values), quantile(values, 0.99), quantile(values, 0.9)], [5, 10, 9]);
    assert.equal(median([]), null);
    assert.equal(rounded(1234.5), 1230);
  });
});

describe('inLanes', () => {
  it('keeps the order of the answers, and runs no more at once than there are lanes', async () => {
    let atWork = 0;
    let most = 0;
    const answers = await inLanes([30, 10, 20, 5], 2, async (ms) => {
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => setTimeout(resolve, ms));
      atWork--;
      return ms * 2;
    });
    assert.deepEqual([answers, most], [[60, 20, 40, 10], 2]);
  });
});
