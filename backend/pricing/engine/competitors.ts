import {
  type Comparison,
  type Condition,
  type Market,
  type Offer,
  totalPrice,
} from '../../kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import { STRATEGIES } from '../strategies/registry.ts';
import type { Compared, Rank } from '../strategies/strategy.ts';
import type { Line, ListingFacts, Rule } from './types.ts';

const LEFT_OUT = [
  'unavailable',
  'exception',
  'suspect',
  'unknown_shipping',
  'other_condition',
  'other_comparison',
  'other_marketplace',
] as const;
type LeftOut = (typeof LEFT_OUT)[number];

const accepts = (wanted: Comparison, observation: Comparison) =>
  wanted === 'SIMILAR' || observation === 'IDENTICAL';

/** Why an offer of another seller is not a competitor under a rule; null: it is one where its comparable price is known. */
function leftOut(
  offer: Offer,
  rule: Rule,
  exceptions: readonly string[],
  condition: Condition,
): Exclude<LeftOut, 'unknown_shipping'> | null {
  if (!offer.available) return 'unavailable';
  if (exceptions.length > 0 && exceptions.includes(offer.sellerId)) return 'exception';
  if (offer.condition !== condition) return 'other_condition';
  if (rule.competition === 'EXTERNAL') {
    if (!accepts(rule.comparison, offer.comparison)) return 'other_comparison';
    if (!rule.allMarketplaces && offer.marketplaceId !== rule.marketplaceId)
      return 'other_marketplace';
  }
  return offer.isSuspect ? 'suspect' : null;
}

/** The price by which a rule compares: with shipping where the rule considers it; null: shipping is not reported. */
export const comparableOf = (
  rule: Pick<Rule, 'considerShippingPrice'>,
  offer: Pick<Offer, 'price' | 'shippingPrice'>,
): Minor | null => (rule.considerShippingPrice ? totalPrice(offer) : offer.price);

/** The comparable price of an offer that is known to have one. @throws Error where it has none, which is a bug */
export function comparablePrice(
  rule: Pick<Rule, 'considerShippingPrice'>,
  offer: Pick<Offer, 'price' | 'shippingPrice'>,
): Minor {
  const comparable = comparableOf(rule, offer);
  if (comparable === null) throw new Error('An offer without shipping is compared with shipping');
  return comparable;
}

/** What a rule adds to a listing's price to compare it. */
export const addedShipping = (
  rule: Pick<Rule, 'considerShippingPrice'>,
  listing: Pick<ListingFacts, 'shippingPrice'>,
): Minor => comparablePrice(rule, { price: 0, shippingPrice: listing.shippingPrice });

/** Why a price waits though the market is known. */
export type MarketWait =
  | 'suspect_winner'
  | 'suspect_prices'
  | 'shipping_not_reported'
  | 'watched_prices_unknown'
  | 'offers_not_reported';

/** Which offers of a market a rule competes with, and at what prices. */
export interface Competitors {
  /** All that the rule considers. */
  offers: readonly Offer[];
  /** The comparable price of each; null: it is no competitor. */
  prices: readonly (Minor | null)[];
  /** How many are competitors. */
  count: number;
  /** The lowest comparable price; a tie goes to the better position. Null: there is no competitor. */
  best: Compared | null;
  /** The comparable price of another own listing that holds the buybox instead of this one; null: none does. */
  ownHolder: Minor | null;
  /** Why the price waits: an offer that is left out may be the competitor. Null: it does not wait. */
  waits: MarketWait | null;
}

type Priced = Pick<Competitors, 'offers' | 'prices'>;

/** Whether a competitor comes before another (-1: none): by the lower comparable price, then by the better position. */
const isBefore = ({ offers, prices }: Priced, one: number, other: number): boolean =>
  other === -1 ||
  prices[one]! < prices[other]! ||
  (prices[one] === prices[other] && offers[one]!.position < offers[other]!.position);

const comparedAt = ({ offers, prices }: Priced, place: number): Compared | null =>
  place === -1 ? null : { offer: offers[place]!, comparable: prices[place]! };

/** The best offer of the seller who holds the buybox, where it is a competitor. */
export function holderOf(priced: Priced, { buybox: { winnerSellerId } }: Market): Compared | null {
  if (winnerSellerId === null) return null;
  const { offers, prices } = priced;
  let holder = -1;
  for (let n = 0; n < offers.length; n++) {
    if (prices[n] === null || offers[n]!.sellerId !== winnerSellerId) continue;
    if (isBefore(priced, n, holder)) holder = n;
  }
  return comparedAt(priced, holder);
}

/** Empty: the marketplace does not report it. */
const nameOf = (offer: Offer): string => sellerNameOf(offer) ?? '';

/** The comparable price of another own listing; where its shipping is not reported, as if it were this one's. */
const ownPrice = (
  rule: Rule,
  listing: ListingFacts,
  offer: Pick<Offer, 'price' | 'shippingPrice'> | null,
): Minor | null =>
  offer && (comparableOf(rule, offer) ?? offer.price + (listing.shippingPrice ?? 0));

/** Whether an own offer is the one that holds the buybox instead of this listing. Of a seller's several it is the first. */
const isOtherHolder = (
  offer: Offer,
  winnerSellerId: string | null,
  { offerId }: ListingFacts,
  known: Offer | null,
): boolean =>
  offer.sellerId === winnerSellerId &&
  offer.available &&
  (offer.offerId === null || offer.offerId !== offerId) &&
  (known === null || offer.position < known.position);

