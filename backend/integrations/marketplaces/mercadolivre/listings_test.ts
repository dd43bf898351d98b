import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf } from '../../../testing/conformance/mercadolivre.ts';
import { stub } from '../../../testing/conformance/stub.ts';
import type { RemoteListing } from '../../marketplace.ts';
import { getListings, scanListings, secureLink, toListing } from './listings.ts';
import { Item } from './wire.ts';

const session = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const item = (changes: Record<string, unknown> = {}) => ({
  ...itemOf('MLB5200000001', 149.9),
  ...changes,
});
const decoded = (changes: Record<string, unknown>): RemoteListing => {
  const listing = toListing(Item.parse(item(changes)));
  assert.ok(listing.ok);
  return listing.value;
};

/** A variation of an item with its attributes. */
const variation = (...values: string[]) => ({
  id: 17,
  attribute_combinations: values.map((value_name, i) => ({
    id: `A${i}`,
    name: 'Nome',
    value_name,
  })),
});

describe('an item as a listing', () => {
  it('is read whole', () => {
    assert.deepEqual(decoded({}), {
      skuMarketplace: 'MLB5200000001',
      sku: 'LUM-001',
      title: 'Luminária de mesa articulada',
      imageUrl: 'https://http2.mlstatic.com/D_700111-MLB1-O.jpg',
      link: 'https://produto.mercadolivre.com.br/MLB-5200000001-luminaria-_JM',
      price: 14_990,
      shippingPrice: 0,
      currencyCode: 'BRL',
      countryCode: 'BR',
      stock: 12,
      status: 'ENABLED',
      condition: 'new',
      listingTypeId: 'gold_special',
      fulfillment: false,
      promotionStatus: 'none',
      catalogProductId: 'MLB31500042',
      automation: null,
      sold: null,
      gtin: null,
      brand: null,
      healthScore: null,
      groupType: 'none',
      madeOf: null,
      variation: null,
      channels: [],
      tags: [],
    });
  });

  const cases: [string, Record<string, unknown>, Partial<RemoteListing>][] = [
    ['paused', { status: 'paused' }, { status: 'PAUSED' }],
    ['closed', { status: 'closed' }, { status: 'ARCHIVED' }],
    ['under review', { status: 'under_review' }, { status: 'REVIEW' }],
    ['inactive', { status: 'inactive' }, { status: 'INACTIVE' }],
    ['of a status nobody knows', { status: 'hibernating' }, { status: 'INACTIVE' }],
    ['without a status', { status: undefined }, { status: 'INACTIVE' }],
    [
      'with a sku of the old kind',
      { attributes: [], seller_custom_field: 'OLD-1' },
      { sku: 'OLD-1' },
    ],
    ['without a sku', { attributes: null }, { sku: null }],
    ['used', { condition: 'used' }, { condition: 'used' }],
    [
      'refurbished by attribute',
      {
        condition: 'not_specified',
        attributes: [{ id: 'ITEM_CONDITION', value_id: 2_230_582, value_name: 'Recondicionado' }],
      },
      { condition: 'refurbished', sku: null },
    ],
    [
      'in a running promotion',
      { price: 99, original_price: 149.9 },
      { promotionStatus: 'started', price: 9_900 },
    ],
    ['that waits for a deal', { deal_ids: ['MLB-9'] }, { promotionStatus: 'pending' }],
    ['whose former price is no reduction', { original_price: 149.9 }, { promotionStatus: 'none' }],
    [
      'shipped from the warehouse',
      { shipping: { logistic_type: 'fulfillment' } },
      { fulfillment: true },
    ],
    [
      'with a reported shipping price',
      { shipping: { free_shipping: false, cost: 18.4 } },
      { shippingPrice: 1_840 },
    ],
    [
      'without anything on shipping',
      { shipping: null },
      { shippingPrice: null, fulfillment: false },
    ],
    ['sold out', { available_quantity: 0 }, { stock: 0 }],
    ['of more than it has', { available_quantity: -2 }, { stock: 0 }],
    ['priced as text', { price: '89.90' }, { price: 8_990 }],
    [
      'priced by its variations',
      { price: null, base_price: null, variations: [{ price: 55 }] },
      { price: 5_500 },
    ],
    [
      'of Argentina',
      { site_id: 'MLA', currency_id: 'ARS' },
      { countryCode: 'AR', currencyCode: 'ARS' },
    ],
    ['of a site known by its id alone', { site_id: undefined }, { countryCode: 'BR' }],
    [
      'whose price the marketplace’s automation sets',
      { tags: ['cart_eligible', 'dynamic_standard_price'] },
      { automation: { name: null } },
    ],
    ['that has been sold', { sold_quantity: 37 }, { sold: 37 }],
    [
      'with a universal number',
      { attributes: [{ id: 'GTIN', value_name: '7891000315507' }] },
      { gtin: '07891000315507' },
    ],
    ['of a brand', { attributes: [{ id: 'BRAND', value_name: 'Lumavi' }] }, { brand: 'Lumavi' }],
    ['measured', { health: 0.834 }, { healthScore: 83 }],
    ['measured beyond all measure', { health: 7 }, { healthScore: null }],
    [
      'in the seller’s own shop too',
      { channels: ['mshops', 'elsewhere', 'marketplace'] },
      { channels: ['marketplace', 'mshops'] },
    ],
    [
      'of the catalog, kept by the marketplace',
      { catalog_listing: true, shipping: { logistic_type: 'fulfillment' } },
      { tags: ['full', 'catalog'], fulfillment: true, groupType: 'none' },
    ],
    [
      'of the catalog, made of one of several variations',
      { catalog_listing: true, item_relations: [{ id: 'MLB77', variation_id: 40_011 }] },
      { groupType: 'relation', tags: ['catalog'], madeOf: 'MLB77' },
    ],
    [
      'of the catalog, created from one with the same single variation',
      { catalog_listing: true, item_relations: [{ id: 'MLB77', variation_id: null }] },
      { groupType: 'none', tags: ['catalog'], madeOf: 'MLB77' },
    ],
    [
      'that sells several things',
      { variations: [variation('Azul'), variation('Verde')] },
      { groupType: 'variation', variation: null },
    ],
    [
      'that sells one of several',
      { variations: [variation('Azul', '220V')] },
      { groupType: 'none', variation: 'Azul, 220V' },
    ],
    ['outside the catalog', { catalog_product_id: null }, { catalogProductId: null }],
    [
      'without pictures',
      { pictures: [] },
      { imageUrl: 'https://http2.mlstatic.com/D_700111-MLB1-I.jpg' },
    ],
    ['with a hostile link', { permalink: 'javascript:alert(1)' }, { link: null }],
    [
      'with odd optional fields',
      { deal_ids: 7, pictures: 'no', tags: 1, variations: {} },
      { status: 'ENABLED' },
    ],
    ['without a title', { title: null }, { title: 'MLB5200000001' }],
  ];
  for (const [name, changes, expected] of cases) {
    it(name, () => {
      const listing = decoded(changes);
      for (const [field, value] of Object.entries(expected))
        assert.deepEqual(listing[field as keyof RemoteListing], value, field);
    });
  }

  for (const [name, changes] of Object.entries({
    'no price at all': { price: null, base_price: null },
    'a price of zero': { price: 0 },
    'a price beyond all prices': { price: 1e12 },
    'no currency': { currency_id: null },
  })) {
    it(`is a failure with ${name}`, () => {
      const listing = toListing(Item.parse(item(changes)));
      assert.equal(!listing.ok && listing.error.kind, 'invalid');
    });
  }
});

