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
  'own',
  'unavailable',
  'exception',
  'other_condition',
  'other_comparison',
  'other_marketplace',
] as const;
type LeftOut = (typeof LEFT_OUT)[number];

const accepts = (wanted: Comparison, seen: Comparison) =>
  wanted === 'SIMILAR' || seen === 'IDENTICAL';

/** Why an offer is not a rival under a rule; null: it is one. */
function leftOut(offer: Offer, rule: Rule, condition: Condition): LeftOut | null {
  if (offer.isOwn) return 'own';
  if (!offer.available) return 'unavailable';
  const external = rule.competition === 'EXTERNAL';
  const exceptions = external ? rule.outsideBuyboxExceptions : rule.buyboxExceptions;
  if (exceptions.includes(offer.sellerId)) return 'exception';
  if (offer.condition !== condition) return 'other_condition';
  if (!external) return null;
  if (!accepts(rule.comparison, offer.comparison)) return 'other_comparison';
  if (!rule.allMarketplaces && offer.marketplaceId !== rule.marketplaceId)
    return 'other_marketplace';
  return null;
}

/** The price by which a rule compares: with shipping where the rule considers it. */
export const comparablePrice = (
  rule: Rule,
  offer: Pick<Offer, 'price' | 'shippingPrice'>,
): Minor => (rule.considerShippingPrice ? totalPrice(offer) : offer.price);

/** The rivals that a rule leaves of a market, and a line for those that count and for each kind left out. */
export function findRivals(
  listing: ListingFacts,
  rule: Rule,
  market: Market,
): { rivals: Compared[]; lines: Line[] } {
  const rivals: Compared[] = [];
  const out = new Map<LeftOut, string[]>();
  for (const offer of market.offers) {
    const why = leftOut(offer, rule, listing.condition);
    if (why === null) rivals.push({ offer, comparable: comparablePrice(rule, offer) });
    else out.set(why, [...(out.get(why) ?? []), offer.sellerName || offer.sellerId]);
  }
  const lines: Line[] = [
    {
      step: 'rivals',
      code: 'counted',
      values: { offers: market.offers.length, rivals: rivals.length },
    },
  ];
  for (const why of LEFT_OUT) {
    const names = out.get(why);
    // The seller knows his own offers; who else is left out, and why, explains a price.
    if (names === undefined || why === 'own') continue;
    lines.push({
      step: 'rivals',
      code: `left_out_${why}`,
      values: { count: names.length, names: names.join(', ') },
    });
  }
  return { rivals, lines };
}

/** The lowest comparable price; a tie goes to the better position. */
export function bestOf(rivals: readonly [Compared, ...Compared[]]): Compared {
  return rivals.reduce((best, rival) => {
    const difference = rival.comparable - best.comparable;
    return difference < 0 || (difference === 0 && rival.offer.position < best.offer.position)
      ? rival
      : best;
  });
}

/** What the rule is based on: the winner where it is a rival and the rule asks for it, else the best rival. */
export function baseOf(
  rule: Rule,
  market: Market,
  rivals: readonly [Compared, ...Compared[]],
): { base: Compared; line: Line } {
  const best = bestOf(rivals);
  const line = (code: string, { offer, comparable }: Compared): Line => ({
    step: 'base',
    code,
    values: {
      seller: offer.sellerName || offer.sellerId,
      price: toAmount(offer.price),
      shipping: toAmount(offer.shippingPrice),
      comparable: toAmount(comparable),
    },
  });
  if (rule.baseOn === 'LOWEST_PRICE') return { base: best, line: line('lowest_price', best) };
  const { winnerSellerId } = market.buybox;
  const [first, ...more] = rivals.filter(({ offer }) => offer.sellerId === winnerSellerId);
  if (first === undefined) return { base: best, line: line('winner_is_no_rival', best) };
  const winner = bestOf([first, ...more]);
  return { base: winner, line: line('winner', winner) };
}

/**
 * How the ad stands. For BUYBOX the marketplace says it; for EXTERNAL our own comparable price does.
 * @param present our own comparable price
 */
export function standingOf(rule: Rule, market: Market, present: Minor, best: Compared): Standing {
  if (rule.competition === 'BUYBOX') {
    if (market.buybox.status === 'WINNING') return 'alone';
    return market.buybox.status === 'CO_WINNING' ? 'shared' : 'behind';
  }
  if (present < best.comparable) return 'alone';
  return present === best.comparable ? 'shared' : 'behind';
}
