// Price parity: a marketplace may hide a listing that the same seller offers for less on another one. Pure.
import type { MarketplaceId } from '../../../kernel/marketplace-ids.ts';
import { type Minor, toAmount } from '../../../kernel/money.ts';
import type { Parity } from '../../contract/settings.ts';
import type { Decision } from '../../engine/types.ts';

/**
 * The cheapest listing of the same company on another marketplace that sells the same product: by the seller's own SKU,
 * letter by letter, or by the product's universal number; in the same currency and condition, and for sale.
 */
export interface Elsewhere {
  listingId: number;
  marketplaceId: MarketplaceId;
  /** What people call the marketplace, in every language. */
  marketplaceName: string;
  title: string;
  link: string | null;
  /** What a buyer pays there, in minor units. */
  price: Minor;
  /** Null: not reported. */
  shippingPrice: Minor | null;
  currencyCode: string;
}

/** What counts of a price elsewhere: with shipping where that is reported of both, else without. */
const counted = ({ price, shippingPrice }: Elsewhere, own: Minor | null): Minor =>
  shippingPrice === null || own === null ? price : price + shippingPrice;

/**
 * What is cheaper elsewhere than a listing is, or would be; null: nothing. Both count with their shipping, as buyers do, or
 * both without where it is not reported of one.
 * @param elsewhere what `loadParity` found for the listing
 * @param price the listing's own price, as it is or as it is about to be
 */
export const parityOf = (
  elsewhere: Elsewhere | null,
  price: Minor,
  shippingPrice: Minor | null,
): Elsewhere | null => {
  if (elsewhere === null) return null;
  const own = elsewhere.shippingPrice === null || shippingPrice === null ? 0 : shippingPrice;
  return counted(elsewhere, shippingPrice) < price + own ? elsewhere : null;
};

/** The line of an explanation by which a price waits for a person. */
export const WAITS_FOR_PARITY = 'waits_for_parity';

/**
 * A decision after the company's parity check: a change to a price above that of the same product elsewhere has a warning, and
 * waits for approval if the company requires that.
 */
export function withParity(
  decision: Decision,
  elsewhere: Elsewhere | null,
  shippingPrice: Minor | null,
  setting: Parity,
): Decision {
  const { price, state, explanation } = decision;
  const cheaper = price === null ? null : parityOf(elsewhere, price, shippingPrice);
  if (cheaper === null) return decision;
  const { marketplaceName: marketplace, listingId } = cheaper;
  const isWhole = cheaper.shippingPrice !== null && shippingPrice !== null;
  const reported = {
    step: 'guard' as const,
    code: isWhole ? 'cheaper_elsewhere' : 'cheaper_elsewhere_item',
    values: { marketplace, price: toAmount(counted(cheaper, shippingPrice)), listingId },
  };
  if (setting === 'warn') return { ...decision, explanation: [...explanation, reported] };
  const waits = { step: 'guard' as const, code: WAITS_FOR_PARITY, values: {} };
  return {
    ...decision,
    state: state === null ? null : 'pending',
    explanation: [...explanation, reported, waits],
  };
}
