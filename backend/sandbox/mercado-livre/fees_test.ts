import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { hasFields, isError, openWire } from '../../testing/sandbox/wire.ts';

interface Fee {
  listing_type_id: string;
  sale_fee_amount: number;
  sale_fee_details: { percentage_fee: number; fixed_fee: number };
}

describe('what a sale costs on Mercado Livre', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());
  const ask = async (query: string) =>
    (await wire.get(`/sites/MLB/listing_prices?${query}`)).body as unknown;

  it('is reported for every type of listing, or for the requested one', async () => {
    const all = (await ask('price=100')) as Fee[];
    assert.deepEqual(
      all.map(({ listing_type_id }) => listing_type_id),
      ['gold_pro', 'gold_special', 'free'],
    );
    hasFields(
      all[0]?.sale_fee_details,
      'financing_add_on_fee fixed_fee gross_amount meli_percentage_fee percentage_fee',
    );
    const one = (await ask('price=100&listing_type_id=gold_pro')) as Fee[];
    assert.deepEqual(one, [all[0]]);
    const alone = (await ask('price=100&listing_type_id=free&category_id=MLB1')) as Fee;
    assert.equal(alone.sale_fee_amount, 0);
  });

  it('is a share of the price by category, and more where a buyer pays in instalments', async () => {
    const of = async (type: string, category: string, price = 200) =>
      (await ask(`price=${price}&listing_type_id=${type}&category_id=${category}`)) as Fee;
    const plain = await of('gold_special', 'MLB264051');
    const share = plain.sale_fee_details.percentage_fee;
    assert.ok(share >= 11 && share <= 14, String(share));
    assert.equal(plain.sale_fee_amount, share * 2);
    assert.equal((await of('gold_pro', 'MLB264051')).sale_fee_details.percentage_fee, share + 5);
    const others = await Promise.all(
      ['MLB1', 'MLB2', 'MLB3', 'MLB4', 'MLB5'].map((category) => of('gold_special', category)),
    );
    assert.ok(new Set(others.map(({ sale_fee_amount }) => sale_fee_amount)).size > 1);
  });

  it('includes a fixed amount for cheap products', async () => {
    const fixed = async (price: number) =>
      ((await ask(`price=${price}`)) as Fee[])[1]?.sale_fee_details.fixed_fee;
    const prices = [10, 12.5, 29, 50, 78.99, 79];
    assert.deepEqual(await Promise.all(prices.map(fixed)), [5, 6.25, 6.5, 6.75, 6.75, 0]);
  });

  it('is refused without a price, in another currency, and for another country', async () => {
    isError(await ask('category_id=MLB1'), 400, 'bad_request');
    isError(await ask('price=cheap'), 400, 'bad_request');
    isError(await ask('price=10&currency_id=ARS'), 400, 'bad_request');
    isError((await wire.get('/sites/MLA/listing_prices?price=10')).body, 404, 'not_found');
  });
});
