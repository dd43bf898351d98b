// Who gets the buybox. The cheapest offer usually does, but not always: a bonus for the seller and the logistics
// reduces the total price by hundredths of a percent, and the lowest result leads.
import type { Minor } from '../../kernel/money.ts';
import type { AmazonTerms, Offer, Product, Seller, Sellers } from './types.ts';

/** Bonuses are multiples of this, so that equal conditions are frequent and equal prices then share the first place. */
const STEP = 50;
const WHOLE = 10_000;

const POWER_BONUS = { platinum: 2 * STEP, gold: STEP, silver: 0 } as const;
const LOGISTICS_BONUS = {
  fulfillment: 3 * STEP,
  cross_docking: STEP,
  xd_drop_off: 0,
  drop_off: 0,
} as const;
const LEVEL_BONUS = {
  '5_green': 0,
  '4_light_green': -STEP,
  '3_yellow': -6 * STEP,
  '2_orange': -12 * STEP,
  '1_red': -20 * STEP,
} as const;

/** Amazon weighs its own logistics and Prime first, then the seller's rating, then the delivery time. */
function amazonBonus(offer: Offer, terms: AmazonTerms, rating: number): number {
  const rated = rating >= 97 ? 2 * STEP : rating >= 93 ? STEP : rating >= 88 ? 0 : -8 * STEP;
  return (
    (offer.logistics === 'fulfillment' ? 3 * STEP : 0) +
    (terms.prime ? 2 * STEP : 0) +
    (offer.shippingHours <= 24 ? STEP : 0) +
    rated
  );
}

/** The bonus of an offer's conditions, in hundredths of a percent of its total price. */
export function bonusOf(offer: Offer, seller: Seller): number {
  if (offer.bonus !== undefined) return offer.bonus;
  if (offer.amazon !== null) return amazonBonus(offer, offer.amazon, seller.amazon?.rating ?? 0);
  return (
    LOGISTICS_BONUS[offer.logistics] +
    (offer.shippingPrice === 0 ? STEP : 0) +
    (offer.shippingHours <= 24 ? STEP : 0) +
    (offer.listingType === 'gold_pro' ? STEP : 0) +
    (seller.power === null ? 0 : POWER_BONUS[seller.power]) +
    (seller.careful ? STEP : 0) +
    LEVEL_BONUS[seller.level]
  );
}

/** Lower is better. A whole number, so that a tie is a tie. */
export const scoreOf = (offer: Offer, seller: Seller, price: Minor = offer.price): number =>
  (price + offer.shippingPrice) * (WHOLE - bonusOf(offer, seller));

export const isAvailable = (offer: Offer): boolean => offer.status === 'active' && offer.stock > 0;

/** Whether an offer could win at some price. On Amazon used things do not compete with new ones. */
export const canCompete = (product: Product, offer: Offer): boolean =>
  product.catalog &&
  isAvailable(offer) &&
  offer.barredBy === null &&
  (offer.amazon === null || offer.condition === 'new');

/** Whether its total price is too high for the buybox. */
export const isTooDear = (product: Product, offer: Offer): boolean =>
  product.ceiling !== null && offer.price + offer.shippingPrice > product.ceiling;

export const mayWin = (product: Product, offer: Offer): boolean =>
  canCompete(product, offer) && !isTooDear(product, offer);

export function sellerOf(sellers: Sellers, id: number): Seller {
  const seller = sellers.get(id);
  if (!seller) throw new RangeError(`No seller ${id}`);
  return seller;
}

interface Ranked {
  offer: Offer;
  score: number;
}

/** Ties go to the one that sold more, then by the item's id. */
const byScore = (a: Ranked, b: Ranked) =>
  a.score - b.score || b.offer.sold - a.offer.sold || (a.offer.itemId < b.offer.itemId ? -1 : 1);

export interface Award {
  /** The offers that may win, best first. */
  ranking: readonly Offer[];
  /** Items with the best score: one wins alone, several share the first place, none: there are no offers. */
  leaders: readonly string[];
}

/** Decides the buybox of a product as it is now. */
export function awardOf(sellers: Sellers, product: Product): Award {
  const ranked = product.offers
    .filter((offer) => mayWin(product, offer))
    .map((offer) => ({ offer, score: scoreOf(offer, sellerOf(sellers, offer.sellerId)) }))
    .sort(byScore);
  const best = ranked[0]?.score;
  return {
    ranking: ranked.map((one) => one.offer),
    leaders: ranked.filter((one) => one.score === best).map((one) => one.offer.itemId),
  };
}

/** The items with the best score, in the order of the product's offers: `awardOf` without the ranking. */
export function leadersOf(sellers: Sellers, product: Product): readonly string[] {
  let best = Infinity;
  let leaders: string[] = [];
  for (const offer of product.offers) {
    if (!mayWin(product, offer)) continue;
    const score = scoreOf(offer, sellerOf(sellers, offer.sellerId));
    if (score < best) {
      best = score;
      leaders = [offer.itemId];
    } else if (score === best) leaders.push(offer.itemId);
  }
  return leaders;
}

/** All offers that a buyer sees, in the order of the page: those that may win first, best first. */
export function pageOf(sellers: Sellers, product: Product): readonly Offer[] {
  const { ranking } = awardOf(sellers, product);
  const rest = product.offers
    .filter((offer) => isAvailable(offer) && !ranking.includes(offer))
    .sort((a, b) => a.price - b.price || (a.itemId < b.itemId ? -1 : 1));
  return [...ranking, ...rest];
}

/**
 * The highest price at which an offer would win the buybox alone, with all others unchanged.
 * Null: no price would, or there are no competitors.
 */
export function priceToWin(sellers: Sellers, product: Product, offer: Offer): Minor | null {
  if (!canCompete(product, offer)) return null;
  const most = product.ceiling === null ? Infinity : product.ceiling - offer.shippingPrice;
  let toBeat = Infinity;
  for (const one of product.offers)
    if (one.itemId !== offer.itemId && mayWin(product, one))
      toBeat = Math.min(toBeat, scoreOf(one, sellerOf(sellers, one.sellerId)));
  if (toBeat === Infinity) return offer.price > most && most > 0 ? most : null;
  const factor = WHOLE - bonusOf(offer, sellerOf(sellers, offer.sellerId));
  const price = Math.min(most, Math.floor((toBeat - 1) / factor) - offer.shippingPrice);
  return price > 0 ? price : null;
}

export type Contest =
  | { status: 'winning' | 'sharing_first_place' | 'competing'; sharing: number }
  | { status: 'listed'; reason: string }
  | { status: 'not_listed'; reason: string };

/** The competition status of an offer on its product page, with the marketplace's codes. */
export function contestOf(sellers: Sellers, product: Product, offer: Offer): Contest {
  if (!product.catalog) return { status: 'not_listed', reason: 'item_not_opted_in' };
  if (!isAvailable(offer)) return { status: 'listed', reason: 'item_paused' };
  if (offer.barredBy !== null) return { status: 'listed', reason: offer.barredBy };
  if (!canCompete(product, offer)) return { status: 'listed', reason: 'other_condition' };
  const { leaders } = awardOf(sellers, product);
  if (!leaders.includes(offer.itemId)) return { status: 'competing', sharing: 0 };
  return leaders.length === 1
    ? { status: 'winning', sharing: 0 }
    : { status: 'sharing_first_place', sharing: leaders.length - 1 };
}
