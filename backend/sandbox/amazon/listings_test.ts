import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import {
  callAmazon,
  ELECTRONICS,
  HOME,
  isAmazonError,
  listingsOf,
  openAmazon,
} from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';
import { isAvailable } from '../world.ts';

const ITEMS = `/listings/2021-08-01/items/${HOME}`;
interface Page {
  numberOfResults: number;
  pagination: { nextToken?: string; previousToken?: string };
  items: Json[];
}

describe('Amazon’s listings', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());
  const search = async (query: Record<string, string>) =>
    (await wire.get(ITEMS, query)).body as Page;

  it('are found page by page, each once', async () => {
    const skus: unknown[] = [];
    let query: Record<string, string> = { pageSize: '20', sortBy: 'sku', sortOrder: 'ASC' };
    for (let pages = 1; ; pages++) {
      const page = await search(query);
      assert.equal(page.numberOfResults, 150);
      skus.push(...page.items.map((item) => item.sku));
      const { nextToken } = page.pagination;
      if (nextToken === undefined) {
        assert.equal(pages, 8);
        break;
      }
      query = { ...query, pageToken: nextToken };
    }
    const all = listingsOf(wire.sandbox).map(({ offer }) => offer.sku);
    assert.deepEqual(skus, all.sort());
  });

  it('are found by their identifiers, by twenty at most', async () => {
    const some = listingsOf(wire.sandbox).slice(0, 20);
    const pageSize = '20';
    for (const [identifiersType, of] of [
      ['SKU', some.map(({ offer }) => offer.sku)],
      ['ASIN', some.map(({ product }) => product.id)],
      ['EAN', some.map(({ product }) => product.ean)],
    ] as const) {
      const found = await search({ identifiers: of.join(','), identifiersType, pageSize });
      assert.equal(found.items.length, 20, identifiersType);
    }
    const off = await search({ withoutStatus: 'BUYABLE', pageSize });
    assert.equal(
      off.numberOfResults,
      listingsOf(wire.sandbox).filter(({ offer }) => !isAvailable(offer)).length,
    );
    for (const wrong of [
      { identifiers: 'x' },
      { identifiersType: 'SKU' },
      { identifiers: 'x', identifiersType: 'MINSAN' },
      { identifiers: Array(21).fill('x').join(','), identifiersType: 'SKU' },
      { pageSize: '21' },
      { pageToken: 'nonsense' },
      { includedData: 'everything' },
      { sortBy: 'price' },
      { marketplaceIds: 'A1PA6795UKMFR9' },
    ])
      isAmazonError(await wire.get(ITEMS, wrong as Record<string, string>), 400, 'InvalidInput');
  });

  it('return the requested data, by default summaries', async () => {
    const { product, offer } = wire.plain();
    const short = (await wire.get(`${ITEMS}/${offer.sku}`)).body as Json;
    hasFields(short, 'sku summaries');
    const [summary] = short.summaries as Json[];
    hasFields(
      summary,
      `marketplaceId asin productType conditionType status itemName createdDate lastUpdatedDate
       mainImage`,
    );
    assert.equal(summary?.asin, product.id);
    assert.deepEqual(summary?.status, ['BUYABLE', 'DISCOVERABLE']);
    assert.deepEqual(summary?.mainImage, {
      link: `https://loja.test/sandbox/pictures/${product.id}.svg`,
      height: 400,
      width: 400,
    });

    const parts = `summaries,attributes,issues,offers,fulfillmentAvailability,productTypes,
      relationships,procurement`.replace(/\s/g, '');
    const whole = (await wire.item(offer.sku, parts)).body as Json;
    hasFields(whole, `sku ${parts.replaceAll(',', ' ')}`);
    const price = { currencyCode: 'BRL', amount: (offer.price / 100).toFixed(2) };
    assert.deepEqual((whole.offers as Json[])[0]?.price, price);
    assert.deepEqual(whole.issues, []);
    const { purchasable_offer: offers } = whole.attributes as { purchasable_offer: Json[] };
    assert.deepEqual(offers[0]?.our_price, [{ schedule: [{ value_with_tax: offer.price / 100 }] }]);
    assert.ok(!('automated_pricing_merchandising_rule_plan' in (offers[0] ?? {})));
    const { quantity } = (whole.fulfillmentAvailability as { quantity: number }[])[0] ?? {};
    assert.equal(quantity, offer.stock);
  });

  it('show what is off sale, why, and what Amazon’s automation prices', async () => {
    const faulty = wire.listing(({ offer }) => offer.amazon?.priceFault === true);
    const off = (await wire.item(faulty.offer.sku)).body as Json;
    assert.deepEqual((off.summaries as Json[])[0]?.status, []);
    assert.deepEqual(off.offers, []);
    const [issue] = off.issues as Json[];
    assert.equal(issue?.code, '18155');
    assert.equal(issue?.severity, 'ERROR');
    const automated = wire.listing(({ offer }) => offer.automated);
    const { attributes } = (await wire.item(automated.offer.sku)).body as { attributes: Json };
    assert.match(JSON.stringify(attributes), /automated_pricing_merchandising_rule_plan/);
  });

  it('are no one else’s', async () => {
    isAmazonError(await wire.get(`${ITEMS}/NOT-THERE`), 404, 'NOT_FOUND');
    const other = `/listings/2021-08-01/items/${ELECTRONICS}`;
    isAmazonError(await wire.get(other), 403, 'Unauthorized');
    const [foreign] = listingsOf(wire.sandbox, ELECTRONICS);
    isAmazonError(await wire.get(`${other}/${foreign?.offer.sku}`), 403, 'Unauthorized');
    const { url } = wire.sandbox;
    const nowhere = await callAmazon(url, 'GET', '/orders/v0/orders', { token: wire.token });
    isAmazonError(nowhere, 404, 'NotFound');
  });
});
