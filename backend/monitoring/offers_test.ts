import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import postgres from 'postgres';
import type { Offer } from '../kernel/market.ts';
import { within } from '../platform/db.ts';
import { losing, offer, type Scene, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { latestMarkets } from './actions.ts';
import { offersOf, packOffers } from './offers.ts';

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'));
const anyOffer: fc.Arbitrary<Offer> = fc.record(
  {
    offerId: orNull(text),
    sellerId: text,
    sellerName: text,
    marketplaceId: fc.constantFrom(1, 2),
    price: fc.nat(),
    shippingPrice: fc.nat(),
    shippingTimeHours: orNull(fc.nat()),
    fulfillment: orNull(fc.boolean()),
    reputation: orNull(text),
    listingTypeId: orNull(text),
    condition: fc.constantFrom('new', 'used', 'refurbished'),
    available: fc.boolean(),
    position: fc.nat(),
    isOwn: fc.boolean(),
    comparison: fc.constantFrom('IDENTICAL', 'SIMILAR'),
  },
  { noNullPrototype: true },
);

describe('the offers of a snapshot', () => {
  let the: Scene;
  let listingId: number;
  beforeAll(async () => {
    the = await scene();
    listingId = await the.addListing('X1');
  });
  afterAll(() => the.close());

  it('are the same after a round trip, on one line, also in the format of the previous version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOffer, { maxLength: 5 }), async (offers) => {
        const packed = packOffers(offers);
        assert.ok(!packed.includes('\n'));
        assert.deepEqual(offersOf({ packed, offers: null }), offers);
        const [row] = await the.database.owner`select unpack_offers(${packed}) as offers`;
        assert.deepEqual(row?.offers, offers);
      }),
      { numRuns: 30 },
    );
  });

  it('are read where the version before wrote them, and never taken for none', () => {
    assert.deepEqual(offersOf({ packed: null, offers: [offer('rival', 9_000)] }), [
      offer('rival', 9_000),
    ]);
    assert.throws(() => offersOf({ packed: null, offers: null }), /without its offers/);
  });

  it('are written for the version before while it serves, and only then', async () => {
    const { companyId, sellerId } = the.company;
    const { owner, url } = the.database;
    const record = async (rivalPrice: number) => {
      the.ctx.advance(1_000);
      const market = losing('X1', sellerId, { observedAt: the.ctx.clock(), rivalPrice });
      await recordObserved(the.ctx, companyId, [{ listingId, market }]);
      const stored = await within(the.ctx.db, { company: companyId }, (trx) =>
        latestMarkets(trx, companyId, [listingId]),
      );
      assert.deepEqual(stored.get(listingId)?.market, market);
      const [row] = await owner`
        select offers, packed from market_snapshot where listing_id = ${listingId} order by id desc limit 1`;
      return { packed: row?.packed, offers: row?.offers, seen: market.offers };
    };
    const alone = await record(9_100);
    assert.equal(alone.offers, null);
    assert.equal(alone.packed, packOffers(alone.seen));

    const older = postgres(url, { max: 1 });
    try {
      await older`select 1`;
      const together = await record(9_200);
      assert.deepEqual(together.offers, together.seen);
      assert.equal(together.packed, packOffers(together.seen));
    } finally {
      await older.end();
    }
  });
});
