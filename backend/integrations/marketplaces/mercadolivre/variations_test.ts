import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getVariations } from './variations.ts';

const SESSION = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const ask = async (script: Record<string, Scripted>) => {
  const { fetcher, calls } = stub(script);
  return { answer: await getVariations(fetcher, SESSION, 'MLB1'), calls };
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
const relation = (id: string, variation_id: number | null) => ({
  id,
  variation_id,
  stock_relation: 1,
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
  it('are read with their SKUs, which are returned only on request', async () => {
    const variations = [
      variation(11, 'Azul'),
      variation(12, 'Verde', {
        price: null,
        available_quantity: null,
        attributes: [],
        item_relations: [relation('MLB50', null)],
      }),
      variation(13, 'Rosa', { seller_custom_field: 'ROSA', attributes: 'none' }),
    ];
    const { answer, calls } = await ask({
      'GET /items/MLB1': { body: item('MLB1', { variations }) },
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
    assert.deepEqual(answer, {
      ok: true,
      value: [
        row('LUM-11', 'Azul'),
        // An item of the catalog that was made from a variation sells it.
        row(null, 'Verde', { skuMarketplace: 'MLB50', stock: null }),
        row('ROSA', 'Rosa'),
      ],
    });
  });

  /** An item of the catalog, and the item from which it was created. */
  const fetchSibling = (origin: Scripted, more: object = {}) =>
    ask({
      'GET /items/MLB1': {
        body: item('MLB1', {
          price: 139.5,
          catalog_listing: true,
          item_relations: [relation('MLB70', 12)],
          seller_custom_field: 'OWN',
          ...more,
        }),
      },
      'GET /items/MLB70': origin,
    });

  it('of one in the catalog are those of the item that it was made of', async () => {
    const variations = [
      // The 12 is a variation of MLB60, and not this item's own variation 12.
      variation(11, 'Azul', { item_relations: [relation('MLB60', 12)] }),
      variation(12, 'Verde', { item_relations: [relation('MLB1', null)] }),
      variation(13, 'Rosa', { item_relations: [] }),
    ];
    const { answer, calls } = await fetchSibling({ body: item('MLB70', { variations }) });
    assert.deepEqual(
      calls.map(({ path, query }) => [path, query?.include_attributes]),
      [
        ['/items/MLB1', 'all'],
        ['/items/MLB70', 'all'],
      ],
    );
    assert.ok(answer.ok);
    assert.deepEqual(
      answer.value.map(({ skuMarketplace, sku, attributes, stock, price }) => [
        skuMarketplace,
        sku,
        attributes.COLOR,
        stock,
        price,
      ]),
      [
        ['MLB60', 'LUM-11', 'Azul', 3, 14_990],
        ['MLB1', 'OWN', 'Verde', 8, 13_950],
        ['MLB70', 'LUM-13', 'Rosa', 3, 14_990],
      ],
    );
  });

  it('of one in the catalog are those of its origin if it has none', async () => {
    const variations = [variation(11, 'Azul'), variation(12, 'Verde')];
    const bare = { price: null, seller_custom_field: null, available_quantity: -1 };
    const { answer } = await fetchSibling({ body: item('MLB70', { variations }) }, bare);
    assert.ok(answer.ok);
    const [, own] = answer.value;
    assert.deepEqual(own, {
      skuMarketplace: 'MLB1',
      sku: 'LUM-12',
      attributes: { COLOR: 'Verde', Gravura: 'Sol' },
      stock: 0,
      price: 14_990,
    });
  });

  const lost: [string, Scripted][] = [
    ['is gone', { status: 404, body: { error: 'not_found' } }],
    ['is hidden', { status: 403, body: { error: 'forbidden' } }],
    ['sells one thing by now', { body: item('MLB70', { variations: [variation(12, 'Verde')] }) }],
    [
      'sells other things by now',
      { body: item('MLB70', { variations: [variation(21, 'Azul'), variation(22, 'Verde')] }) },
    ],
  ];
  for (const [name, origin] of lost)
    it(`of one in the catalog are empty if its origin ${name}`, async () => {
      const { answer } = await fetchSibling(origin);
      assert.deepEqual(answer, { ok: true, value: [] });
    });

  const alone: [string, object][] = [
    ['one that sells one thing', { variations: [variation(11, 'Azul')] }],
    ['one of the catalog that was made of none', { catalog_listing: true }],
    [
      'one of the catalog whose origin has the same single variation',
      { catalog_listing: true, item_relations: [relation('MLB70', null)] },
    ],
    ['one without any', {}],
  ];
  for (const [name, more] of alone)
    it(`are empty: ${name}`, async () => {
      const { answer, calls } = await ask({ 'GET /items/MLB1': { body: item('MLB1', more) } });
      assert.deepEqual(answer, { ok: true, value: [] });
      assert.equal(calls.length, 1);
    });

  it('fail if the item, or its origin, is temporarily unavailable', async () => {
    const { answer } = await ask({ 'GET /items/MLB1': { status: 503, body: {} } });
    assert.equal(!answer.ok && answer.error.kind, 'unavailable');
    const failed = await fetchSibling({ status: 500, body: {} });
    assert.equal(!failed.answer.ok && failed.answer.error.kind, 'unavailable');
  });
});
