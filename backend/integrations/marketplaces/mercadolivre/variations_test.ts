import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from './stub.ts';
import { getVariations } from './variations.ts';

const SESSION = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const ask = async (script: Record<string, Scripted>) => {
  const { fetcher, calls } = stub(script);
  return { told: await getVariations(fetcher, SESSION, 'MLB1'), calls };
};
const attribute = (id: string | null, name: string, value_name: string) => ({
  id,
  name,
  value_name,
});
const variation = (id: number, colour: string, more: object = {}) => ({
  id,
  price: 149.9,
  available_quantity: 3,
  attribute_combinations: [attribute('COLOR', 'Cor', colour), attribute(null, 'Gravura', 'Sol')],
  attributes: [attribute('SELLER_SKU', 'SKU', `LUM-${id}`)],
  ...more,
});
const item = (id: string, more: object) => ({
  id,
  price: 149.9,
  available_quantity: 8,
  variations: [],
  item_relations: [],
  ...more,
});

describe('the variations of an item', () => {
  it('are read with their SKUs, which come only where they are asked for', async () => {
    const variations = [
      variation(11, 'Azul'),
      variation(12, 'Verde', { price: null, available_quantity: null, attributes: [] }),
      variation(13, 'Rosa', { seller_custom_field: 'ROSA', attributes: 'none' }),
    ];
    const relations = [{ id: 'MLB50', variation_id: 12 }];
    const { told, calls } = await ask({
      'GET /items/MLB1': { body: item('MLB1', { variations, item_relations: relations }) },
    });
    assert.equal(calls[0]?.query?.include_attributes, 'all');
    const row = (sku: string | null, colour: string, more: object = {}) => ({
      skuMarketplace: 'MLB1',
      sku,
      attributes: { COLOR: colour, Gravura: 'Sol' },
      stock: 3,
      price: 14_990,
      ...more,
    });
    assert.deepEqual(told, {
      ok: true,
      value: [
        row('LUM-11', 'Azul'),
        // One with an item of its own in the catalog is sold by that.
        row(null, 'Verde', { skuMarketplace: 'MLB50', stock: null }),
        row('ROSA', 'Rosa'),
      ],
    });
  });

  it('of the catalog are the items that sell the same thing', async () => {
    const own = item('MLB1', {
      catalog_listing: true,
      item_relations: [{ id: 'MLB2' }, { id: 'MLB3' }, { id: 'MLB2' }],
      variations: [variation(11, 'Azul')],
    });
    const sister = item('MLB2', { available_quantity: -1, seller_custom_field: 'TWO' });
    const { told, calls } = await ask({
      'GET /items/MLB1': { body: own },
      'GET /items': {
        body: [
          { code: 200, body: sister },
          { code: 403, body: { error: 'forbidden' } },
        ],
      },
    });
    assert.equal(calls[1]?.query?.ids, 'MLB2,MLB3');
    assert.ok(told.ok);
    assert.deepEqual(
      told.value.map(({ skuMarketplace, sku, stock }) => [skuMarketplace, sku, stock]),
      [
        ['MLB1', 'LUM-11', 8],
        ['MLB2', 'TWO', 0],
      ],
    );
  });

  const alone: [string, object][] = [
    ['one that sells one thing', { variations: [variation(11, 'Azul')] }],
    [
      'one of the catalog without others',
      { catalog_listing: true, variations: [variation(1, 'A')] },
    ],
    ['one without any', {}],
  ];
  for (const [name, more] of alone)
    it(`are none: ${name}`, async () => {
      const { told } = await ask({ 'GET /items/MLB1': { body: item('MLB1', more) } });
      assert.deepEqual(told, { ok: true, value: [] });
    });

  it('fail where the item, or all of its sisters, cannot be had', async () => {
    const { told } = await ask({ 'GET /items/MLB1': { status: 503, body: {} } });
    assert.equal(!told.ok && told.error.kind, 'unavailable');
    const own = item('MLB1', { catalog_listing: true, item_relations: [{ id: 'MLB2' }] });
    const lost = await ask({
      'GET /items/MLB1': { body: own },
      'GET /items': { status: 500, body: {} },
    });
    assert.equal(!lost.told.ok && lost.told.error.kind, 'unavailable');
  });
});
