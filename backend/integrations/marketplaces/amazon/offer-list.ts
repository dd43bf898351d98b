// The offers of a product in one condition, as `getItemOffers` and the notification ANY_OFFER_CHANGED both have them:
// the same words, in two casings. Read by hand, as notifications come by the thousand a second.
import { type Condition, MAX_OFFERS } from '../../../kernel/market.ts';
import { MAX_AMOUNT, type Minor, toMinor } from '../../../kernel/money.ts';

export interface ReportedOffer {
  sellerId: string;
  price: Minor;
  /** Null: not reported. */
  shippingPrice: Minor | null;
  shippingTimeHours: number | null;
  fulfillment: boolean | null;
  /** The share of good ratings in the last year, such as `98%`. */
  reputation: string | null;
  /** How many ratings the seller has; null: not reported. */
  ratings: number | null;
  available: boolean;
  /** It is the featured offer now; null: not reported. */
  isFeatured: boolean | null;
  /** Its seller may be featured; null: not reported. */
  mayBeFeatured: boolean | null;
}

export interface OfferList {
  condition: Condition;
  /** How many offers there are, listed or not. */
  total: number;
  /** At most `MAX_OFFERS` in the order of the answer; null keeps the place of one that cannot be understood. */
  offers: (ReportedOffer | null)[];
  /** The price of the featured offer; null: none is featured. */
  featured: { price: Minor; shippingPrice: Minor | null; sellerId: string | null } | null;
  /** Amazon's word for the state of the list; null: not reported. */
  status: string | null;
}

type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a field by any of its names; own fields only, as the sender chooses the names. */
const reader = (...names: string[]) => {
  return (from: unknown): unknown => {
    if (!isFields(from)) return undefined;
    for (const name of names) if (Object.hasOwn(from, name)) return from[name];
    return undefined;
  };
};
/** Both casings of a name. */
export const either = (name: string) => reader(name, name[0]!.toLowerCase() + name.slice(1));

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const amount = either('Amount');
const currencyCode = either('CurrencyCode');
const listingPrice = either('ListingPrice');
const shipping = either('Shipping');
const sellerId = either('SellerId');
const shippingTime = either('ShippingTime');
const maximumHours = either('MaximumHours');
const availabilityType = either('AvailabilityType');
const feedback = either('SellerFeedbackRating');
const feedbackCount = either('FeedbackCount');
const positive = either('SellerPositiveFeedbackRating');
const isFulfilledByAmazon = either('IsFulfilledByAmazon');
const isBuyBoxWinner = either('IsBuyBoxWinner');
const isFeaturedMerchant = either('IsFeaturedMerchant');
const condition = either('Condition');
const offerCount = either('OfferCount');
const numberOfOffers = either('NumberOfOffers');
const totalOfferCount = either('TotalOfferCount');
const buyBoxPrices = either('BuyBoxPrices');
const summary = either('Summary');
const offers = either('Offers');
const status = either('Status');

/** An amount in minor units, 0 included; null where it is none. */
function minorOf(money: unknown): Minor | null {
  const number = numberOf(amount(money));
  return number === null || number < 0 || number > MAX_AMOUNT ? null : toMinor(number);
}

/**
 * The currency, other than the store's own, of an amount in a list of offers; null: none. An amount without a currency
 * is in the store's.
 */
export function otherCurrency(wire: unknown, own: string): string | null {
  const list = entriesOf(offers(wire)).slice(0, MAX_OFFERS);
  for (const priced of [...list, ...entriesOf(buyBoxPrices(summary(wire)))]) {
    for (const money of [listingPrice(priced), shipping(priced)]) {
      const reported = textOf(currencyCode(money));
      if (reported !== null && reported !== own) return reported;
    }
  }
  return null;
}

const CONDITIONS: Record<string, Condition> = {
  new: 'new',
  used: 'used',
  collectible: 'used',
  refurbished: 'refurbished',
};
/** Amazon's word for a condition in ours; null: one that the product does not know. */
export function conditionOf(word: string | null): Condition | null {
  const known = word?.toLowerCase() ?? '';
  return Object.hasOwn(CONDITIONS, known) ? CONDITIONS[known]! : null;
}

function toReportedOffer(wire: unknown): ReportedOffer | null {
  const price = minorOf(listingPrice(wire));
  const seller = textOf(sellerId(wire));
  if (price === null || price === 0 || seller === null) return null;
  const time = shippingTime(wire);
  const reported = feedback(wire);
  // Amazon reports 0 % beside a count of 0 for a seller without ratings.
  const ratings = numberOf(feedbackCount(reported));
  const rating = ratings === 0 ? null : numberOf(positive(reported));
  return {
    sellerId: seller,
    price,
    shippingPrice: minorOf(shipping(wire)),
    shippingTimeHours: numberOf(maximumHours(time)),
    fulfillment: flagOf(isFulfilledByAmazon(wire)),
    reputation: rating === null ? null : `${Math.round(rating)}%`,
    ratings,
    available: textOf(availabilityType(time)) !== 'FUTURE_WITHOUT_DATE',
    isFeatured: flagOf(isBuyBoxWinner(wire)),
    mayBeFeatured: flagOf(isFeaturedMerchant(wire)),
  };
}

function featuredOf(wire: unknown, word: string): OfferList['featured'] {
  for (const entry of entriesOf(buyBoxPrices(wire))) {
    if (textOf(condition(entry))?.toLowerCase() !== word) continue;
    const price = minorOf(listingPrice(entry));
    if (price === null) continue;
    const shippingPrice = minorOf(shipping(entry));
    return { price, shippingPrice, sellerId: textOf(sellerId(entry)) };
  }
  return null;
}

function totalOf(wire: unknown, word: string, seen: number): number {
  const counts = entriesOf(numberOfOffers(wire));
  let total = counts.length === 0 ? (numberOf(totalOfferCount(wire)) ?? 0) : 0;
  for (const entry of counts)
    if (textOf(condition(entry))?.toLowerCase() === word) total += numberOf(offerCount(entry)) ?? 0;
  return Math.max(total, seen);
}

/**
 * Reads a list of offers. `word` is Amazon's own for the condition that the list is about; null where the
 * product does not know that condition, or the input is no list of offers.
 */
export function readOfferList(wire: unknown, word: string | null): OfferList | null {
  const known = conditionOf(word);
  const list = offers(wire);
  if (known === null || word === null || !Array.isArray(list)) return null;
  const reported = summary(wire);
  const lower = word.toLowerCase();
  return {
    condition: known,
    total: totalOf(reported, lower, list.length),
    offers: list.slice(0, MAX_OFFERS).map(toReportedOffer),
    featured: featuredOf(reported, lower),
    status: textOf(status(wire)),
  };
}
