import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { CHANNEL, pageOf, priceOf, skuOf, TENANT } from '../../../testing/conformance/magalu.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { createChannels } from './channels.ts';
import { createScoreBook } from './health.ts';
import { getListings, scanListings } from './listings.ts';

const SKU = 'LUM-01';
const session = { sellerId: TENANT, accessToken: 'token' };
const PORTFOLIO = 'GET /seller/v1/portfolios';
const stock = (quantity: number, more: Record<string, unknown> = {}) => ({
  type: 'AVAILABLE',
  quantity,
  channel: { id: CHANNEL },
  ...more,
});
const WIRE: Record<string, Scripted> = {
  [`${PORTFOLIO}/me`]: {
    body: { tenant: { id: TENANT }, channel: { id: CHANNEL }, seller: { name: 'Loja' } },
  },
  [`${PORTFOLIO}/skus/${SKU}`]: { body: skuOf(SKU) },
  [`${PORTFOLIO}/prices/${SKU}`]: { body: pageOf([priceOf(9_990)]) },
  [`${PORTFOLIO}/stocks/${SKU}`]: { body: pageOf([stock(7)]) },
  [`${PORTFOLIO}/products/scores`]: { body: pageOf([{ sku: SKU, score: 71.6 }]) },
};

async function read(script: Record<string, Scripted> = {}, skus = [SKU]) {
  const { fetcher } = stub({ ...WIRE, ...script });
  const channels = createChannels(fetcher);
  const scores = createScoreBook(fetcher, channels, () => new Date());
  return await getListings(fetcher, channels, scores, session, skus);
}

async function listing(script: Record<string, Scripted> = {}) {
  const got = await read(script);
  const one = got.ok ? got.value.get(SKU) : got;
  assert.ok(one?.ok, JSON.stringify(one));
  return one.value;
}

const ofSku = (more: Record<string, unknown>) => ({
  [`${PORTFOLIO}/skus/${SKU}`]: { body: skuOf(SKU, more) },
});