describe('secureLink', () => {
  it('lets web addresses through and nothing else', () => {
    assert.equal(secureLink('http://shop.test/a b'), 'http://shop.test/a%20b');
    assert.equal(secureLink('http://http2.mlstatic.com/p.jpg'), 'https://http2.mlstatic.com/p.jpg');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', null])
      assert.equal(secureLink(bad), null);
  });
});

describe('scanListings', () => {
  const path = 'GET /users/770011223/items/search';
  const pagesOf = async (...pages: { body: unknown; status?: number }[]) => {
    const { fetcher, calls } = stub({ [path]: pages });
    const seen = [];
    for await (const page of scanListings(fetcher, session)) seen.push(page);
    return { seen, calls };
  };

  it('follows the scroll id to the empty page', async () => {
    const { seen, calls } = await pagesOf(
      { body: { results: ['MLB1', 'MLB2'], scroll_id: 's1' } },
      { body: { results: ['MLB3'], scroll_id: 's2' } },
      { body: { results: [], scroll_id: 's3' } },
    );
    assert.deepEqual(
      seen.map((page) => page.ok && page.value),
      [['MLB1', 'MLB2'], ['MLB3']],
    );
    assert.deepEqual(
      calls.map((call) => call.query),
      [
        { search_type: 'scan', limit: '100' },
        { search_type: 'scan', limit: '100', scroll_id: 's1' },
        { search_type: 'scan', limit: '100', scroll_id: 's2' },
      ],
    );
    assert.equal(calls[0]?.headers?.authorization, 'Bearer APP_USR-x');
  });

  it('ends where no scroll id is given', async () => {
    const { seen } = await pagesOf({ body: { results: ['MLB1'], scroll_id: null } });
    assert.equal(seen.length, 1);
  });

  it('passes over what is no id, and takes nothing else for one', async () => {
    const { seen } = await pagesOf({ body: { results: [null, 'MLB1', '', 77] } });
    assert.deepEqual(seen, [{ ok: true, value: ['MLB1', '77'] }]);
    const odd = await pagesOf({ body: { results: ['MLB1', { id: 'MLB2' }] } });
    assert.equal(odd.seen[0]?.ok, false, 'an unread listing must not count as deleted');
  });

  it('ends with the failure of a page', async () => {
    const { seen } = await pagesOf(
      { body: { results: ['MLB1'], scroll_id: 's1' } },
      { status: 400, body: { message: 'Invalid scroll_id', error: 'bad_request', status: 400 } },
    );
    assert.equal(seen[1]?.ok, false);
    assert.deepEqual(seen[1], {
      ok: false,
      error: {
        kind: 'invalid',
        code: 'bad_request',
        message: 'Invalid scroll_id',
        retryAfterMs: null,
      },
    });
  });
});

