import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { RemoteListing } from '../../integrations/marketplace.ts';
import { callFailure, remoteListing } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany } from '../../testing/test-context.ts';
import { createRule } from '../actions.ts';
import { type ListingMovers, MOVERS_REQUESTED } from '../contract/movers.ts';
import { queryMovers } from './movers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let the: Scene;
let ads = 0;
/** The marketplace's id of the test's own listing. */
let sku: string;
beforeAll(async () => {
  the = await openScene();
});
afterAll(() => the.close());
beforeEach(() => {
  ads += 1;
  sku = `A${ads}`;
});

/** What the marketplace reports of a listing from now on. */
const report = (id: string, more: Partial<RemoteListing>) => {
  const present = the.shop.marketplace.listings.get(id) ?? remoteListing(id);
  the.shop.marketplace.listings.set(id, { ...present, ...more });
};
const all = async (...ids: number[]) => (await queryMovers(the.ctx, the.actor, ids)).items;
const one = async (id: number): Promise<ListingMovers> => (await all(id))[0]!;
const kinds = ({ movers }: ListingMovers) =>
  movers.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`));
/** Counts the requests for listings from now on. */
function callsFromNow() {
  const { calls } = the.shop.marketplace;
  const before = calls.getListings;
  return () => calls.getListings - before;
}
const instant = () => the.ctx.clock().toISOString();

/** The price is changed outside the product, and an observation of the market shows it. */
async function moveOutside(id: number, price: number) {
  the.ctx.advance(HOUR);
  the.shop.change(sku, price);
  await the.see(id, 'LOSING', [
    competitor('r', 50_000),
    { ...competitor('own', price), offerId: sku, isOwn: true },
  ]);
}

describe('who moves the price of a listing', () => {
  it('is none, according to the marketplace', async () => {
    const id = await the.sell(sku, 10_000);
    assert.deepEqual(await one(id), {
      listingId: id,
      movers: [],
      askedAt: instant(),
      cheaperElsewhere: null,
    });
  });

  it('is the marketplace’s automation, since it was first seen and until it is gone', async () => {
    const id = await the.sell(sku, 10_000);
    report(sku, { automation: { name: 'COMPETITIVE' } });
    const since = instant();
    assert.deepEqual(kinds(await one(id)), ['automation COMPETITIVE']);
    the.ctx.advance(2 * HOUR);
    report(sku, { automation: { name: null } });
    const [mover] = (await one(id)).movers;
    assert.deepEqual([mover?.detail, mover?.since], [null, since]);
    the.ctx.advance(HOUR);
    report(sku, { automation: null });
    assert.deepEqual(kinds(await one(id)), []);
  });

  it('is a running or planned promotion', async () => {
    const id = await the.sell(sku, 10_000);
    report(sku, { promotionStatus: 'pending' });
    assert.deepEqual(kinds(await one(id)), ['promotion pending']);
    the.ctx.advance(HOUR);
    report(sku, { promotionStatus: 'started' });
    assert.deepEqual(kinds(await one(id)), ['promotion started']);
  });

  it('is another tool, where the price moved again and again and it was not us', async () => {
    const id = await the.sell(sku, 10_000);
    await moveOutside(id, 9_900);
    const since = instant();
    assert.deepEqual((await one(id)).movers, [
      { kind: 'other_tool', since, detail: 'once', changes: 1, lastAt: since },
    ]);
    await moveOutside(id, 9_800);
    await moveOutside(id, 9_850);
    assert.deepEqual((await one(id)).movers, [
      { kind: 'other_tool', since, detail: 'repeated', changes: 3, lastAt: instant() },
    ]);
    the.ctx.advance(15 * 24 * HOUR);
    assert.deepEqual((await one(id)).movers, []);
  });

  it('is not another tool where it was us', async () => {
    const id = await the.sell(sku, 10_000);
    for (const price of [9_500, 9_300, 9_100]) {
      the.ctx.advance(HOUR);
      await the.see(id, 'LOSING', [competitor('r', price)]);
      if (price === 9_500) await createRule(the.ctx, the.actor, the.rule([id]));
      await the.work();
    }
    assert.equal(the.shop.shown(sku), 9_099);
    const rows = await the.database.owner`
      select from listing_price_change where listing_id = ${id}`;
    assert.equal(rows.length, 3);
    assert.deepEqual(kinds(await one(id)), []);
  });

  it('is another tool, unless there is an automation', async () => {
    const id = await the.sell(sku, 10_000);
    await the.see(id, 'LOSING', [competitor('r', 9_500)]);
    await createRule(the.ctx, the.actor, the.rule([id], { requiresApproval: true }));
    await moveOutside(id, 9_900);
    await moveOutside(id, 9_800);
    assert.deepEqual(kinds(await one(id)), ['other_tool repeated']);
    the.ctx.advance(HOUR);
    report(sku, { automation: { name: null } });
    assert.deepEqual(kinds(await one(id)), ['automation']);
  });
});

describe('reading movers from the marketplaces', () => {
  it('is done for a few listings, the longest unread first, and at most once a minute', async () => {
    const ids: number[] = [];
    for (let n = 0; n < MOVERS_REQUESTED + 5; n++) {
      ids.push(await the.sell(`${sku}-${n}`, 10_000));
      report(`${sku}-${n}`, { automation: { name: 'x' } });
    }
    const reported = async () =>
      (await all(...ids)).filter(({ movers }) => movers.length > 0).length;
    const calls = callsFromNow();
    assert.equal(await reported(), MOVERS_REQUESTED);
    assert.equal(calls(), 1);
    assert.equal(await reported(), MOVERS_REQUESTED + 5);
    assert.equal(calls(), 2);
    await reported();
    assert.equal(calls(), 2);
    the.ctx.advance(2 * MINUTE);
    await reported();
    assert.equal(calls(), 3);
  });

  it('that fails keeps the previous state, with its age', async () => {
    const id = await the.sell(sku, 10_000);
    report(sku, { automation: { name: 'x' } });
    const before = instant();
    await one(id);
    the.ctx.advance(HOUR);
    the.shop.marketplace.failures.getListings.push(callFailure('unavailable', '503'));
    const { askedAt, movers } = await one(id);
    assert.equal(askedAt, before);
    assert.equal(movers.length, 1);
  });

  it('is for the company’s own listings only', async () => {
    const other = await seedCompany(the.database.owner);
    const id = await the.sell(sku, 10_000);
    const calls = callsFromNow();
    const { items } = await queryMovers(the.ctx, other.actor, [id]);
    assert.deepEqual(items, []);
    assert.equal(calls(), 0);
  });
});
