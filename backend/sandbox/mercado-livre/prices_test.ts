import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { hasFields, isError, isPlain, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { OWN_SELLERS } from '../world.ts';

describe('prices', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());

  it('returns the price that buyers see, and the one behind a promotion', async () => {
    const plain = wire.ad(isPlain);
    const { body } = await wire.get(
      `/items/${plain.offer.itemId}/sale_price?context=channel_marketplace`,
    );
    hasFields(body, 'price_id amount regular_amount currency_id reference_date metadata');
    assert.equal((body as Json).amount, plain.offer.price / 100);
    assert.equal((body as Json).regular_amount, null);
    assert.deepEqual((body as Json).metadata, {});
    const { offer } = wire.ad((one) => one.promotion !== null);
    const promoted = (await wire.get(`/items/${offer.itemId}/sale_price`)).body as Json;
    assert.equal(promoted.regular_amount, (offer.promotion?.regularPrice ?? 0) / 100);
    hasFields(promoted.metadata, 'promotion_id promotion_type');
  });

  it('lists the prices of an item', async () => {
    const { offer } = wire.ad((one) => one.promotion !== null);
    const { body } = await wire.get(`/items/${offer.itemId}/prices`);
    hasFields(body, 'id prices');
    const [standard, promotion] = (body as { prices: Json[] }).prices;
    hasFields(standard, 'id type amount regular_amount currency_id last_updated conditions');
    hasFields(standard?.conditions, 'context_restrictions start_time end_time');
    assert.equal(standard?.type, 'standard');
    assert.equal(promotion?.type, 'promotion');
    assert.equal(promotion?.amount, offer.price / 100);
  });

  it('sets a price, shows it at once, and writes it down', async () => {
    const { offer } = wire.ad((one) => isPlain(one) && one.status === 'active');
    const price = (offer.price + 123) / 100;
    const answer = await wire.put(offer.itemId, { price }, 'update-77');
    assert.equal(answer.status, 200);
    assert.equal((answer.body as Json).price, price);
    assert.deepEqual((answer.body as Json).warnings, []);
    assert.equal(
      ((await wire.get(`/items/${offer.itemId}/sale_price`)).body as Json).amount,
      price,
    );
    const last = wire.sandbox.control.puts().at(-1);
    assert.deepEqual(
      { ...last, at: '' },
      {
        at: '',
        itemId: offer.itemId,
        sellerId: OWN_SELLERS.HOME,
        price,
        outcome: 'applied',
        code: null,
        operationKey: 'update-77',
      },
    );
  });

  it('lets the price of a paused item be set', async () => {
    const { offer } = wire.ad((one) => one.status === 'paused' && !one.outOfStock);
    const { status, body } = await wire.put(offer.itemId, { price: 77.5 });
    assert.equal(status, 200);
    assert.equal((body as Json).price, 77.5);
    assert.equal((body as Json).status, 'paused');
  });

  it('refuses prices that cannot be, and keeps the old one', async () => {
    const { offer } = wire.ad(isPlain);
    const before = (await wire.get(`/items/${offer.itemId}`)).body as Json;
    for (const price of [0, -5, 10.005, 7.99, 99_999_999_999]) {
      const { status, body } = await wire.put(offer.itemId, { price });
      assert.equal(status, 400, String(price));
      isError(body, 400, 'validation_error');
      const [cause] = (body as { cause: Json[] }).cause;
      hasFields(cause, 'department cause_id type code references message');
      assert.equal(cause?.code, 'item.price.invalid');
    }
    for (const price of ['10', null, {}, true])
      assert.equal(
        ((await wire.put(offer.itemId, { price })).body as Json).message,
        'body.invalid_field_types',
      );
    assert.equal(((await wire.get(`/items/${offer.itemId}`)).body as Json).price, before.price);
    assert.equal(wire.sandbox.control.puts().at(-1)?.outcome, 'refused');
  });

  it('refuses invalid bodies, and fields that cannot be set', async () => {
    const { offer } = wire.ad(isPlain);
    const broken = await wire.putText(offer.itemId, '{"price":');
    assert.equal(broken.status, 400);
    assert.equal(((await broken.json()) as Json).message, 'body.invalid');
    const { body } = await wire.put(offer.itemId, { price: 50, seller_id: 1 });
    assert.equal((body as Json).message, 'body.invalid_fields');
  });

  it('keeps the price of an automated item: refused alone, ignored with other fields', async () => {
    const { offer } = wire.ad((one) => one.automated);
    const alone = await wire.put(offer.itemId, { price: 99.9 });
    assert.equal(alone.status, 400);
    assert.deepEqual(alone.body, {
      message: 'Cannot modify price on items with dynamic pricing',
      error: 'item.price.not_modifiable',
      status: 400,
      cause: [],
    });
    const beside = await wire.put(offer.itemId, { price: 99.9, available_quantity: 9 });
    assert.equal(beside.status, 200);
    const item = beside.body as Json & { warnings: Json[] };
    assert.equal(item.price, offer.price / 100);
    assert.equal(item.available_quantity, 9);
    assert.equal(item.warnings[0]?.code, 'item.price.not_modifiable');
    assert.equal(wire.sandbox.control.puts().at(-1)?.outcome, 'ignored');
  });

  it('sets stock and status by themselves, and pauses what is sold out', async () => {
    const { offer } = wire.ad((one) => isPlain(one) && one.status === 'active');
    const puts = wire.sandbox.control.puts().length;
    const emptied = (await wire.put(offer.itemId, { available_quantity: 0 })).body as Json;
    assert.deepEqual([emptied.status, emptied.sub_status], ['paused', ['out_of_stock']]);
    isError((await wire.put(offer.itemId, { status: 'active' })).body, 400, 'validation_error');
    const filled = (await wire.put(offer.itemId, { available_quantity: 4 })).body as Json;
    assert.deepEqual([filled.status, filled.available_quantity], ['active', 4]);
    const paused = (await wire.put(offer.itemId, { status: 'paused' })).body as Json;
    assert.deepEqual([paused.status, paused.sub_status], ['paused', []]);
    for (const bad of [{ available_quantity: -1 }, { status: 'closed' }])
      assert.equal((await wire.put(offer.itemId, bad)).status, 400);
    assert.equal(wire.sandbox.control.puts().length, puts);
  });

  it('refuses the price of a promoted item', async () => {
    const { offer } = wire.ad((one) => one.promotion !== null);
    const { status, body } = await wire.put(offer.itemId, { price: 99.9 });
    assert.equal(status, 400);
    isError(body, 400, 'validation_error');
  });

  it('refuses items of others and items that are not there', async () => {
    assert.equal((await wire.put(wire.foreign(), { price: 50 })).status, 403);
    assert.equal((await wire.put('MLB1', { price: 50 })).status, 404);
    assert.equal(wire.sandbox.control.puts().at(-1)?.code, '404');
  });
});
