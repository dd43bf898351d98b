import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { isAmazonError, limit, openAmazon, priceBody } from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';
import { findOffer, isAvailable } from '../world.ts';

describe('a price sent to Amazon', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());
  const priceOf = (itemId: string) => findOffer(wire.sandbox.world(), itemId)?.offer.price;
  const last = () => wire.sandbox.control.patches().at(-1);
  /** Time in which every accepted price is processed. */
  const pass = () => wire.sandbox.control.tick(1, 8_000);

  it('is accepted at once, and applied within eight seconds', async () => {
    const { offer } = wire.plain();
    const before = offer.price;
    const answer = await wire.patch(offer.sku, priceBody((before - 10) / 100));
    assert.equal(answer.status, 200);
    hasFields(answer.body, 'sku status submissionId issues');
    const { submissionId, ...rest } = answer.body as Json;
    assert.deepEqual(rest, { sku: offer.sku, status: 'ACCEPTED', issues: [] });
    assert.equal(priceOf(offer.itemId), before);
    assert.equal(last()?.settledAs, null);
    pass();
    assert.equal(priceOf(offer.itemId), before - 10);
    assert.equal(last()?.submissionId, submissionId);
    assert.equal(last()?.settledAs, 'applied');
    assert.equal(last()?.price, (before - 10) / 100);
  });

  it('is dealt with as soon as a test wants it', async () => {
    const { offer } = wire.plain();
    wire.sandbox.control.acceptWithin(0, 0);
    await wire.patch(offer.sku, priceBody(String((offer.price - 20) / 100)));
    const { offers } = (await wire.item(offer.sku)).body as { offers: Json[] };
    wire.sandbox.control.acceptWithin(1_000, 8_000);
    const price = { currencyCode: 'BRL', amount: ((offer.price - 20) / 100).toFixed(2) };
    assert.deepEqual(offers[0]?.price, price);
  });

  it('is only checked in a preview', async () => {
    const { product, offer } = wire.plain();
    const mode = { mode: 'VALIDATION_PREVIEW', includedData: 'issues,identifiers' };
    const good = await wire.patch(offer.sku, priceBody(offer.price / 100 - 1), mode);
    assert.equal((good.body as Json).status, 'VALID');
    assert.deepEqual((good.body as Json).identifiers, [
      { marketplaceId: 'A2Q3Y263D00KWC', asin: product.id },
    ]);
    pass();
    assert.equal(priceOf(offer.itemId), offer.price);
    const limits = { minimum_seller_allowed_price: limit(offer.price / 100) };
    const low = await wire.patch(offer.sku, priceBody(offer.price / 100 - 1, limits), mode);
    assert.equal((low.body as Json).status, 'INVALID');
    assert.equal(((low.body as Json).issues as Json[])[0]?.code, '18155');
    assert.equal(last()?.preview, true);
  });

  it('is refused if it is invalid', async () => {
    const { offer } = wire.plain();
    const bodies = [
      [priceBody(0), '4000001'],
      [priceBody(-5), '4000001'],
      [priceBody(10.999), '4000001'],
      [priceBody('cheap'), '4000001'],
      [priceBody(10, { currency: 'USD' }), '4000001'],
      [priceBody(10, { marketplace_id: 'ATVPDKIKX0DER' }), '4000001'],
      [
        { productType: 'PRODUCT', patches: [{ op: 'replace', path: '/attributes/colour' }] },
        '90000900',
      ],
    ] as const;
    for (const [body, code] of bodies) {
      const { status, body: reported } = await wire.patch(offer.sku, body);
      assert.equal(status, 200);
      assert.equal((reported as Json).status, 'INVALID');
      const [issue] = (reported as Json).issues as Json[];
      assert.equal(issue?.code, code);
      hasFields(issue, 'code message severity attributeNames categories');
      assert.equal(last()?.code, code);
    }
    pass();
    assert.equal(priceOf(offer.itemId), offer.price);
    for (const body of [null, [], { patches: [] }, { productType: 'PRODUCT', patches: [] }])
      isAmazonError(await wire.patch(offer.sku, body), 400, 'InvalidInput');
    const wrong = await wire.patch(offer.sku, priceBody(10), { mode: 'MAYBE' });
    isAmazonError(wrong, 400, 'InvalidInput');
  });

  it('takes the listing off sale where it is below the seller’s own limit, until it is not', async () => {
    const { offer } = wire.listing(
      (one) => isAvailable(one.offer) && !one.offer.automated && one.offer.amazon?.least !== null,
    );
    const least = limit((offer.amazon?.least ?? 0) / 100);
    const limits = { minimum_seller_allowed_price: least };
    const low = ((offer.amazon?.least ?? 0) - 1) / 100;
    // The limit in the same request is checked first.
    const refused = await wire.patch(offer.sku, priceBody(low, limits));
    assert.equal((refused.body as Json).status, 'INVALID');
    const merge = {
      ...priceBody(low),
      patches: priceBody(low).patches.map((one) => ({ ...one, op: 'merge' })),
    };
    assert.equal(((await wire.patch(offer.sku, merge)).body as Json).status, 'ACCEPTED');
    pass();
    assert.equal(last()?.settledAs, 'suppressed');
    const off = (await wire.item(offer.sku)).body as Json;
    assert.deepEqual(off.offers, []);
    const errors = (item: Json) =>
      (item.issues as Json[]).filter((one) => one.severity === 'ERROR');
    assert.equal(errors(off)[0]?.code, '18155');
    await wire.patch(offer.sku, priceBody(offer.price / 100, limits));
    pass();
    const back = (await wire.item(offer.sku)).body as Json;
    assert.deepEqual(errors(back), []);
    assert.equal((back.offers as Json[]).length, 1);
  });

  it('removes the limits that a replacement leaves out', async () => {
    const { offer } = wire.plain();
    await wire.patch(offer.sku, priceBody(offer.price / 100));
    pass();
    const { amazon } = findOffer(wire.sandbox.world(), offer.itemId)?.offer ?? {};
    assert.equal(amazon?.least, null);
    assert.equal(amazon?.most, null);
  });

  it('has no effect under Amazon’s automation, and for an unknown SKU', async () => {
    const { offer } = wire.listing((one) => one.offer.automated && one.offer.stock > 0);
    const answer = await wire.patch(offer.sku, priceBody(offer.price / 100 - 1));
    assert.equal((answer.body as Json).status, 'ACCEPTED');
    pass();
    assert.equal(priceOf(offer.itemId), offer.price);
    assert.equal(last()?.settledAs, 'overridden');
    const nobody = await wire.patch('NOT-THERE', priceBody(10));
    assert.equal((nobody.body as Json).status, 'ACCEPTED');
    pass();
    assert.equal(last()?.settledAs, null);
  });
});
