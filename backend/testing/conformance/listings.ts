// Listings and their markets.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import { MAX_OFFERS } from '../../kernel/market.ts';
import { failureOf, NOW, type Stage } from './stage.ts';

/** What the seller has on sale. */
export function testListings(stage: Stage): void {
  const { fixture } = stage;

  it('lists every listing once and ends', async () => {
    const pages = await stage.allListings();
    const ids = pages.flatMap((page) => (page.ok ? page.value : []));
    assert.ok(pages.every((page) => page.ok));
    assert.deepEqual([...ids].sort(), [...fixture.listings].sort());
  });

  it('gives one result for each requested listing, in the order of the request', async () => {
    const reversed = [...fixture.listings].reverse();
    reversed.splice(1, 0, fixture.unknownListing);
    const got = await stage.marketplace.getListings(stage.session, reversed);
    assert.ok(got.ok);
    assert.deepEqual([...got.value.keys()], reversed);
    for (const [id, result] of got.value) {
      if (id === fixture.unknownListing) {
        assert.equal(failureOf(result)?.kind, 'not_found');
        continue;
      }
      assert.ok(result.ok);
      assert.equal(result.value.skuMarketplace, id);
      assert.ok(Number.isSafeInteger(result.value.price) && result.value.price > 0);
      assert.ok(Number.isSafeInteger(result.value.stock) && result.value.stock >= 0);
      assert.equal(result.value.currencyCode, fixture.currencyCode);
    }
    assert.deepEqual(await stage.marketplace.getListings(stage.session, []), {
      ok: true,
      value: new Map(),
    });
  });
}

/** The competitors of the seller's own listings. */
export function testMarkets(stage: Stage): void {
  const { fixture } = stage;
  if (!fixture.manifest.traits.reportsCompetitors) return;

  it('shows a market that holds together', async () => {
    const market = await stage.marketOfTarget();
    assert.equal(market.observedAt, NOW);
    assert.ok(market.offers.length > 1 && market.offers.length <= MAX_OFFERS);
    const positions = market.offers.map((offer) => offer.position);
    assert.deepEqual(
      positions,
      [...new Set(positions)].sort((a, b) => a - b),
    );
    assert.ok((positions[0] ?? 0) >= 1);
    const own = market.offers.filter((offer) => offer.isOwn);
    assert.deepEqual(
      own.map((offer) => offer.sellerId),
      [fixture.sellerId],
    );
    const { winnerSellerId } = market.buybox;
    const none = { winnerSellerId: null, priceToWin: null, reason: null };
    if (fixture.manifest.traits.hasBuybox)
      assert.ok(market.offers.some((offer) => offer.sellerId === winnerSellerId));
    else assert.deepEqual(market.buybox, { status: 'OUTSIDE_BUYBOX', ...none });
    for (const offer of market.offers) {
      assert.equal(offer.marketplaceId, fixture.manifest.id);
      assert.ok(Number.isSafeInteger(offer.price) && offer.price > 0);
      const shipping = offer.shippingPrice ?? 0;
      assert.ok(Number.isSafeInteger(shipping) && shipping >= 0);
    }
  });

  it('gives one market for each requested listing, and reports an unknown one as such', async () => {
    const unknown = { ...fixture.target, skuMarketplace: fixture.unknownListing };
    const got = await stage.marketsOf(unknown, fixture.target);
    assert.ok(got.ok);
    assert.deepEqual(
      [...got.value.keys()].sort(),
      [fixture.unknownListing, fixture.target.skuMarketplace].sort(),
    );
    assert.ok(got.value.get(fixture.target.skuMarketplace)?.ok);
    assert.deepEqual(await stage.marketsOf(), { ok: true, value: new Map() });
  });
}
