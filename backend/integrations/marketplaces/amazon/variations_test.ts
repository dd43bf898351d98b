import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { toListing } from './listings.ts';
import { storeOf } from './stores.ts';
import { getVariations } from './variations.ts';
import { Item } from './wire.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const store = storeOf(STORE);
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const SEARCH = `GET /listings/2021-08-01/items/${SELLER}`;

const THEME = { attributes: ['color', 'capacity', 'style'], theme: 'COLOR/CAPACITY' };
const relation = (more: object = { parentSkus: ['FAM-1'] }, marketplaceId = STORE) => ({
  relationships: [
    { marketplaceId, relationships: [{ type: 'VARIATION', variationTheme: THEME, ...more }] },
  ],
});
const member = (sku: string, colour: string, more: object = relation()) => {
  const base = itemOf(sku, 149.9);
  const attributes = {
    ...base.attributes,
    color: [{ value: colour, marketplace_id: STORE }],
    capacity: [{ value: 2, unit: 'litros' }],
    style: 'odd',
  };
  return { ...base, attributes, ...more };
};
const ask = async (script: Record<string, Scripted | Scripted[]>) => {
  const { fetcher, calls } = stub(script);
  return { answer: await getVariations(fetcher, store, session, 'LUM-1', NOW), calls };
};
const found = (items: unknown[], nextToken?: string): Scripted => ({
  body: { numberOfResults: items.length, items, pagination: nextToken ? { nextToken } : {} },
});

describe('the relation of a listing to its family', () => {
  const cases: [string, object, 'none' | 'relation' | 'variation', string | null][] = [
    ['a child', relation(), 'relation', 'Azul, 2 litros'],
    ['a parent', relation({ childSkus: ['LUM-2'] }), 'variation', 'Azul, 2 litros'],
    ['one without', {}, 'none', null],
    [
      'one in a package',
      relation({ type: 'PACKAGE_HIERARCHY', parentSkus: ['BOX'] }),
      'none',
      null,
    ],
    ['one of another store', relation({ parentSkus: ['F'] }, 'ATVPDKIKX0DER'), 'none', null],
    ['one without reported relations', relation({}), 'none', null],
  ];
  for (const [name, more, groupType, variation] of cases)
    it(`reports ${name}`, () => {
      const listing = toListing(Item.parse(member('LUM-1', 'Azul', more)), store, NOW);
      assert.ok(listing.ok);
      assert.deepEqual([listing.value.groupType, listing.value.variation], [groupType, variation]);
    });

  it('ignores what Amazon sends for Prime', () => {
    const unchanged = [{ fulfillmentChannelCode: 'AMAZON_NA', quantity: 3 }];
    const body = { ...itemOf('LUM-1', 10), fulfillmentAvailability: unchanged };
    const listing = toListing(Item.parse(body), store, NOW);
    assert.deepEqual(listing.ok && listing.value.tags, ['prime']);
  });
});

describe('the variations of a listing', () => {
  it('are all listings of its family, page by page', async () => {
    const own = member('LUM-1', 'Azul');
    const { answer, calls } = await ask({
      [`${SEARCH}/LUM-1`]: { body: own },
      [SEARCH]: [found([own, 'odd'], 'page-2'), found([member('LUM-2', 'Verde')])],
    });
    const row = (sku: string, colour: string) => ({
      skuMarketplace: sku,
      sku,
      attributes: { COLOR: colour, CAPACITY: '2 litros' },
      stock: 12,
      price: 14_990,
    });
    assert.deepEqual(answer, { ok: true, value: [row('LUM-1', 'Azul'), row('LUM-2', 'Verde')] });
    assert.deepEqual(
      calls.slice(1).map(({ query }) => [query?.variationParentSku, query?.pageToken]),
      [
        ['FAM-1', undefined],
        ['FAM-1', 'page-2'],
      ],
    );
  });

  it('of a parent are its children', async () => {
    const own = member('LUM-1', 'Azul', relation({ childSkus: ['LUM-2'] }));
    const { answer, calls } = await ask({
      [`${SEARCH}/LUM-1`]: { body: own },
      [SEARCH]: found([member('LUM-2', 'Verde')]),
    });
    assert.equal(calls[1]?.query?.variationParentSku, 'LUM-1');
    assert.deepEqual(answer.ok && answer.value.map(({ sku }) => sku), ['LUM-2']);
  });

  it('are empty without a family, and cost one call', async () => {
    const { answer, calls } = await ask({ [`${SEARCH}/LUM-1`]: { body: itemOf('LUM-1', 10) } });
    assert.deepEqual(answer, { ok: true, value: [] });
    assert.equal(calls.length, 1);
  });

  it('are not shown in part where a page is lost', async () => {
    const own = member('LUM-1', 'Azul');
    const { answer } = await ask({
      [`${SEARCH}/LUM-1`]: { body: own },
      [SEARCH]: [found([own], 'page-2'), { status: 503, body: {} }],
    });
    assert.equal(!answer.ok && answer.error.kind, 'unavailable');
  });

  it('end although the pages do not', async () => {
    const own = member('LUM-1', 'Azul');
    const { answer, calls } = await ask({
      [`${SEARCH}/LUM-1`]: { body: own },
      [SEARCH]: found([own], 'again'),
    });
    assert.ok(answer.ok);
    assert.equal(calls.length, 11);
  });
});
