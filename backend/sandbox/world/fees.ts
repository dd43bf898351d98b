// What a sale costs its seller, by what the thing is, the type of the listing and its price.
import type { Minor } from '../../kernel/money.ts';
import { numberOf } from './dice.ts';
import { ELECTRONICS } from './kinds.ts';
import type { Offer, Product, Shop } from './types.ts';

/** The surcharge of premium listings on Mercado Livre, in percent, for interest-free installments. */
export const INSTALMENTS = 5;

/** Mercado Livre's share in percent of the price: 11 to 14 by category, in steps of a half. */
export const categoryShareOf = (categoryId: string) => 11 + (numberOf(categoryId) % 7) / 2;

/** The fixed fee of cheap products at Mercado Livre, by price; for the cheapest ones, half of the price. */
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

/** Amazon Brazil's fee by category, in percent of the price; the highest for all others. */
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

/** Amazon's share of all that a buyer pays for one unit. */
export const referralOf = (product: Product, paid: Minor): Minor =>
  Math.max(LEAST_REFERRAL, Math.round((paid * referralPercentOf(product)) / 100));

/** Amazon's fulfillment fee, by size, which is derived from kind and model here. */
export const fulfilmentOf = ({ kind, model }: Product): Minor =>
  895 + 50 * (numberOf(kind) % 30) + 10 * (numberOf(model) % 10);

/** Shopee's percentage with free shipping, and its fixed fee per item; half of that for cheap ones. */
const SHOPEE_PERCENT = 20;
const SHOPEE_FIXED: Minor = 400;

/** Magalu has one percentage for every price, and a fixed amount. */
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

/** What the seller pays to send an order, if the buyer does not and the marketplace's fee does not contain it. */
export function postageOf({ kind, shop }: Product, { shippingPrice, logistics }: Offer): Minor {
  if (shippingPrice > 0 || (shop === 'amazon' && logistics === 'fulfillment')) return 0;
  return 1_195 + 40 * (numberOf(`postage/${kind}`) % 30);
}
