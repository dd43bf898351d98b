import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { isAmazonError, openAmazon } from '../../testing/sandbox/amazon.ts';

const FEES = '/products/fees/v0/feesEstimate';

interface Money {
  CurrencyCode: string;
  Amount: number;
}
interface Result {
  Status: string;
  FeesEstimateIdentifier: { SellerInputIdentifier: string; IdValue: string };
  FeesEstimate?: {
    TotalFeesEstimate: Money;
    FeeDetailList: { FeeType: string; FinalFee: Money }[];
  };
  Error: { Code: string };
}

describe('Amazon’s fees', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  beforeAll(async () => {
    wire = await openAmazon();
  });
  afterAll(() => wire.sandbox.stop());

  const request = (
    IdType: string,
    IdValue: string,
    { price = 100, isFba = false, store = 'A2Q3Y263D00KWC', currency = 'BRL' } = {},
  ) => ({
    FeesEstimateRequest: {
      MarketplaceId: store,
      IsAmazonFulfilled: isFba,
      PriceToEstimateFees: { ListingPrice: { CurrencyCode: currency, Amount: price } },
      Identifier: `ours-${IdValue}`,
    },
    IdType,
    IdValue,
  });
  const ask = async (...requests: unknown[]) =>
    (await wire.post(FEES, requests)).body as unknown as Result[];
  const feeOf = (result: Result | undefined, type: string) =>
    result?.FeesEstimate?.FeeDetailList.find(({ FeeType }) => FeeType === type)?.FinalFee.Amount;

  it('are a share of the price, and with Amazon’s fulfillment a fixed amount', async () => {
    const { offer } = wire.plain();
    const [cheap, dear, sent] = await ask(
      request('SellerSKU', offer.sku),
      request('SellerSKU', offer.sku, { price: 300 }),
      request('SellerSKU', offer.sku, { isFba: true }),
    );
    const share = feeOf(cheap, 'ReferralFee') ?? 0;
    assert.ok(share >= 11 && share <= 15, String(share));
    assert.equal(feeOf(dear, 'ReferralFee'), share * 3);
    assert.equal(cheap?.FeesEstimate?.TotalFeesEstimate.Amount, share);
    const sending = feeOf(sent, 'FBAFees') ?? 0;
    assert.ok(sending > 5 && sending < 30, String(sending));
    assert.equal(
      sent?.FeesEstimate?.TotalFeesEstimate.Amount.toFixed(2),
      (share + sending).toFixed(2),
    );
  });

  it('are the same by SKU and by ASIN, and bear the caller’s own identifier', async () => {
    const { product, offer } = wire.plain();
    const [bySku, byAsin] = await ask(request('SellerSKU', offer.sku), request('ASIN', product.id));
    assert.deepEqual(byAsin?.FeesEstimate, bySku?.FeesEstimate);
    assert.equal(bySku?.FeesEstimateIdentifier.SellerInputIdentifier, `ours-${offer.sku}`);
  });

  it('never fall below what Amazon takes at least', async () => {
    const { offer } = wire.plain();
    const [result] = await ask(request('SellerSKU', offer.sku, { price: 2 }));
    assert.equal(feeOf(result, 'ReferralFee'), 1);
  });

  it('are refused one by one', async () => {
    const { offer } = wire.plain();
    const operation = 'getMyFeesEstimates';
    wire.sandbox.control.fail({ kind: 'item_error', operation, count: 1 });
    const results = await ask(
      request('SellerSKU', offer.sku),
      request('SellerSKU', 'nobody sells this'),
      request('SellerSKU', offer.sku, { currency: 'USD' }),
      request('SellerSKU', offer.sku),
    );
    assert.deepEqual(
      results.map(({ Status }) => Status),
      ['ServiceError', 'ClientError', 'ClientError', 'Success'],
    );
  });

  it('are refused as a whole for another store, and for more than twenty', async () => {
    const { offer } = wire.plain();
    const one = request('SellerSKU', offer.sku);
    const elsewhere = request('SellerSKU', offer.sku, { store: 'A1PA6795UKMFR9' });
    isAmazonError(await wire.post(FEES, [one, elsewhere]), 400, 'InvalidInput');
    isAmazonError(await wire.post(FEES, Array(21).fill(one)), 400, 'InvalidInput');
    isAmazonError(await wire.post(FEES, { not: 'a list' }), 400, 'InvalidInput');
  });
});