/** The offers that a rule considers: outside the buybox also the watched competitors. */
const offersFor = (rule: Rule, { offers, watched }: Market): readonly Offer[] =>
  rule.competition === 'EXTERNAL' && watched !== undefined
    ? [...offers, ...watched.offers]
    : offers;

/** The competitors in a market; `explanation` gets a line for those that count and one for each reason to leave some out. */
export function findCompetitors(
  listing: ListingFacts,
  rule: Rule,
  market: Market,
  explanation: Line[],
): Competitors {
  const exceptions =
    rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions;
  const { winnerSellerId, status } = market.buybox;
  const isLosing = status === 'LOSING';
  const offers = offersFor(rule, market);
  const { condition } = listing;
  const prices = new Array<Minor | null>(offers.length);
  const priced = { offers, prices };
  let count = 0;
  let out: Map<LeftOut, string[]> | null = null;
  let best = -1;
  let ownHolder: Offer | null = null;
  let isHolderSuspect = false;
  for (let n = 0; n < offers.length; n++) {
    const offer = offers[n]!;
    prices[n] = null;
    if (offer.isOwn) {
      // Own offers are known to the seller; the others that are left out explain the price.
      if (isLosing && isOtherHolder(offer, winnerSellerId, listing, ownHolder)) ownHolder = offer;
      continue;
    }
    const why = leftOut(offer, rule, exceptions, condition);
    const price = why === null ? comparableOf(rule, offer) : null;
    if (price !== null) {
      prices[n] = price;
      count += 1;
      if (isBefore(priced, n, best)) best = n;
      continue;
    }
    if (why === 'suspect' && offer.sellerId === winnerSellerId) isHolderSuspect = true;
    const reason = why ?? 'unknown_shipping';
    out ??= new Map();
    const names = out.get(reason);
    if (names === undefined) out.set(reason, [nameOf(offer)]);
    else names.push(nameOf(offer));
  }
  explanation.push({
    step: 'rivals',
    code: 'counted',
    values: { offers: offers.length, rivals: count },
  });
  if (out !== null) explainLeftOut(out, explanation);
  return {
    offers,
    prices,
    count,
    best: comparedAt(priced, best),
    ownHolder: isLosing ? ownPrice(rule, listing, listing.ownHolder ?? ownHolder) : null,
    waits:
      rule.competition === 'BUYBOX' && isHolderSuspect
        ? 'suspect_winner'
        : best === -1
          ? (waitOf(out) ?? unknownOf(rule, market))
          : null,
  };
}

/** Why a price waits instead of going to its maximum: there may be competitors whose prices are not known. Null: it does not. */
function waitOf(out: ReadonlyMap<LeftOut, string[]> | null): MarketWait | null {
  if (out?.has('suspect')) return 'suspect_prices';
  return out?.has('unknown_shipping') ? 'shipping_not_reported' : null;
}

/** A watched competitor without a price, or an unreported seller, may be the competitor. */
function unknownOf(rule: Rule, market: Market): MarketWait | null {
  if (rule.competition !== 'EXTERNAL') return null;
  if ((market.watched?.unknown ?? 0) > 0) return 'watched_prices_unknown';
  return market.reportsOffers === false ? 'offers_not_reported' : null;
}

function explainLeftOut(out: ReadonlyMap<LeftOut, string[]>, explanation: Line[]): void {
  for (const why of LEFT_OUT) {
    const names = out.get(why);
    if (names === undefined) continue;
    const known = names.filter(Boolean);
    explanation.push({
      step: 'rivals',
      code: `left_out_${why}`,
      values: {
        count: names.length,
        names: known.join(', '),
        unnamed: names.length - known.length,
      },
    });
  }
}

/** The line for what a rule is based on. */
const baseLine = (code: string, { offer, comparable }: Compared): Line => ({
  step: 'base',
  code,
  values: {
    seller: nameOf(offer),
    price: toAmount(offer.price),
    shipping: toAmountOrNull(offer.shippingPrice),
    comparable: toAmount(comparable),
  },
});

/** Whether a rule is based on the winner, where that is a competitor. */
export const hasBase = ({ strategy, baseOn }: Rule): boolean =>
  baseOn !== 'LOWEST_PRICE' && STRATEGIES[strategy].fields.includes('baseOn');

/** Step 5: the winner where it is a competitor and the rule asks for it, else the best competitor. */
export function baseOf(
  rule: Rule,
  holder: Compared | null,
  best: Compared,
  explanation: Line[],
): Compared {
  if (!hasBase(rule)) {
    explanation.push(baseLine('lowest_price', best));
    return best;
  }
  explanation.push(
    holder === null ? baseLine('winner_is_no_rival', best) : baseLine('winner', holder),
  );
  return holder ?? best;
}

/**
 * How the listing does. For BUYBOX the marketplace says it; for EXTERNAL our own comparable price does.
 * @param present our own comparable price
 */
export function rankOf(rule: Rule, market: Market, present: Minor, best: Compared): Rank {
  if (rule.competition !== 'EXTERNAL') {
    if (market.buybox.status === 'WINNING') return 'alone';
    return market.buybox.status === 'CO_WINNING' ? 'shared' : 'behind';
  }
  if (present < best.comparable) return 'alone';
  return present === best.comparable ? 'shared' : 'behind';
}
