// Prices that are set.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import { faultsOf } from './faults.ts';
import { NOW, type Stage, unreachable } from './stage.ts';

/** Prices, and what the marketplace makes of them. */
export function testPrices(stage: Stage): void {
  const { fixture } = stage;

  it('sets a price that buyers then see', async () => {
    const { skuMarketplace } = fixture.target;
    const outcome = await stage.setPrice(skuMarketplace, 9_876);
    assert.ok(outcome.kind === 'confirmed' || outcome.kind === 'accepted', outcome.kind);
    const price = await stage.marketplace.getPrice(stage.session, skuMarketplace);
    assert.deepEqual(price, { ok: true, value: 9_876 });
    const twice = await stage.setPrice(skuMarketplace, 9_876);
    assert.deepEqual(twice, { kind: 'confirmed', price: 9_876 });
  });

  if (fixture.connect(unreachable, () => NOW).setPrices !== undefined) {
    const setAll = (price: number) =>
      stage.marketplace.setPrices!(
        stage.session,
        stage.batch().map((sku, index) => stage.pushOf(sku, price + index)),
      );

    it('sets several prices by one call, and reports how each ended', async () => {
      const batch = stage.batch();
      assert.ok(batch.length > 1);
      const outcomes = await setAll(9_876);
      assert.ok(outcomes.ok);
      assert.equal(outcomes.value.length, batch.length);
      for (const { kind } of outcomes.value)
        assert.ok(kind === 'confirmed' || kind === 'accepted', kind);
      assert.equal(stage.writes().length, 1);
      for (const [index, sku] of batch.entries()) {
        const price = await stage.marketplace.getPrice(stage.session, sku);
        assert.deepEqual(price, { ok: true, value: 9_876 + index });
      }
    });

    for (const [fault, { respond }] of Object.entries(faultsOf(stage))) {
      it(`setPrices never takes ${fault} for success, and sends a batch once`, async () => {
        stage.respondWith(respond, 'writes');
        const outcomes = await setAll(9_876);
        const ends = outcomes.ok ? outcomes.value.map(({ kind }) => kind) : [];
        for (const kind of ends) assert.ok(kind === 'failed' || kind === 'accepted', kind);
        assert.equal(stage.writes().length, 1);
      });
    }
  }

  it('distinguishes a refused price from one that is not shown', async () => {
    const locked = await stage.setPrice(fixture.lockedListing);
    assert.equal(locked.kind, 'rejected');
    const stubborn = await stage.setPrice(fixture.stubbornListing, 12_345);
    assert.ok(stubborn.kind === 'ignored' || stubborn.kind === 'accepted', stubborn.kind);
    const shown = await stage.marketplace.getPrice(stage.session, fixture.stubbornListing);
    assert.ok(shown.ok && shown.value !== 12_345);
    const gone = await stage.setPrice(fixture.unknownListing);
    assert.equal(gone.kind, 'rejected');
  });
}
