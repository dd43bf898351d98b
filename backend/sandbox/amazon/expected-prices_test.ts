import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import {
  HOME,
  isAmazonError,
  type Listing,
  openAmazon,
  statusOf,
} from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';
import { isAvailable, isTooDear } from '../world.ts';

const marketplaceId = 'A2Q3Y263D00KWC';
const EXPECTED = '/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice';
const SUMMARY = '/products/pricing/2022-05-01/items/competitiveSummary';

interface Answer {
  status: { statusCode: number };
  request: Json;
  body: Json & { featuredOfferExpectedPriceResults: Json[]; errors: Json[] };
}

describe('the price that would be featured', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());
  const forSku = (sku: string) => ({ uri: EXPECTED, method: 'GET', marketplaceId, sku });
  const ask = async (...skus: string[]) => {
    const { body } = await wire.post(`/batches${EXPECTED}`, { requests: skus.map(forSku) });
    return (body as { responses: Answer[] }).responses;
  };
  const resultOf = async ({ offer }: Listing) => {
    const [answer] = await ask(offer.sku);
    return answer?.body.featuredOfferExpectedPriceResults[0];
  };

  it('is the highest featured price, above which another offer would be featured', async () => {
    const listing = wire.plain('competing');
    const result = await resultOf(listing);
    hasFields(
      result,
      'resultStatus featuredOfferExpectedPrice competingFeaturedOffer currentFeaturedOffer',
    );
    assert.equal(result?.resultStatus, 'VALID_FOEP');
    assert.ok(result);
    const { listingPrice } = result.featuredOfferExpectedPrice as {
      listingPrice: { amount: number; currencyCode: string };
    };
    assert.equal(listingPrice.currencyCode, 'BRL');
    const price = Math.round(listingPrice.amount * 100);
    const { itemId, sku } = listing.offer;
    const after = (of: number) => {
      wire.sandbox.control.change(itemId, { price: of });
      return wire.sandbox.control.item(itemId)?.status;
    };
    assert.notEqual(after(price + 1), 'winning');
    assert.equal(after(price), 'winning');
    const won = await resultOf(listing);
    assert.ok(won);
    const current = won.currentFeaturedOffer as { offerIdentifier: Json };
    assert.equal(current.offerIdentifier.sellerId, HOME);
    assert.ok(!('sku' in current.offerIdentifier));
    const [whole] = await ask(sku);
    assert.ok(whole);
    assert.equal((whole.body.offerIdentifier as Json).sku, sku);
  });

  it("depends on the offer's state", async () => {
    const { sandbox } = wire;
    const cases: [string, (one: Listing) => boolean][] = [
      ['OFFER_NOT_FOUND', ({ offer }) => !isAvailable(offer)],
      ['OFFER_NOT_ELIGIBLE', ({ offer }) => offer.barredBy === 'offer_not_eligible'],
      ['OFFER_NOT_ELIGIBLE', ({ offer }) => offer.condition === 'used'],
      ['ASIN_NOT_ELIGIBLE', ({ offer }) => offer.barredBy === 'asin_not_eligible'],
      [
        'NO_COMPETING_OFFERS',
        (one) => one.product.offers.length === 1 && statusOf(sandbox, one) === 'winning',
      ],
      [
        'VALID_FOEP',
        (one) =>
          one.product.offers.length === 1 &&
          isAvailable(one.offer) &&
          isTooDear(one.product, one.offer),
      ],
    ];
    for (const [status, fits] of cases) {
      const result = await resultOf(wire.listing(fits));
      assert.equal(result?.resultStatus, status);
      assert.equal('featuredOfferExpectedPrice' in (result ?? {}), status === 'VALID_FOEP');
    }
  });

  it('is given for each SKU with its own status', async () => {
    const { offer } = wire.plain();
    const answers = await ask(offer.sku, 'NOT-THERE');
    assert.deepEqual(
      answers.map(({ status }) => status.statusCode),
      [200, 400],
    );
    assert.deepEqual(answers[0]?.request, { marketplaceId, sku: offer.sku });
    assert.equal(answers[1]?.body.errors[0]?.code, 'INVALID_SKU');
    for (const requests of [[], Array(41).fill(forSku(offer.sku)), [{ sku: offer.sku }]])
      isAmazonError(await wire.post(`/batches${EXPECTED}`, { requests }), 400, 'InvalidInput');
  });

  it('contains the competing offer', async () => {
    const { product } = wire.plain('competing');
    const includedData = ['featuredBuyingOptions', 'referencePrices', 'lowestPricedOffers'];
    const lowestPricedOffersInputs = [{ itemCondition: 'New', offerType: 'Consumer' }];
    const about = { uri: SUMMARY, method: 'GET', marketplaceId, includedData };
    const requests = [
      { ...about, asin: product.id, lowestPricedOffersInputs },
      { ...about, asin: 'B000000000' },
    ];
    const { body } = await wire.post(`/batches${SUMMARY}`, { requests });
    const [good, bad] = (body as { responses: Answer[] }).responses;
    hasFields(good?.body, `asin marketplaceId ${includedData.join(' ')}`);
    assert.ok(good);
    const [option] = good.body.featuredBuyingOptions as { segmentedFeaturedOffers: Json[] }[];
    assert.equal(option?.segmentedFeaturedOffers.length, 1);
    hasFields(
      option?.segmentedFeaturedOffers[0],
      `sellerId condition fulfillmentType listingPrice shippingOptions primeDetails
       featuredOfferSegments`,
    );
    const [lowest] = good.body.lowestPricedOffers as { offers: Json[] }[];
    const open = product.offers.filter((one) => isAvailable(one) && one.condition === 'new');
    assert.equal(lowest?.offers.length, Math.min(20, open.length));
    assert.deepEqual(good?.body.referencePrices, [
      {
        name: 'CompetitivePriceThreshold',
        price: { amount: (product.ceiling ?? 0) / 100, currencyCode: 'BRL' },
      },
    ]);
    assert.equal(bad?.status.statusCode, 400);
    assert.equal(bad?.body.errors[0]?.code, 'INVALID_ASIN');
  });
});
