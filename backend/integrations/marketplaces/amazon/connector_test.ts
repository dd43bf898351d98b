import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf, purchasableOffer, SELLER, settings } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { createAmazon } from './connector.ts';
import { STORES } from './stores.ts';

const SKU = 'LAMP-01';
const ITEM = `/listings/2021-08-01/items/${SELLER}/${SKU}`;
const [BRAZIL] = STORES;

/** Amazon's answers for one store, the only one with the listing. */
function openIn(store: (typeof STORES)[number], script: Record<string, Scripted>) {
  const stubbed = stub(script);
  const marketplace = createAmazon(settings, {
    api: stubbed.fetcher,
    login: stubbed.fetcher,
    ads: stubbed.fetcher,
    download: () => Promise.reject(new Error('nothing is downloaded')),
    clock: () => new Date('2026-03-02T15:00:00Z'),
    sleep: () => Promise.resolve(),
  });
  const sellerId = store.id === BRAZIL.id ? SELLER : `${SELLER}@${store.countryCode}`;
  return { ...stubbed, marketplace, session: { sellerId, accessToken: 'Atza|x' } };
}

describe('an account of Amazon', () => {
  for (const store of STORES) {
    const { id, countryCode, currencyCode } = store;
    const offer = { ...purchasableOffer(149.9), marketplace_id: id, currency: currencyCode };
    const item = JSON.parse(
      JSON.stringify(itemOf(SKU, 149.9, [offer]))
        .replaceAll(BRAZIL.id, id)
        .replaceAll('BRL', currencyCode),
    ) as Record<string, unknown>;

    it(`in ${countryCode} reads and sets prices in its own store and currency only`, async () => {
      const { calls, marketplace, session } = openIn(store, {
        [`GET ${ITEM}`]: { body: item },
        [`GET /listings/2021-08-01/items/${SELLER}`]: { body: { items: [item] } },
        [`PATCH ${ITEM}`]: {
          body: { sku: SKU, status: 'ACCEPTED', submissionId: 's', issues: [] },
        },
      });
      const read = await marketplace.getListings(session, [SKU]);
      const listing = read.ok ? read.value.get(SKU) : read;
      assert.ok(listing?.ok);
      assert.deepEqual(
        [listing.value.price, listing.value.currencyCode, listing.value.countryCode],
        [14_990, currencyCode, countryCode],
      );
      const push = { skuMarketplace: SKU, price: 14_500, currencyCode, operationKey: 'k' };
      assert.equal((await marketplace.setPrice(session, push)).kind, 'accepted');
      const sent = calls.at(-1)?.json as { patches: { value: Record<string, unknown>[] }[] };
      const [set] = sent.patches[0]!.value;
      assert.deepEqual([set?.marketplace_id, set?.currency], [id, currencyCode]);
      for (const { query, pace } of calls) {
        assert.equal(query?.marketplaceIds, id);
        // For every store: Amazon counts a seller's calls together.
        assert.equal(pace, SELLER);
      }
      const other = { ...push, currencyCode: currencyCode === 'BRL' ? 'USD' : 'BRL' };
      assert.equal((await marketplace.setPrice(session, other)).kind, 'rejected');
    });
  }
});
