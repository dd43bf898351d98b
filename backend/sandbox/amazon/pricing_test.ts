import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { isAmazonError, type Listing, openAmazon, statusOf } from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';
import { awardOf, isAvailable, isTooDear } from '../world.ts';

const STORE = 'A2Q3Y263D00KWC';
const ITEMS = '/batches/products/pricing/v0/itemOffers';
const LISTINGS = '/batches/products/pricing/v0/listingOffers';

interface Answer {
  status: { statusCode: number };
  headers: Json;
  request: Json;
  body: { payload: Json & { Summary: Json; Offers: Json[] }; errors: Json[] };
}

const requestOf = (uri: string, ItemCondition = 'New') => ({
  uri: `/products/pricing/v0/${uri}/offers`,
  method: 'GET',
  MarketplaceId: STORE,
  ItemCondition,
  CustomerType: 'Consumer',
});

describe('the offers on a page of Amazon', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());
  const ask = async (path: string, requests: unknown[]) =>
    ((await wire.post(path, { requests })).body as { responses: Answer[] }).responses;
  const offersOf = async (product: Listing['product'], condition?: string) => {
    const [answer] = await ask(ITEMS, [requestOf(`items/${product.id}`, condition)]);
    assert.ok(answer);
    return answer.body.payload;
  };

  it('are requested for twenty pages at a time, each with its own status', async () => {
    const { product } = wire.plain();
    const answers = await ask(ITEMS, [
      requestOf(`items/${product.id}`),
      requestOf('items/B000000000'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status.statusCode),
      [200, 400],
    );
    const [good, bad] = answers;
    hasFields(good?.headers, 'x-amzn-RequestId Date');
    assert.deepEqual(good?.request, {
      MarketplaceId: STORE,
      Asin: product.id,
      CustomerType: 'Consumer',
      ItemCondition: 'New',
    });
    assert.equal(bad?.body.errors[0]?.code, 'InvalidInput');
    for (const requests of [[], Array(21).fill(requestOf(`items/${product.id}`)), [{ uri: 'x' }]])
      isAmazonError(await wire.post(ITEMS, { requests }), 400, 'InvalidInput');
  });

  it('report prices, sellers and who is featured', async () => {
    const { product } = wire.plain();
    const { Summary, Offers, ...rest } = await offersOf(product);
    assert.equal(rest.ASIN, product.id);
    assert.equal(rest.status, 'Success');
    const open = product.offers.filter((one) => isAvailable(one) && one.condition === 'new');
    assert.equal(Offers.length, Math.min(20, open.length));
    const landed = Offers.map((offer) => {
      const price = offer.ListingPrice as { Amount: number };
      return price.Amount + (offer.Shipping as { Amount: number }).Amount;
    });
    assert.deepEqual(
      landed,
      landed.toSorted((a, b) => a - b),
    );
    for (const offer of Offers) {
      hasFields(
        offer,
        `Shipping ListingPrice ShippingTime SellerFeedbackRating ShipsFrom PrimeInformation
         SubCondition SellerId IsFeaturedMerchant IsBuyBoxWinner IsFulfilledByAmazon`,
      );
      hasFields(offer.SellerFeedbackRating, 'FeedbackCount SellerPositiveFeedbackRating');
      hasFields(offer.PrimeInformation, 'IsPrime IsNationalPrime');
    }
    const { sellers } = wire.sandbox.world();
    const [winner] = awardOf(sellers, product).ranking;
    const featured = Offers.filter((offer) => offer.IsBuyBoxWinner);
    assert.equal(featured.length, 1);
    assert.equal(featured[0]?.SellerId, sellers.get(winner?.sellerId ?? 0)?.amazon?.id);
    const [box] = Summary.BuyBoxPrices as { ListingPrice: { Amount: number } }[];
    assert.equal(box?.ListingPrice.Amount, (winner?.price ?? 0) / 100);
    assert.equal(Summary.TotalOfferCount, product.offers.filter(isAvailable).length);
    const threshold = { CurrencyCode: 'BRL', Amount: (product.ceiling ?? 0) / 100 };
    assert.deepEqual(Summary.CompetitivePriceThreshold, threshold);
  });

  it('mark the own offer if they are requested by the own listing', async () => {
    const { product, offer } = wire.plain();
    const [mine, none] = await ask(LISTINGS, [
      requestOf(`listings/${encodeURIComponent(offer.sku)}`),
      requestOf('listings/NOT-THERE'),
    ]);
    assert.equal(mine?.body.payload.SKU, offer.sku);
    assert.equal(mine?.request.SellerSKU, offer.sku);
    assert.equal(mine?.body.payload.Offers.filter((one) => one.MyOffer).length, 1);
    assert.equal(none?.status.statusCode, 400);
    const [, competitor] = product.offers;
    assert.equal(competitor?.sku, '', 'a rival’s SKU is his own');
  });

  it('keep used things apart from new ones', async () => {
    const { product, offer } = wire.listing((one) => one.offer.condition === 'used');
    const used = await offersOf(product, 'Used');
    assert.equal(used.Offers.length, 1);
    assert.equal(
      (used.Offers[0]?.ListingPrice as { Amount: number } | undefined)?.Amount,
      offer.price / 100,
    );
    assert.ok(!(await offersOf(product)).Offers.some((one) => one.SubCondition !== 'new'));
    assert.equal((await offersOf(product, 'Refurbished')).status, 'NoBuyableOffers');
  });

  it('feature none if all are more expensive than elsewhere', async () => {
    const { product } = wire.listing(
      (one) =>
        isTooDear(one.product, one.offer) &&
        awardOf(wire.sandbox.world().sellers, one.product).ranking.length === 0,
    );
    const { Summary, Offers } = await offersOf(product);
    assert.ok(Offers.length > 0 && Offers.every((offer) => offer.IsBuyBoxWinner === false));
    assert.ok(!('BuyBoxPrices' in Summary));
  });

  it('may fail one by one, where a test wants it', async () => {
    const { product } = wire.plain();
    const operation = 'getItemOffersBatch';
    wire.sandbox.control.fail({ kind: 'item_error', operation, count: 1 });
    const one = requestOf(`items/${product.id}`);
    const codes = (await ask(ITEMS, [one, one])).map(({ status }) => status.statusCode);
    assert.deepEqual(codes, [500, 200]);
    assert.ok(statusOf(wire.sandbox, wire.plain()));
  });
});
