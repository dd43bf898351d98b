import {
  type Comparison,
  type Condition,
  type Market,
  type Offer,
  totalPrice,
} from '../kernel/market.ts';
import { type Minor, toAmount } from '../kernel/money.ts';
import type { Compared, Standing } from './strategies/strategy.ts';
import type { Line, ListingFacts, Rule } from './terms.ts';

const LEFT_OUT = [
  'unavailable',
  'exception',
  'other_condition',
  'other_comparison',
  'other_marketplace',
] as const;
type LeftOut = (typeof LEFT_OUT)[number];

const accepts = (wanted: Comparison, seen: Comparison) =>
  wanted === 'SIMILAR' || seen === 'IDENTICAL';

/** Why an offer of somebody else is not a rival under a rule; null: it is one. */
function leftOut(
  offer: Offer,
  rule: Rule,
  exceptions: readonly string[],
  condition: Condition,
): LeftOut | null {
  if (!offer.available) return 'unavailable';
  if (exceptions.length > 0 && exceptions.includes(offer.sellerId)) return 'exception';
  if (offer.condition !== condition) return 'other_condition';
  if (rule.competition !== 'EXTERNAL') return null;
  if (!accepts(rule.comparison, offer.comparison)) return 'other_comparison';
  if (!rule.allMarketplaces && offer.marketplaceId !== rule.marketplaceId)
    return 'other_marketplace';
  return null;
}

/** The price by which a rule compares: with shipping where the rule considers it. */
export const comparablePrice = (
  rule: Pick<Rule, 'considerShippingPrice'>,
  offer: Pick<Offer, 'price' | 'shippingPrice'>,
): Minor => (rule.considerShippingPrice ? totalPrice(offer) : offer.price);

/** What a rule leaves of a market. */
export interface Field {
  rivals: readonly Offer[];
  /** The rival with the lowest comparable price; a tie goes to the better position. Null: nobody is to be beaten. */
  best: Compared | null;
  /** The offer that holds the buybox, where it is a rival. */
  holder: Compared | null;
}

/** Whether an offer comes before another: by the lower comparable price, then by the better position. */
const isBefore = (comparable: Minor, offer: Offer, than: Minor, other: Offer | null): boolean =>
  other === null || comparable < than || (comparable === than && offer.position < other.position);

const nameOf = ({ sellerName, sellerId }: Offer): string => sellerName || sellerId;

/** The rivals that a rule leaves of a market; `explanation` gets a line for those that count and for each kind left out. */
export function findRivals(
  listing: ListingFacts,
  rule: Rule,
  market: Market,
  explanation: Line[],
): Field {
  const exceptions =
    rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions;
  const { winnerSellerId } = market.buybox;
  const rivals: Offer[] = [];
  let out: Map<LeftOut, string[]> | null = null;
  let best: Offer | null = null;
  let lowest: Minor = 0;
  let holder: Offer | null = null;
  let held: Minor = 0;
  for (const offer of market.offers) {
    // The seller knows his own offers; who else is left out, and why, explains a price.
    if (offer.isOwn) continue;
    const why = leftOut(offer, rule, exceptions, listing.condition);
    if (why !== null) {
      out ??= new Map();
      const names = out.get(why);
      if (names === undefined) out.set(why, [nameOf(offer)]);
      else names.push(nameOf(offer));
      continue;
    }
    const comparable = comparablePrice(rule, offer);
    rivals.push(offer);
    if (isBefore(comparable, offer, lowest, best)) {
      best = offer;
      lowest = comparable;
    }
    if (offer.sellerId === winnerSellerId && isBefore(comparable, offer, held, holder)) {
      holder = offer;
      held = comparable;
    }
  }
  explanation.push({
    step: 'rivals',
    code: 'counted',
    values: { offers: market.offers.length, rivals: rivals.length },
  });
  if (out !== null) tellLeftOut(out, explanation);
  return {
    rivals,
    best: best && { offer: best, comparable: lowest },
    holder: holder && { offer: holder, comparable: held },
  };
}

function tellLeftOut(out: ReadonlyMap<LeftOut, string[]>, explanation: Line[]): void {
  for (const why of LEFT_OUT) {
    const names = out.get(why);
    if (names === undefined) continue;
    explanation.push({
      step: 'rivals',
      code: `left_out_${why}`,
      values: { count: names.length, names: names.join(', ') },
    });
  }
}

/** What a rule is based on, told of the offer. */
const baseLine = (code: string, { offer, comparable }: Compared): Line => ({
  step: 'base',
  code,
  values: {
    seller: nameOf(offer),
    price: toAmount(offer.price),
    shipping: toAmount(offer.shippingPrice),
    comparable: toAmount(comparable),
  },
});

/** Step 5: the winner where it is a rival and the rule asks for it, else the best rival. */
export function baseOf(
  rule: Rule,
  { holder }: Field,
  best: Compared,
  explanation: Line[],
): Compared {
  // PRIMAZIA reads the market as a whole; what a rule is based on is a word of the custom strategies.
  if (rule.baseOn === 'LOWEST_PRICE' || rule.strategy === 'PRIMAZIA') {
    explanation.push(baseLine('lowest_price', best));
    return best;
  }
  explanation.push(
    holder === null ? baseLine('winner_is_no_rival', best) : baseLine('winner', holder),
  );
  return holder ?? best;
}

/**
 * How the ad stands. For BUYBOX the marketplace says it; for EXTERNAL our own comparable price does.
 * @param present our own comparable price
 */
export function standingOf(rule: Rule, market: Market, present: Minor, best: Compared): Standing {
  if (rule.competition !== 'EXTERNAL') {
    if (market.buybox.status === 'WINNING') return 'alone';
    return market.buybox.status === 'CO_WINNING' ? 'shared' : 'behind';
  }
  if (present < best.comparable) return 'alone';
  return present === best.comparable ? 'shared' : 'behind';
}