describe('getListings', () => {
  const ids = ['MLB5200000001', 'MLB5200000002', 'MLB5200000003'];

  it('requests at most twenty at once, with only the fields that it reads', async () => {
    const many = Array.from({ length: 45 }, (_, n) => `MLB${n}`);
    const { fetcher, calls } = stub({ 'GET /items': { body: [] } });
    const got = await getListings(fetcher, session, many);
    assert.deepEqual(
      calls.map((call) => call.query?.ids?.split(',').length),
      [20, 20, 5],
    );
    assert.match(calls[0]?.query?.attributes ?? '', /^id,.*price/);
    assert.ok(got.ok && got.value.size === 45, 'an id without an answer is a failure of its own');
  });

  it('reports each entry by its own status', async () => {
    const body = [
      { code: 200, body: itemOf(ids[0]!, 10) },
      { code: 404, body: { message: 'not found', error: 'not_found', status: 404, cause: [] } },
      { code: 200, body: { id: ids[2], title: 'only this' } },
    ];
    const got = await getListings(stub({ 'GET /items': { body } }).fetcher, session, ids);
    assert.ok(got.ok);
    assert.deepEqual(
      [...got.value.values()].map((one) => (one.ok ? one.value.price : one.error.kind)),
      [1_000, 'not_found', 'invalid'],
    );
  });

  it('refuses an item of another seller, which any notification may name', async () => {
    const body = [
      { code: 200, body: { ...itemOf(ids[0]!, 10), seller_id: 880_000_001 } },
      { code: 200, body: itemOf(ids[1]!, 10) },
    ];
    const { fetcher, calls } = stub({ 'GET /items': { body } });
    const got = await getListings(fetcher, session, ids.slice(0, 2));
    assert.ok(got.ok);
    assert.deepEqual(
      [...got.value.values()].map((one) => (one.ok ? one.value.price : one.error.kind)),
      ['not_found', 1_000],
    );
    assert.ok(calls[0]?.query?.attributes?.split(',').includes('seller_id'));
  });

  it('keeps the others next to an invalid entry', async () => {
    const body = [{ code: 200, body: itemOf(ids[0]!, 10) }, null, { code: 404, body: null }];
    const got = await getListings(stub({ 'GET /items': { body } }).fetcher, session, ids);
    assert.ok(got.ok);
    assert.deepEqual(
      [...got.value.values()].map((one) => (one.ok ? one.value.price : one.error.kind)),
      [1_000, 'unavailable', 'not_found'],
    );
  });

  it('keeps the successful batches next to a failed one', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `MLB${n}`);
    const good = { body: many.slice(0, 20).map((id) => ({ code: 200, body: itemOf(id, 5) })) };
    const { fetcher } = stub({ 'GET /items': [good, { status: 503, body: null }] });
    const got = await getListings(fetcher, session, many);
    assert.ok(got.ok);
    assert.equal([...got.value.values()].filter((one) => one.ok).length, 20);
    const last = got.value.get('MLB20');
    assert.equal(last && !last.ok && last.error.kind, 'unavailable');
  });

  it('fails whole where the token is refused in any batch', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `MLB${n}`);
    const { fetcher } = stub({ 'GET /items': [{ body: [] }, { status: 401, body: null }] });
    const got = await getListings(fetcher, session, many);
    assert.equal(!got.ok && got.error.kind, 'unauthorized');
  });
});
