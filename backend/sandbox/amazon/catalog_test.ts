import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { isAmazonError, openAmazon } from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';

const ITEMS = '/catalog/2022-04-01/items';

describe('Amazon’s catalog', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());
  const search = async (query: Record<string, string>) =>
    ((await wire.get(ITEMS, query)).body as { items: Json[] }).items;

  it('returns the requested data of a page', async () => {
    const { product } = wire.plain();
    const includedData = 'summaries,images,identifiers,productTypes,salesRanks';
    const { body } = await wire.get(`${ITEMS}/${product.id}`, { includedData });
    hasFields(body, `asin ${includedData.replaceAll(',', ' ')}`);
    const reported = body as { summaries: Json[]; identifiers: { identifiers: Json[] }[] };
    assert.equal(reported.summaries[0]?.itemName, product.title);
    assert.deepEqual(reported.identifiers[0]?.identifiers, [
      { identifierType: 'EAN', identifier: product.ean },
    ]);
    isAmazonError(await wire.get(`${ITEMS}/B000000000`), 404, 'NOT_FOUND');
    const wrong = { includedData: 'vendorSecrets' };
    isAmazonError(await wire.get(`${ITEMS}/${product.id}`, wrong), 400, 'InvalidInput');
  });

  it('finds pages by number, by SKU and by words', async () => {
    const { product, offer } = wire.plain();
    for (const [identifiersType, identifiers] of [
      ['ASIN', product.id],
      ['EAN', product.ean],
      ['SKU', offer.sku],
    ] as const) {
      const found = await search({ identifiersType, identifiers });
      assert.deepEqual(
        found.map((item) => item.asin),
        [product.id],
      );
    }
    const words = product.title.split(' ').join(',');
    assert.ok((await search({ keywords: words })).some((item) => item.asin === product.id));
    for (const wrong of [{}, { identifiers: 'x', keywords: 'y' }, { identifiers: 'x' }])
      isAmazonError(await wire.get(ITEMS, wrong as Record<string, string>), 400, 'InvalidInput');
  });

  it('has nothing of Mercado Livre’s', async () => {
    const [listing] = wire.sandbox.world().products;
    isAmazonError(await wire.get(`${ITEMS}/${listing?.id}`), 404, 'NOT_FOUND');
  });
});
