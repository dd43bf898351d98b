// Product fees, version 0: an estimate of what Amazon keeps of a sale at a given price.
import * as z from 'zod';
import { type Minor, toMinor } from '../../kernel/money.ts';
import { fulfilmentOf, referralOf } from '../world/fees.ts';
import { findProduct, findSku, type Product } from '../world.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  oldMoney,
  readJson,
  refuse,
} from './room.ts';
import { type AmazonStore, storeAt, storeOf } from './stores.ts';

const MOST_REQUESTS = 20;

const Money = z.object({ CurrencyCode: z.string().optional(), Amount: z.number().optional() });
const FeesRequest = z.object({
  FeesEstimateRequest: z.object({
    MarketplaceId: z.string(),
    IsAmazonFulfilled: z.boolean().optional(),
    PriceToEstimateFees: z.object({ ListingPrice: Money, Shipping: Money.optional() }),
    Identifier: z.string(),
  }),
  IdType: z.enum(['ASIN', 'SellerSKU']),
  IdValue: z.string(),
});
type FeesRequest = z.infer<typeof FeesRequest>;
const Batch = z.array(FeesRequest).min(1).max(MOST_REQUESTS);

const detailIn =
  (store: AmazonStore) =>
  (type: string, amount: Minor, included: unknown[] = []) => ({
    FeeType: type,
    FeeAmount: oldMoney(amount, store),
    FeePromotion: oldMoney(0, store),
    FinalFee: oldMoney(amount, store),
    ...(included.length > 0 && { IncludedFeeDetailList: included }),
  });

/** As the answers write it: `Mon Mar 02 15:00:00 UTC 2026`. */
const timeOf = (now: number): string => {
  const [day = '', date = '', month = '', year = '', time = ''] = new Date(now)
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${day} ${month} ${date} ${time} UTC ${year}`;
};

function estimateOf(product: Product, { FeesEstimateRequest: request }: FeesRequest, now: number) {
  const { ListingPrice, Shipping } = request.PriceToEstimateFees;
  // The referral fee is a percentage of all that the buyer pays.
  const paid = toMinor((ListingPrice.Amount ?? 0) + (Shipping?.Amount ?? 0));
  const referral = referralOf(product, paid);
  const fulfilment = request.IsAmazonFulfilled ? fulfilmentOf(product) : 0;
  const store = storeAt(product);
  const detail = detailIn(store);
  return {
    TimeOfFeesEstimation: timeOf(now),
    TotalFeesEstimate: oldMoney(referral + fulfilment, store),
    FeeDetailList: [
      detail('ReferralFee', referral),
      detail('VariableClosingFee', 0),
      detail('PerItemFee', 0),
      ...(request.IsAmazonFulfilled
        ? [detail('FBAFees', fulfilment, [detail('FBAPickAndPack', fulfilment)])]
        : []),
    ],
  };
}

const NO_ERROR = { Type: '', Code: '', Message: '', Detail: [] };

/** Answers one of a batch. */
function resultOf(call: AmazonCall, room: AmazonRoom, item: FeesRequest) {
  const { FeesEstimateRequest: request, IdType, IdValue } = item;
  const sellerId = call.get('sellerId');
  const identifier = {
    MarketplaceId: request.MarketplaceId,
    IdType,
    SellerId: sellerId,
    SellerInputIdentifier: request.Identifier,
    IsAmazonFulfilled: request.IsAmazonFulfilled ?? false,
    IdValue,
    PriceToEstimateFees: request.PriceToEstimateFees,
  };
  const failed = (status: string, type: string, code: string, message: string) => ({
    Status: status,
    FeesEstimateIdentifier: identifier,
    Error: { Type: type, Code: code, Message: message, Detail: [] },
  });
  if (room.itemFails(call))
    return failed('ServiceError', 'Receiver', 'InternalError', 'We encountered an internal error.');
  const country = storeOf(request.MarketplaceId)?.country;
  const product =
    IdType === 'ASIN'
      ? findProduct(room.world(), 'amazon', IdValue, country)
      : findSku(room.world(), sellerId, IdValue, country)?.product;
  if (!product)
    return failed(
      'ClientError',
      'Sender',
      'InvalidParameterValue',
      `There is no product for ${IdType} ${IdValue}.`,
    );
  const { ListingPrice } = request.PriceToEstimateFees;
  const isOfStore = ListingPrice.CurrencyCode === storeAt(product).currency;
  if (!isOfStore || !(ListingPrice.Amount && ListingPrice.Amount > 0))
    return failed('ClientError', 'Sender', 'InvalidParameterValue', 'The price is not valid.');
  return {
    Status: 'Success',
    FeesEstimateIdentifier: identifier,
    FeesEstimate: estimateOf(product, item, room.marketNow()),
    Error: NO_ERROR,
  };
}

/** `getMyFeesEstimates`. */
export function mountFees(wire: AmazonWire, room: AmazonRoom): void {
  wire.post('/products/fees/v0/feesEstimate', async (call) => {
    const batch = Batch.safeParse(await readJson(call));
    if (!batch.success) return invalid(call, z.prettifyError(batch.error));
    const isElsewhere = batch.data.some(
      ({ FeesEstimateRequest }) => storeOf(FeesEstimateRequest.MarketplaceId) === null,
    );
    if (isElsewhere) return refuse(call, 400, 'InvalidInput', 'Incorrect Marketplace identifier.');
    return call.json(batch.data.map((item) => resultOf(call, room, item)));
  });
}