describe('a SKU as a listing', () => {
  it('has its price, stock and score from calls of their own', async () => {
    assert.deepEqual(await listing(), {
      skuMarketplace: SKU,
      sku: SKU,
      title: 'Luminária de mesa articulada',
      imageUrl: 'https://imagens.example.test/luminaria.jpg',
      link: 'https://www.magazineluiza.com.br/luminaria-de-mesa/p/ab12cd34ef/de/lumi/',
      price: 9_990,
      shippingPrice: null,
      currencyCode: 'BRL',
      countryCode: 'BR',
      stock: 7,
      status: 'ENABLED',
      condition: 'new',
      listingTypeId: null,
      fulfillment: false,
      promotionStatus: 'none',
      catalogProductId: 'ab12cd34ef',
      automation: null,
      sold: null,
      gtin: '07891000315507',
      brand: 'Clarão',
      healthScore: 72,
      groupType: 'none',
      variation: null,
      channels: [],
      tags: [],
    });
  });

  it('is on sale only where it is published, active and in stock', async () => {
    const statusOf = async (more: Record<string, unknown>, quantity = 1) =>
      (
        await listing({
          ...ofSku(more),
          [`${PORTFOLIO}/stocks/${SKU}`]: { body: pageOf([stock(quantity)]) },
        })
      ).status;
    assert.equal(await statusOf({}), 'ENABLED');
    assert.equal(await statusOf({}, 0), 'PAUSED');
    assert.equal(await statusOf({ active: false }), 'PAUSED');
    assert.equal(await statusOf({ status: 'UNPUBLISHED' }), 'PAUSED');
    assert.equal(await statusOf({ status: 'UNDER_REVIEW' }), 'REVIEW');
    assert.equal(await statusOf({ status: 'BLOCKED' }), 'INACTIVE');
    assert.equal(await statusOf({ status: 'DELETED' }), 'ARCHIVED');
    assert.equal(await statusOf({ status: 'SOMETHING_NEW' }), 'INACTIVE');
  });

  it('counts what is for sale in its channel, in all warehouses', async () => {
    const entries = [
      stock(3, { branch: { id: 'a' } }),
      stock(4, { branch: { id: 'b' } }),
      stock(9, { type: 'RESERVED' }),
      stock(50, { channel: { id: 'another' } }),
    ];
    const script = { [`${PORTFOLIO}/stocks/${SKU}`]: { body: pageOf(entries) } };
    assert.equal((await listing(script)).stock, 7);
    const none = { [`${PORTFOLIO}/stocks/${SKU}`]: { status: 404, body: {} } };
    assert.equal((await listing(none)).stock, 0);
  });

  it('takes an ISBN for its universal number where there is no EAN', async () => {
    const identifiers = [{ type: 'isbn', value: '9788535902778' }];
    assert.equal((await listing(ofSku({ identifiers }))).gtin, '09788535902778');
    assert.equal((await listing(ofSku({ identifiers: [] }))).gtin, null);
  });

  it('names what sets it apart from the others of its group', async () => {
    const attributes = [
      { name: 'Cor', value: 'Azul' },
      { name: 'Voltagem', value: 220 },
    ];
    const { groupType, variation } = await listing(ofSku({ attributes }));
    assert.deepEqual([groupType, variation], ['relation', 'Azul, 220']);
  });

  it('has no link that is not one', async () => {
    const pages = [{ channel: CHANNEL, url: 'javascript:alert(1)' }];
    const { link, catalogProductId } = await listing(ofSku({ url_marketplace: pages }));
    assert.deepEqual([link, catalogProductId], [null, null]);
  });

  it('names the rule by which Magalu sets its price', async () => {
    const path = 'GET /seller/v1/pricing-rules/active';
    const rule = { rule_type: 'TO_WIN', sku: SKU };
    const automated = { name: 'pricing_rule TO_WIN' };
    for (const body of [rule, [rule], { results: [rule] }, { results: [{ rule_type: 'TO_WIN' }] }])
      assert.deepEqual((await listing({ [path]: { body } })).automation, automated);
    for (const answer of [
      { body: { results: [] } },
      { body: {} },
      { body: { results: [{ rule_type: 'TO_WIN', sku: 'another' }] } },
      { status: 403, body: {} },
    ])
      assert.equal((await listing({ [path]: answer })).automation, null);
    // An automation that may exist, but cannot be read, must not be worked against.
    const unknown = await read({ [path]: { status: 503, body: {} } });
    assert.equal(unknown.ok, false);
  });

  it('has no score without Magalu’s permission', async () => {
    const hidden = { [`${PORTFOLIO}/products/scores`]: { status: 403, body: {} } };
    assert.equal((await listing(hidden)).healthScore, null);
  });

  it('fails individually, and does not count as deleted without a price', async () => {
    const got = await read({ [`${PORTFOLIO}/prices/${SKU}`]: { status: 404, body: {} } }, [
      SKU,
      'NONE',
    ]);
    assert.ok(got.ok);
    const kinds = [...got.value.values()].map((one) => !one.ok && one.error.kind);
    assert.deepEqual(kinds, ['invalid', 'not_found']);
  });
});

describe('the scan of SKUs', () => {
  const pages = async (answers: unknown[][], limit?: number) => {
    const bodies = answers.map((results) => ({
      body: limit === undefined ? { results } : pageOf(results, limit),
    }));
    const { fetcher, calls } = stub({ [`${PORTFOLIO}/skus`]: bodies });
    const found = [];
    for await (const page of scanListings(fetcher, session)) found.push(page);
    return { found, offsets: calls.map(({ query }) => query?._offset) };
  };
  const skus = (...names: string[]) => names.map((sku) => ({ sku }));

  it('continues by the received count, and ends with a page that is not full', async () => {
    const { found, offsets } = await pages([skus('a', 'b'), skus('c')], 2);
    assert.deepEqual(
      found.map((page) => page.ok && page.value),
      [['a', 'b'], ['c']],
    );
    assert.deepEqual(offsets, ['0', '2']);
  });

  it('requests until an empty page if no limit is reported', async () => {
    const { found, offsets } = await pages([skus('a'), skus('b'), []]);
    assert.equal(found.length, 2);
    assert.deepEqual(offsets, ['0', '1', '2']);
  });

  it('fails on a repeated page, and never ends incomplete', async () => {
    const { found } = await pages([skus('a', 'b'), skus('a', 'b')], 2);
    assert.deepEqual(
      found.map(({ ok }) => ok),
      [true, false],
    );
  });
});
