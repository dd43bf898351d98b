// What a sale costs its seller, by what the thing is, the type of the listing and its price.
import type { Minor } from '../../kernel/money.ts';
import { numberOf } from './dice.ts';
import { ELECTRONICS } from './kinds.ts';
import type { Offer, Product, Shop } from './types.ts';

/** What a listing of Mercado Livre that is shown highest pays besides, in percent, for instalments without interest. */
export const INSTALMENTS = 5;

/** Mercado Livre's share in percent of the price: 11 to 14 by category, in steps of a half. */
export const categoryShareOf = (categoryId: string) => 11 + (numberOf(categoryId) % 7) / 2;

/** What cheap things pay at Mercado Livre besides, by price; the cheapest half of what they cost. */
const STEPS: readonly [below: Minor, fixed: Minor][] = [
  [2_900, 625],
  [5_000, 650],
  [7_900, 675],
];
const CHEAPEST: Minor = 1_250;
export function fixedFeeOf(price: Minor): Minor {
  if (price < CHEAPEST) return Math.round(price / 2);
  return STEPS.find(([below]) => price < below)?.[1] ?? 0;
}

/** Percent of the price that Amazon Brazil's table asks by what a thing is; everything else pays most. */
const ELECTRONIC_KINDS = new Set(ELECTRONICS.kinds.map(({ key }) => key));
const ACCESSORIES = new Set(['charger', 'cable', 'holder', 'case', 'stand', 'mousepad', 'plug']);
const APPLIANCES = new Set([
  'coffee',
  'blender',
  'airfryer',
  'kettle',
  'grill',
  'mixer',
  'fan',
  'vacuum',
]);
const LEAST_REFERRAL: Minor = 100;

function referralPercentOf({ kind }: Product): number {
  if (ACCESSORIES.has(kind)) return 15;
  if (ELECTRONIC_KINDS.has(kind)) return 11;
  return APPLIANCES.has(kind) ? 12 : 15;
}

/** Amazon's share of all that a buyer pays for one thing. */
export const referralOf = (product: Product, paid: Minor): Minor =>
  Math.max(LEAST_REFERRAL, Math.round((paid * referralPercentOf(product)) / 100));

/** What it costs to have Amazon pick, pack and send a thing: by its size, which its kind and model tell here. */
export const fulfilmentOf = ({ kind, model }: Product): Minor =>
  895 + 50 * (numberOf(kind) % 30) + 10 * (numberOf(model) % 10);

/** Shopee's share of the price with its free shipping, and what it keeps of each thing besides; of cheap ones half of it. */
const SHOPEE_PERCENT = 20;
const SHOPEE_FIXED: Minor = 400;

/** Magalu keeps one share of every price, and an amount besides. */
const MAGALU_PERCENT = 16;
const MAGALU_FIXED: Minor = 500;

/** What each marketplace keeps of one unit that is sold at the offer's price. */
const FEES: Record<Shop, (product: Product, offer: Offer) => Minor> = {
  mercadolivre: ({ categoryId }, { price, listingType }) => {
    const percent = categoryShareOf(categoryId) + (listingType === 'gold_pro' ? INSTALMENTS : 0);
    return Math.round((price * percent) / 100) + fixedFeeOf(price);
  },
  amazon: (product, { price, shippingPrice, logistics }) =>
    referralOf(product, price + shippingPrice) +
    (logistics === 'fulfillment' ? fulfilmentOf(product) : 0),
  shopee: (_product, { price }) =>
    Math.round((price * SHOPEE_PERCENT) / 100) + Math.min(SHOPEE_FIXED, Math.round(price / 2)),
  magalu: (_product, { price }) => Math.round((price * MAGALU_PERCENT) / 100) + MAGALU_FIXED,
};

export const feeOf = (product: Product, offer: Offer): Minor => FEES[product.shop](product, offer);

/** What the seller pays to send an order, where the buyer does not and the marketplace's fee does not hold it already. */
export function postageOf({ kind, shop }: Product, { shippingPrice, logistics }: Offer): Minor {
  if (shippingPrice > 0 || (shop === 'amazon' && logistics === 'fulfillment')) return 0;
  return 1_195 + 40 * (numberOf(`postage/${kind}`) % 30);
}
